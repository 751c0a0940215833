// How work grows with its input, for tests of linear time: a ratio within one run, the least of several tries, so that a
// busy machine changes nothing. No test here knows a number of milliseconds that work may take.

/** Times longer for eight times the input: about 8 when linear, 64 when quadratic. Below half a millisecond nothing is told apart. */
export function growth(work: (size: number) => unknown, small: number, enough = GROWS_LINEARLY): number {
  const took = (size: number): number => {
    const from = performance.now()
    work(size)
    return performance.now() - from
  }
  let least = Number.POSITIVE_INFINITY
  work(small)
  for (let i = 0; i < 8 && least >= enough; i++)
    least = Math.min(least, took(small * 8) / Math.max(0.5, took(small), took(small)))
  return least
}

export const GROWS_LINEARLY = 24
