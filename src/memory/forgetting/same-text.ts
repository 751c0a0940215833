// When two texts say the same to a person who wants one forgotten: whatever their case and Unicode form. What was typed as
// one character may be stored as two, and a font's ligature as one.

export const folded = (text: string): string => text.normalize("NFKC").toLowerCase().normalize("NFKC")

/** Tells whether a text holds these words. */
export function holder(words: string): (text: string) => boolean {
  const wanted = folded(words)
  return text => folded(text).includes(wanted)
}
