// Text cut into the pieces of words that the encoder knows: lower case, without accents, punctuation by itself, the longest
// known piece first. Offsets lead back to the message.

/** Ids that every vocabulary begins with. */
const UNKNOWN = 1
export const OPEN = 2
export const BREAK = 3

interface Piece {
  readonly id: number
  /** UTF-16 offset where it begins */
  readonly at: number
}
export type Vocabulary = ReadonlyMap<string, number>

const LONGEST_WORD = 60
const MARK = /\p{Mn}/u
const SPACE = /\s/u
/** what stands alone: punctuation, symbols of the keyboard, characters of scripts without spaces */
const ALONE = /[\p{P}$+<=>^`|~\p{Script=Han}]/u
const CONTROL = /[\p{Cc}\p{Cf}\ufffd]/u

export function piecesOf(vocabulary: Vocabulary, text: string): readonly Piece[] {
  const out: Piece[] = []
  let word: string[] = []
  let at = 0
  const close = (): void => {
    if (word.length > 0) cut(vocabulary, word, at, out)
    word = []
  }
  let i = 0
  for (const raw of text) {
    const here = i
    i += raw.length
    if (SPACE.test(raw)) close()
    else if (CONTROL.test(raw)) continue
    else if (ALONE.test(raw)) {
      close()
      at = here
      word.push(raw.toLowerCase())
      close()
    } else {
      if (word.length === 0) at = here
      for (const c of raw.toLowerCase().normalize("NFD")) if (!MARK.test(c)) word.push(c)
    }
  }
  close()
  return out
}

function cut(vocabulary: Vocabulary, word: readonly string[], at: number, out: Piece[]): void {
  const ids: number[] = []
  if (word.length <= LONGEST_WORD)
    for (let from = 0; from < word.length; ) {
      let to = word.length
      let id: number | undefined
      for (; to > from && id === undefined; to--)
        id = vocabulary.get((from > 0 ? "##" : "") + word.slice(from, to).join(""))
      if (id === undefined) {
        ids.length = 0
        break
      }
      ids.push(id)
      from = to + 1
    }
  if (ids.length === 0) ids.push(UNKNOWN)
  for (const id of ids) out.push({ id, at })
}
