// How well rule proposers find what a user wants kept, and what admission does with many rules. Data: directives
// (labelled prompts, weighted), agent-transcripts (real prompts), agent-rules (public rule bullets). Own fixtures: poison.
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import type { Kind, Provenance } from "../src/core/model.ts"
import type { AdmitInput, Near } from "../src/core/questions/cards.ts"
import { anchoredNovelBudgeted } from "../src/core/rules/admit/anchored-novel-budgeted.ts"
import { alone } from "../src/core/rules/rule.ts"
import { normaliseStatement, topicKey } from "../src/core/words/statement.ts"
import { contentStems } from "../src/core/words/stems.ts"
import { proposeFromPrompt } from "../src/core/words/wishes/from-prompt.ts"
import { labPropose } from "../src/lab/each.ts"
import { builtInHear } from "../src/meaning/ear.ts"
import { pastedAttempts } from "../test/fixtures/propose/poison.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
  readonly args: readonly string[]
}
interface Label {
  readonly id: string
  readonly stratum: string
  readonly w: number
  readonly kind: string | null
  readonly span: string | null
  readonly text: string
  readonly agent_tail: string | null
}
interface Row {
  readonly label: Label
  readonly hit: boolean
  readonly cover: boolean
  readonly kind: boolean
}
const jsonl = (text: string): readonly unknown[] =>
  text
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as unknown)
const say = (quiet: boolean, line: string): void => {
  if (!quiet) process.stdout.write(`${line}\n`)
}
/** mulberry32: chance that repeats */
function seeded(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), a | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const CUE_WORDS =
  /\b(?:always|never|prefer|don't|do not|we use|we want|should|must|instead|make sure|let's|convention|remember|from now on)\b/i

function f1(rows: readonly Row[]): { precision: number; recall: number; f1: number } {
  let tp = 0
  let fp = 0
  let fn = 0
  for (const r of rows) {
    if (r.label.kind !== null && r.hit) tp += r.label.w
    else if (r.label.kind !== null) fn += r.label.w
    else if (r.hit) fp += r.label.w
  }
  const precision = tp + fp === 0 ? 0 : tp / (tp + fp)
  const recall = tp + fn === 0 ? 0 : tp / (tp + fn)
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}
function interval(rows: readonly Row[], seed: number): readonly [number, number] {
  const random = seeded(seed)
  const draws = Array.from(
    { length: 1000 },
    () => f1(Array.from(rows, () => rows[Math.floor(random() * rows.length)]!)).f1,
  )
  draws.sort((a, b) => a - b)
  return [draws[25]!, draws[974]!]
}

async function directives(shared: string, quiet: boolean): Promise<Record<string, unknown>> {
  const labels = jsonl(await readFile(join(shared, "data/directives/labels.jsonl"), "utf8")) as readonly Label[]
  const ours = labels.map((label): Row => {
    const found = labPropose(builtInHear)(label, "mettle").proposals
    const at = label.span === null ? -1 : label.text.indexOf(label.span)
    return {
      label,
      hit: found.length > 0,
      cover: at >= 0 && found.some(p => p.start <= at && p.end >= at + (label.span?.length ?? 0)),
      kind: found.some(p => p.kind === label.kind),
    }
  })
  const cues = labels.map((label): Row => ({ label, hit: CUE_WORDS.test(label.text), cover: false, kind: false }))
  const stratum = labels.map((label): Row => ({ label, hit: label.stratum === "cue", cover: false, kind: false }))
  const hits = ours.filter(r => r.label.kind !== null && r.hit)
  const table = { mettle: ours, "cue words": cues, "all of stratum cue": stratum }
  const figures: Record<string, unknown> = { n: labels.length, positives: labels.filter(l => l.kind !== null).length }
  say(quiet, `directives: ${labels.length} prompts, ${figures.positives} positives`)
  for (const [name, rows] of Object.entries(table)) {
    const f = f1(rows)
    const ci = interval(rows, 7)
    say(
      quiet,
      `  ${name.padEnd(20)} P ${f.precision.toFixed(2)}  R ${f.recall.toFixed(2)}  F1 ${f.f1.toFixed(3)}  95% [${ci[0].toFixed(2)}, ${ci[1].toFixed(2)}]`,
    )
    figures[name] = { ...f, interval: ci }
  }
  const cover = hits.filter(r => r.cover).length
  const kind = hits.filter(r => r.kind).length
  say(quiet, `  span covered ${cover} of ${hits.length} hits, kind right ${kind} of ${hits.length}`)
  return { ...figures, hits: hits.length, spanCovered: cover, kindRight: kind }
}

