// The laws of every rule (house 4.7): deterministic, leaves frozen input alone, answers empty input, gives a reason,
// its tables survive JSON and are the only ones it writes, its answer stays in range. Inputs are drawn per question.
import fc from "fast-check"
import { expect, it } from "vitest"
import { progressOf } from "../../src/core/assess/progress.ts"
import { FEEDBACK_TYPES, KINDS, PLACEMENTS, SALIENT, STAGES, TIERS } from "../../src/core/model.ts"
import type { Watched } from "../../src/core/rules/happening.ts"
import { alone, type Question, type Rule, type RuleContext, type Watcher } from "../../src/core/rules/rule.ts"
import { seeded } from "../../src/core/stats.ts"
import { memoryRows, type Rows } from "../../src/core/views/rows.ts"

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const id = fc.integer({ min: 0, max: 12 }).map(n => String(n).padStart(32, "0"))
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.constantFrom("thanks, works", "no, wrong", "always use pnpm", "Tests: 1 failed", "Exit code 3\nboom", ""),
)
const nullable = <T>(a: fc.Arbitrary<T>) => fc.option(a, { nil: null })
const value = nullable(
  fc.record({
    mean: fc.double({ min: -1, max: 1, noNaN: true }),
    sd: unit,
    n: fc.nat(50),
    help: unit,
    nothing: unit,
    harm: unit,
    verdict: fc.constantFrom("helps" as const, "harms" as const, "inert" as const, "early" as const),
  }),
)
const source = fc.constantFrom("agent", "user-words@1", "tool:Bash", "constructor", "__proto__")
const card = fc.record({
  id,
  kind: fc.constantFrom("tactic" as const, "fact" as const, "negative_result" as const),
  source: fc.constantFrom("user" as const, "agent" as const, "extracted" as const),
  topic: fc.constantFrom("a", "b", "c"),
})
const candidate = fc.record({
  id,
  score: unit,
  rank: fc.nat(12),
  pi: unit,
  shown: fc.boolean(),
  mode: fc.constantFrom(1 as const, -1 as const),
  channel: fc.constant("auto_pack" as const),
  placement: fc.constantFrom(...PLACEMENTS),
})
const toolRecord = fc.record({
  tool: fc.constantFrom("Bash", "Edit", "Read"),
  outErr: fc.boolean(),
  exit: nullable(fc.constantFrom(0, 1)),
  ok: nullable(fc.boolean()),
  test: fc.boolean(),
  file: nullable(fc.constant("f")),
})
const prompt = fc.record({
  idx: fc.nat(10),
  lenZ: fc.double({ min: -3, max: 3, noNaN: true }),
  hasError: fc.boolean(),
  topicGuess: nullable(fc.constantFrom("a", "b")),
  taskKind: nullable(fc.constantFrom("edit" as const, "read" as const)),
  overlap: nullable(unit),
  fb: nullable(fc.constantFrom(...FEEDBACK_TYPES)),
  nActive: fc.nat(6),
  slots: fc.nat(6),
  cand: fc.uniqueArray(candidate, { selector: c => c.id, maxLength: 8 }),
  tools: fc.array(toolRecord, { maxLength: 6 }),
  durMin: fc.double({ min: 0, max: 90, noNaN: true }),
  cited: fc.array(id, { maxLength: 2 }),
  label: nullable(unit),
})
const episode = fc.record({
  ep: id,
  day: fc.double({ min: 0, max: 500, noNaN: true }),
  repo: fc.constantFrom("r1", "r2"),
  prompts: fc.array(prompt, { maxLength: 5 }).map(ps => ps.map((p, i) => ({ ...p, idx: i }))),
  endReason: nullable(fc.constantFrom("exit", "idle")),
  closing: nullable(fc.constantFrom(...FEEDBACK_TYPES)),
  durMin: fc.double({ min: 0, max: 200, noNaN: true }),
})
const cardsOf = (e: { prompts: readonly { cand: readonly { id: string }[] }[] }) =>
  [...new Set(e.prompts.flatMap(p => p.cand.map(c => c.id)))].map(i => ({
    id: i,
    kind: "tactic" as const,
    source: "agent" as const,
    topic: i.slice(-1),
  }))
