// What one episode says about one source, whatever it proposed there: judgements of one episode hang together, so that ten of
// them weigh less than ten episodes. This is what repetition runs into (D63, poisoned sources).

/** judged things of one source in one episode: [good 0 … 1, weight 0 … 1] by id */
export type Items = Readonly<Record<string, readonly [good: number, weight: number]>>
interface Ballot {
  readonly good: number
  readonly weight: number
}

/** m judgements with correlation ρ are worth m / (1 + (m − 1)·ρ) independent ones. */
export function ballotOf(items: Items, correlation: number): Ballot | null {
  let weight = 0
  let good = 0
  for (const id of Object.keys(items).sort()) {
    const [g, w] = items[id]!
    weight += w
    good += g * w
  }
  if (weight === 0) return null
  return { good: good / weight, weight: weight / (1 + Math.max(0, weight - 1) * correlation) }
}
