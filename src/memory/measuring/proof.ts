// What this log can prove about memory as a whole, and the four gates before anybody claims cause (S4-72 … S4-75). A gate that cannot be
// computed yet says what is missing. And is the loop alive? A made-up episode in RAM, through the real fold: a failure is fixed, a card
// comes of it, stands on the next shortlist, and must be worth more where the test passed (L9, U-14). No store is touched.

import type { Draft } from "../../core/events/draft.ts"
import { count, percent } from "../../core/say-number.ts"
import { DAY, WEEK } from "../../core/time.ts"
import { type ControlDrawn, contrast, pile, upliftOf } from "../../core/uplift/uplift.ts"
import { read } from "../../core/views/read.ts"
import { isLive } from "../../core/views/state.ts"
import { type ToldEpisode, toldEpisode } from "../acting/told-episode.ts"
import type { Memory } from "../memory.ts"
import { readStanding } from "../packs/learned.ts"
import { makePack } from "../packs/packs.ts"
import { readCards } from "../reading/read.ts"
import { eventsOf } from "../refs.ts"
import { settle } from "../tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../without-disk.ts"

const GATES = {
  useful: 0.8,
  irrelevant: 0.05,
  rated: 50,
  drift: 0.1,
  weeks: 8,
  mixed: 0.4,
  judgedPerWeek: 40,
} as const

/** Early while something is missing, and it says what; else open or shut by what was found. */
const gate = (
  n: 1 | 2 | 3 | 4,
  asks: string,
  figures: Readonly<Record<string, number | null>>,
  missing: string | null,
  found: { readonly open: boolean; readonly because: string },
) => ({
  ...{ gate: n, requirement: `S4-${71 + n}`, asks, figures },
  state: missing !== null ? ("early" as const) : found.open ? ("open" as const) : ("shut" as const),
  because: missing ?? found.because,
})

export function readGates(memory: Memory) {
  const now = memory.parts.now()
  return [packGate(memory), storeGate(memory, now), liftGate(memory, now), volumeGate(memory, now)]
}

function packGate(memory: Memory) {
  const rated = eventsOf(memory.parts.log, "feedback.given")
    .map(({ data }) => data)
    .filter(f => f.about !== "episode" && (f.tag === "useful" || f.tag === "irrelevant" || f.tag === "wrong"))
  const n = rated.length
  const share = (tag: string): number => (n === 0 ? 0 : rated.filter(f => f.tag === tag).length / n)
  const [useful, irrelevant] = [share("useful"), share("irrelevant")]
  return gate(
    1,
    `at least ${percent(GATES.useful)} of rated packs and cards useful, under ${percent(GATES.irrelevant)} irrelevant, ${GATES.rated} rated`,
    { rated: n, useful: n === 0 ? null : useful, irrelevant: n === 0 ? null : irrelevant },
    n < GATES.rated ? `${n} of ${GATES.rated} rated` : null,
    {
      open: useful >= GATES.useful && irrelevant < GATES.irrelevant,
      because: `${percent(useful)} useful, ${percent(irrelevant)} irrelevant of ${n}`,
    },
  )
}

/** Live cards at the end of each of the last weeks: born by then, and not put away by then. */
function storeGate(memory: Memory, now: number) {
  const left = new Map<string, number>()
  for (const entry of read.ledger.values(memory.views))
    if (entry.card !== null && entry.act !== "admitted" && entry.act !== "merged")
      left.set(entry.card, Math.max(left.get(entry.card) ?? 0, entry.at))
  const cards = read.card.values(memory.views).map(c => ({
    from: c.bornAt,
    to: isLive(c.stage) ? Number.POSITIVE_INFINITY : (left.get(c.id) ?? now),
  }))
  const first = cards.reduce((at, c) => Math.min(at, c.from), now)
  const sizes = Array.from({ length: GATES.weeks + 1 }, (_, i) => {
    const at = now - (GATES.weeks - i) * WEEK
    return cards.filter(c => c.from <= at && c.to > at).length
  })
  const weeks = Math.floor((now - first) / WEEK)
  const today = sizes[sizes.length - 1]!
  const widest = today === 0 ? null : Math.max(...sizes.map(s => Math.abs(s - today) / today))
  const far = widest ?? 0
  return gate(
    2,
    `live cards within ±${percent(GATES.drift)} over ${GATES.weeks} weeks`,
    { live: today, weeks, widest },
    weeks < GATES.weeks || widest === null
      ? `${weeks} of ${GATES.weeks} weeks recorded, ${count(today, "live card")}`
      : null,
    {
      open: far <= GATES.drift,
      because: `${sizes.join(", ")} live cards by week: ${percent(far)} off at most`,
    },
  )
}

