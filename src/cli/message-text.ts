// Messages the user typed, as a terminal shows them: what became of each, and why.
import { episodeShort } from "../memory/episodes.ts"
import type { MessageRead } from "../memory/messages.ts"
import { clean, type Out, shorten } from "./print.ts"
import { ago } from "./time.ts"

export const viewMessage = (message: MessageRead) => ({ ...message, at: new Date(message.at).toISOString() })

export function countMessages(messages: readonly MessageRead[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { became } of messages) counts[became] = (counts[became] ?? 0) + 1
  return counts
}

export function printMessages(messages: readonly MessageRead[], out: Out, now: number): void {
  if (messages.length === 0) out.line("No message of yours was recorded yet.")
  const counts = Object.entries(countMessages(messages)).map(([became, n]) => `${n} ${became}`)
  if (messages.length > 1) out.line(`the last ${messages.length} messages you typed: ${counts.join(" · ")}\n`)
  for (const m of messages) {
    const paint = m.became === "kept" ? "green" : m.became === "heard" ? "cyan" : "dim"
    const words = clean(m.words ?? "(forgotten)").replace(/\s+/g, " ")
    out.line(`${out.paint(paint, m.became.padEnd(10))} ${shorten(words, out.width - 11, out.symbol("more"))}`)
    const chance = m.p === null ? "" : ` (${Math.round(100 * m.p)}% likely to last)`
    out.line(
      `           ${clean(m.because)}${chance}  ${out.paint("dim", `${episodeShort(m.episode)}, ${ago(m.at, now)}`)}`,
    )
  }
}
