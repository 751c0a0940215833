// mettle pack: what the agent would be given now, and what was left out and why. A preview: nothing is recorded.
import { homedir } from "node:os"
import { loadedTexts } from "../../memory/packs/loaded.ts"
import { makePack } from "../../memory/packs/packs.ts"
import { cardShort, findCard } from "../../memory/reading/read.ts"
import { defineMettleCommand, flag, value, whole, word } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { wordsGiven } from "../io.ts"
import type { Out } from "../print.ts"

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
    prompt: word("what you are about to ask; - reads stdin"),
    why: flag("reasons, and what was left out"),
    tokens: value("n", "another token budget"),
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
      ...{ card, short: short(card), slot, why, tokens, statement },
    }))
    const leftOut = pack.leftOut.map(({ card, slot, reason }) => ({ card, short: short(card), slot, reason }))
    const { text, tokens, intent } = pack
    out.result({ text, items, leftOut, tokens, budget, intent }, () => {
      if (!args.why) return out.line(text === "" ? silent(leftOut.length) : text)
      printWhy(items, leftOut, out)
      out.line(`\n${out.paint("dim", `${tokens} of ${budget} tokens · ${pack.because}`)}`)
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
  readonly short: string
  readonly reason: string
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
  const kept = grouped(leftOut).map(([reason, cards]) => {
    const named = cards.slice(0, NAMED).map(left => left.short)
    const more = cards.length > NAMED ? ` and ${cards.length - NAMED} more (--json)` : ""
    return `${String(cards.length).padStart(3)} ${reason}: ${named.join(" ")}${more}`
  })
  rows("IN", items.length === 0 ? ["nothing"] : given)
  rows("OUT", leftOut.length === 0 ? ["nothing was left out"] : kept)
}
