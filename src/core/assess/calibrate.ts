// Numbers of the breaker, weighed against each other by Thompson sampling (S2-40, D69): every value is tried on past courses,
// its share of right trips is drawn from what is known, here first and pooled with everywhere else. Only ever proposes.
import { betaInterval, betaQuantile } from "../stats.ts"
import { average, type Mark, START } from "./progress.ts"

/** One past episode: where something was heard. */
export interface Course {
  readonly here: boolean
  readonly messages: number
  readonly points: readonly { readonly message: number; readonly bad: 0 | 1 | null; readonly marks: readonly Mark[] }[]
}
type Tally = { readonly n: number; readonly right: number }
export interface Numbers {
  readonly threshold: number
  readonly alpha: number
  readonly messages: number
}
export type Parameter = keyof Numbers
export type Weighed = ReturnType<typeof weigh>[number]

/** How trips are counted: as the gate and the assessment do it. */
interface Watch {
  readonly spacing: number
  readonly perEpisode: number
  readonly watched: number
}

/**
 * `trips`: from how many under the present value on something is proposed; `pooled`: how many observations the rest of the store is
 * worth; `tried`: the values that are tried beside the present one
 */
export const CALIBRATION = {
  trips: 10,
  pooled: 4,
  tried: { threshold: [0.5, 0.6, 0.7, 0.8, 0.9], alpha: [0.2, 0.3, 0.4, 0.5], messages: [5, 10, 20, 40] },
}

export function weigh(
  courses: readonly Course[],
  now: Numbers,
  watch: Watch,
  random: () => number,
  parameters: readonly Parameter[] = ["threshold", "alpha", "messages"],
) {
  return parameters.map(parameter => {
    const values = [...new Set([...CALIBRATION.tried[parameter], now[parameter]])].sort((a, b) => a - b)
    const arms = values.map(value => armOf(courses, parameter, { ...now, ...watch, [parameter]: value }, random))
    const current = arms.find(arm => arm.value === now[parameter])!
    const best = arms.reduce((a, b) => (b.worth > a.worth ? b : a), current)
    // too few of them under the current value to say anything
    const early = current.here.n < CALIBRATION.trips
    return { parameter, current: now[parameter], arms, proposed: early ? now[parameter] : best.value, early }
  })
}

/** With the drawn share of right ones, and what it makes the value worth. */
function armOf(courses: readonly Course[], parameter: Parameter, numbers: Numbers & Watch, random: () => number) {
  const count = parameter === "messages" ? stretches : trips
  const here = sum(courses.filter(course => course.here).map(course => count(course, numbers)))
  const elsewhere = sum(courses.filter(course => !course.here).map(course => count(course, numbers)))
  const everywhere = sum([here, elsewhere])
  const pooled = (elsewhere.right + 1) / (elsewhere.n + 2)
  const a = here.right + CALIBRATION.pooled * pooled
  const b = here.n - here.right + CALIBRATION.pooled * (1 - pooled)
  const [low, high] = betaInterval(a, b, 0.9)
  const draw = betaQuantile(random(), a, b)
  // A right trip is worth as much as a wrong one costs; of stretches the share alone counts, there is no cost in more.
  const worth = parameter === "messages" ? draw : here.n * (2 * draw - 1)
  return { value: numbers[parameter], here, everywhere, mean: a / (a + b), low, high, draw, worth }
}

/** Where the average would have tripped, and whether the user complained or broke off right after. */
function trips(course: Course, { alpha, threshold, ...watch }: Numbers & Watch): Tally {
  let averages = START
  let last = Number.NEGATIVE_INFINITY
  let n = 0
  let right = 0
  course.points.forEach((point, i) => {
    averages = average(averages, { bad: point.bad, good: null }, alpha)
    if (point.bad !== 1 || averages.frustration <= threshold || n >= watch.perEpisode) return
    if (point.message - last < watch.spacing) return
    last = point.message
    n++
    const next = course.points.slice(i + 1).filter(p => p.message <= point.message + watch.watched)
    if (next.some(p => p.marks.includes("correction") || p.marks.includes("interrupt"))) right++
  })
  return { n, right }
}

/** Stretches of so many messages; right = something was heard in it, and all of it points one way. */
function stretches(course: Course, { messages }: Numbers): Tally {
  const n = Math.floor(course.messages / messages)
  let right = 0
  for (let k = 0; k < n; k++) {
    const heard = course.points.filter(p => p.bad !== null && Math.floor((p.message - 1) / messages) === k)
    if (heard.length > 0 && heard.every(p => p.bad === heard[0]!.bad)) right++
  }
  return { n, right }
}

const sum = (tallies: readonly Tally[]): Tally => ({
  n: tallies.reduce((n, t) => n + t.n, 0),
  right: tallies.reduce((n, t) => n + t.right, 0),
})
