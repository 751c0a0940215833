// Evidence of use: when an episode closes, every turn is looked at once for the cards in its context, and what was seen stands
// in the turn (`cited`), also when the words are forgotten. Credit reads it from the record of the episode.
import { type CardUse, type Spoken, spokenOf, stepsOf, type Usable, usesIn } from "../../adherence/use.ts"
import { once } from "../../once.ts"
import type { TextReader } from "../../readings/reader.ts"
import { type FoldContext, saveTurn } from "../context.ts"
import { isBroken } from "../norms.ts"
import { onceCardOf } from "../read.ts"
import type { EpisodeView, ExposureView, ToolView, TurnView } from "../state.ts"
import { TABLE } from "../tables.ts"
import { turnsOf } from "./judging.ts"
import { lineOf } from "./opened.ts"

/** Before the norms are looked at: a breach of this very episode is seen in its calls. */
export function lookAtUse(context: FoldContext, { id, uncredited }: EpisodeView): void {
  const turns = turnsOf(context, id)
  if (!turns.some(turn => turn.exposures.some(e => e.shown))) return
  const found = context.read(`use ${id}`, () => usesOf(context, turns, uncredited))
  for (const turn of turns.slice(uncredited)) {
    const cited = found[turn.index] ?? []
    if (cited.length > 0 || turn.cited.length > 0) saveTurn(context.rows, { ...turn, cited })
  }
}

function usesOf(
  context: FoldContext,
  turns: readonly TurnView[],
  from: number,
): Readonly<Record<number, readonly CardUse[]>> {
  const shown: ExposureView[] = []
  const before: ReturnType<typeof doneIn>[number][] = []
  const cards = new Map<string, ShownCard>()
  const found: Record<number, readonly CardUse[]> = {}
  for (const turn of turns) {
    const done = doneIn(context, turn.tools)
    for (const e of turn.exposures) if (e.shown) shown.push(e)
    if (turn.index >= from && shown.length > 0) {
      for (const e of shown) {
        const known = cards.get(e.card) ?? usableOf(context, e)
        if (!known) continue
        const heldAt = e.reason === "held" ? (known.heldAt ?? e.at) : known.heldAt
        cards.set(e.card, { ...known, since: Math.min(known.since, e.at), heldAt })
      }
      const usable = [...cards.values()]
      const prompt = once(() => (turn.prompt === "" ? null : context.text(turn.prompt)) ?? "")
      const reply = turn.reply === null ? null : { event: turn.replyEvent!, spoken: spokenIn(context, turn, usable) }
      const uses = usesIn(usable, { prompt, reply, done, before })
      if (uses.length > 0) found[turn.index] = uses
    }
    before.push(...done)
  }
  return found
}

/** of a reply, its prompt and what the cards in context say, beside their ids: how it speaks of each */
const spokenCards: TextReader<readonly string[], readonly Spoken[]> = {
  name: "spoken-cards",
  version: 1,
  read: ([reply, prompt, ...statements], ids) =>
    spokenOf(
      reply ?? "",
      prompt ?? "",
      ids.map((card, i) => ({ card, statement: statements[i] ?? "" })),
    ),
}
const spokenIn = (context: FoldContext, turn: TurnView, cards: readonly ShownCard[]): readonly Spoken[] =>
  context.readBy(
    spokenCards,
    [turn.reply, turn.prompt || null, ...cards.map(({ ref }) => ref)],
    cards.map(({ card }) => card),
  )

/** A card in context, and the reference of what it says. */
interface ShownCard extends Usable {
  readonly ref: string
}
function usableOf(context: FoldContext, { card: id, at }: ExposureView): ShownCard | null {
  const card = onceCardOf(context.rows, id)
  const statement = card && context.text(card.statement)
  if (!card || statement == null) return null
  const tags = card.tags.flatMap(ref => context.text(ref) ?? [])
  const broken = isBroken(TABLE.norm.get(context.rows, id))
  return {
    ...{ card: id, kind: card.kind, statement, steps: stepsOf(card.kind, statement, tags), since: at },
    ...{ heldAt: null, broken, ref: card.statement },
  }
}

const doneIn = (context: FoldContext, tools: readonly ToolView[]) =>
  tools.flatMap(tool => {
    if (tool.rejected || tool.cancelled) return []
    const { event, at, path, ok } = tool
    const line = once(() => (tool.does === "runs" ? lineOf(context, tool.input) : null))
    return [
      {
        ...{ event, at, path, ok },
        get line() {
          return line()
        },
      },
    ]
  })
