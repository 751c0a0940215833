// What the user said before in another episode, and says otherwise now or says again. A later value or wish replaces the earlier one
// with both quotes, and asks where that is unclear. The same order asks at the second saying; the third keeps it when it forbids or
// asks for a form. Only what the user stated in words of their own, every time; a task sent again is no repetition.
import { leftBehind, replaces, saysChange } from "../core/again/change.ts"
import {
  actsOutwards,
  forbids,
  goesOn,
  isStanding,
  numbers,
  partsOf,
  sameAndMore,
  sameOrder,
  samePart,
} from "../core/again/same-order.ts"
import type { Evidence, Kind } from "../core/model.ts"
import { DAY } from "../core/time.ts"
import type { TurnView } from "../core/views/state.ts"
import { bansIn, opposes } from "../core/words/opposes.ts"
import { sentencesOf } from "../core/words/sentences.ts"
import { overlap, squash, stemsOf } from "../core/words/similar.ts"
import { wordsOf } from "../core/words/statement.ts"
import type { PromptProposal } from "../core/words/wishes/from-prompt.ts"
import { cite, type Proposer, type Seen, suggest } from "./proposer.ts"

/** How likely a change must last to be kept, by what ties it to the earlier words (bench again). The same sentence with another number,
 * said to have changed, needs no more: of 54 people's messages none was one by chance. */
const CHANGED = { value: 0, named: 0.02, frame: 0.05, loose: 0.2 }

/** How likely its sayings last: in the mean, to ask at the second (a ban sooner than a wish, which may be a task) and at a later one; in the
 * median, to be kept. */
const AGAIN = { ban: 0.1, second: 0.2, later: 0.01, kept: 0.05 }
/** So many of a message's sentences stood in the other, so much alike; so many, or more words than an order has, make a template; so soon
 * it is one task. */
const RESENT = { share: 0.5, alike: 0.6, least: 3, words: 16, within: DAY / 2 }

interface Clause extends PromptProposal {
  readonly turn: TurnView
  readonly episode: string
}

export const saidAgain: Proposer = {
  name: "said-again",
  version: 9,
  provenance: "words",
  propose(seen) {
    if (!seen.episode.interactive) return []
    const told = new Set<string>()
    return seen.turns.flatMap(turn => {
      if (turn.author !== "user" || !seen.fresh(turn.event)) return []
      return clausesOf(seen, seen.episode.id, seen.turns, turn).flatMap(now => {
        const key = squash(now.statement)
        // what the ear is sure of it says itself
        if (now.sure || told.has(key)) return []
        const earlier = before(seen, now)
        const last = tiesOf(now, earlier).at(-1)
        const found = last
          ? { words: now.statement, cited: [last.earlier], ask: last.tie === "loose" }
          : saidBefore(seen, now, earlier)
        if (found === null) return []
        told.add(key)
        return [
          suggest(saidAgain, seen, {
            ...{ kind: kindOf(now), statement: found.words, turn: turn.index, at: turn.at, p: now.p },
            ...(found.ask ? { ask: true } : {}),
            evidence: [now, ...found.cited].map(s => quote(seen, s)),
          }),
        ]
      })
    })
  },
}

/** The earlier clauses that a later one replaces, and how. */
const tiesOf = (now: Clause, earlier: readonly Clause[]) =>
  earlier.flatMap(e => {
    const tie = tieOf(now, e)
    return tie !== null && (e.heard || now.p >= CHANGED[tie]) ? [{ tie, earlier: e }] : []
  })
/** How a later clause replaces an earlier one. Without a word of change only a wish turned round does, heard as one both times: what
 * works today and did not yesterday is turned round too. What is meant for this time, and by likeness alone what keeps the work going,
 * replaces nothing. */
function tieOf(now: Clause, earlier: Clause): keyof typeof CHANGED | null {
  if (now.passing) return null
  const turned = now.heard && earlier.heard && opposes(now.statement, earlier.statement) === "outright"
  const tie = turned ? "named" : replaces(now.statement, earlier.statement)
  if (tie === null || tie === "value" || tie === "named") return tie
  return goesOn(now.statement) ? null : tie
}

interface Repeated {
  /** what was said again: the clause, or the part of it that is no task of today */
  readonly words: string
  readonly cited: readonly Clause[]
  readonly ask: boolean
}
/** The sayings of an order in other episodes, and whether it has to be asked for; null when it is none, or too unlikely to last. */
function saidBefore(seen: Seen, now: Clause, earlier: readonly Clause[]): Repeated | null {
  if (now.kind === "fact" || saysChange(now.statement)) return null
  const sayings = earlier.filter(e => e.kind !== "fact" && !isResent(seen, e, now))
  const { meaning } = seen.again
  const same = (e: Clause): boolean => sameOrder(e.statement, now.statement, meaning)
  const more = (e: Clause): boolean =>
    same(e) ||
    sameAndMore(e.statement, now.statement, meaning) ||
    partsOf(e.statement).some(part => sameOrder(part, now.statement, meaning))
  const orders = sayings.filter(e => isStanding(e.statement))
  const whole = { words: now.statement, cited: orders.some(same) ? inEach(orders, more) : [] }
  const parts = partsOf(now.statement).map(words => ({
    words,
    cited: inEach(sayings, e => [e.statement, ...partsOf(e.statement)].some(w => samePart(w, words, meaning))),
  }))
  // a part of a task is an order once it came beside three of them
  const found = [...(isStanding(now.statement) ? [whole] : []), ...parts.filter(part => part.cited.length > 1)]
  const [most] = found.toSorted((a, b) => b.cited.length - a.cited.length)
  if (most === undefined || most.cited.length === 0) return null
  const { words, cited } = most
  // what the ear heard every time waits for its second hearing by itself, unless that would let it act outwards
  if (words === now.statement && now.heard && cited.every(e => e.heard) && !actsOutwards(words)) return null
  const chances = [now, ...cited].map(s => s.p).sort((a, b) => a - b)
  const mean = chances.reduce((a, b) => a + b, 0) / chances.length
  const often = cited.length > 1
  if (mean < AGAIN[often ? "later" : forbids(words) ? "ban" : "second"]) return null
  const kept = often && chances[chances.length >> 1]! >= AGAIN.kept
  const form = forbids(words) || now.kind === "preference"
  return { words, cited, ask: !kept || !form || actsOutwards(words) }
}
/** The last such saying of each episode: within one it is the same breath. */
const inEach = (sayings: readonly Clause[], is: (saying: Clause) => boolean): readonly Clause[] => [
  ...new Map(sayings.filter(is).map(e => [e.episode, e])).values(),
]

