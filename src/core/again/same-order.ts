// Do two clauses ask for the same? By the words they share and by where they lie in the space of the built-in word table; never
// when one turns the other round or names another number. Of pairs marked by hand no single measure separates well (words .88 and
// .69, the table .81 and .73, the encoder's states .82 and .51 of the area, on two halves of the people). By chance their sum takes
// 16 of 1,088,071 pairs of different people for one, and most of those do ask for the same (bench again --chance).

import { dot } from "../recall/word-table.ts"
import { contradicts } from "../words/opposes.ts"
import { negations, overlap, stemsOf } from "../words/similar.ts"
import { CHOICES, topicKey } from "../words/statement.ts"
import { tells } from "../words/wishes/judged.ts"

/** A clause as a direction of length 1. */
export type Meaning = (text: string) => Float32Array

const SAME = 1.2
const SOME_WORDS = 0.25
const LEAST_STEMS = 2

export const sameOrder = (a: string, b: string, meaning: Meaning): boolean => {
  const shared = overlap(stemsOf(a), stemsOf(b))
  return agrees(a, b, shared) && (shared === 1 || shared + dot(meaning(a), meaning(b)) >= SAME)
}
const agrees = (a: string, b: string, shared: number): boolean =>
  shared >= SOME_WORDS &&
  numbers(a) === numbers(b) &&
  (forbids(a) === forbids(b) || sameChoice(a, b)) &&
  !contradicts(a, b)
/** "pnpm, not npm" and "pnpm instead of npm": where the choice is known its sides say who is turned down. */
const sameChoice = (a: string, b: string): boolean => topicKey(a) === topicKey(b) && topicKey(a) in CHOICES

/** One says all that the other does, and at most so many times as much; it lies so near. */
const WITHIN = { times: 3, near: 0.55 }
/** "for each question suggest some answers" after "suggest some answers". So little is said within much that is something else: it
 * counts once the same came back by itself. */
export function sameAndMore(a: string, b: string, meaning: Meaning): boolean {
  const [short, long] = [stemsOf(a), stemsOf(b)].sort((x, y) => x.size - y.size) as [Stems, Stems]
  if (short.size < LEAST_STEMS || long.size > WITHIN.times * short.size) return false
  return (
    [...short].every(stem => long.has(stem)) &&
    agrees(a, b, overlap(short, long)) &&
    dot(meaning(a), meaning(b)) >= WITHIN.near
  )
}
type Stems = ReadonlySet<string>

/** Where a sentence joins a task with how it is to be done. */
const JOINT = /(?:[.;:,]|\s[-–—])\s+|\s+(?=(?:and|then|und|dann|et|puis|y|e)\s)/iu
const LINK = /^(?:(?:and|then|but|so|und|dann|et|puis|y|e)\s+)+/iu
/** The parts of a clause, if it has several, that ask for something and say enough to be compared. What acts outwards beside
 * something else is a step of that task. */
export function partsOf(statement: string): readonly string[] {
  const parts = statement.split(JOINT).map(part => part.replace(LINK, ""))
  return parts.length < 2
    ? []
    : parts.filter(part => stemsOf(part).size >= LEAST_STEMS && isOrder(part) && !actsOutwards(part))
}
const SAME_WORDS = 0.75
/** Of parts the words themselves have to be the same: so short, they lie near to much. */
export const samePart = (a: string, b: string, meaning: Meaning): boolean =>
  overlap(stemsOf(a), stemsOf(b)) >= SAME_WORDS && sameOrder(a, b, meaning)

export const numbers = (text: string): string => (text.match(/\d+(?:[.:]\d+)*/g) ?? []).sort().join(" ")

/** Words that only keep the work going: said in every session, they stand for nothing. "Stop adding comments" does. */
const GO_ON =
  /^(?:(?:ok|okay|yes|sure|great|good|please|can you|could you|let['’]?s|and|then|now|just)[, ]+)*(?:try (?:it |that )?again|go ahead|carry on|proceed|continue|keep (?:going|moving|working)|stop(?! \p{L}+ing(?!\p{L}))|start|resume|help me|do (?:it|that|this)|work (?:on|through)|sounds good)(?!\p{L})/iu
const POLITE = "^(?:(?:please|can you|could you|now|then|and|ok) )*"
/** Everyday orders: they have to be given each time, and repeating them shows nothing. */
const EVERYDAY = new RegExp(
  `${POLITE}(?:commit|push|fix|run|merge|rebase|retry|try|check|lint|build|deploy|open|create a pr)(?!\\p{L})`,
  "iu",
)
const EVERYDAY_STEMS = 3
/** It is done to something that is being worked at: such tasks are alike, and come again without being meant for good. */
const MAKES = new RegExp(
  `${POLITE}(?:add|adjust|change|check|create|implement|make(?! sure)|read|remove|run|update|write)(?!\\p{L})`,
  "iu",
)
export const goesOn = (text: string): boolean => GO_ON.test(text)
export const isEveryday = (text: string): boolean => EVERYDAY.test(text) && stemsOf(text).size <= EVERYDAY_STEMS
/** It points at something that is there now: a task of today, however often such a task comes. */
const POINTS =
  /(?<![\p{L}'’])(?:this|these|those|it|its|them|here|(?:dies|jen)(?:e[mnrs]?)|hier|ce(?:t|tte|s)?|ceci|cela|ça|ici|est[aeo]s?|es[aeo]s?|aquí|iss?[oa]|aqui)(?![\p{L}'’])/iu
export const isOrder = (text: string): boolean =>
  !tells(text) && !goesOn(text) && !isEveryday(text) && !POINTS.test(text)
/** An order that may be meant for good without sounding so. */
export const isStanding = (text: string): boolean => isOrder(text) && !MAKES.test(text)

const ACTS =
  /(?<!\p{L})(?:commit\p{L}*|push\p{L}*|deploy\p{L}*|releas\p{L}*|publish\p{L}*|merg\p{L}*|delet\p{L}*|remov\p{L}*|drop\p{L}*|send\p{L}*|buy|purchas\p{L}*|spend\p{L}*|pay|upload\p{L}*|lösch\p{L}*|veröffentlich\p{L}*|ausroll\p{L}*|supprim\p{L}*|déploi\p{L}*|publi(?:e[rz]?|ons|ca\p{L}+|qu\p{L}+)|borra\p{L}*|elimin\p{L}*|despliega\p{L}*|apag\p{L}*|exclu\p{L}*|implant\p{L}*|tag|rm|(?:open|create|raise|file) (?:an? |the |another )?(?:new |draft )?(?:prs?|pull requests?|merge requests?|issues?))(?!\p{L})|提交|推送|部署|发布|删除/iu
export const forbids = (text: string): boolean => negations(text) % 2 === 1
/** It reaches outside the work itself: however often it is said, it is standing only by a yes. Forbidding it reaches nowhere. */
export const actsOutwards = (text: string): boolean => ACTS.test(text) && !forbids(text)
