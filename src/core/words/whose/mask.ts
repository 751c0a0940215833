// The two characters that stand for masked text (private use: nobody types them), and how much of it makes a stretch foreign.

/** A character of somebody else's words. */
export const GONE = "\ue000"
/** A character of a name the user typed in ticks or quotes: still the user's, but opaque. */
export const CODE = "\ue001"

/** Share of a stretch that may be somebody else's: a name in quotation marks is part of the user's sentence. */
const FOREIGN_SHARE = 0.34
export function isForeign(masked: string): boolean {
  const letters = masked.replace(/\s/g, "")
  return letters === "" || letters.split(GONE).length - 1 > FOREIGN_SHARE * letters.length
}
