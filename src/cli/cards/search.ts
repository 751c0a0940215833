// mettle cards search: cards of every stage and past episodes, by words and by meaning. Looking records nothing; what an agent
// reads through MCP does.
import { KINDS } from "../../core/model.ts"
import { readScope } from "../../memory/place.ts"
import { findCards, findEpisodes } from "../../memory/reading/find.ts"
import { askedVector } from "../../memory/tending/embed.ts"
import { defineMettleCommand, FLAGS, usage, whole } from "../command.ts"
import { here, scopeText } from "../here.ts"
import { wordsGiven } from "../io.ts"
import { readMemory } from "../memory-of.ts"
import { clean, shorten } from "../print.ts"
import { kindText, stagePaint } from "./card-text.ts"

const MOST = 10

export const command = defineMettleCommand({
  name: "cards search",
  examples: [
    ['mettle cards search "flaky login test"', "cards of every scope and stage, then episodes"],
    ["mettle cards search --scope repo redis", "only this repository's (also domain:go, global)"],
    ["mettle cards search --kind tactic deploy", "one kind of card"],
    ["mettle cards search --episodes migration", "episodes only: what was asked, how it ended, which files"],
    ["mettle cards search --json redis", "{cards: […], episodes: […]}"],
  ],
  args: {
    query: { type: "positional", required: false, description: "what to look for; - reads stdin" },
    scope: { type: "string", valueHint: "scope", description: "repo, domain:<name>, global (default: everywhere)" },
    kind: { type: "string", valueHint: "kind", description: KINDS.join(", ") },
    cards: { type: "boolean", description: "cards only" },
    episodes: { type: "boolean", description: "episodes only" },
    limit: FLAGS.limit,
  },
  rest: true,
  run: async ({ args, out, context }) => {
    const most = whole(command, "limit", args.limit, MOST)
    const query = await wordsGiven(context.io, args._)
    if (query === "") throw usage(command, "needs words to look for")
    const kind = KINDS.find(name => name === args.kind) ?? null
    if (args.kind !== undefined && kind === null)
      throw usage(command, `--kind is one of ${KINDS.join(", ")}, not "${args.kind}"`)
    if (args.cards && args.episodes) throw usage(command, "takes --cards or --episodes, not both")
    const place = here(context)
    const scope = args.scope === undefined ? null : readScope(args.scope, place)
    const memory = await readMemory(context, out)
    const asked = memory ? await askedVector(context.config(), context.io.env, query, out.note) : null
    const finding = { query, scopes: scope ? [`${scope.tier}:${scope.id}`] : null, kind, most, asked }
    const cards = memory && !args.episodes ? findCards(memory, finding) : []
    const episodes = memory && !args.cards && kind === null ? findEpisodes(memory, finding) : []
    out.result({ query, cards, episodes }, () => {
      if (cards.length === 0 && episodes.length === 0) {
        out.line(memory ? "Nothing found." : "Nothing found: nothing was recorded yet.")
        return
      }
      if (cards.length > 0)
        out.table(
          [{ name: "card" }, { name: "kind" }, { name: "stage" }, { name: "scope" }, { name: "statement" }],
          cards.map(card => [
            card.short,
            kindText(card.kind),
            {
              text: card.flags.length > 0 ? card.flags.join(", ") : card.stage,
              paint: card.flags.length > 0 ? "yellow" : stagePaint(card.stage),
            },
            scopeText(card.scope, place),
            clean(card.statement ?? "(forgotten)"),
          ]),
        )
      if (cards.length > 0 && episodes.length > 0) out.line()
      if (episodes.length > 0)
        out.table(
          [
            { name: "episode" },
            { name: "when" },
            { name: "turns", align: "right" },
            { name: "verdict" },
            { name: "asked" },
          ],
          episodes.map(episode => [
            episode.short,
            episode.opened.slice(0, 10),
            episode.turns,
            episode.verdict,
            shorten(clean(episode.prompt ?? "(forgotten)"), 80, out.symbol("more")),
          ]),
        )
    })
  },
})
