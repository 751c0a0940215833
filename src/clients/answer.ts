// One JSON object for a client to read: well-formed, at most 9,000 characters (clients spill or cut what is longer), or
// nothing at all. The long text gives way, never the object's form.
import { wellFormed } from "../core/clip.ts"

const LONGEST_ANSWER = 9_000

/** `build` puts the text where the client wants it. */
export function answerJson(text: string, build: (text: string) => unknown): string | null {
  let body = wellFormed(text)
  for (let round = 0; round < 40; round++) {
    const out = JSON.stringify(build(body))
    if (out.length <= LONGEST_ANSWER) return out
    body = shorter(body, out.length - LONGEST_ANSWER)
    if (body === "") return null
  }
  return null
}

/** Whole lines go first: a cut line may say the opposite of the whole one. */
function shorter(text: string, by: number): string {
  let end = Math.max(0, text.length - Math.max(by, 16))
  if (end > 0 && text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) <= 0xdbff) end--
  const line = text.lastIndexOf("\n", end)
  return text.slice(0, line > end / 2 ? line : end)
}
