// Numbers in words: a share always with its count, no percentage of a handful, and no interval that says nothing.

/** Judged uses below which a value says nothing yet, and a percentage would sound surer than it is (U-07). */
export const ENOUGH = 4
/** An interval as wide as the scale itself tells nothing. */
const SCALE = 1

/** "1 card", "1,204 events" */
export const count = (n: number, word: string): string => {
  const whole = Math.round(n)
  return `${String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",")} ${word}${whole === 1 ? "" : "s"}`
}
export const percent = (x: number): string => `${Math.round(100 * x)}%`
/** A difference of probabilities in points, with its sign. */
export const points = (x: number): string => `${x >= 0 ? "+" : "−"}${Math.abs(100 * x).toFixed(1)}`

/** "78% of 9", "about 2 of 3", "none". */
export function sayShare(mean: number | null, n: number): string {
  const count = Math.round(n)
  if (mean === null || count === 0) return "none"
  return count < ENOUGH ? `about ${Math.round(mean * count)} of ${count}` : `${percent(mean)} of ${count}`
}

/** "+4.2 points (90%: −1.0 to +9.4)", or that it cannot be told. */
export const sayPoints = (by: number, low: number, high: number, sure: string, where = ""): string =>
  high - low >= SCALE ? "cannot tell yet" : `${points(by)} points${where} (${sure}: ${points(low)} to ${points(high)})`
