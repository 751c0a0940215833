// A statement as words, code and marks, for reading a ban out of it: ticked and quoted text stands whole, marks at the end
// of a word stand apart, "npm/yarn" is two words with "or" between. Where a script puts no blanks, the words of bans part it.
import { grouped } from "../grouped.ts"
import { once } from "../once.ts"
import { type Cues, PROGRAMS } from "./ban-words.ts"
import { UNSPACED, unspacedWords, WITHOUT_BLANKS } from "./tongues.ts"

export interface Token {
  readonly text: string
  readonly lower: string
  readonly kind: "code" | "word" | "mark"
}

const LONGEST = 600
const PIECE = /`([^`\n]{1,160})`|(?<![\w])"([^"\n]{2,160})"|“([^”\n]{2,160})”|[^\s`“”]+/g
/** A dot that is a word of its own is the folder, not the end. */
const OWN_WORD = /^(?:\.{1,2}|\/|\*|&&|\|\|?|>>?|<<?|2>|[.~/][\w./*~-]*[\w/*]|\*[./][\w./*-]*[\w/*])$/

const token = (text: string, kind: Token["kind"]): Token => ({ text, lower: text.toLowerCase(), kind })

/** Full-width letters and marks as the others are written; a mark needs no blank behind it there. */
const halfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, c => {
      const narrow = String.fromCharCode(c.charCodeAt(0) - 0xfee0)
      return /\w/.test(narrow) ? narrow : narrow === "(" ? " (" : `${narrow} `
    })
    .replace(/[。．]/g, ". ")
    .replace(/[、､]/g, ", ")
    .replace(/[「『]/g, "“")
    .replace(/[」』]/g, "”")

export function tokensOf(statement: string): readonly Token[] {
  const out: Token[] = []
  for (const m of halfWidth(statement.replaceAll("’", "'")).slice(0, LONGEST).matchAll(PIECE)) {
    const code = m[1] ?? m[2] ?? m[3]
    if (code !== undefined) out.push(token(code.trim().replace(/^\$\s+/, ""), "code"))
    else
      for (const [i, piece] of (m[0].match(SCRIPTS) ?? []).entries())
        if (UNSPACED.test(piece)) unspaced(piece, out)
        else if (i > 0 && piece === ".") out.push(token(piece, "mark"))
        else word(piece, out)
  }
  return out
}

const SCRIPTS = new RegExp(`[${WITHOUT_BLANKS}]+|[^${WITHOUT_BLANKS}]+`, "g")
/** By their first sign, the longest first. */
const knownWords = once(() =>
  grouped(
    unspacedWords().toSorted((a, b) => b.length - a.length),
    word => word[0]!,
  ),
)

/** The longest word we know at each place; what lies between stays whole. One sign alone may be a part of any word (别 in 特别). */
function unspaced(piece: string, out: Token[]): void {
  let strange = ""
  const close = (): void => {
    if (strange !== "") out.push(token(strange, "word"))
    strange = ""
  }
  for (let at = 0; at < piece.length; ) {
    const known = knownWords()
      .get(piece[at]!)
      ?.find(one => (one.length > 1 || strange === "") && piece.startsWith(one, at))
    if (known === undefined) strange += piece[at]
    else {
      close()
      out.push(token(known, "word"))
    }
    at += known?.length ?? 1
  }
  close()
}

/** Marks that may stand behind a word. */
const CLOSING = `])}*_"'».,;:!?…—–`
function word(piece: string, out: Token[]): void {
  if (OWN_WORD.test(piece)) {
    out.push(token(piece, "word"))
    return
  }
  const before = /^[([{*_"'«¿¡]*/.exec(piece)![0]
  let end = piece.length
  while (end > before.length && CLOSING.includes(piece[end - 1]!)) end--
  const [said, after] = [piece.slice(before.length, end), piece.slice(end)]
  if (/[([]/.test(before)) out.push(token("(", "mark"))
  // n'utilise, d'utiliser
  const [, elided, text = ""] = /^((?:[cdjlmnst]|qu)')?(.*)$/i.exec(said) ?? []
  if (elided !== undefined && text !== "") out.push(token(elided, "word"))
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

/** How many tokens a cue takes that stands here. */
export const cueAt = (tokens: readonly Token[], at: number, cues: Cues): number =>
  cues(i => (tokens[at + i]?.kind === "word" ? tokens[at + i]!.lower : undefined))
