// Random but plausible logs for property tests: several episodes at once, clocks that jump, proposals, packs, acts,
// late evidence. Drafts only; the caller records them.
import fc from "fast-check"
import { type Draft, observed } from "../../../src/core/events/draft.ts"
import { episodeId, hashId } from "../../../src/core/ids.ts"

const PROMPTS = [
  "always use pnpm in this repo, never npm",
  "thanks, that works",
  "no, that's wrong, undo it",
  "add a login page",
  "we deploy from the release branch only",
  "remember that our API listens on port 3000 in development",
  "remember that our API listens on port 4000 in development",
  "why does the test fail?\nError: connect ECONNREFUSED",
  "from now on use npm, not pnpm",
  "from now on use pnpm, not npm",
  "continue",
  "never commit directly to main",
  "prefer named exports over default exports",
  "Add the tax. Keep money in cents.",
]
const COMMANDS = [
  "pnpm test",
  "npm install",
  "git commit -m 'x'",
  "docker compose up -d redis",
  "ls",
  "pnpm build",
  "go test ./...",
]
const OUTPUTS = [
  "Tests: 3 failed, 4 passed, 7 total",
  "Tests: 7 passed, 7 total",
  "",
  "Error: boom at /tmp/x.ts:12",
  "ok  \tpkg\t0.1s",
  "FAIL\tpkg",
]

export type Move =
  | { what: "open"; e: number; interactive: boolean }
  | { what: "prompt"; e: number; text: number; author: "user" | "harness" | "sub-agent" }
  | { what: "reply"; e: number }
  | { what: "tool"; e: number; command: number; output: number; ok: boolean | null }
  | { what: "end"; e: number }
  | { what: "close"; e: number }
  | { what: "change"; e: number; change: "revert" | "commit" | "survival"; share: number }
  | { what: "pack"; e: number; shown: boolean }
  | {
      what: "act"
      act: "card.confirmed" | "card.archived" | "card.pinned" | "card.verified" | "card.reset"
      pick: number
    }
  | { what: "undo" }
  | { what: "correct"; pick: number; text: number }
  | { what: "check"; pick: number; holds: boolean }
  | { what: "doubt"; pick: number; tag: "doubt" | "keep" | "wrong"; by: "user" | "agent" }
  | { what: "wait"; minutes: number }

const e = fc.nat(2)
export const moves = (most: number): fc.Arbitrary<Move[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          what: fc.constant("open" as const),
          e,
          interactive: fc.constantFrom(true, true, false),
        }),
      },
      {
        weight: 6,
        arbitrary: fc.record({
          what: fc.constant("prompt" as const),
          e,
          text: fc.nat(PROMPTS.length - 1),
          author: fc.constantFrom("user" as const, "user" as const, "harness" as const, "sub-agent" as const),
        }),
      },
      { weight: 2, arbitrary: fc.record({ what: fc.constant("reply" as const), e }) },
      {
        weight: 6,
        arbitrary: fc.record({
          what: fc.constant("tool" as const),
          e,
          command: fc.nat(COMMANDS.length - 1),
          output: fc.nat(OUTPUTS.length - 1),
          ok: fc.constantFrom(true, false, null),
        }),
      },
      { weight: 2, arbitrary: fc.record({ what: fc.constant("end" as const), e }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant("close" as const), e }) },
      {
        weight: 2,
        arbitrary: fc.record({
          what: fc.constant("change" as const),
          e,
          change: fc.constantFrom("revert" as const, "commit" as const, "survival" as const),
          share: fc.constantFrom(0, 0.5, 1),
        }),
      },
      { weight: 3, arbitrary: fc.record({ what: fc.constant("pack" as const), e, shown: fc.boolean() }) },
      {
        weight: 2,
        arbitrary: fc.record({
          what: fc.constant("act" as const),
          act: fc.constantFrom(
            "card.confirmed" as const,
            "card.archived" as const,
            "card.pinned" as const,
            "card.verified" as const,
            "card.reset" as const,
          ),
          pick: fc.nat(5),
        }),
      },
      { weight: 1, arbitrary: fc.record({ what: fc.constant("undo" as const) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          what: fc.constant("correct" as const),
          pick: fc.nat(5),
          text: fc.nat(PROMPTS.length - 1),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ what: fc.constant("check" as const), pick: fc.nat(5), holds: fc.boolean() }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          what: fc.constant("doubt" as const),
          pick: fc.nat(5),
          tag: fc.constantFrom("doubt" as const, "doubt" as const, "keep" as const, "wrong" as const),
          by: fc.constantFrom("user" as const, "agent" as const),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          what: fc.constant("wait" as const),
          minutes: fc.constantFrom(-30, 1, 20, 600, 60 * 24 * 9, 60 * 24 * 80),
        }),
      },
    ),
    { minLength: 1, maxLength: most, size: "max" },
  )

