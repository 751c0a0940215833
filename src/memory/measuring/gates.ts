// The four gates before anybody claims cause (S4-72 … S4-75), computed from this log. A gate
// that cannot be computed yet says what is missing.

import { contrast, pile } from "../../core/contrast/contrast.ts"
import { percent } from "../../core/say-number.ts"
import { DAY, WEEK } from "../../core/time.ts"
import { read } from "../../core/views/read.ts"
import { isLive } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

const GATES = {
  useful: 0.8,
  irrelevant: 0.05,
  rated: 50,
  drift: 0.1,
  weeks: 8,
  mixed: 0.4,
  judgedPerWeek: 40,
} as const

interface Gate {
  readonly gate: 1 | 2 | 3 | 4
  readonly requirement: string
  readonly asks: string
  readonly state: "open" | "shut" | "early"
  readonly because: string
  readonly figures: Readonly<Record<string, number | null>>
}

export function readGates(memory: Memory): readonly Gate[] {
  const now = memory.parts.now()
  return [packGate(memory), storeGate(memory, now), liftGate(memory, now), volumeGate(memory, now)]
}

function packGate(memory: Memory): Gate {
  const rated = memory.parts.log
    .readTypes(["feedback.given"])
    .map(e => e.data as { about: string; tag: string; by: string })
    .filter(f => f.about !== "episode" && (f.tag === "useful" || f.tag === "irrelevant" || f.tag === "wrong"))
  const n = rated.length
  const share = (tag: string): number => (n === 0 ? 0 : rated.filter(f => f.tag === tag).length / n)
  const [useful, irrelevant] = [share("useful"), share("irrelevant")]
  const base = {
    gate: 1 as const,
    requirement: "S4-72",
    asks: `at least ${percent(GATES.useful)} of rated packs and cards useful, under ${percent(GATES.irrelevant)} irrelevant, ${GATES.rated} rated`,
    figures: { rated: n, useful: n === 0 ? null : useful, irrelevant: n === 0 ? null : irrelevant },
  }
  if (n < GATES.rated) return { ...base, state: "early", because: `${n} of ${GATES.rated} rated` }
  const open = useful >= GATES.useful && irrelevant < GATES.irrelevant
  return {
    ...base,
    state: open ? "open" : "shut",
    because: `${percent(useful)} useful, ${percent(irrelevant)} irrelevant of ${n}`,
  }
}

/** Live cards at the end of each of the last weeks: born by then, and not put away by then. */
function storeGate(memory: Memory, now: number): Gate {
  const left = new Map<string, number>()
  for (const [, entry] of read.ledger.list(memory.views))
    if (entry.card !== null && entry.act !== "admitted" && entry.act !== "merged")
      left.set(entry.card, Math.max(left.get(entry.card) ?? 0, entry.at))
  const cards = read.card.list(memory.views).map(([, c]) => ({
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
  const base = {
    gate: 2 as const,
    requirement: "S4-73",
    asks: `live cards within ±${percent(GATES.drift)} over ${GATES.weeks} weeks`,
    figures: { live: today, weeks, widest },
  }
  if (weeks < GATES.weeks || widest === null)
    return { ...base, state: "early", because: `${weeks} of ${GATES.weeks} weeks recorded, ${today} live cards` }
  return {
    ...base,
    state: widest <= GATES.drift ? "open" : "shut",
    because: `${sizes.join(", ")} live cards by week: ${percent(widest)} off at most`,
  }
}

/** Lift by week: outcomes of prompts with measured cards shown minus those at hand but not shown. Flat = its slope may be 0. */
function liftGate(memory: Memory, now: number): Gate {
  const since = now - GATES.weeks * WEEK
  const segments = read.episode
    .list(memory.views)
    .filter(([, e]) => e.lastAt >= since)
    .flatMap(([, e]) => e.segments)
    .filter(s => s.verdict !== "unjudged")
  const mixed = segments.length === 0 ? null : segments.filter(s => s.verdict === "mixed").length / segments.length
  const weekly = Array.from({ length: GATES.weeks }, () => ({ yes: [] as number[], no: [] as number[] }))
  for (const [, record] of read.record.list(memory.views)) {
    const week = Math.floor((record.day * DAY - since) / WEEK)
    const pot = weekly[week]
    if (!pot) continue
    for (const p of record.prompts)
      if (p.label !== null && p.cand.length > 0) (p.cand.some(c => c.shown) ? pot.yes : pot.no).push(p.label)
  }
  const lifts = weekly.map(w => contrast(pile(w.yes), pile(w.no)).difference)
  const known = lifts.flatMap((lift, week) => (lift === null ? [] : [{ lift, week }]))
  const slope = known.length < GATES.weeks ? null : slopeOf(known)
  const base = {
    gate: 3 as const,
    requirement: "S4-74",
    asks: `lift flat for ${GATES.weeks} weeks, and at least ${percent(GATES.mixed)} of segments mixed`,
    figures: { weeks: known.length, slope: slope?.slope ?? null, segments: segments.length, mixed },
  }
  if (slope === null || mixed === null)
    return {
      ...base,
      state: "early",
      because: `${known.length} of ${GATES.weeks} weeks with both sides seen, ${segments.length} judged segments`,
    }
  const flat = Math.abs(slope.slope) <= 1.645 * slope.error
  return {
    ...base,
    state: flat && mixed >= GATES.mixed ? "open" : "shut",
    because: `lift ${flat ? "flat" : slope.slope > 0 ? "still rising" : "falling"} (${(100 * slope.slope).toFixed(1)} points a week), ${percent(mixed)} of ${segments.length} segments mixed`,
  }
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

function volumeGate(memory: Memory, now: number): Gate {
  const WEEKS = 4
  const episodes = read.episode.list(memory.views).map(([, e]) => e)
  const first = episodes.reduce((at, e) => Math.min(at, e.openedAt), now)
  const weeks = Math.min(WEEKS, (now - first) / WEEK)
  const judged = episodes
    .filter(e => e.lastAt >= now - WEEKS * WEEK)
    .reduce((n, e) => n + e.segments.filter(s => s.verdict !== "unjudged").length, 0)
  const perWeek = judged / Math.max(1, weeks)
  const base = {
    gate: 4 as const,
    requirement: "S4-75",
    asks: `at least ${GATES.judgedPerWeek} judged segments a week`,
    figures: { judged, weeks: Math.round(10 * weeks) / 10, perWeek: Math.round(10 * perWeek) / 10 },
  }
  if (weeks < 1) return { ...base, state: "early", because: `less than a week recorded, ${judged} judged segments` }
  return {
    ...base,
    state: perWeek >= GATES.judgedPerWeek ? "open" : "shut",
    because: `${perWeek.toFixed(1)} a week over the last ${weeks.toFixed(1)} weeks`,
  }
}
