// Vendor formats known by a mark in the middle, not at the start.
// Ground truth: the vendors' public documentation. Left and right parts are bounded, so the scan stays linear.

type InfixFormat = {
  readonly kind: string
  readonly mark: string
  /** Matched against the text right before the mark (at most 80 units). */
  readonly left: RegExp
  readonly right: RegExp
}

export const infixFormats: readonly InfixFormat[] = [
  { kind: "telegram-token", mark: ":AA", left: /(?<!\d)\d{8,11}$/, right: /[A-Za-z0-9_-]{30,}/y },
  { kind: "azure-client-secret", mark: "Q~", left: /[A-Za-z0-9_~.-]{3}\d$/, right: /[A-Za-z0-9_~.-]{28,}/y },
  { kind: "terraform-token", mark: ".atlasv1.", left: /[A-Za-z0-9]{8,20}$/, right: /[A-Za-z0-9_=-]{40,}/y },
  { kind: "mailchimp-key", mark: "-us", left: /(?<![0-9a-f])[0-9a-f]{32}$/, right: /\d{1,2}(?!\w)/y },
  { kind: "azure-key", mark: "JQQJ99", left: /[A-Za-z0-9]{40,60}$/, right: /[A-Za-z0-9]{20,}/y },
  { kind: "azure-storage-key", mark: "+ASt", left: /[A-Za-z0-9+/]{70,80}$/, right: /[A-Za-z0-9+/]{4,}={0,2}/y },
  { kind: "azure-container-key", mark: "+ACR", left: /[A-Za-z0-9+/]{40,60}$/, right: /[A-Za-z0-9+/]{5,}={0,2}/y },
  { kind: "azure-bus-key", mark: "+ASb", left: /[A-Za-z0-9+/]{30,40}$/, right: /[A-Za-z0-9+/]{5,}={0,2}/y },
  { kind: "maxmind-key", mark: "_mmk", left: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/, right: /(?![A-Za-z0-9])/y },
]

/** Formats without a fixed mark, told by their exact division: a divider at one of a few places from the start. */
type DividedFormat = {
  readonly kind: string
  readonly firsts: string
  readonly divider: string
  readonly places: readonly number[]
  readonly pattern: RegExp
}

export const dividedFormats: readonly DividedFormat[] = [
  {
    kind: "mailgun-key",
    firsts: "0123456789abcdef",
    divider: "-",
    places: [32],
    pattern: /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9a-f-])/y,
  },
  {
    kind: "discord-token",
    firsts: "MNO",
    divider: ".",
    places: [24, 25, 26, 27, 28],
    pattern: /[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?!\w)/y,
  },
]
