// Past sessions into the log, through the same adapters as live ones. Ids agree with the hooks', so that what was heard
// live adds nothing; a session that was read and has not changed since is skipped, so that a broken run goes on.

import { isOurs, isOurTool } from "../../clients/author.ts"
import type { World } from "../../clients/client.ts"
import { CLIENT_ENV, clientOf } from "../../clients/registry.ts"
import type { Draft } from "../../core/events/draft.ts"
import type { PastSession } from "../../world/transcripts.ts"
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
