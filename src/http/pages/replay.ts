// Replay: what if the rules were different? One log under two presets, adopting one, and taking that back.
import { act } from "../../memory/acting/acts.ts"
import { adoptionsIn } from "../../memory/acting/adoptions.ts"
import { adopt, compareFolds, foldUnder, inUse, PRESETS } from "../../memory/past/replay.ts"
import { cardShort } from "../../memory/reading/read.ts"
import { parseSince } from "../../memory/reading/since.ts"
import { type Asked, type Desk, iso, pageOf } from "../desk.ts"
import type { AdoptActed, CardRef, ComparisonPage, ReplayAsked, ReplayPage } from "../schemas.ts"

const MOST = 200

export const replayPage = (desk: Desk): ReplayPage => ({
  ...pageOf(desk, "mettle replay --preset plain --preset mettle"),
  presets: [...PRESETS],
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
    a: { ...c.a },
    b: { ...c.b },
    events: c.events,
    told: c.told.map(line => ({ ...line })),
    cards: {
      total: c.cards.total,
      differ: c.cards.changed.length,
      changed: c.cards.changed.slice(0, MOST).map(({ card, kind, statement, stage, value, rank }) => ({
        ...{ id: card, short: cardShort({ id: card, kind: kind as never }), kind: kind as CardRef["kind"], statement },
        stage: { ...stage },
        value: { a: value.a && { ...value.a }, b: value.b && { ...value.b } },
        rank: { ...rank },
      })),
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
