// Past sessions on this computer: of one repository in all its working copies, or of every repository.
import type { World } from "../../clients/client.ts"
import { CLIENT_ENV, CLIENTS } from "../../clients/registry.ts"
import { MettleError } from "../../core/errors.ts"
import { workingCopies } from "../../world/repository.ts"
import { type Found, findSessions } from "../../world/transcripts.ts"

export interface PastAsked {
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
