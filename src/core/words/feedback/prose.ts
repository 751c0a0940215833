// Parts a prompt into prose that can carry a mood and what was pasted (code, logs, diffs, terminal output). In doubt it is prose:
// a mood misread is one reading among many. Whose words may become a rule is core/words/whose/own-words.ts, where in doubt they
// are nobody's; read with that one, praise is found half as often (F1 .48 for .78), so they stay two concepts.

import { keepLast } from "../../once.ts"
import { isMachineLine } from "../whose/pasted-lines.ts"

interface Parted {
  /** the user's prose, pasted parts removed and inline code replaced by a placeholder word */
  readonly prose: string
  /** pasted lines, as they came */
  readonly pasted: string
}

/** A reader looks at the beginning and the end of a long prompt: that is where people put their own words. */
const HEAD = 4000
const TAIL = 2000
const MAX_LINES = 240

const FENCE = /^\s{0,6}(?:```|~~~|"""|''')/
const QUOTED = /^\s*>\s/
const SYMBOL = /[^\p{L}\p{M}\p{N}\s.,;:!?'"’“”()-]/gu

/** Words that speech has and terminal output mostly lacks. */
const SPEECH =
  /(?:^|\s)(?:the|is|are|was|i|i'm|we|you|it|it's|that|that's|this|to|and|but|of|for|not|can|should|don't|doesn't|what|why|how|my|so|if|please|der|die|das|ich|nicht|le|la|les|je|pas|el|que|no|não|il|che|non|и|не|я|это)(?=[\s,.!?:]|$)/giu

/** Share of words that are function words, from 0 (a log) to about .5 (speech). */
function speechShare(text: string): number {
  const words = text.split(/\s+/).length
  return (text.match(SPEECH)?.length ?? 0) / words
}

function looksPasted(line: string): boolean {
  if (line.trim() === "") return false
  const start = line.slice(0, 320)
  if (isMachineLine(start) || QUOTED.test(start)) return true
  const symbols = start.match(SYMBOL)?.length ?? 0
  return start.length > 40 && symbols / start.length > 0.08 && speechShare(start) < 0.05
}

const bounded = (text: string): string =>
  text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`

function cleanProse(line: string): string {
  return line
    .replace(/`[^`\n]{1,200}`/g, " codeword ")
    .replace(/\[image[^\]\n]{0,20}\]/gi, " ")
    .replace(/["“«][^"“”«»\n]{12,400}["”»]/gu, " quoteword ")
    .replace(/(?:^|\s)[@~]?(?:\.{0,2}\/)[^\s]{3,300}/g, " pathword ")
}

export const proseOf = keepLast(part)

function part(text: string): Parted {
  const lines = bounded(text).split("\n").slice(0, MAX_LINES)
  const fenced: boolean[] = []
  let fence = false
  const pastedAt = lines.map((line, at) => {
    fenced[at] = FENCE.test(line)
    if (fenced[at]) fence = !fence
    return fenced[at] || fence || looksPasted(line)
  })
  const prose: string[] = []
  const pasted: string[] = []
  for (const [at, line] of lines.entries()) {
    if (fenced[at]) continue
    if (pastedAt[at]) pasted.push(line)
    else prose.push(line)
  }
  const kept = prose.join("\n")
  // what is left beside a paste and does not speak is paste too
  const mute = pasted.length > 0 && prose.length > 2 && speechShare(kept) < 0.08
  return {
    prose: mute ? "" : prose.map(cleanProse).join("\n"),
    pasted: (mute ? lines : pasted).join("\n"),
  }
}
