// How long work of this many calls usually takes here: a running regression of ln minutes on ln(1 + calls), and in which fifth one
// turn falls.
export interface Pace {
  readonly n: number
  readonly x: number
  readonly y: number
  readonly xx: number
  readonly xy: number
  readonly yy: number
}
// One unit of made-up experience per moment keeps the first sessions sane: about a minute a call, a factor e^0.6 either way.
export const START_PACE: Pace = { n: 6, x: 10.8, y: 7.8, xx: 20.6, xy: 15.2, yy: 13 }
const EDGES = [-0.84, -0.25, 0.25, 0.84]

export function paced(pace: Pace, minutes: number | null, calls: number): Pace {
  if (minutes === null || !(minutes > 0) || calls === 0) return pace
  const x = Math.log(1 + calls)
  const y = Math.log(minutes)
  return { n: pace.n + 1, x: pace.x + x, y: pace.y + y, xx: pace.xx + x * x, xy: pace.xy + x * y, yy: pace.yy + y * y }
}

/** 0 fast … 4 slow; null when there is nothing to time. */
export function fifth(pace: Pace, minutes: number | null, calls: number): number | null {
  if (minutes === null || !(minutes > 0) || calls === 0) return null
  const mx = pace.x / pace.n
  const my = pace.y / pace.n
  const vx = pace.xx / pace.n - mx * mx
  const slope = vx > 1e-9 ? (pace.xy / pace.n - mx * my) / vx : 0
  const sd = Math.sqrt(Math.max(pace.yy / pace.n - my * my - slope * slope * vx, 0.04))
  const z = (Math.log(minutes) - my - slope * (Math.log(1 + calls) - mx)) / sd
  return bin(EDGES, z)
}

export const bin = (edges: readonly number[], v: number): number => {
  let i = 0
  while (i < edges.length && v >= edges[i]!) i++
  return i
}
