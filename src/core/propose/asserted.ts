// Guards of what a sentence states: questions, suppositions, reported or denied speech and words that something is to carry
// state no wish of the speaker, whatever they sound like (unasserted.ts). Input is masked: names as CODE, quotations as GONE.
import { CODE, GONE } from "./mask.ts"
import { type Unasserted, unasserted } from "./unasserted.ts"

const FILLER =
  /^(?:(?:(?:ok(?:ay)?|alright|so|and|but|also|hey|hi|hello|ffs|omg|jeez|argh+|ugh+|damn|dammit|yo|guys|folks|mate|bro|fyi|generally|oh yeah|yes|yeah|yep|yup|nope|nah|hmm+|uh+|um+|oh|ah|btw|by the way|one more thing|another thing|pls|plz|please|just|thanks?|thank you|actually|seriously?|sorry|oh and|(?:quick|small|little|tiny|side|last|one|another|minor|general|pet) (?:note|thing|request|reminder|gripe|nit|point|remark|peeve|ask|one|wish)|in addition|additionally|do me a favou?r(?: and)?|assuming so|for the (?:last|\w+th|second|third|nth) time(?: now)?|like (?=there|we|it|i\b|you)|for clarity(?: though)?)\b|(?:no|right|well|now|then|great|cool|nice|perfect|again|look|listen|claude|dude|man|lol|wait|hold on|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|ps|p\.s)(?=[,.!:\u2026-]))[\s,.:!\u2026\p{Extended_Pictographic}-]*)+/u
const CONTENT_OF =
  /\b(?:write|add|draft|post|put|insert|send|create|make|generate|print|log|show|display|name|rename|call|title|update|include)\b.{0,60}\b(?:saying|that says|stating|which says|that reads|called|named|titled|explaining (?:that|why|how)|that tells?|telling|with (?:the )?(?:text|message|title|wording))\b|^(?:please )?(?:change|write|store|save|insert|put|check|set|rename|update|replace|make|add|assert|expect|match|print|show)\b.{0,60}\b(?:the|this|that|a|an) (?:\w+ ){0,2}(?:string|text|placeholder|label|phrase|sentence|wording|copy|caption|tooltip|heading|banner)\b|\bmatch(?:es|ing)? (?:the|an?|any) (?:\w+ ){0,2}(?:string|text|phrase|sentence|words?)\b/
/** "the test name should be always uses …": words that something is to carry, not a wish. */
const NAMED_SO =
  /\b(?:name|title|label|message|text|caption|subject|heading|slogan|subtitle|tagline|headline) (?:should|must|has to|needs to|shall) (?:be|read|say|state) (?:always|never|we|i|you)\b/

const RULE_FILE =
  /\b(?:claude\.md|agents\.md|gemini\.md|cursorrules|cursor rules|rules file|memory|memories|contributing)\b/

// "dont", "thats", "im": typed in haste
const UNMARKED =
  /\b(don(?=t)|doesn(?=t)|didn(?=t)|won(?=t)|isn(?=t)|aren(?=t)|shouldn(?=t)|couldn(?=t)|wouldn(?=t)|mustn(?=t)|hasn(?=t)|haven(?=t)|wasn(?=t)|can(?=t)|that(?=s)|what(?=s)|i(?=ve|m)|you(?=ve|re)|we(?=ve)|they(?=ve|re))(t|s|ve|m|re)\b/g

export function plain(masked: string): string {
  return masked
    .replace(new RegExp(`${CODE}+`, "g"), "¤")
    .replace(new RegExp(`${GONE}+`, "g"), "§")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(UNMARKED, (_, stem: string, end: string) => `${stem}'${end}`)
    .replace(/\b(?:screaming_)?(?:snake_case|camelcase|pascalcase|kebab-case|upper_snake)\b/g, "casing")
    .trim()
}
/** How many characters of filler ("ok, so please") stand before the sentence proper. */
export const fillerLength = (lower: string): number => FILLER.exec(lower)?.[0].length ?? 0

const bareOf = (whole: string): string =>
  whole.slice(fillerLength(whole)).replace(/^(?:you |u )(?=(?:should|must|need|have to|can|may|don't)\b)/, "")

// "the string Always run …": an order that starts with a capital in mid-sentence was lifted from somewhere
const EMBEDDED =
  /\b(?:contains?|saying|captions?|text|string|message|titles?|labels?|headings?|reads?|sees?|saw|shows?|prints?|displays?|equals|types?|typed|phrase|sentence|words?|line|banner|quote|slogan|such as|e\.g\.) (?:I|We|You|Always|Never|From now|Remember|Please) |[a-z]{2} (?:Always|Never|From now on|You must|You should|Remember|Do not|Don't|Make sure|Please|We|You)[ ,]+[a-z]|\b[A-Z_]{3,}=\w|&(?:quot|apos|lt|gt|nbsp|#x?[0-9a-fA-F]{1,6})\b|(?:[-=]>|→|\||>|=)\s*(?:You|Always|Never|From now|We|I|Do|Don't|Use|Remember|Please|Run)\b/

/** Why a masked sentence states nothing of the user's own, or null: asked, supposed, reported, denied, or text to write. */
export function statesNothing(masked: string, stop: string): Unasserted | null {
  const s = bareOf(plain(masked))
  if (EMBEDDED.test(masked)) return "reported"
  return unasserted(s, stop) ?? ((CONTENT_OF.test(s) && !RULE_FILE.test(s)) || NAMED_SO.test(s) ? "reported" : null)
}
