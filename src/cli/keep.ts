// mettle keep: what an agent on a command line says when the user stated something lasting: the user's own words, quoted whole.
import { currentEpisode } from "../memory/episodes.ts"
import { keepQuote } from "../memory/keep.ts"
import { cardShort } from "../memory/read.ts"
import { defineMettleCommand, usage } from "./command.ts"
import { here } from "./here.ts"
import { writeMemory } from "./memory-of.ts"
import { clean } from "./print.ts"

export const command = defineMettleCommand({
  name: "keep",
  summary: "for agents: keep what the user typed in this episode, quoted whole",
  examples: [
    ['mettle keep "use pnpm, not npm"', "the user's whole sentence, word for word; whatever else said it is refused"],
  ],
  args: { quote: { type: "positional", required: true, description: "the user's words; several are joined" } },
  rest: true,
  run: async ({ args, out, context }) => {
    const quote = args._.join(" ").trim()
    if (quote === "") throw usage(command, 'needs words: mettle keep "use pnpm, not npm"')
    const { memory } = await writeMemory(context, out)
    const episode = currentEpisode(memory, here(context).scope, true)?.id ?? null
    const { became, card, because } = await keepQuote(memory, episode, quote)
    const id = card === null ? null : cardShort(card)
    out.result({ done: card !== null, became, id, because }, () => {
      if (id === null) out.line(`not kept: ${because}`)
      else out.line(`${became}: ${id} "${clean(memory.text(card!.statement) ?? "")}"   wrong? mettle undo ${id}`)
    })
    return card === null ? 1 : 0
  },
})
