// Do two clauses ask for the same? By the words they share and by where they lie in the space of the built-in word table; never
// when one turns the other round or names another number. Of pairs marked by hand no single measure separates well (words .88 and
// .69, the table .81 and .73, the encoder's states .82 and .51 of the area, on two halves of the people). By chance their sum takes
// 16 of 1,088,071 pairs of different people for one, and most of those do ask for the same (bench again --chance).

import { dot } from "../recall/embedder.ts"
import { contradicts, negations, overlap, stemsOf } from "../words/similar.ts"

/** A clause as a direction of length 1. */
export type Meaning = (text: string) => Float32Array

const SAME = 1.2
const SOME_WORDS = 0.25

export function sameOrder(a: string, b: string, meaning: Meaning): boolean {
  const shared = overlap(stemsOf(a), stemsOf(b))
  if (shared < SOME_WORDS || numbers(a) !== numbers(b)) return false
  if (shared < 1 && shared + dot(meaning(a), meaning(b)) < SAME) return false
  return negations(a) % 2 === negations(b) % 2 && !contradicts(a, b)
}
const numbers = (text: string): string => (text.match(/\d+(?:[.:]\d+)*/g) ?? []).sort().join(" ")

/** What is wanted, as against what is seen, told or asked: an order names it first, or says who wants it. */
const SEEN =
  /^(?:(?:no|but|and|so|again|now|ok|okay|still|\p{L}+(?:ly|ment)),? )*(?:i(?:['’]m| am| was|['’]ve| have)?(?: just| still)? (?:\p{L}+ing|get|got|see|saw|ran|think|guess)|you(?:['’]re|r| are| have| did| just|['’]ve| \p{L}+ed)|(?:it|this|that|there|here|all|the|these|those|my|our|we|looks?|seems?|tests?|c['’]est|das|es|ist|no hay|il)(?!\p{L})|\S+ (?:looks?|seems?) )/iu
/** Words that only keep the work going: said in every session, they stand for nothing. "Stop adding comments" does. */
const GO_ON =
  /^(?:(?:ok|okay|yes|sure|great|good|please|can you|could you|let['’]?s|and|then|now|just)[, ]+)*(?:try (?:it |that )?again|go ahead|carry on|proceed|continue|keep (?:going|moving|working)|stop(?! \p{L}+ing(?!\p{L}))|start|resume|help me|do (?:it|that|this)|work (?:on|through)|sounds good)(?!\p{L})/iu
export const goesOn = (text: string): boolean => GO_ON.test(text)
export const isOrder = (text: string): boolean => !SEEN.test(text) && !goesOn(text)

const ACTS =
  /(?<!\p{L})(?:commit\p{L}*|push\p{L}*|deploy\p{L}*|releas\p{L}*|publish\p{L}*|merg\p{L}*|delet\p{L}*|remov\p{L}*|drop\p{L}*|send\p{L}*|buy|purchas\p{L}*|spend\p{L}*|pay|upload\p{L}*|lösch\p{L}*|veröffentlich\p{L}*|ausroll\p{L}*|supprim\p{L}*|déploi\p{L}*|publi(?:e[rz]?|ons|ca\p{L}+|qu\p{L}+)|borra\p{L}*|elimin\p{L}*|despliega\p{L}*|apag\p{L}*|exclu\p{L}*|implant\p{L}*|tag|rm|(?:open|create|raise|file) (?:an? |the |another )?(?:new |draft )?(?:prs?|pull requests?|merge requests?|issues?))(?!\p{L})|提交|推送|部署|发布|删除/iu
export const forbids = (text: string): boolean => negations(text) % 2 === 1
/** It reaches outside the work itself: however often it is said, it is standing only by a yes. Forbidding it reaches nowhere. */
export const actsOutwards = (text: string): boolean => ACTS.test(text) && !forbids(text)
