// What stands behind a command and speaks of it: "npm is forbidden", "npm nicht verwenden", npmは使わないで, npm 대신.
import * as words from "./ban-words.ts"
import { cueAt, type Token } from "./tokens.ts"

/** How many tokens turn down the command that they stand behind; 0 when none do. */
export function deniedBehind(tokens: readonly Token[], at: number): number {
  const outright = cueAt(tokens, at, words.TURNED_DOWN)
  if (outright > 0) return outright
  for (let to = at, step = 1; step > 0 && to < at + FURTHEST; to += step) {
    const instead = cueAt(tokens, to, words.IN_ITS_PLACE)
    if (instead > 0) return to + instead - at
    const denies = cueAt(tokens, to, words.TURNS_DOWN) || cueAt(tokens, to, words.FORBIDDEN) || deniesUse(tokens, to)
    // 使わないと動かない: more than an order is said
    if (denies > 0) return isOver(tokens, to + denies) ? to + denies - at : 0
    step = cueAt(tokens, to, words.SMALL) || cueAt(tokens, to, words.IS) || cueAt(tokens, to, words.OTHER_USE)
  }
  return 0
}
const FURTHEST = 5

/** pnpmを使って: picked by what stands behind it. */
export function usedBehind(tokens: readonly Token[], at: number): boolean {
  const to = pastSmall(tokens, at)
  return cueAt(tokens, to, words.OTHER_USE) > 0
}

/** "nicht verwenden", не использовать, 不要用 */
function deniesUse(tokens: readonly Token[], at: number): number {
  const denies = cueAt(tokens, at, words.DENIES_BEHIND)
  if (denies === 0) return 0
  const to = pastSmall(tokens, at + denies)
  const uses = cueAt(tokens, to, words.OTHER_USE)
  return uses === 0 ? 0 : to + uses - at
}

/** Where words of a kind end that stand here. */
export function past(tokens: readonly Token[], at: number, words: words.Cues): number {
  let to = at
  for (let step = cueAt(tokens, to, words); step > 0; step = cueAt(tokens, to, words)) to += step
  return to
}
const pastSmall = (tokens: readonly Token[], at: number): number => past(tokens, at, words.SMALL)

/** Nothing more is said of it. */
export function isOver(tokens: readonly Token[], at: number): boolean {
  const next = tokens[pastSmall(tokens, at)]
  return (
    next === undefined ||
    next.kind === "mark" ||
    words.isList(next.lower) ||
    cueAt(tokens, pastSmall(tokens, at), words.USES) > 0
  )
}
