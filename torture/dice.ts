// Chance that a seed repeats: mulberry32, and the few draws that the tests need.
export interface Dice {
  (): number
  below(n: number): number
  pick<T>(list: readonly T[]): T
  bytes(n: number): Uint8Array
}

export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number): number => Math.floor(next() * n)
  return Object.assign(next, {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    bytes: (n: number): Uint8Array => Uint8Array.from({ length: n }, () => below(256)),
  })
}