/** Lift by week: outcomes of prompts with measured cards shown minus those at hand but not shown. Flat = its slope may be 0. */
function liftGate(memory: Memory, now: number) {
  const since = now - GATES.weeks * WEEK
  const segments = read.episode
    .list(memory.views)
    .filter(([, e]) => e.lastAt >= since)
    .flatMap(([, e]) => e.segments)
    .filter(s => s.verdict !== "unjudged")
  const mixed = segments.length === 0 ? null : segments.filter(s => s.verdict === "mixed").length / segments.length
  const weekly = Array.from({ length: GATES.weeks }, () => ({ yes: [] as number[], no: [] as number[] }))
  for (const record of read.record.values(memory.views)) {
    const week = Math.floor((record.day * DAY - since) / WEEK)
    const pot = weekly[week]
    if (!pot) continue
    for (const p of record.prompts)
      if (p.label !== null && p.cand.length > 0) (p.cand.some(c => c.shown) ? pot.yes : pot.no).push(p.label)
  }
  const lifts = weekly.map(w => contrast(pile(w.yes), pile(w.no)).difference)
  const known = lifts.flatMap((lift, week) => (lift === null ? [] : [{ lift, week }]))
  const slope = known.length < GATES.weeks ? null : slopeOf(known)
  const { slope: by, error } = slope ?? { slope: 0, error: 0 }
  const flat = Math.abs(by) <= 1.645 * error
  const trend = flat ? "flat" : by > 0 ? "still rising" : "falling"
  return gate(
    3,
    `lift flat for ${GATES.weeks} weeks, and at least ${percent(GATES.mixed)} of segments mixed`,
    { weeks: known.length, slope: slope?.slope ?? null, segments: segments.length, mixed },
    slope === null || mixed === null
      ? `${known.length} of ${GATES.weeks} weeks with both sides seen, ${count(segments.length, "judged segment")}`
      : null,
    {
      open: flat && (mixed ?? 0) >= GATES.mixed,
      because: `lift ${trend} (${(100 * by).toFixed(1)} points a week), ${percent(mixed ?? 0)} of ${segments.length} segments mixed`,
    },
  )
}

function slopeOf(points: readonly { readonly lift: number; readonly week: number }[]): {
  slope: number
  error: number
} {
  const n = points.length
  const mx = points.reduce((s, p) => s + p.week, 0) / n
  const my = points.reduce((s, p) => s + p.lift, 0) / n
  const xx = points.reduce((s, p) => s + (p.week - mx) ** 2, 0)
  const slope = points.reduce((s, p) => s + (p.week - mx) * (p.lift - my), 0) / xx
  const left = points.reduce((s, p) => s + (p.lift - my - slope * (p.week - mx)) ** 2, 0)
  return { slope, error: Math.sqrt(left / Math.max(1, n - 2) / xx) }
}

function volumeGate(memory: Memory, now: number) {
  const WEEKS = 4
  const episodes = read.episode.values(memory.views)
  const first = episodes.reduce((at, e) => Math.min(at, e.openedAt), now)
  const weeks = Math.min(WEEKS, (now - first) / WEEK)
  const judged = episodes
    .filter(e => e.lastAt >= now - WEEKS * WEEK)
    .reduce((n, e) => n + e.segments.filter(s => s.verdict !== "unjudged").length, 0)
  const perWeek = judged / Math.max(1, weeks)
  return gate(
    4,
    `at least ${GATES.judgedPerWeek} judged segments a week`,
    { judged, weeks: Math.round(10 * weeks) / 10, perWeek: Math.round(10 * perWeek) / 10 },
    weeks < 1 ? `less than a week recorded, ${count(judged, "judged segment")}` : null,
    {
      open: perWeek >= GATES.judgedPerWeek,
      because: `${perWeek.toFixed(1)} a week over the last ${weeks.toFixed(1)} weeks`,
    },
  )
}

// What this log can prove about memory as a whole, everywhere and here; and whether memory stands down here.

export { UPLIFT } from "../../core/uplift/uplift.ts"
export type UpliftRead = ReturnType<typeof readUplift>