const someCalls = fc.tuple(fc.nat(5), fc.nat(5)).map(([ok, failed]) => [ok + failed, failed] as const)
const evidence = fc.record({
  test: nullable(fc.boolean()),
  testAgain: fc.boolean(),
  build: nullable(fc.boolean()),
  lint: nullable(fc.boolean()),
  typecheck: nullable(fc.boolean()),
  toolFailShare: nullable(unit),
  nTools: fc.nat(20),
  calls: fc.record({ runs: someCalls, looks: someCalls, acts: someCalls }),
  feedback: nullable(fc.constantFrom(...FEEDBACK_TYPES)),
  sentiment: nullable(unit),
  feedbackConfidence: nullable(unit),
  echo: nullable(unit),
  trace: fc.boolean(),
  heard: fc.integer({ min: 3, max: 9 }),
  spoke: fc.nat(3),
  end: nullable(fc.constantFrom("normal" as const, "vanished" as const)),
  minutesPerCall: nullable(fc.double({ min: 0, max: 60, noNaN: true })),
  minutes: nullable(fc.double({ min: 0, max: 300, noNaN: true })),
  interrupted: fc.boolean(),
  refused: fc.nat(3),
  edits: fc.nat(9),
  files: fc.nat(9),
  retries: fc.nat(3),
  tries: nullable(fc.integer({ min: 1, max: 5 })),
  errors: fc.nat(9),
  committed: nullable(fc.boolean()),
  reverted: nullable(fc.boolean()),
  survived: nullable(unit),
  judge: nullable(unit),
  reported: nullable(fc.boolean()),
})
const outcome = fc.record({
  type: fc.constantFrom(
    "tool_success" as const,
    "tool_failure" as const,
    "user_confirmed_helpful" as const,
    "user_corrected" as const,
  ),
  salient: fc.constantFrom(...SALIENT),
  event: id,
  at: fc.nat(),
})

/** What each question may be asked. */
export const INPUTS: { readonly [Q in Question]: fc.Arbitrary<unknown> } = {
  detect: fc.oneof(
    fc.record({
      what: fc.constant("prompt"),
      index: fc.nat(9),
      text,
      prev: nullable(text),
      agentTail: nullable(text),
      tools: fc.array(fc.constantFrom("Bash", "Edit!"), { maxLength: 4 }),
      nTools: fc.nat(9),
      interrupted: fc.boolean(),
      author: fc.constantFrom("user", "harness", "sub-agent"),
      interactive: fc.boolean(),
    }),
    fc.record({
      what: fc.constant("tool"),
      tool: fc.constantFrom("Bash", "Read", "Edit", "mcp__x__y"),
      input: nullable(fc.constantFrom("pnpm test", "ls", "go test ./... | tail", '{"command":"npm ci"}')),
      text: nullable(text),
      stdout: nullable(text),
      stderr: nullable(text),
      ok: nullable(fc.boolean()),
      exitCode: nullable(fc.constantFrom(0, 1, 127)),
      rejected: fc.boolean(),
      cancelled: fc.boolean(),
      interrupted: fc.boolean(),
      durationMs: nullable(fc.nat(99999)),
    }),
    fc.record({
      what: fc.constant("turn"),
      end: fc.constantFrom("end", "timeout"),
      durationMs: fc.nat(999999),
      nTools: fc.nat(30),
    }),
    fc.record({
      what: fc.constant("change"),
      change: fc.constantFrom("commit", "revert", "survival"),
      share: nullable(unit),
    }),
  ),
  judge: fc
    .record({
      level: fc.constantFrom("turn", "segment", "episode"),
      turns: fc.array(evidence, { maxLength: 4 }),
      outcomes: fc.array(outcome, { maxLength: 5 }),
    })
    .map(i => (i.level === "turn" ? { ...i, turns: i.turns.slice(0, 1) } : i)),
  credit: episode.map(e => ({ episode: e, cards: cardsOf(e) })),
  value: fc.record({ card, now: fc.nat() }),
  trust: fc.record({ source, now: fc.nat() }),
  admit: fc.record({
    kind: fc.constantFrom(...KINDS),
    statement: text,
    topic: fc.constantFrom("", "a"),
    scope: fc.record({ tier: fc.constantFrom(...TIERS), id }),
    proposer: fc.constantFrom("user-words@1", "failure-fix@1", "model@1"),
    trust: nullable(fc.record({ mean: unit, low: unit, high: unit, n: fc.nat(30) })),
    evidence: fc.array(
      fc.record({
        kind: fc.constantFrom("user_span", "agent_span", "doc_span", "tool_output"),
        holds: fc.boolean(),
        quote: nullable(text),
        context: nullable(text),
        typed: fc.boolean(),
        outcome: nullable(fc.constantFrom("success", "failure")),
      }),
      { maxLength: 3 },
    ),
    near: fc.array(
      fc.record({
        card: id,
        kind: fc.constantFrom(...KINDS),
        stage: fc.constantFrom(...STAGES),
        statement: text,
        topic: fc.constantFrom("", "a"),
        jaccard: unit,
        at: fc.nat(),
      }),
      { maxLength: 3 },
    ),
    live: fc.nat(300),
    episodeAdmitted: fc.nat(9),
    episodeTactics: fc.nat(4),
    at: fc.nat(),
  }),
  stage: fc.record({
    card: id,
    kind: fc.constantFrom(...KINDS),
    scope: fc.record({ tier: fc.constantFrom(...TIERS), id }),
    stage: fc.constantFrom(...STAGES),
    pinned: fc.boolean(),
    value,
    support: fc.nat(9),
    contradiction: fc.nat(9),
    disputeMass: fc.double({ min: 0, max: 5, noNaN: true }),
    lastExposureAt: nullable(fc.nat()),
    bornAt: fc.nat(),
    recheckSince: nullable(fc.nat()),
    wins: fc.nat(9),
    losses: fc.nat(9),
    winsByRepo: fc.constant({}),
    now: fc.nat(),
  }),
  rank: fc.record({
    candidates: fc.uniqueArray(
      fc.record({
        card: id,
        kind: fc.constantFrom(...KINDS),
        tier: fc.constantFrom(...TIERS),
        stage: fc.constantFrom(...STAGES),
        source: fc.constantFrom("user", "agent", "extracted"),
        topic: fc.constantFrom("", "a", "b"),
        tokens: fc.nat(60),
        score: unit,
        lexical: unit,
        semantic: unit,
        ageDays: fc.double({ min: 0, max: 900, noNaN: true }),
        value,
        truth: unit,
        mustShow: fc.boolean(),
      }),
      { selector: c => c.card, maxLength: 12 },
    ),
    slots: fc.constant({ norms: 3, negatives: 2, tactics: 2, facts: 2 }),
    placement: fc.constantFrom(...PLACEMENTS),
    intent: nullable(fc.constantFrom("failure", "how_should", "last_time")),
    posterior: fc.constant(undefined),
    seed: fc.string({ maxLength: 4 }),
  }),
  alarm: fc
    .record({
      episode: id,
      message: fc.nat(40),
      by: fc.constantFrom("user", "agent", "tool"),
      at: fc.nat(),
      signals: fc.array(
        fc.record({
          signal: fc.constantFrom("tool", "feedback"),
          type: fc.constantFrom("fail", "ok", "explicit_negative"),
          polarity: fc.double({ min: -1, max: 1, noNaN: true }),
          confidence: unit,
          because: fc.constant("x"),
          event: id,
          turn: nullable(fc.nat(5)),
          rule: fc.constant("r@1"),
        }),
        { maxLength: 5 },
      ),
    })
    .map(heard => ({ ...heard, progress: progressOf(heard.signals) })),
}

