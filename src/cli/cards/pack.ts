// mettle pack: what the agent would be given now, and what was left out and why. A preview: nothing is recorded.
import { loadedTexts } from "../../memory/packs/loaded.ts"
import { previewPack } from "../../memory/packs/packs.ts"
import { cardShort } from "../../memory/reading/read.ts"
import { defineMettleCommand, flag, number, word } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { wordsGiven } from "../io.ts"
import type { Out } from "../print.ts"

/** Cards named beside each reason. */
const NAMED = 6

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
    prompt: word("what you are about to ask; - reads stdin"),
    why: flag("reasons, and what was left out"),
    tokens: number("another token budget"),
  },
  rest: true,
  run: async ({ args, out, context }) => {
    const budget = args.tokens ?? context.config().get("pack.tokens")
    const prompt = await wordsGiven(context.io, args._)
    const place = here(context)
    const memory = await readMemory(context, out)
    const loaded = loadedTexts(context.repository().top, context.home, null)
    const seen = previewPack(memory, { ...place, prompt, tokens: budget, loaded })
    const { text, tokens, intent, because } = seen.pack
    const items = seen.pack.items.map(({ card, slot, why, tokens, statement }) => ({
      ...{ card, short: cardShort(seen.cardOf(card)!), slot, why, tokens, statement },
    }))
    const left = seen.leftOut.map(({ reason, cards }) => ({
      ...{ reason, cards: cards.map(({ card, slot }) => ({ card: card.id, short: cardShort(card), slot, reason })) },
    }))
    const leftOut = left.flatMap(({ cards }) => cards)
    out.result({ text, items, leftOut, tokens, budget, intent }, () => {
      if (!args.why) return out.line(text === "" ? silent(leftOut.length) : text)
      printWhy(items, left, out)
      out.line(`\n${out.paint("dim", `${tokens} of ${budget} tokens · ${because}`)}`)
    })
  },
})

const silent = (left: number): string =>
  `Nothing would be said${left > 0 ? `: ${left} cards left out (--why)` : " yet: there are no cards for this repository"}.`

interface Item {
  readonly short: string
  readonly slot: string
  readonly why: string
  readonly tokens: number
  readonly statement: string
}
interface Left {
  readonly reason: string
  readonly cards: readonly { readonly short: string }[]
}
function printWhy(items: readonly Item[], leftOut: readonly Left[], out: Out): void {
  const rows = (label: string, texts: readonly string[]) => {
    for (const [i, text] of texts.entries()) out.line(`${(i === 0 ? label : "").padEnd(4)} ${text}`)
  }
  const room = Math.max(24, Math.min(out.width, 120) - 48)
  const given = items.map(({ slot, short, statement, tokens, why }) => {
    const said = out.fit(statement, room).padEnd(room)
    return `${slot.padEnd(10)} ${short} ${said} ${String(tokens).padStart(4)} tok   ${why}`
  })
  const kept = leftOut.map(({ reason, cards }) => {
    const named = cards.slice(0, NAMED).map(left => left.short)
    const more = cards.length > NAMED ? ` and ${cards.length - NAMED} more (--json)` : ""
    return `${String(cards.length).padStart(3)} ${reason}: ${named.join(" ")}${more}`
  })
  rows("IN", items.length === 0 ? ["nothing"] : given)
  rows("OUT", leftOut.length === 0 ? ["nothing was left out"] : kept)
}
