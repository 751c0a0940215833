// Is a card avoided: at hand again and again, and hardly ever shown? Then little is learned about it, and "too early" would
// promise a verdict that does not come. Pure; who is believed to be worth little is the caller's to say.

export interface Avoided {
  /** when this began, in milliseconds */
  readonly since: number
  /** shown so often of the times it was on a shortlist since then */
  readonly shown: number
  readonly of: number
}
interface AvoidedParams {
  /** at most this share is shown */
  readonly share: number
  /** of at least so many times at hand */
  readonly least: number
}
export const AVOIDED: AvoidedParams = { share: 0.1, least: 12 }

/** The longest stretch up to now in which it was shown that seldom. `times`: in order of time. */
export function avoidedIn(
  times: readonly { readonly at: number; readonly shown: boolean }[],
  p: AvoidedParams = AVOIDED,
): Avoided | null {
  let found: Avoided | null = null
  let shown = 0
  for (let i = times.length - 1, of = 1; i >= 0; i--, of++) {
    const { at, shown: now } = times[i]!
    if (now) shown++
    // A stretch begins where it was left out, not where it was last shown.
    else if (of >= p.least && shown <= p.share * of) found = { since: at, shown, of }
  }
  return found
}
