// Past sessions on this computer: found, read into the log through the same adapters as live ones, and the command that resumes each. Ids
// agree with the hooks', so that what was heard live adds nothing; a session that was read and has not changed since is skipped, so that
// a broken run goes on.
import { isOurs, isOurTool } from "../../clients/author.ts"
import type { World } from "../../clients/client.ts"
import { CLIENT_ENV, CLIENTS, clientOf } from "../../clients/registry.ts"
import { MettleError } from "../../core/errors.ts"
import type { Draft } from "../../core/events/draft.ts"
import { episodeId } from "../../core/ids.ts"
import { workingCopies } from "../../world/repository.ts"
import { type Found, findSessions, type PastSession } from "../../world/transcripts.ts"
import type { Memory } from "../memory.ts"
import { settle } from "../tending/settle.ts"

interface BackfillOptions {
  /** the scope of a working directory; undefined = do not record what happened there */
  readonly scopeOf: (cwd: string | null) => string | null | undefined
  readonly now: number
  readonly env: World["env"]
  /** episodes that were to stay unseen */
  readonly unseen: ReadonlySet<string>
  /** tools whose calls are not recorded */
  readonly ignoreTools?: readonly string[]
  readonly signal?: AbortSignal
  readonly progress?: (sessions: number, masked: number) => void
}
export type Backfilled = Awaited<ReturnType<typeof backfill>>

const BATCH = 200
const MARK = "backfill."

/** A world without a live session: nothing but the scope is known. */
const pastWorld = (scope: string | null, now: number, env: World["env"]): World => ({
  now,
  scope,
  branch: null,
  head: null,
  env: Object.fromEntries(CLIENT_ENV.map(name => [name, env[name]])),
  tail: () => null,
  ours: isOurs,
})

/** `known`: read before and unchanged; `unseen`: run with METTLE=off and left out whole. */
export async function backfill(memory: Memory, sessions: readonly PastSession[], options: BackfillOptions) {
  const masked: Record<string, number> = {}
  let [read, known, unseen, events, added] = [0, 0, 0, 0, 0]
  let interrupted = false
  const store = async (drafts: readonly Draft[]): Promise<void> => {
    const done = await memory.record(drafts)
    events += drafts.length
    added += done.added
    for (const [kind, n] of Object.entries(done.masked)) masked[kind] = (masked[kind] ?? 0) + n
  }
  for (const session of sessions) {
    if (options.signal?.aborted) {
      interrupted = true
      break
    }
    const mark = `${session.size}:${Math.round(session.changedAt)}`
    if (memory.parts.meta.get(MARK + session.key) === mark) known++
    else if (isUnseen(session, options)) unseen++
    else {
      if (!(await readSession(session, options, store))) {
        interrupted = true
        break
      }
      memory.parts.meta.set(MARK + session.key, mark)
      read++
    }
    options.progress?.(
      read + known + unseen,
      Object.values(masked).reduce((a, b) => a + b, 0),
    )
  }
  const { proposed } = await settle(memory)
  return { sessions: read, known, unseen, events, added, masked, proposed, interrupted }
}

/** False when it was broken off: then it is read again from its start, which adds nothing twice. */
async function readSession(
  session: PastSession,
  options: BackfillOptions,
  store: (drafts: readonly Draft[]) => Promise<void>,
): Promise<boolean> {
  let waiting: Draft[] = []
  for (const { drafts, scope } of heardIn(session, options)) {
    if (options.signal?.aborted) return false
    const tools = options.ignoreTools ?? []
    const refused = (name: string): boolean => isOurTool(name) || tools.includes(name)
    waiting.push(
      ...drafts.filter(d => !("tool" in d.data) || !refused(String(d.data.tool))).map(d => ({ ...d, scope })),
    )
    if (waiting.length >= BATCH) {
      await store(waiting)
      waiting = []
    }
  }
  if (waiting.length > 0) await store(waiting)
  return true
}

/** Does it begin in an episode that was to stay unseen? */
function isUnseen(session: PastSession, options: BackfillOptions): boolean {
  if (options.unseen.size === 0) return false
  for (const { drafts } of heardIn(session, { ...options, unseen: new Set() }))
    for (const { episode } of drafts) if (episode !== null) return options.unseen.has(episode)
  return false
}

/** What a session says, with the scope of where it was at that time. */
export function* heardIn(
  session: PastSession,
  options: Pick<BackfillOptions, "scopeOf" | "now" | "env" | "unseen">,
): Generator<{ readonly drafts: readonly Draft[]; readonly scope: string | null }> {
  const world = pastWorld(null, options.now, options.env)
  const client = clientOf(session.client)
  if (!client?.backfill) return
  for (const heard of client.backfill(session.lines(), world, session.path)) {
    const scope = options.scopeOf(heard.cwd)
    const drafts = heard.drafts.filter(draft => draft.episode === null || !options.unseen.has(draft.episode))
    if (scope !== undefined && drafts.length > 0) yield { drafts, scope }
  }
}

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