const call = (e: number, command: number, output: number, ok: boolean): Move => ({
  what: "tool",
  e,
  command,
  output,
  ok,
})
/** What helped in two episodes: its card cites the call that failed, what it said, and the step. */
export const REMEDY: readonly Move[] = [0, 1].flatMap((e): Move[] => [
  { what: "open", e, interactive: true },
  { what: "prompt", e, text: 3, author: "user" },
  ...[call(e, 0, 3, false), call(e, 3, 1, true), call(e, 0, 1, true)],
  { what: "close", e },
  { what: "wait", minutes: 600 },
])

export interface Teller {
  now: number
  n: number
  acts: string[]
  readonly cards: () => readonly string[]
}

/** The drafts of one move. Ids follow from a counter, so that the same moves make the same log. */
export function tell(teller: Teller, move: Move): readonly Draft[] {
  const n = teller.n++
  const at = { ts: teller.now, scope: "a".repeat(32) }
  const where = (k: number) => ({ ...at, episode: episodeId("claude-code", `s${k}`) })
  const source = (k: number, record: string) => ({ client: "claude-code", session: `s${k}`, record })
  const own = { ...at, episode: null }
  const id = hashId("test", n)
  const pick = (k: number): string | undefined => {
    const cards = teller.cards()
    return cards.length === 0 ? undefined : cards[k % cards.length]
  }
  switch (move.what) {
    case "wait":
      teller.now = Math.max(0, teller.now + move.minutes * 60_000)
      return []
    case "open":
      return [
        observed("episode.opened", source(move.e, `o${n}`), where(move.e), {
          client: "claude-code",
          clientVersion: null,
          model: null,
          interactive: move.interactive,
          parent: null,
          start: "startup",
          cwd: "/w",
          branch: "main",
          head: null,
        }),
      ]
    case "prompt":
      return [
        observed("prompt.submitted", source(move.e, `p${n}`), where(move.e), {
          author: move.author,
          prompt: PROMPTS[move.text]!,
          chars: PROMPTS[move.text]!.length,
        }),
      ]
    case "reply":
      return [
        observed("agent.replied", source(move.e, `r${n}`), where(move.e), {
          text: "Done.",
          chars: 5,
          inputTokens: null,
          outputTokens: null,
        }),
      ]
    case "tool":
      return [
        observed("tool.finished", source(move.e, `c${n}`), where(move.e), {
          call: `c${n}`,
          tool: "Bash",
          does: "runs",
          ok: move.ok,
          exitCode: move.ok === null ? null : move.ok ? 0 : 1,
          known: null,
          rejected: false,
          cancelled: false,
          interrupted: false,
          durationMs: 10,
          input: COMMANDS[move.command]!,
          path: null,
          output: OUTPUTS[move.output]!,
          stderr: null,
          agent: null,
        }),
      ]
    case "end":
      return [
        observed("turn.ended", source(move.e, `e${n}`), where(move.e), {
          reason: "end",
          inputTokens: null,
          outputTokens: null,
        }),
      ]
    case "close":
      return [observed("episode.closed", source(move.e, `x${n}`), where(move.e), { reason: "exit" })]
    case "change":
      return [
        observed("change.observed", source(move.e, `g${n}`), where(move.e), {
          change: move.change,
          commit: null,
          turn: null,
          share: move.share,
          days: null,
          files: [],
          branch: null,
        }),
      ]
    case "pack": {
      const cards = teller.cards().slice(0, 4)
      return [
        {
          type: "pack.built",
          id,
          ...where(move.e),
          data: {
            asOf: 0,
            placement: "prompt",
            prompt: null,
            call: null,
            rule: "slots@1",
            preset: "mettle",
            seed: "s",
            posterior: null,
            draws: 0,
            tokens: 10,
            chars: 40,
            slots: 5,
            intent: null,
            hasError: false,
            promptChars: 10,
            shortlist: cards.map((card, rank) => ({
              card,
              hash: "h",
              slot: "facts" as const,
              score: 0.5,
              lexical: 0.5,
              semantic: 0,
              rank,
              tokens: 5,
              shown: move.shown && rank < 2,
              mode: 1 as const,
              reason: null,
              chance: 0.5,
            })),
          },
        },
      ]
    }
    case "act": {
      const card = pick(move.pick)
      if (!card) return []
      teller.acts.push(id)
      const data =
        move.act === "card.pinned" ? { card, on: true } : move.act === "card.archived" ? { card, note: null } : { card }
      return [{ type: move.act, id, ...own, data } as Draft]
    }
    case "undo": {
      const act = teller.acts.pop()
      return act ? [{ type: "act.undone", id, ...own, data: { act } }] : []
    }
    case "correct": {
      const card = pick(move.pick)
      if (!card) return []
      teller.acts.push(id)
      return [{ type: "card.corrected", id, ...own, data: { card, statement: PROMPTS[move.text]! } }]
    }
    case "check": {
      const card = pick(move.pick)
      return card
        ? [{ type: "evidence.checked", id, ...own, data: { card, index: 0, holds: move.holds, path: null } }]
        : []
    }
    case "doubt": {
      const card = pick(move.pick)
      if (!card) return []
      teller.acts.push(id)
      const { tag, by } = move
      return [{ type: "feedback.given", id, ...own, data: { about: "card", target: card, tag, by, note: null } }]
    }
  }
}
