// A statement as words, code and marks, for reading a ban out of it: ticked and quoted text stands whole, marks at the end
// of a word stand apart, "npm/yarn" is two words with "or" between.
import { PROGRAMS } from "./programs.ts"

export interface Token {
  readonly text: string
  readonly lower: string
  readonly kind: "code" | "word" | "mark"
}

const LONGEST = 600
const PIECE = /`([^`\n]{1,160})`|(?<![\w])"([^"\n]{2,160})"|“([^”\n]{2,160})”|[^\s`“”]+/g
/** A dot that is a word of its own is the folder, not the end. */
const OWN_WORD = /^(?:\.{1,2}|\/|\*|&&|\|\|?|>>?|<<?|2>|[.~/][\w./*~-]*[\w/*])$/

const token = (text: string, kind: Token["kind"]): Token => ({ text, lower: text.toLowerCase(), kind })

export function tokensOf(statement: string): readonly Token[] {
  const out: Token[] = []
  for (const m of statement.replaceAll("’", "'").slice(0, LONGEST).matchAll(PIECE)) {
    const code = m[1] ?? m[2] ?? m[3]
    if (code !== undefined) out.push(token(code.trim().replace(/^\$\s+/, ""), "code"))
    else word(m[0], out)
  }
  return out
}

function word(piece: string, out: Token[]): void {
  if (OWN_WORD.test(piece)) {
    out.push(token(piece, "word"))
    return
  }
  const [, before = "", text = "", after = ""] = /^([([{*_"'«]*)(.*?)([\])}*_"'».,;:!?…—–]*)$/.exec(piece) ?? []
  if (/[([]/.test(before)) out.push(token("(", "mark"))
  const parts = text.split("/")
  if (parts.length > 1 && parts.every(part => PROGRAMS.has(part.toLowerCase())))
    for (const [i, part] of parts.entries()) out.push(...(i === 0 ? [] : [token("or", "word")]), token(part, "word"))
  else if (/^[—–-]$/.test(text)) out.push(token("—", "mark"))
  else if (text !== "") out.push(token(text, "word"))
  const mark = /[.!?]/.exec(after)?.[0] ?? /[;:—–…)\]]/.exec(after)?.[0] ?? (after.includes(",") ? "," : "")
  if (mark !== "") out.push(token(mark === "]" ? ")" : mark, "mark"))
}

/** The rest of the sentence as plain text, for phrases; code stands as itself. */
export function phraseFrom(tokens: readonly Token[], at: number, to = tokens.length): string {
  let text = ""
  for (let i = at; i < to; i++) {
    const { kind, lower } = tokens[i]!
    if (kind === "mark" && /[.!?;]/.test(lower)) break
    text += kind === "mark" ? lower : `${text === "" ? "" : " "}${lower}`
  }
  return text
}

export function startsPhrase(tokens: readonly Token[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, i) => tokens[at + i]?.kind === "word" && tokens[at + i]!.lower === word)
}
