// Lab: whose proposals hold up, and what if the rules were different?
import type { Kind } from "../../core/model.ts"
import { act } from "../../memory/acting/acts.ts"
import { adoptionsIn } from "../../memory/acting/adoptions.ts"
import { asOf } from "../../memory/as-of.ts"
import { asOne, trustReport } from "../../memory/measuring/trust.ts"
import { adopt, compareFolds, foldUnder, inUse, PRESETS } from "../../memory/past/replay.ts"
import { cardShort } from "../../memory/reading/read.ts"
import { parseSince } from "../../memory/reading/since.ts"
import { type Asked, type Desk, iso, pageOf, textIn } from "../desk.ts"
import type { AdoptActed, ComparisonPage, ReplayAsked, ReplayPage, TrustPage } from "../schemas.ts"

/** Of a long history the last points; the report keeps them all. */
const POINTS = 1000

export function trustPage(desk: Desk, { query }: Asked): TrustPage {
  const { memory } = desk
  const source = textIn(query, "source")
  const { sources, telemetry } =
    source === undefined ? asOf(memory, "trust", () => trustReport(memory)) : trustReport(memory, { source })
  const none =
    sources.length === 0
      ? "No source has proposed anything yet. What you wrote down or confirmed yourself is never rated."
      : null
  return {
    ...pageOf(desk, "mettle review trust", none),
    sources: asOne(sources).map(source => ({ ...source, history: source.history.slice(-POINTS) })),
    telemetry,
  }
}

// One log under two presets, adopting one, and taking that back.

const MOST = 200

export const replayPage = (desk: Desk): ReplayPage => ({
  ...pageOf(desk, "mettle replay --preset plain --preset mettle"),
  presets: PRESETS,
  current: desk.memory.preset.name,
  adopted: adoptionsIn(desk.memory.parts.log).map(({ at, preset }) => ({ at: iso(at), preset })),
})

export function comparisonPage(desk: Desk, { body }: Asked<ReplayAsked>): ComparisonPage {
  const { memory } = desk
  const since = body.since === undefined ? 0 : parseSince(body.since, memory.parts.now())
  const both = body.a === body.b ? 1 : 2
  const progress = (from: number) => (done: number, of: number) => desk.progress?.(from * of + done, both * of)
  // What is in use is meant with the numbers the user adopted.
  const of = (name: string) => (name === memory.preset.name ? inUse(memory) : name)
  const a = foldUnder(memory, of(body.a), { since, progress: progress(0) })
  const b = both === 1 ? a : foldUnder(memory, of(body.b), { since, progress: progress(1) })
  const c = compareFolds(memory, a, b, since)
  return {
    ...pageOf(desk, `mettle replay --preset ${body.a} --preset ${body.b}`),
    ...c,
    cards: {
      total: c.cards.total,
      differ: c.cards.changed.length,
      changed: c.cards.changed.slice(0, MOST).map(change => {
        const [id, kind] = [change.card, change.kind as Kind]
        return { ...change, id, kind, short: cardShort({ id, kind }) }
      }),
    },
    verdicts: { total: c.verdicts.total, differ: c.verdicts.changed.length },
    packs: { total: c.packs.total, differ: c.packs.changed.length },
  }
}

export async function adoptPreset(desk: Desk, { body }: Asked<{ readonly preset: string }>): Promise<AdoptActed> {
  const { former } = await adopt(desk.memory, body.preset)
  await desk.reopen()
  return { schema_version: 1, preset: body.preset, former }
}

/** Back to the preset and numbers before the last that were adopted, or to the configured ones. */
export async function adoptFormer(desk: Desk): Promise<AdoptActed> {
  const last = adoptionsIn(desk.memory.parts.log).at(-1)
  const former = desk.memory.preset.name
  if (last) await act(desk.memory, "act.undone", { act: last.id })
  const preset = adoptionsIn(desk.memory.parts.log).at(-1)?.preset ?? desk.config.get("preset")
  await desk.reopen()
  return { schema_version: 1, preset, former }
}
