// mettle pack: what the agent would be given now, and what was left out and why. A preview: nothing is recorded.
import { homedir } from "node:os"
import { loadedTexts } from "../../memory/packs/loaded.ts"
import { makePack } from "../../memory/packs/packs.ts"
import { cardShort, findCard } from "../../memory/reading/read.ts"
import { defineMettleCommand, whole } from "../command.ts"
import { here } from "../here.ts"
import { wordsGiven } from "../io.ts"
import { readMemory } from "../memory-of.ts"
import { clean, shorten } from "../print.ts"

/** Cards named beside each reason. */
const NAMED = 6

/** Left out by the same reason, the commonest first. */
function grouped<T extends { readonly reason: string }>(
  list: readonly T[],
): readonly (readonly [string, readonly T[]])[] {
  const by = new Map<string, T[]>()
  for (const one of list) by.set(one.reason, [...(by.get(one.reason) ?? []), one])
  return [...by].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
}

export const command = defineMettleCommand({
  name: "pack",
  examples: [
    ["mettle pack", "at the start of a session"],
    ['mettle pack "add rate limiting to login"', "at this prompt"],
    ['mettle pack --why "add rate limiting"', "each line with its reason, and what was left out"],
    ["git log -1 --format=%B | mettle pack -", "the prompt from stdin"],
    ["mettle pack --json", "{text, items: [{card, slot, why, tokens}], leftOut: [{card, reason}]}"],
  ],
  args: {
    prompt: { type: "positional", required: false, description: "what you are about to ask; - reads stdin" },
    why: { type: "boolean", description: "reasons, and what was left out" },
    tokens: { type: "string", valueHint: "n", description: "another token budget" },
  },
  rest: true,
  run: async ({ args, out, context }) => {
    const budget = whole(command, "tokens", args.tokens, context.config().get("pack.tokens"))
    const prompt = await wordsGiven(context.io, args._)
    const place = here(context)
    const memory = await readMemory(context, out)
    const pack = memory
      ? makePack(memory, {
          scope: place.scope,
          domains: place.domains,
          placement: prompt === "" ? "session_start" : "prompt",
          prompt,
          loaded: loadedTexts(context.repository().top, context.io.env.HOME || homedir(), null),
          limits: { tokens: budget },
        }).pack
      : { text: "", items: [], leftOut: [], tokens: 0, intent: null, because: "nothing was recorded yet" }
    const short = (card: string) => (memory ? cardShort(findCard(memory, card)) : card)
    const items = pack.items.map(({ card, slot, why, tokens, statement }) => ({
      card,
      short: short(card),
      slot,
      why,
      tokens,
      statement,
    }))
    const leftOut = pack.leftOut.map(({ card, slot, reason }) => ({ card, short: short(card), slot, reason }))
    out.result({ text: pack.text, items, leftOut, tokens: pack.tokens, budget, intent: pack.intent }, () => {
      if (!args.why) {
        if (pack.text === "")
          out.line(
            `Nothing would be said${leftOut.length > 0 ? `: ${leftOut.length} cards left out (--why)` : " yet: there are no cards for this repository"}.`,
          )
        else out.line(pack.text)
        return
      }
      const row = (label: string, text: string) => out.line(`${label.padEnd(4)} ${text}`)
      const room = Math.max(24, Math.min(out.width, 120) - 48)
      items.forEach((item, i) => {
        const said = shorten(clean(item.statement), room, out.symbol("more")).padEnd(room)
        const size = `${String(item.tokens).padStart(4)} tok`
        row(i === 0 ? "IN" : "", `${item.slot.padEnd(10)} ${item.short} ${said} ${size}   ${item.why}`)
      })
      if (items.length === 0) row("IN", "nothing")
      grouped(leftOut).forEach(([reason, cards], i) => {
        const named = cards
          .slice(0, NAMED)
          .map(left => left.short)
          .join(" ")
        const more = cards.length > NAMED ? ` and ${cards.length - NAMED} more (--json)` : ""
        row(i === 0 ? "OUT" : "", `${String(cards.length).padStart(3)} ${reason}: ${named}${more}`)
      })
      if (leftOut.length === 0) row("OUT", "nothing was left out")
      out.line()
      out.line(out.paint("dim", `${pack.tokens} of ${budget} tokens · ${pack.because}`))
    })
  },
})
