// The two characters that stand for masked text. Private use: nobody types them.

/** A character of somebody else's words. */
export const GONE = "\ue000"
/** A character of a name the user typed in ticks or quotes: still the user's, but opaque. */
export const CODE = "\ue001"
