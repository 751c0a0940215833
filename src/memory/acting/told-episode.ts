// An episode told by a program instead of by hooks: the same drafts, the same ids, the same fold. Named after host and
// session, so that telling something twice records it once.
import { drafts, type Opening } from "../../clients/drafts.ts"
import { MettleError } from "../../core/errors.ts"
import type { Draft } from "../../core/events/draft.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { doesByName } from "../../core/events/tool-names.ts"
import type { Author, OutcomeType } from "../../core/model.ts"
import type { ToolCall } from "../../core/promised.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"
import { errorsOf } from "../reading/open-errors.ts"

interface Telling {
  readonly host: string
  readonly session: string
  readonly scope: string | null
  readonly opening: Opening
}
export interface ToldEpisode {
  readonly id: string
  says(author: Author, text: string): Promise<string>
  replies(text: string): Promise<string>
  calls(call: ToolCall): Promise<string>
  outcome(outcome: {
    readonly type: OutcomeType
    readonly evidence: readonly string[]
    readonly note: string | null
  }): Promise<string>
  progress(): { readonly errors: number; readonly retries: number; readonly durationMs: number }
  /** nothing happens in it any more; what is due is settle's. `whoever`: even if others told it all */
  closes(whoever?: boolean): Promise<void>
}

const GOOD: readonly OutcomeType[] = ["tool_success", "user_confirmed_helpful"]
const WORDS = /^[\w.:@/ -]{1,120}$/

export function toldEpisode(memory: Memory, telling: Telling): ToldEpisode {
  const { host, session, scope, opening } = telling
  if (!WORDS.test(host))
    throw new MettleError("E_USAGE", `"${host}" is no name for a host`, { hint: "letters, digits, - _ . : @ /" })
  if (session === "" || session.length > 500)
    throw new MettleError("E_USAGE", "a session needs an id of 1 to 500 characters")
  const now = () => memory.parts.now()
  const forms = () =>
    drafts(host, session, { now: now(), scope, branch: null, head: null, env: {}, tail: () => null, ours: () => false })
  const { episode: id } = forms()
  const isOpened = (): boolean => memory.parts.log.readEpisode(id).some(event => event.type === "episode.opened")
  let opened: Promise<unknown> | null = null
  /** something was told since it was last closed */
  let fresh = false
  // Names are drawn, not counted: two tellers of one session must not take each other's words for their own.
  const record = async (make: (name: string) => Draft): Promise<string> => {
    opened ??= isOpened() ? Promise.resolve() : memory.record([forms().opened(opening)])
    fresh = true
    const draft = make(`told-${Buffer.from(memory.parts.randomBytes()).toString("hex")}`)
    await opened
    await memory.record([draft])
    return draft.id
  }
  return {
    id,
    says: (author, text) => record(name => forms().prompt(name, author, text)),
    replies: text => record(name => forms().replied(name, text)),
    calls: ({ call, name: tool, input, ...end }) =>
      record(name => {
        const about = { call: call ?? name, tool, does: doesByName(tool), input: inputOf(input) }
        const ok = end.ok ?? (end.exitCode === undefined ? null : end.exitCode === 0)
        return forms().finished(about, {
          ...end,
          ok,
          known: end.exitCode !== undefined ? "exit" : ok === null ? null : "client",
        })
      }),
    outcome: ({ type, evidence, note }) => {
      for (const event of evidence)
        if (memory.parts.log.get(event)?.episode !== id)
          throw new MettleError("E_NOT_FOUND", `no event "${event}" in this episode`, {
            hint: "evidence is what ep.user, ep.agent and ep.tool returned",
          })
      const details = noteOf(type, evidence, note)
      const data = bareOutcome({ by: host, task: session, success: GOOD.includes(type), details })
      return record(() => memory.authored("outcome.reported", { episode: id, scope }, data))
    },
    progress: () => {
      memory.catchUp()
      const first = memory.parts.log.readEpisode(id)[0]
      return {
        errors: errorsOf(memory, id).total,
        retries: read.live.get(memory.views, id)?.retries ?? 0,
        durationMs: first === undefined ? 0 : Math.max(0, now() - first.ts),
      }
    },
    closes: async (whoever = false) => {
      if (!fresh && !whoever) return
      await record(name => forms().ended(name, "end"))
      await record(name => forms().closed(name, "end"))
      fresh = false
    },
  }
}

/** A bare string is a command line. */
const inputOf = (input: unknown): unknown => (typeof input === "string" ? { command: input } : (input ?? {}))

const noteOf = (type: OutcomeType, evidence: readonly string[], note: string | null): string =>
  [type, ...(evidence.length > 0 ? [`evidence ${evidence.join(" ")}`] : []), ...(note === null ? [] : [note])].join(
    "; ",
  )

/** How it went, and nothing else known of it. */
export const bareOutcome = (
  told: Pick<DataOf<"outcome.reported">, "by" | "task" | "success" | "details">,
): DataOf<"outcome.reported"> => ({
  ...{ durationMs: null, errors: null, retries: null, files: [], strategy: null, failureMode: null, criteria: [] },
  ...told,
})
