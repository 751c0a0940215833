// What every rule that needs no log answers to one bank of questions, in short digests: moments heard, work judged, cards ranked.
// Each number and each branch of such a rule shows in one of them (docs/golden.md). UPDATE_GOLDEN=1 records anew.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { NO_EVIDENCE } from "../../src/core/label/evidence.ts"
import type { FeedbackType, Kind, Outcome, Salient } from "../../src/core/model.ts"
import type { RankCandidate, RankInput } from "../../src/core/questions/cards.ts"
import type { JudgeInput, Moment, PromptMoment, ToolMoment, TurnEvidence } from "../../src/core/questions/happened.ts"
import { RULES } from "../../src/core/rules/registry.ts"
import { alone, type Question, type Rule } from "../../src/core/rules/rule.ts"
import { seeded } from "../../src/core/stats.ts"
import { contrast, pile } from "../../src/core/uplift/uplift.ts"
import { short } from "./readout.ts"

const RECORD = join(import.meta.dirname, "records", "decisions.json")
const kept: Record<string, string> = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : {}
const told: Record<string, string> = {}

const call = (more: Partial<ToolMoment>): ToolMoment => ({
  ...{ what: "tool", tool: "Bash", does: "runs", input: "npm test", text: null, stdout: null, stderr: null },
  ...{ ok: null, exitCode: null, rejected: false, cancelled: false, interrupted: false, durationMs: 1200 },
  ...more,
})
const prompt = (text: string, more: Partial<PromptMoment> = {}): PromptMoment => ({
  ...{ what: "prompt", index: 2, text, prev: "make the cart tests pass", agentTail: "Done. Shall I go on?" },
  ...{ tools: ["Bash", "Edit"], nTools: 3, interrupted: false, author: "user", interactive: true },
  ...more,
})
const COMMANDS = [
  ...["npm test", "git commit -am x", "git commit --amend --no-edit", "git revert abc1234", "git reset --hard HEAD~2"],
  ...[
    "git checkout -- .",
    "git push",
    "git merge main",
    "pnpm lint",
    "tsc -p .",
    "ls src",
    "cargo build",
    "git push -n",
  ],
]
const OUTPUTS = [
  ...[
    "",
    "Tests: 3 failed, 4 passed, 7 total",
    "PASS a.test.ts\nTests: 7 passed, 7 total",
    "0 errors",
    "error: no such file",
  ],
  ...[
    "[main 1a2b3c4] x\n 1 file changed",
    "HEAD is now at 9f8e7d6 y",
    "Exit code: 2",
    "Traceback (most recent call last)",
  ],
  ...["The user doesn't want to proceed with this tool use.", "panic: oops", "FAILED\nexception", "command not found"],
]
const WORDS = [
  ...[
    "no, that is wrong",
    "perfect, thanks!",
    "that's still broken",
    "run it again",
    "continue",
    "yes",
    "now do the next one",
  ],
  ...[
    "actually use pnpm",
    "why did you delete that file?",
    "make the cart tests pass",
    "undo that",
    "great, it works now",
  ],
  ...[
    "stop",
    "you forgot the tests again",
    "let's move on to the login page",
    "wtf, this is useless",
    "ok",
    "/clear",
    "",
  ],
]
const SHIFT = [
  "fix the css bug in our nav bar",
  "rename the currency formatter of invoices",
  "add new api log row for sql job",
]
const MOMENTS: readonly Moment[] = [
  ...SHIFT.flatMap(text => SHIFT.map(prev => prompt(text, { prev }))),
  ...COMMANDS.flatMap(input => OUTPUTS.map(text => call({ input, text }))),
  ...OUTPUTS.flatMap(stdout =>
    [0, 1, 2, 130].map(exitCode => call({ stdout, exitCode, stderr: exitCode === 2 ? "E" : "" })),
  ),
  ...[true, false].flatMap(ok =>
    ["Read", "Edit", "WebFetch"].map(tool => call({ tool, does: "reads", input: "{}", ok })),
  ),
  ...(["rejected", "cancelled", "interrupted"] as const).map(how => call({ [how]: true, text: OUTPUTS[9]! })),
  ...(["edits", "fetches"] as const).map(does =>
    call({ does, tool: "Edit", input: '{"file_path":"/a.ts"}', ok: true }),
  ),
  ...WORDS.flatMap(text => [
    prompt(text),
    prompt(text, { prev: null, index: 0, agentTail: null }),
    prompt(text, { nTools: 0 }),
  ]),
  ...WORDS.slice(0, 3).flatMap(text => [
    ...[
      prompt(text, { author: "harness" }),
      prompt(text, { author: "sub-agent" }),
      prompt(text, { interactive: false }),
    ],
    ...[prompt(text, { interrupted: true }), prompt(text, { agentTail: "Which of the two do you want?" })],
  ]),
]