export function readUplift(memory: Memory, scope: string | null, since = 0) {
  const day = since / DAY
  const episodes = new Map(read.episode.list(memory.views))
  const records = read.record
    .values(memory.views)
    // what followed a word of the breaker is not the cards' doing
    .filter(record => record.day >= day && !episodes.get(record.ep)?.intervened)
  const drawn = (id: string): ControlDrawn | null => {
    const episode = episodes.get(id)
    return episode?.controlChance === undefined ? null : { control: episode.control, chance: episode.controlChance }
  }
  return {
    everywhere: upliftOf(records, drawn),
    here: upliftOf(
      records.filter(r => r.repo === (scope ?? "-")),
      drawn,
    ),
    standing: readStanding(memory, scope),
    /** episodes the user set aside as control, without measured cards */
    control: records.filter(r => episodes.get(r.ep)?.control).length,
    episodes: records.length,
  }
}

const SCOPE = "0".repeat(32)
const MINUTE = 60_000

/** The same story twice, with another end each: how far it came, and the card's value after the test passed and after it failed. */
export async function proveLoop(preset: string) {
  const [passed, failed] = [await tell(preset, true), await tell(preset, false)]
  if (passed.value === null || failed.value === null)
    return { alive: false, steps: passed.value === null ? passed.steps : failed.steps, value: null }
  const alive = passed.value > failed.value
  return {
    alive,
    steps: [...passed.steps, alive ? "an outcome moved its value" : "its value is the same whatever the outcome"],
    value: { passed: passed.value, failed: failed.value },
  }
}

async function tell(preset: string, passes: boolean) {
  let now = Date.UTC(2026, 0, 5, 9)
  const memory = memoryOver(ramPorts(), { now: () => now, randomBytes: dice(), engine: "doctor", preset })
  const opening = { interactive: true, start: "startup" }
  const episode = (session: string) => toldEpisode(memory, { host: "doctor", session, scope: SCOPE, opening })
  const runs = (of: ToldEpisode, input: string, ok: boolean, output: string): Promise<string> => {
    now += MINUTE
    return of.calls({ name: "Bash", input, exitCode: ok ? 0 : 1, output, durationMs: 900 })
  }
  const ends = async (of: ToldEpisode, reply: string): Promise<void> => {
    now += MINUTE
    await of.replies(reply)
    await of.closes()
  }
  // Some machines measure only what an agent wrote down of work that went well.
  const before = episode("before")
  await before.says("user", "run the tests")
  await runs(before, "docker compose up -d redis", true, "started")
  await runs(before, "pnpm test", true, GREEN)
  await ends(before, STEPS)
  const first = episode("one")
  await first.says("user", "run the tests")
  await runs(first, "pnpm test", false, RED)
  await runs(first, "docker compose up -d redis", true, "started")
  await runs(first, "pnpm test", true, GREEN)
  await ends(first, "Redis was missing.")
  await settle(memory)
  const card = readCards(memory).find(found => found.kind === "tactic") ?? readCards(memory)[0]
  if (!card) return { value: null, steps: ["no card came of what happened"] }
  const steps = ["what happened became a card"]
  const second = episode("two")
  const prompt = "run pnpm test with docker compose redis"
  await second.says("user", prompt)
  memory.catchUp()
  const { pack, draft } = makePack(memory, { scope: SCOPE, episode: second.id, placement: "prompt", prompt })
  if (![...pack.items, ...pack.leftOut].some(item => item.card === card.id))
    return { value: null, steps: [...steps, "the card was on no shortlist"] }
  steps.push("it stood on the next shortlist")
  // Whether it is shown is drawn; here it is.
  const { data, ...built } = draft as Draft<"pack.built">
  const shortlist = data.shortlist.map(item => (item.card === card.id ? { ...item, shown: true, reason: null } : item))
  await memory.record([{ ...built, data: { ...data, shortlist } }])
  await runs(second, "pnpm test", passes, passes ? GREEN : RED)
  await ends(second, passes ? "All pass." : "They fail.")
  await settle(memory)
  const after = readCards(memory).find(c => c.id === card.id)
  return after?.value
    ? { value: after.value.mean, steps }
    : { value: null, steps: [...steps, "an outcome followed and it has no value"] }
}

const RED = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const STEPS = "Done. It took two steps:\n1. `docker compose up -d redis`\n2. `pnpm test`\n"
