// What a machine would have done with this log, in plain words beside another: cards kept, dropped, shown, and warnings. The command
// line and the page say the same sentences.
import type { ReplayDiff } from "../../core/promised.ts"
import { read } from "../../core/views/read.ts"
import { type CardView, isLive } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import type { Folded } from "./replay.ts"

/** Named by their words before "and n more". */
const FIRST = 3
const LONGEST = 72

/** `names`: how to speak of the two where their presets' names do not tell them apart. */
export function tellReplay(
  memory: Memory,
  a: Folded,
  b: Folded,
  { since = 0, names = [a.preset, b.preset] as readonly [string, string] } = {},
): ReplayDiff["told"] {
  const [other, name] = names
  const [left, right]: readonly [Cards, Cards] = [new Map(read.card.list(a.rows)), new Map(read.card.list(b.rows))]
  const quote = (id: string) => {
    const card = right.get(id) ?? left.get(id)
    const words = card ? memory.text(card.statement) : (b.proposes.get(id) ?? a.proposes.get(id))
    return `"${shortened(words ?? "(forgotten)")}"`
  }
  const keeps = (one: Folded, cards: Cards, beside: Folded, id: string): boolean => {
    if (!one.proposes.has(id) && beside.proposes.has(id)) return false
    const card = cards.get(id)
    return card ? isLive(card.stage) : one.proposes.has(id) && memory.parts.log.get(id) === null
  }
  const ids = [...new Set([...left.keys(), ...right.keys(), ...a.proposes.keys(), ...b.proposes.keys()])].sort()
  const kept = { a: ids.filter(id => keeps(a, left, b, id)), b: ids.filter(id => keeps(b, right, a, id)) }
  const only = kept.b.filter(id => !kept.a.includes(id)).map(quote)
  const gone = kept.a.filter(id => !kept.b.includes(id))
  const fate = (id: string) => (a.proposes.has(id) && !b.proposes.has(id) ? "not proposed" : fateOf(right.get(id)))
  const goneWords = gone.map(id => `${quote(id)} (${fate(id)})`)
  const shown = { a: timesShown(a), b: timesShown(b) }
  const most = [...shown.b].sort(([x, n], [y, m]) => m - n || (x < y ? -1 : 1))
  const mostWords = most.flatMap(([id, n]) => {
    return right.has(id) || left.has(id) ? [`${quote(id)} ${times(n)} (${other} ${shown.a.get(id) ?? 0})`] : []
  })
  const warned = { a: warnings(a, since), b: warnings(b, since) }
  const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, n) => sum + n, 0)
  const beside = (n: number) => `(${other}: ${n})`
  return [
    {
      what: "kept",
      a: kept.a.length,
      b: kept.b.length,
      words:
        ids.length === 0
          ? "no card, for none came up in this log"
          : `${cardsOf(kept.b.length)} ${beside(kept.a.length)}${only.length > 0 ? `, and only ${name}: ${listed(only)}` : ""}`,
    },
    {
      what: "dropped",
      a: ids.length - kept.a.length,
      b: ids.length - kept.b.length,
      words:
        ids.length === 0
          ? "no card"
          : gone.length === 0
            ? `no card that ${other} keeps`
            : `${cardsOf(gone.length)} that ${other} keeps: ${listed(goneWords)}`,
    },
    {
      what: "shown",
      a: total(shown.a),
      b: total(shown.b),
      words:
        b.packs.size === 0
          ? "nothing, for no pack was asked for"
          : `${cardsOf(total(shown.b))} in ${b.packs.size === 1 ? "one pack" : `${b.packs.size} packs`} ${beside(total(shown.a))}` +
            (mostWords.length > 0 ? `, most often ${listed(mostWords)}` : ""),
    },
    {
      what: "warned",
      a: warned.a.length,
      b: warned.b.length,
      words: `${warned.b.length === 0 ? "never" : times(warned.b.length)} ${beside(warned.a.length)}${
        warned.b.length > 0 ? `: ${listed([...new Set(warned.b)])}` : ""
      }`,
    },
  ]
}

type Cards = ReadonlyMap<string, CardView>
const times = (n: number): string => (n === 1 ? "once" : n === 2 ? "twice" : `${n} times`)
const cardsOf = (n: number): string => (n === 0 ? "no card" : n === 1 ? "one card" : `${n} cards`)
const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)
const listed = (words: readonly string[]): string =>
  words.slice(0, FIRST).join(", ") + (words.length > FIRST ? ` and ${words.length - FIRST} more` : "")

const fateOf = (card: CardView | undefined): string =>
  card === undefined
    ? "not let in"
    : card.stage === "superseded"
      ? "replaced"
      : card.stage === "deprecated"
        ? "deprecated"
        : "put away"

function timesShown({ packs }: Folded): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { shown } of packs.values()) for (const id of shown) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** What would have been said to the agent while it worked. */
const warnings = ({ rows }: Folded, since: number): readonly string[] =>
  read.trip
    .list(rows)
    .filter(([, trip]) => trip.spoken && trip.at >= since)
    .sort(([, x], [, y]) => y.at - x.at)
    .map(([, trip]) => trip.because.split(";")[0]!)