/** Half of the message stood in the other: a template, or a task sent again. What says little else is that only when no other work came
 * between the two. */
function isResent(seen: Seen, before: Clause, now: Clause): boolean {
  const [then, again] = [before, now].map(({ turn }) => seen.text(turn.prompt) ?? "") as [string, string]
  const [theirs, mine] = [sentences(then), sentences(again)]
  const stood = theirs.filter(s => mine.some(m => overlap(s, m) >= RESENT.alike))
  if (stood.length / theirs.length < RESENT.share) return false
  const words = stood.reduce((sum, stems) => sum + stems.size, 0)
  return (
    theirs.length >= RESENT.least ||
    words > RESENT.words ||
    (numbers(then) === numbers(again) && isNext(seen, before, now))
  )
}
/** The last that was asked for there, and the first that is asked for here, on one day. */
function isNext(seen: Seen, before: Clause, now: Clause): boolean {
  const asks = ({ author, prompt }: TurnView): boolean =>
    author === "user" && prompt !== null && !goesOn(seen.text(prompt) ?? "")
  const then = seen.again.episode(before.episode)?.turns ?? []
  return (
    now.turn.at - before.turn.at < RESENT.within &&
    !then.slice(before.turn.index + 1).some(asks) &&
    !seen.turns.slice(0, now.turn.index).some(asks)
  )
}
const sentences = (text: string): readonly ReadonlySet<string>[] =>
  sentencesOf(text)
    .map(({ start, end }) => stemsOf(text.slice(start, end)))
    .filter(stems => stems.size > 0)

const kindOf = (said: PromptProposal): Kind => (said.kind === "decision" ? "commitment" : said.kind)

const quote = (seen: Seen, s: Clause): Evidence =>
  cite(seen, "user_span", s.turn.event!, s.turn.prompt!, seen.text(s.turn.prompt!)!, s.start, s.end)

/** Clauses of other episodes that share words with this one, or name what it leaves behind; oldest first. */
function before(seen: Seen, now: Clause): readonly Clause[] {
  const left = saysChange(now.statement) ? [...leftBehind(now.statement)] : []
  const places = [now.statement, ...left].flatMap(words => seen.again.said(stemsOf(words)))
  return [...new Map(places.map(place => [place.event, place])).values()]
    .flatMap(place => {
      const turns = seen.again.episode(place.episode)?.turns ?? []
      const turn = turns.find(t => t.event === place.event)
      return turn === undefined ? [] : clausesOf(seen, place.episode, turns, turn)
    })
    .sort((a, b) => a.turn.at - b.turn.at)
}

/** A rule file called by its name is an order, wherever it stands: it wants what the file says. */
const RULE_FILE = /(?<![\w/@])@(?:[\w.-]+\/)*[\w-]+\.mdc(?!\w)/g
const RULE_LASTS = 0.1

function clausesOf(seen: Seen, episode: string, turns: readonly TurnView[], turn: TurnView): readonly Clause[] {
  if (turn.prompt === null || turn.event === null) return []
  const called = [...(seen.text(turn.prompt) ?? "").matchAll(RULE_FILE)].map(
    ({ 0: statement, index }): PromptProposal => ({
      ...{ kind: "constraint", statement, start: index, end: index + statement.length },
      ...{ p: RULE_LASTS, sure: false, heard: false },
    }),
  )
  const clauses = seen.lasting(turn.prompt, turns[turn.index - 1]?.reply ?? null)
  return [...clauses, ...called].map(clause => ({ ...clause, turn, episode }))
}

export const leftStanding: Proposer = {
  name: "left-standing",
  version: 1,
  provenance: "words",
  propose(seen) {
    const fresh = seen.turns.filter(
      turn => turn.author === "user" && seen.episode.interactive && seen.fresh(turn.event),
    )
    return fresh.flatMap(turn =>
      clausesOf(seen, seen.episode.id, seen.turns, turn).flatMap(now =>
        tiesOf(now, before(seen, now)).flatMap(({ tie, earlier }) => {
          if (tie === "loose" || !seen.again.inForce(earlier.turn.event!)) return []
          const text = seen.text(earlier.turn.prompt!)!
          const names = leftBehind(now.statement)
          return bansIn(text.slice(earlier.start, earlier.end)).flatMap(([from, to]) => {
            const part = { ...earlier, start: earlier.start + from, end: earlier.start + to }
            const statement = text.slice(part.start, part.end)
            if (opposes(now.statement, statement) !== null || wordsOf(statement).some(word => names.has(word)))
              return []
            return suggest(leftStanding, seen, {
              ...{ kind: kindOf(earlier), statement, turn: turn.index, at: turn.at, evidence: [quote(seen, part)] },
            })
          })
        }),
      ),
    )
  },
}
