// Cutting the end off a value. A pattern such as /[,;]+$/ tries again at every unit of a long run that does not end the text;
// walking back does not.

/** The text without the units of `tail` at its end. */
export const withoutTail = (text: string, tail: string): string => {
  let end = text.length
  while (end > 0 && tail.includes(text[end - 1]!)) end--
  return end === text.length ? text : text.slice(0, end)
}

/** The text up to the first escape such as `\\n`, with the backslashes that lead to it; null when there is none. */
export const beforeEscape = (text: string, letters: RegExp): string | null => {
  for (let at = text.indexOf("\\"); at >= 0; ) {
    const from = at
    while (text[at] === "\\") at++
    if (letters.test(text[at] ?? "")) return text.slice(0, from)
    at = text.indexOf("\\", at)
  }
  return null
}