interface TranscriptEvent {
  readonly s: string
  readonly dev: string
  readonly e: string
  readonly k?: string
  readonly text?: string
}
async function transcripts(shared: string, quiet: boolean): Promise<Record<string, unknown>> {
  const bytes = await readFile(join(shared, "data/agent-transcripts/events.jsonl.gz"))
  const events = jsonl(gunzipSync(bytes).toString("utf8")) as readonly TranscriptEvent[]
  const cards = new Map<string, Kept>()
  const acts: Record<string, number> = {}
  const admitted: string[] = []
  let tail: string | null = null
  let prompts = 0
  let proposals = 0
  let at = 0
  let session = ""
  let inEpisode = 0
  let slowest = 0
  for (const e of events) {
    if (e.s !== session) {
      session = e.s
      tail = null
      inEpisode = 0
    }
    if (e.e === "assistant") tail = e.text ?? null
    if (e.e !== "user" || e.k !== "human" || e.text === undefined) continue
    prompts++
    const began = performance.now()
    const found = proposeFromPrompt(builtInHear, { text: e.text, agentTail: tail, author: "user", interactive: true })
    slowest = Math.max(slowest, performance.now() - began)
    for (const p of found) {
      proposals++
      const kind: Kind = p.kind === "decision" ? "commitment" : p.kind
      const answer = admit(
        {
          kind,
          statement: p.statement,
          quote: e.text.slice(p.start, p.end),
          context: e.text,
          ...{ proposer: "user-words@2", provenance: "words" },
          at: ++at,
          inEpisode,
        },
        cards,
        anchoredNovelBudgeted.params,
      )
      acts[answer] = (acts[answer] ?? 0) + 1
      if (answer === "admit" || answer === "supersede") {
        inEpisode++
        admitted.push(`${kind.padEnd(11)} ${p.statement}  [${p.p}${p.sure ? "" : ", only heard"}]`)
      }
    }
  }
  say(
    quiet,
    `agent-transcripts: ${prompts} human prompts, ${proposals} proposals (${((100 * proposals) / prompts).toFixed(1)} per 100), slowest ${slowest.toFixed(1)} ms`,
  )
  say(quiet, `  admission: ${JSON.stringify(acts)}`)
  const random = seeded(11)
  const drawn = admitted
    .map(line => ({ line, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, 60)
  for (const { line } of drawn) say(quiet, `    ${line}`)
  return { prompts, proposals, per100: (100 * proposals) / prompts, acts, slowestMs: slowest }
}

interface Kept extends Near {
  readonly stems: ReadonlySet<string>
}
interface Offer {
  readonly kind: Kind
  readonly statement: string
  readonly quote: string
  readonly context: string
  readonly proposer: string
  readonly provenance: Provenance
  readonly at: number
  readonly inEpisode: number
}
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let both = 0
  for (const w of a) if (b.has(w)) both++
  return a.size + b.size === 0 ? 0 : both / (a.size + b.size - both)
}
const isNormative = (k: Kind): boolean => k === "preference" || k === "constraint" || k === "commitment"

/** Feeds one proposal to the default rule as if typed, and keeps the store it would make. */
function admit(offer: Offer, cards: Map<string, Kept>, params: typeof anchoredNovelBudgeted.params): string {
  const { kind, statement, at } = offer
  const stems = new Set(contentStems(statement))
  const near: Near[] = []
  for (const c of cards.values()) near.push({ ...c, jaccard: overlap(c.stems, stems) })
  near.sort((a, b) => b.jaccard - a.jaccard)
  const input: AdmitInput = {
    kind,
    statement,
    topic: topicKey(statement),
    scope: { tier: "repo", id: "bench" },
    proposer: offer.proposer,
    provenance: offer.provenance,
    trust: null,
    evidence: [
      { kind: "user_span", holds: true, quote: offer.quote, context: offer.context, typed: true, outcome: null },
    ],
    near: near.slice(0, 12),
    live: [...cards.values()].filter(c => isNormative(c.kind) === isNormative(kind)).length,
    episodeAdmitted: offer.inEpisode,
    episodeTactics: 0,
    at,
  }
  const { answer } = anchoredNovelBudgeted.decide(alone(), input, params)
  if (answer.act === "refuse") return answer.refused
  if (answer.act === "supersede") cards.delete(answer.old)
  if (answer.act !== "merge") {
    const card = `c${at}`
    cards.set(card, { card, kind, stage: "active", statement, topic: input.topic, jaccard: 0, at, stems })
  }
  return answer.act
}

async function rules(shared: string, quiet: boolean): Promise<Record<string, unknown>> {
  const bytes = await readFile(join(shared, "data/agent-rules/rules.jsonl.gz"))
  const rows = jsonl(gunzipSync(bytes).toString("utf8")) as readonly { file: string; rule: string }[]
  const much = { repo: 1e9, domain: 1e9, global: 1e9 }
  const ROOMY = { norm: much, fact: much, tactic: much, negative: much }
  const roomy = { ...anchoredNovelBudgeted.params, caps: ROOMY }
  const out: Record<string, unknown> = {}
  for (const [name, params] of [
    ["within budgets", anchoredNovelBudgeted.params],
    ["without budgets", roomy],
  ] as const) {
    const cards = new Map<string, Kept>()
    const acts: Record<string, number> = {}
    let repeats = 0
    let merged = 0
    rows.forEach((row, i) => {
      const statement = normaliseStatement(row.rule)
      const key = statement.toLowerCase()
      const live = [...cards.values()].some(c => c.statement.toLowerCase() === key)
      // a person's note: the rule is theirs, whatever it quotes
      const answer = admit(
        {
          kind: "constraint",
          statement,
          quote: row.rule,
          context: row.rule,
          ...{ proposer: "note@1", provenance: "note" },
          at: i + 1,
          inEpisode: 0,
        },
        cards,
        params,
      )
      acts[answer] = (acts[answer] ?? 0) + 1
      if (live) repeats++
      if (live && answer === "merge") merged++
    })
    const answered = Object.values(acts).reduce((a, b) => a + b, 0)
    say(
      quiet,
      `agent-rules ${name}: ${answered} of ${rows.length} answered, live ${cards.size}; repeats of a live rule merged ${merged} of ${repeats}; ${JSON.stringify(acts)}`,
    )
    out[name] = { rules: rows.length, answered, live: cards.size, repeats, merged, acts }
  }
  return out
}

function poison(quiet: boolean): Record<string, unknown> {
  const attempts = pastedAttempts()
  const through = attempts.filter(a => labPropose(builtInHear)({ text: a.text }, "mettle").proposals.length > 0)
  say(quiet, `poison (own): ${attempts.length} attempts, ${through.length} became proposals`)
  for (const a of through) say(quiet, `    ${a.name}`)
  return { attempts: attempts.length, through: through.length }
}

export async function run({ shared, json }: Args): Promise<Record<string, unknown>> {
  return {
    directives: await directives(shared, json),
    transcripts: await transcripts(shared, json),
    rules: await rules(shared, json),
    poison: poison(json),
  }
}
