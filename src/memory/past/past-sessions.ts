// Past sessions on this computer: of one repository in all its working copies, or of every repository; and the command that resumes each.

import type { World } from "../../clients/client.ts"
import { CLIENT_ENV, CLIENTS, clientOf } from "../../clients/registry.ts"
import { MettleError } from "../../core/errors.ts"
import { episodeId } from "../../core/ids.ts"
import { workingCopies } from "../../world/repository.ts"
import { type Found, findSessions } from "../../world/transcripts.ts"

interface PastAsked {
  readonly home: string
  readonly env: World["env"]
  /** top of a working copy; null = every repository */
  readonly top: string | null
  /** one client by name; null = all */
  readonly client: string | null
  readonly since: number
  /** also of clients whose sessions cannot be read, only named */
  readonly named?: boolean
}

export function pastSessionsOf(asked: PastAsked): Found {
  const clients = CLIENTS.filter(client => asked.client === null || client.name === asked.client)
  if (clients.length === 0)
    throw new MettleError("E_USAGE", `there is no client "${asked.client}"`, {
      hint: CLIENTS.map(client => client.name).join(", "),
    })
  return findSessions({
    home: asked.home,
    env: Object.fromEntries(CLIENT_ENV.map(name => [name, asked.env[name]])),
    sources: clients.flatMap(({ name, transcripts, backfill }) =>
      transcripts && (backfill || asked.named) ? [{ name, where: transcripts }] : [],
    ),
    dirs: asked.top === null ? null : workingCopies(asked.top),
    since: asked.since,
  })
}

// Past episodes and the command that resumes each in its client. The log keeps no session's name, only what follows from it: the
// names are read from the client's own folder, and an episode's is the one that its id follows from.

/**
 * episode → command; episodes whose session is gone, or whose client has no such command, are not in it. Looked for everywhere:
 * not every client tells which repository a session was about, an episode's id does.
 */
export function resumeCommands(asked: PastAsked): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { client, path, lines } of pastSessionsOf({ ...asked, top: null, named: true }).sessions)
    for (const session of named(path, lines)) {
      const command = clientOf(client)?.resume?.(session)
      if (command !== undefined) found.set(episodeId(client, session), command)
    }
  return found
}

/** Names that a client may give a session. */
const SESSION = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|ses_[0-9A-Za-z]{10,40}/gi
const sessionsNamed = (text: string): readonly string[] => text.match(SESSION) ?? []

/** By its place, or else by what its record begins with. */
function named(path: string, lines: () => Iterable<string>): readonly string[] {
  const byPlace = sessionsNamed(path)
  if (byPlace.length > 0) return byPlace
  for (const line of lines()) return sessionsNamed(line.slice(0, HEAD))
  return []
}
const HEAD = 4096