const freeze = <T>(x: T): T => {
  if (typeof x === "object" && x !== null && !Object.isFrozen(x) && !ArrayBuffer.isView(x)) {
    Object.freeze(x)
    for (const v of Object.values(x)) freeze(v)
  }
  return x
}
/** A rank rule gets a fresh generator each time it is asked; the draw itself is not JSON. */
const ready = (question: Question, input: any): any =>
  question === "rank" ? { ...input, random: seeded(input.seed) } : input
const throughJson = (x: unknown): unknown => (x === undefined ? undefined : JSON.parse(JSON.stringify(x)))

/** What a rule may be told, by what it watches: the derived happenings that need no log. Events are told by the fold's own tests. */
const TOLD: { readonly [What in Watched]?: fc.Arbitrary<unknown> } = {
  "record credited": episode.map(e => ({
    record: e,
    cards: cardsOf(e),
    credits: e.prompts.flatMap(p =>
      p.cand
        .filter(c => c.shown)
        .map(c => ({ card: c.id, prompt: p.idx, amount: (p.label ?? 0.5) - 0.5, weight: 1, because: "t" })),
    ),
  })),
  "episode judged": fc.record({ episode: id, turns: fc.array(evidence, { maxLength: 4 }) }),
  "message heard": INPUTS.alarm.map(message => ({ message })),
  "alarms asked": fc.record({
    message: INPUTS.alarm,
    alarms: fc.array(
      fc.record({
        trip: fc.constantFrom("frustration", "repeated"),
        intervention: fc.constantFrom("clarify", "fix"),
        spoken: fc.boolean(),
        rule: fc.constant("r@1"),
        because: fc.constant("x"),
      }),
      { maxLength: 2 },
    ),
  }),
  "messages faded": id.map(e => ({ episode: e })),
  "card staged": fc.record({ card: id, from: fc.constantFrom(null, ...STAGES), to: fc.constantFrom(...STAGES) }),
  "card looked at": id.map(card => ({ card })),
  "evidence met": fc.constantFrom(1, -1).map(agrees => ({ agrees })),
  "words met": fc.record({ episode: id, turn: fc.nat(3), good: fc.boolean() }),
  "episode closed": id.map(e => ({ episode: e })),
  "time due": fc.constantFrom("short-000000000001", "none").map(due => ({ id: due })),
}

