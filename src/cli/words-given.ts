// The words a command was given: its arguments joined, or all of stdin when the only one is "-".
import type { Io } from "./io.ts"

const MOST = 200_000

export async function wordsGiven(io: Io, words: readonly string[]): Promise<string> {
  if (words.length !== 1 || words[0] !== "-") return words.join(" ").trim()
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of io.stdin) {
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })
    if (text.length > MOST) break
  }
  return text.slice(0, MOST).trim()
}
