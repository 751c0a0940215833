// How a receipt reads: what was seen against the usual, who had what share in it, and everything else; the sum below the line.
import { count, points } from "../../core/say-number.ts"
import type { Receipt } from "../../memory/measuring/receipt.ts"
import { episodeShort } from "../../memory/reading/episodes.ts"
import { signedBar } from "../figures.ts"
import { clean, type Out, shorten } from "../print.ts"

export function printReceipt(receipt: Receipt, out: Out): void {
  const prompts = receipt.parts.flatMap(p => p.prompts)
  const judged = prompts.filter(p => p.label !== null).length
  out.line(
    out.paint("bold", `${episodeShort(receipt.episode)}: ${receipt.verdict}`) +
      `, ${judged} of ${count(prompts.length, "prompt")} judged`,
  )
  out.line(clean(receipt.because))
  if (receipt.empty !== null) out.line(`No shares: ${receipt.empty}.`)
  for (const { prompt, used } of prompts)
    for (const use of used) out.line(`In use at prompt ${prompt}: ${use.short}, ${use.because}.`)
  if (receipt.observed === null) {
    if (receipt.cards.length > 0) {
      out.line()
      out.line("This preset gives each card its own credit; it does not share out what was observed.")
      for (const share of prompts.flatMap(p => p.shares))
        out.line(`  ${((1 + share.amount) / 2).toFixed(2)}  ${share.short}  ${clean(share.because)}`)
    }
    return
  }
  const most = Math.max(
    Math.abs(receipt.rest),
    Math.abs(receipt.observed),
    ...receipt.cards.map(c => Math.abs(c.amount)),
  )
  const line = (amount: number, label: string) =>
    out.line(`  ${points(amount).padStart(7)} ${signedBar(out, amount, most)} ${label}`)
  out.line()
  out.line(out.paint("dim", "points of success against the usual, summed over its prompts"))
  for (const card of receipt.cards)
    line(
      card.amount,
      `${card.short} ${shorten(clean(card.statement ?? "(forgotten)"), Math.max(16, out.width - 44), out.symbol("more"))}`,
    )
  line(receipt.rest, "everything else: the task, the agent, you, chance")
  line(receipt.observed, out.paint("bold", "observed"))
  for (const part of receipt.parts) out.line(out.paint("dim", `${clean(part.because)}  (${part.rule})`))
}
