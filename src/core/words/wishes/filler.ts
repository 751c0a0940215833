// The words of a masked sentence, and the filler before it ("ok, so please").
import { CODE, GONE } from "../whose/mask.ts"
import { each, leadLength, wordList, wordsIn } from "../word-list.ts"

type Words = readonly string[]

const FILLERS = wordList(
  `ok, okay, alright, so, and, but, also, hey, hi, hello, ffs, omg, jeez, argh*, ugh*, damn, dammit, yo, guys, folks, mate, bro, fyi, generally, oh yeah, yes, yeah, yep, yup, nope, nah, wait, no wait, hmm*, uh, um, oh, ah, btw, by the way, one more thing, another thing, pls, plz, please, just, thanks, thank you, actually, serious, seriously, sorry, ${each("quick, small, little, tiny, side, last, one, another, minor, general, pet", "note, thing, request, reminder, gripe, nit, point, remark, peeve, ask, wish")}, in addition, additionally, do me a favor and, do me a favour and, do me a favor, do me a favour, assuming so, for the * time, for the * time now, for clarity, for clarity though`,
)
/** Filler only before a mark: "right, use tabs", but "right tabs" is none. */
const FILLERS_MARKED = wordList(
  "no, right, well, now, then, great, cool, nice, perfect, again, look, listen, claude, dude, man, lol, wait, hold on, first, firstly, second, secondly, third, thirdly, finally, lastly, ps, p.s",
)
/** How many characters of filler ("ok, so please") stand before the sentence proper. */
export const fillerLength = (text: string): number =>
  leadLength(text, (words, at, behind) => {
    const marked = FILLERS_MARKED.opens(words, at)
    const isMarked = marked > 0 && behind(at + marked - 1) !== "" && ",.!:…-".includes(behind(at + marked - 1))
    return FILLERS.opens(words, at) || (isMarked ? marked : 0)
  })

// "dont", "thats", "im": typed in haste
const HASTY =
  /\b(?:(do|does|did|wo|is|are|should|could|would|must|has|have|was|ca)n(t)|(that|what)(s)|(i|you|we|they)(ve|m|re))\b/g
export const plain = (masked: string): string =>
  masked
    .replace(new RegExp(`${CODE}+`, "g"), "¤")
    .replace(new RegExp(`${GONE}+`, "g"), "§")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(HASTY, (_, no, t, it, s, who, end) => (no ? `${no}n'${t}` : it ? `${it}'${s}` : `${who}'${end}`))
    .trim()

/** The words of a sentence, without the filler before it. */
export const wordsOf = (masked: string): Words => {
  const said = plain(masked)
  return wordsIn(said.slice(fillerLength(said)))
}
