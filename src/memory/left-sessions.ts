// Past episodes and the command that resumes each in its client. The log keeps no session's name, only what follows from it: the
// names are read from the client's own folder, and an episode's is the one that its id follows from.
import { resumeCommand, sessionsNamed } from "../clients/resume.ts"
import { episodeId } from "../core/ids.ts"
import { type PastAsked, pastSessionsOf } from "./past-sessions.ts"

/** episode → command; episodes whose session is gone, or whose client has no such command, are not in it. */
export function resumeCommands(asked: PastAsked): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { client, path } of pastSessionsOf(asked).sessions)
    for (const session of sessionsNamed(path)) {
      const command = resumeCommand(client, session)
      if (command !== null) found.set(episodeId(client, session), command)
    }
  return found
}
