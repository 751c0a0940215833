// Fixed words with which a program begins what it prints, as they stand; "…" is whatever it fills in on that line.

/** One form a line. Does a text begin with one of them? `fold`: in whatever case. */
export function fixedWords(forms: string, fold = false): (text: string) => boolean {
  const parted = forms
    .trim()
    .split("\n")
    .map(form => (fold ? form.toLowerCase() : form).trim().split("…"))
  return text => {
    const said = fold ? text.slice(0, LONGEST).toLowerCase() : text.slice(0, LONGEST)
    return parted.some(parts => beginsWith(said, parts))
  }
}
const LONGEST = 4_096

function beginsWith(text: string, [first, ...rest]: readonly string[]): boolean {
  if (!text.startsWith(first!)) return false
  const line = text.indexOf("\n", first!.length)
  let at = first!.length
  for (const part of rest) {
    at = text.indexOf(part, at)
    if (at < 0 || (line >= 0 && at > line)) return false
    at += part.length
  }
  return true
}
