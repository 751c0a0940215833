// All matches of a global pattern. String.matchAll copies its pattern on every call, which for dozens of patterns over
// short texts costs more than the matching.

export const matches = (text: string, pattern: RegExp): RegExpExecArray[] => {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === "") pattern.lastIndex++
  }
  return found
}
