// The contract of one torture test (security.md 4): a number, what it does to the product, what it promises, and a run of
// a given size that counts what happened. A test fails by naming what went wrong, never by throwing alone.
export type Size = "ci" | "pr" | "nightly"

export interface Ground {
  readonly size: Size
  readonly seed: number
  /** a folder of its own on disk, removed afterwards */
  readonly dir: string
  /** the same in memory, where durability is not what is tested */
  readonly ram: string
  /** one line of progress */
  readonly say: (text: string) => void
}
export interface Outcome {
  /** counts and timings, in the order printed */
  readonly figures: Readonly<Record<string, number | string>>
  /** what went wrong, each in one sentence with what is needed to see it again */
  readonly failures: readonly string[]
  /** what this machine did not let us try, and why */
  readonly left?: readonly string[]
  /** data folders left behind, for the proof that rebuilt views equal live ones (T-16) */
  readonly stores?: readonly string[]
}
export interface Torture {
  readonly name: `T-${number}`
  readonly title: string
  /** how it is done, for the report */
  readonly method: string
  /** what must hold */
  readonly bar: string
  readonly run: (ground: Ground) => Promise<Outcome>
}

/** The figure of this size. */
export const sized = <T>(size: Size, figures: Readonly<Record<Size, T>>): T => figures[size]
