// The contract of one family of threats: what is tried, what must hold, and a run that counts its attempts. A family fails by
// naming what went wrong, never by throwing alone; what cannot be tried on this machine is said, not left out.
export interface Ground {
  /** a folder of its own, removed afterwards; its name holds a blank, an umlaut and a quote */
  readonly dir: string
}
export interface Outcome {
  /** how many attempts were made */
  readonly attempts: number
  /** counts and rates, in the order printed */
  readonly figures: Readonly<Record<string, number | string>>
  /** what went wrong, each in one sentence */
  readonly failures: readonly string[]
  /** what this machine did not let us try, and why */
  readonly left?: readonly string[]
}
export interface Family {
  readonly name: string
  /** numbers in SECURITY.md */
  readonly threats: readonly number[]
  readonly title: string
  readonly run: (ground: Ground) => Promise<Outcome>
}

/** Several at a time, in order of their list; the machine has few cores and each attempt is a process. */
export async function eachOf<T>(
  items: readonly T[],
  width: number,
  one: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) await one(items[at]!, at)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
}
