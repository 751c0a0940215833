// Finds secrets handed as literals to calls that sign in, sign or decrypt: `Client("…")`, `login(user, "…")`.
// Ground truth: names of such calls in common libraries. Calls whose own name says token or password are keyed-scan's.

import { isBase64Body, isDense, isPlaceholder, isReference, isScrambled, isUuid } from "./shape.ts"
import { matches, type Span } from "./span.ts"

const NEEDED = /client|PDO|jwt\.|login|auth|hmac|fernet|cipher|sign\(|verify\(|configure|signin|connect/i
/** The last word of the called name decides; up to two arguments may stand before the secret. */
const CALLED =
  /(?:\b|[a-z_])(?:PDO|jwt\.(?:en|de)code|[cC]lient|[lL]og[iI]n|[sS]ign[iI]n|[aA]uth(?:enticate|orize)?|[hH]mac|Fernet|[cC]ipher(?:iv)?|[sS]ign|[vV]erify|[cC]onfigure|[cC]onnect)\w{0,16}\((?=[^()\n]{0,400})/g
const LITERAL = /[^"'`()\n]{0,120}(?:\([^()\n]{0,80}\)[^"'`()\n]{0,40})?(["'`])((?:(?!\1)[^\s\\]){1,512})\1/y
const TUPLE = /\bauth\s?=\s?\(\s?["'][^"'\n]{1,80}["'],\s?["']([^"'\n]{4,256})["']/g
const ARGUMENTS = 4

const isHanded = (value: string, isSecond: boolean): boolean => {
  if (isPlaceholder(value) || isReference(value) || isUuid(value)) return false
  if (isBase64Body(value)) return true
  if (/[/\\{}<>,]|::|\.\w+$|^\W/.test(value)) return false
  if (isSecond && isScrambled(value)) return true
  return isDense(value) && value.length >= (isSecond ? 10 : 16)
}

export const scanCalls = (text: string): Span[] => {
  const spans: Span[] = []
  if (!NEEDED.test(text)) return spans
  for (const match of matches(text, CALLED)) {
    let at = match.index + match[0].length
    const isLogin = /login|signin|auth|hmac|sign|connect|PDO|code/i.test(match[0])
    for (let i = 0; i < ARGUMENTS; i++) {
      LITERAL.lastIndex = at
      const literal = LITERAL.exec(text)
      if (literal === null) break
      at = LITERAL.lastIndex
      const value = literal[2]!
      if (isHanded(value, isLogin && i > 0)) spans.push({ kind: "secret", start: at - 1 - value.length, end: at - 1 })
    }
  }
  for (const match of matches(text, TUPLE)) {
    if (isPlaceholder(match[1]!) || isReference(match[1]!)) continue
    const end = match.index + match[0].length - 1
    spans.push({ kind: "password", start: end - match[1]!.length, end })
  }
  return spans
}
