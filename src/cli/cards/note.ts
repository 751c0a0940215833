// mettle note: state something to the memory yourself. Your words are the evidence; a norm holds at once.

import { KINDS } from "../../core/model.ts"
import { note } from "../../memory/acting/acts.ts"
import { keepQuote } from "../../memory/acting/agent-notes.ts"
import { readScope } from "../../memory/place.ts"
import { currentEpisode } from "../../memory/reading/episodes.ts"
import { inPlainWords } from "../../memory/reading/plain-words.ts"
import { cardShort, proposalFate, readCard } from "../../memory/reading/read.ts"
import { defineMettleCommand, FLAGS, flag, oneOf, usage, value } from "../command.ts"
import { type Context, here, writeMemory } from "../context.ts"
import { clean, type Out } from "../print.ts"
import { kindText, scopeText } from "../say.ts"

export const command = defineMettleCommand({
  name: "note",
  examples: [
    ['mettle note "use pnpm, not npm"', "holds in this repository from now on"],
    ['mettle note "no emoji in commits" --scope global', "everywhere"],
    ['mettle note "handlers return Result" --scope domain:rust', "in every repository with that tag"],
    ['mettle note "staging runs Postgres 16" --kind fact', "a fact rather than a wish"],
    [
      'mettle note --quoted "use pnpm, not npm"',
      "for agents: what the user typed, word for word; anything else is refused",
    ],
  ],
  args: {
    text: { type: "positional", required: true, description: "your words; several are joined" },
    kind: oneOf("kind", KINDS),
    scope: value("scope", "repo (default), domain:<name>, global"),
    quoted: flag("for agents: the user typed this in the session that goes on"),
    "dry-run": FLAGS["dry-run"],
  },
  rest: true,
  run: async ({ args, out, context }): Promise<number | void> => {
    const { kind } = args
    if (kind === "tactic" || kind === "negative_result")
      throw usage(command, `a ${kind} is learned from what happened; state a constraint or a fact instead`)
    const place = here(context)
    const scope = readScope(args.scope ?? "repo", place)
    const words = args._.join(" ").trim()
    if (words === "") throw usage(command, 'needs words: mettle note "use pnpm, not npm"')
    if (args.quoted) return quoted(words, out, context)
    if (args["dry-run"])
      return out.result(
        { done: false, words, scope, kind: kind ?? null },
        `would keep "${clean(words)}" (${scopeText(scope, place)})`,
      )
    const memory = await writeMemory(context, out)
    const fate = proposalFate(memory, await note(memory, words, { scope: scope.id, tier: scope.tier, kind }))
    if (!fate.card) {
      out.result({ done: false, act: "refused", because: fate.because }, `not kept: ${inPlainWords(fate.because)}`)
      return 1
    }
    const card = readCard(memory, fate.card)
    out.result({ done: true, act: fate.act, because: fate.because, card }, () => {
      const how =
        fate.act === "merged"
          ? `already known as ${card.short}`
          : fate.act === "superseded"
            ? `kept as ${card.short}, it replaces an older one`
            : `kept as ${card.short}`
      out.line(`${how}: "${clean(card.statement ?? "")}" (${kindText(card.kind)}, ${scopeText(card.scope, place)})`)
      if (fate.act !== "merged") out.line(out.paint("dim", "undo: mettle undo"))
    })
  },
})

/** What an agent says when the user stated something lasting: the user's own words, quoted whole. */
async function quoted(quote: string, out: Out, context: Context): Promise<number> {
  const memory = await writeMemory(context, out)
  const episode = currentEpisode(memory, here(context).scope, true)?.id ?? null
  const { became, card, because } = await keepQuote(memory, episode, quote)
  const id = card === null ? null : cardShort(card)
  out.result({ done: card !== null, became, id, because }, () => {
    if (id === null) out.line(`not kept: ${inPlainWords(because)}`)
    else out.line(`${became}: ${id} "${clean(memory.text(card!.statement) ?? "")}"   wrong? mettle undo ${id}`)
  })
  return card === null ? 1 : 0
}
