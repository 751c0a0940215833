// mettle cards search: cards of every stage and past episodes, by words and by meaning. Looking records nothing; what an agent
// reads through MCP does.
import { KINDS } from "../../core/model.ts"
import { readScope } from "../../memory/place.ts"
import { findCards, findEpisodes } from "../../memory/reading/find.ts"
import { askedVector } from "../../memory/tending/embed.ts"
import { defineMettleCommand, FLAGS, oneOf, usage, value, word } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { wordsGiven } from "../io.ts"
import type { Out } from "../print.ts"
import { cardTable } from "../say.ts"

const MOST = 10

export const command = defineMettleCommand({
  name: "cards search",
  examples: [
    ['mettle cards search "flaky login test"', "cards of every scope and stage, then episodes"],
    ["mettle cards search --scope repo redis", "only this repository's (also domain:go, global)"],
    ["mettle cards search --kind tactic deploy", "one kind of card"],
    ["mettle cards search --json redis", "{cards: […], episodes: […]}"],
  ],
  args: {
    query: word("what to look for; - reads stdin"),
    scope: value("scope", "repo, domain:<name>, global (default: everywhere)"),
    kind: oneOf("kind", KINDS),
    limit: FLAGS.limit,
  },
  rest: true,
  run: async ({ args, out, context }) => {
    const most = args.limit ?? MOST
    const query = await wordsGiven(context.io, args._)
    if (query === "") throw usage(command, "needs words to look for")
    const kind = args.kind ?? null
    const place = here(context)
    const scope = args.scope === undefined ? null : readScope(args.scope, place)
    const memory = await readMemory(context, out)
    const asked = await askedVector(context.config(), context.io.env, query, out.note)
    const finding = { query, scopes: scope ? [`${scope.tier}:${scope.id}`] : null, kind, most, asked }
    const cards = findCards(memory, finding)
    const episodes = kind === null ? findEpisodes(memory, finding) : []
    out.result({ query, cards, episodes }, () => {
      if (cards.length === 0 && episodes.length === 0)
        return out.line(memory.parts.log.head() > 0 ? "Nothing found." : "Nothing found: nothing was recorded yet.")
      if (cards.length > 0) cardTable(out, cards, place)
      if (cards.length > 0 && episodes.length > 0) out.line()
      if (episodes.length > 0) episodeTable(episodes, out)
    })
  },
})

const episodeTable = (episodes: ReturnType<typeof findEpisodes>, out: Out): void =>
  out.table(
    [{ name: "episode" }, { name: "when" }, { name: "turns", align: "right" }, { name: "verdict" }, { name: "asked" }],
    episodes.map(({ short, opened, turns, verdict, prompt }) => [
      ...[short, opened.slice(0, 10), turns, verdict],
      out.fit(prompt ?? "(forgotten)", 80),
    ]),
  )
