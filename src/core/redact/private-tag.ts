// Finds what a person marked as not to be kept: <private>…</private>, or to the end when never closed.
// Ground truth: the tag pair itself; nesting counts, attributes and case do not matter.

import { matches, type Span } from "./span.ts"

const TAG = /<(\/?)private(?:\s[^<>]{0,100})?>/gi

export const scanPrivateTags = (text: string): Span[] => {
  const spans: Span[] = []
  let depth = 0
  let start = 0
  for (const match of matches(text, TAG)) {
    if (match[1] === "") {
      if (depth === 0) start = match.index
      depth++
    } else if (depth > 0) {
      depth--
      if (depth === 0) spans.push({ kind: "private", start, end: match.index + match[0].length })
    }
  }
  if (depth > 0) spans.push({ kind: "private", start, end: text.length })
  return spans
}
