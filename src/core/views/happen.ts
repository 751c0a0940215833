// What happens is told here to whoever watches it, rules in the order of the questions, then scribes; what they say follows from it is
// done and told in turn. The fold knows events, time, these happenings and the nine questions, and no rule by name.
import type { Event } from "../events/define.ts"
import type { StageInput } from "../questions/cards.ts"
import type { Happened, Happening, Watched } from "../rules/happening.ts"
import { type Preset, watchersOf } from "../rules/registry.ts"
import type { Watcher } from "../rules/rule.ts"
import { sourceKey } from "../trust/tally.ts"
import { count, decide, type FoldContext, schedule, writeOf } from "./context.ts"
import { judgeStretch } from "./episode/segments.ts"
import { cardOf, clockOf } from "./read.ts"
import { setStage } from "./stages.ts"
import { type CardView, seqKey } from "./state.ts"
import { TABLE } from "./tables.ts"

type When = Pick<Event, "seq">

const watchers = new WeakMap<Preset, ReadonlyMap<Watched, readonly Watcher[]>>()
function watching(preset: Preset, what: Watched): readonly Watcher[] {
  let known = watchers.get(preset)
  if (!known) {
    const all = new Map<Watched, Watcher[]>()
    for (const watcher of watchersOf(preset))
      for (const watched of Object.keys(watcher.on ?? {}) as Watched[])
        all.set(watched, [...(all.get(watched) ?? []), watcher])
    watchers.set(preset, (known = all))
  }
  return known.get(what) ?? NOBODY
}
const NOBODY: readonly Watcher[] = []

/** An event was taken in. */
export function eventHappened(context: FoldContext, event: Event): void {
  // Only what the registry knows is stored, so its type is one that can be watched.
  const type = event.type as Watched
  tell(context, event, watching(context.preset, type), type, { event })
}

export function happen(context: FoldContext, when: When, happened: Happened): void {
  switch (happened.what) {
    case "card spoken of":
      moveStage(context, when, happened.card)
      break
    case "trust moved":
      moved(context, when, happened)
      break
    case "stretch ended":
      happen(context, when, { what: "stretch judged", stretch: judgeStretch(context, happened.stretch) })
      break
  }
  tell(context, when, watching(context.preset, happened.what), happened.what, happened)
}

function tell(context: FoldContext, when: When, audience: readonly Watcher[], what: Watched, told: object): void {
  if (audience.length === 0) return
  const happening = { ...told, at: clockOf(context.rows), seq: when.seq } as Happening<never>
  for (const watcher of audience) {
    const then = watcher.on?.[what]?.(context, happening, watcher.params)
    if (then === undefined) continue
    for (const { at, id } of then.due ?? []) schedule(context.rows, at, dueName(watcher), id)
    for (const next of then.follows ?? []) happen(context, when, next)
  }
}

const dueName = ({ question, name }: Watcher): string => (question ? `${question}.${name}` : name)
/** A time that somebody who watches asked for has come. */
export function watcherDue(context: FoldContext, when: When, name: string, id: string): void {
  const asked = watching(context.preset, "time due").filter(watcher => dueName(watcher) === name)
  tell(context, when, asked, "time due", { id })
}

function moved(context: FoldContext, when: When, { move }: Extract<Happened, { what: "trust moved" }>): void {
  const { rows } = context
  count(rows, "trustMoves")
  const key = `${sourceKey(move.source)}/${seqKey(TABLE.meta.get(rows, "trustMoves") ?? 0)}`
  TABLE.trustMove.set(rows, key, { ...move, at: clockOf(rows), seq: when.seq })
}

/** Lets the stage rules look at a card; the first that moves it wins. */
export function moveStage(context: FoldContext, when: When, id: string): void {
  applyRules(context, when, id)
  happen(context, when, { what: "card looked at", card: id })
}

export const stageInput = (context: Pick<FoldContext, "rows">, card: CardView): StageInput => ({
  card: card.id,
  kind: card.kind,
  scope: card.scope,
  stage: card.stage,
  pinned: card.pinned,
  value: card.value,
  support: card.support,
  contradiction: card.contradiction,
  disputeMass: card.disputes.reduce((sum, d) => sum + d.weight, 0),
  lastExposureAt: card.lastShownAt,
  bornAt: card.bornAt,
  recheckSince: card.recheckSince,
  wins: card.wins,
  losses: card.losses,
  now: clockOf(context.rows),
  ...(card.value?.faded === undefined ? {} : { faded: card.value.faded }),
})

function applyRules(context: FoldContext, when: When, id: string): void {
  const card = cardOf(context.rows, id)
  if (!card || card.stage === "superseded") return
  const input = stageInput(context, card)
  for (const rule of context.preset.rules.stage) {
    const { answer, because } = decide(context, rule, input)
    if (answer === null || answer.to === card.stage) continue
    setStage(context, card, answer.to)
    happen(context, when, { what: "card staged", card: id, from: card.stage, to: answer.to })
    const act = answer.to === "archived" ? "archived" : "moved"
    writeOf(context, when, card, { act, rule, because: `${card.stage} → ${answer.to}: ${because}` })
    return
  }
}