/** Rows in which a rule may write its own tables and look into those it declares, and into no others. */
export function guarded(rule: Pick<Watcher, "name" | "tables" | "reads">, rows: Rows): Rows {
  const own = new Set((rule.tables ?? []).map(t => t.name))
  const seen = new Set([...own, ...(rule.reads ?? []).map(t => t.name)])
  /** The rows, if the table may be touched. */
  const may = (allowed: ReadonlySet<string>, table: string): Rows => {
    if (!allowed.has(table)) throw new Error(`${rule.name} did not declare ${table}`)
    return rows
  }
  return {
    get: (table, key) => may(seen, table).get(table, key),
    range: (table, from, to) => may(seen, table).range(table, from, to),
    first: (table, from, to) => may(seen, table).first(table, from, to),
    set: (table, key, row) => may(own, table).set(table, key, row),
    delete: (table, key) => may(own, table).delete(table, key),
    tables: () => rows.tables(),
  }
}

/** What may have been told to it before, and what its tables then hold; `reload`: they went through JSON after each step. */
function pastOf(watcher: Watcher) {
  const watched = (Object.keys(watcher.on ?? {}) as Watched[]).flatMap(what => {
    const told = TOLD[what]
    return told ? [told.map(t => ({ what, ...(t as object), at: 0, seq: 1 }))] : []
  })
  const past = watched.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...watched), { maxLength: 4 })
  const play = (happenings: readonly { readonly what: Watched }[], reload: boolean) => {
    const rows = memoryRows()
    const own = alone(guarded(watcher, rows))
    for (const happening of happenings) {
      watcher.on?.[happening.what]?.(own, freeze(happening) as never, watcher.params)
      if (reload)
        for (const name of rows.tables())
          for (const [key, row] of rows.range(name, "", "\x7f")) rows.set(name, key, throughJson(row))
    }
    return own
  }
  return { past, play }
}
function toldOfItself(watcher: Watcher): void {
  expect(watcher.source.length).toBeGreaterThan(0)
  expect(throughJson(watcher.params), "params survive JSON").toEqual(watcher.params)
}

export function ruleContract(rule: Rule, runs = 25): void {
  const { question } = rule
  const { past, play } = pastOf(rule)
  it(`${question}/${rule.name}@${rule.version}`, () => {
    toldOfItself(rule)
    fc.assert(
      fc.property(past, INPUTS[question], (happenings, asked) => {
        const own = play(happenings, false)
        const first = rule.decide(own, freeze(ready(question, asked)) as never, rule.params)
        const again = rule.decide(own, ready(question, asked) as never, rule.params)
        const reloaded = rule.decide(play(happenings, true), ready(question, asked) as never, rule.params)
        expect(again, "deterministic").toEqual(first)
        expect(reloaded, "its tables survive JSON").toEqual(first)
        expect(typeof first.because === "string" && first.because.length > 0, "gives a reason").toBe(true)
        expect(throughJson(first.answer), "answer survives JSON").toEqual(first.answer)
        inRange(question, first.answer)
      }),
      { numRuns: runs },
    )
  })
}

export function scribeContract(scribe: Watcher, runs = 25): void {
  const { past, play } = pastOf(scribe)
  it(`scribe ${scribe.name}@${scribe.version}`, () => {
    toldOfItself(scribe)
    const kept = ({ rows }: RuleContext) => rows.tables().map(name => [name, [...rows.range(name, "", "\x7f")]])
    fc.assert(
      fc.property(past, happenings => {
        const first = kept(play(happenings, false))
        expect(kept(play(happenings, false)), "deterministic").toEqual(first)
        expect(kept(play(happenings, true)), "its tables survive JSON").toEqual(first)
      }),
      { numRuns: runs },
    )
  })
}

const within = (x: number, low: number, high: number): void => {
  expect(x).toBeGreaterThanOrEqual(low)
  expect(x).toBeLessThanOrEqual(high)
}
function inRange(question: Question, answer: any): void {
  if (question === "detect")
    for (const r of answer) {
      within(r.polarity, -1, 1)
      within(r.confidence, 0, 1)
    }
  if (question === "judge" && answer.p !== null) within(answer.p, 0, 1)
  if (question === "value") {
    for (const p of [answer.help, answer.nothing, answer.harm]) within(p, 0, 1)
    expect(Number.isFinite(answer.mean) && answer.sd >= 0 && answer.n >= 0).toBe(true)
  }
  if (question === "trust") within(answer.mean, answer.low - 1e-9, answer.high + 1e-9)
  if (question === "rank") for (const r of answer) within(r.chance, 0, 1)
}