const turn = (more: Partial<TurnEvidence>): TurnEvidence => ({ ...NO_EVIDENCE, ...more })
const ended = (salient: Salient, ok: boolean, type?: Outcome["type"]): Outcome => ({
  ...{ type: type ?? (ok ? "tool_success" : "tool_failure"), salient, event: "e", at: 0 },
})
const HEARD: readonly FeedbackType[] = [
  "explicit_positive",
  "explicit_negative",
  "implicit_retry",
  "implicit_continuation",
]
const TURNS: readonly TurnEvidence[] = [
  ...[true, false].flatMap(ok => [
    turn({ test: ok }),
    turn({ build: ok }),
    turn({ lint: ok }),
    turn({ typecheck: ok }),
  ]),
  ...[0, 0.2, 0.25, 0.5, 1].map(toolFailShare =>
    turn({ toolFailShare, nTools: 4, calls: { runs: [4, 2], looks: [1, 1], acts: [2, 0] } }),
  ),
  ...HEARD.flatMap(feedback =>
    [0.2, 0.5, 0.9].map(sentiment => turn({ feedback, sentiment, feedbackConfidence: 0.8 })),
  ),
  ...[1, 5, 30, 31].map(minutes => turn({ minutes, nTools: 3, toolFailShare: 0 })),
  ...[0, 1, 2, 3, 6].flatMap(n => [
    turn({ errors: n }),
    turn({ retries: n, tries: n }),
    turn({ refused: n }),
    turn({ edits: n }),
  ]),
  ...[true, false].flatMap(yes => [
    turn({ committed: yes }),
    turn({ reverted: yes }),
    turn({ reported: yes }),
    turn({ interrupted: yes, trace: yes }),
  ]),
  ...(["normal", "vanished"] as const).map(end => turn({ end, heard: 2, spoke: 1, echo: 0.7 })),
  ...[
    turn({ judge: 0.9 }),
    turn({ judge: 0.1 }),
    turn({ survived: 0.5 }),
    turn({ told: { minutes: 45, errors: 6, retries: 3 }, reported: false }),
  ],
]
const OUTCOMES: readonly (readonly Outcome[])[] = [
  ...[
    [],
    [ended("test", true)],
    [ended("test", false)],
    [ended("test", false), ended("test", true)],
    [ended("lint", false)],
  ],
  ...[[ended("user", true, "user_confirmed_helpful")], [ended("test", true), ended("user", false, "user_corrected")]],
]
const JUDGED: readonly JudgeInput[] = [
  ...TURNS.flatMap(t => (["turn", "episode"] as const).map(level => ({ level, turns: [t], outcomes: [] }))),
  ...TURNS.map((t, i) => ({
    level: "episode" as const,
    turns: [t, TURNS[(i * 7 + 3) % TURNS.length]!, TURNS[(i * 5 + 1) % TURNS.length]!],
    outcomes: OUTCOMES[i % OUTCOMES.length]!,
  })),
  ...OUTCOMES.map(outcomes => ({
    level: "episode" as const,
    turns: [turn({})],
    outcomes,
    segments: [
      { p: 0.9, verdict: "success" as const },
      { p: 0.3, verdict: "failure" as const },
    ],
  })),
]

const KINDS: readonly Kind[] = [
  "tactic",
  "fact",
  "negative_result",
  "preference",
  "constraint",
  "tactic",
  "tactic",
  "fact",
  "tactic",
]
const cards = (seed: number): readonly RankCandidate[] => {
  const random = seeded(`cards ${seed}`)
  return KINDS.flatMap((_, i) => [i, i + KINDS.length]).map((n): RankCandidate => {
    const mean = random()
    const uses = Math.floor(random() * 12)
    return {
      ...{ card: `card ${n}`, kind: KINDS[n % KINDS.length]!, tier: "repo", stage: n % 5 === 0 ? "proven" : "active" },
      ...{
        source: (["user", "agent", "extracted"] as const)[n % 3]!,
        topic: n % 4 === 0 ? "" : `topic ${n % 3}`,
        tokens: 20 + n,
      },
      ...{
        score: n % 6 === 0 ? 0.5 : random(),
        lexical: random(),
        semantic: random(),
        ageDays: n * 9,
        truth: random(),
        reuse: n,
      },
      value:
        n % 3 === 0 ? null : { mean, sd: 0.1, n: uses, help: mean, nothing: 0.1, harm: 1 - mean, verdict: "early" },
      mustShow: n % 8 === 7,
    }
  })
}
const harmful = contrast(pile([0, 0, 0, 0, 1, 0, 0, 0]), pile([1, 1, 1, 0, 1, 1, 1, 1]))
const RANKED: readonly (() => RankInput)[] = [1, 2, 3, 4].flatMap(seed =>
  [1, 3].map(room => () => ({
    ...{ candidates: cards(seed), slots: { norms: room, negatives: room, tactics: room, facts: room } },
    ...{ placement: seed % 2 === 0 ? ("prompt" as const) : ("session_start" as const), random: seeded(`draw ${seed}`) },
    ...{ intent: ([null, "failure", "how_should", "last_time"] as const)[seed - 1]!, episode: `e${seed}` },
    ...(seed > 2 ? { placed: { tactic: harmful } } : {}),
  })),
)

const BANK: { readonly [Q in Question]?: readonly (() => unknown)[] } = {
  detect: MOMENTS.map(moment => () => moment),
  judge: JUDGED.map(input => () => input),
  rank: RANKED,
}
it.each(
  RULES.filter(rule => BANK[rule.question]).map(rule => [`${rule.question} ${rule.name}`, rule as Rule] as const),
)("%s", (name, rule) => {
  const answers = BANK[rule.question]!.map(ask => short(rule.decide(alone(), ask() as never, rule.params)))
  // in groups: a digest for each ten of a long bank is enough to see that something moved
  told[name] = answers.flatMap((_, i) => (i % 10 === 0 ? [short(answers.slice(i, i + 10))] : [])).join(" ")
  if (!process.env.UPDATE_GOLDEN) expect(told[name]).toBe(kept[name])
})
afterAll(() => {
  const lines = Object.entries(told).map(([name, digests]) => `${JSON.stringify(name)}: "${digests}"`)
  if (process.env.UPDATE_GOLDEN) writeFileSync(RECORD, `{\n${lines.join(",\n")}\n}\n`)
})
