// How numbers and times are said. No share without its count, and below four judged uses the count alone.
const ENOUGH = 4

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`
export const whole = (n: number): string => Math.round(n).toLocaleString("en")

/** "7 of 9 (78 %)", or "2 of 3, too early". */
export function share(part: number, n: number, enough = ENOUGH): string {
  const counts = `${whole(part)} of ${whole(n)}`
  if (n < enough) return `${counts}, too early`
  return `${counts} (${Math.round((100 * part) / n)} %)`
}
export const isEarly = (n: number): boolean => n < ENOUGH

const sign = (x: number): string => (x > 0 ? "+" : x < 0 ? "−" : "±")
/** A difference of probabilities in points, with its sign: "+3.2". */
export const points = (x: number, digits = 1): string => `${sign(x)}${Math.abs(100 * x).toFixed(digits)}`
export const signed = (x: number, digits = 2): string => `${sign(x)}${Math.abs(x).toFixed(digits)}`

export function bytes(n: number): string {
  const units = ["B", "kB", "MB", "GB"]
  let value = n
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

const DAY = 86_400_000
const millis = (at: number | string): number => (typeof at === "number" ? at : Date.parse(at))
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" })
const near = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short" })
const far = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" })

/** "today 14:30", "Tue, 3 Nov", "3 Nov 2025". */
export function when(at: number | string | null, now = Date.now()): string {
  if (at === null) return "never"
  const time = millis(at)
  if (!Number.isFinite(time)) return "–"
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (time >= midnight && time < midnight + DAY) return `today ${clock.format(time)}`
  if (time >= midnight - DAY && time < midnight) return `yesterday ${clock.format(time)}`
  return Math.abs(now - time) < 300 * DAY ? near.format(time) : far.format(time)
}
export const exact = (at: number | string): string => new Date(millis(at)).toLocaleString()

/** Not longer than so many characters. */
export const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)

/** A kind, stage or reason as a person reads it. */
export const plain = (word: string): string => word.replaceAll("_", " ").replaceAll("-", " ")

/** A rule or a source without its version, which .json and the commands keep. */
export const nameOf = (ruleOrSource: string): string => plain(ruleOrSource.replace(/@\d+$/, ""))
