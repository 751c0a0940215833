// One vendor's way of writing a secret: how it starts, how it goes on.
// Ground truth: the vendors' public documentation. A format never matches by randomness alone.

export type Format = {
  readonly kind: string
  /** Literal beginnings; the scan looks only where one of these stands. */
  readonly starts: readonly string[]
  /** What follows the beginning, greedy to the token's end so that no tail survives. */
  readonly body: RegExp
  /** For short beginnings that words share: the body must hold a digit inside a long run. */
  readonly dense: boolean
}

export const format = (kind: string, starts: string, body: string, dense = false): Format => ({
  kind,
  starts: starts.split(" "),
  body: new RegExp(body, "y"),
  dense,
})
