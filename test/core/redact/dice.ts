// Seeded dice for the redaction corpus: the same seed gives the same fake secrets.
// Ground truth: mulberry32. Nothing here is a real credential; every value is drawn at run time.

export type Dice = {
  readonly below: (n: number) => number
  readonly pick: <T>(items: readonly T[]) => T
  readonly from: (alphabet: string, length: number) => string
  readonly hex: (length: number) => string
  readonly alnum: (length: number) => string
  readonly base64: (length: number) => string
  readonly url64: (length: number) => string
  readonly upper: (length: number) => string
  readonly lower: (length: number) => string
  readonly digits: (length: number) => string
  readonly password: () => string
  readonly uuid: () => string
}

const LOWER = "abcdefghijklmnopqrstuvwxyz"
const UPPER = LOWER.toUpperCase()
const DIGITS = "0123456789"

export const rollDice = (seed: number): Dice => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number): number => Math.floor(next() * n)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  const from = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[below(alphabet.length)]!).join("")
  const hex = (length: number): string => from(`${DIGITS}abcdef`, length)
  return {
    below,
    pick,
    from,
    hex,
    alnum: length => from(LOWER + UPPER + DIGITS, length),
    base64: length => from(`${LOWER + UPPER + DIGITS}+/`, length),
    url64: length =>
      `${from(LOWER + UPPER + DIGITS, 1)}${from(`${LOWER + UPPER + DIGITS}_-`, length - 2)}${from(LOWER + DIGITS, 1)}`,
    upper: length => from(UPPER + DIGITS, length),
    lower: length => from(LOWER + DIGITS, length),
    digits: length => from(DIGITS, length),
    // A capital, letters, a digit and a sign, as people and generators write passwords.
    password: () =>
      from(UPPER, 1) +
      from(LOWER, 3 + below(4)) +
      from(DIGITS, 1 + below(2)) +
      from("!@#%^*-_+=~", 1) +
      from(LOWER + UPPER + DIGITS, 4 + below(8)),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}
