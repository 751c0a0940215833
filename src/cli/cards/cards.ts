// mettle cards: what is known, newest first, with facets. Archived and superseded ones with --all.
import { KINDS, STAGES } from "../../core/model.ts"
import { readScope } from "../../memory/place.ts"
import { type CardRead, readCards } from "../../memory/reading/read.ts"
import { atMost, defineMettleCommand, FLAGS, flag, fromWhen, oneOf, type Running, value } from "../command.ts"
import { here, readMemory } from "../context.ts"
import type { Out } from "../print.ts"
import { cardTable } from "../say.ts"

const MOST = 50

const args = {
  kind: oneOf("kind", KINDS),
  scope: value("scope", "repo, domain:<name>, global"),
  stage: oneOf("stage", STAGES),
  q: value("words", "cards whose statement holds these words"),
  all: flag("archived, superseded and deprecated ones too"),
  since: FLAGS.since,
  limit: FLAGS.limit,
} as const

export const command = defineMettleCommand({
  name: "cards",
  examples: [
    ["mettle cards", "live cards of every scope, newest first"],
    ["mettle cards --scope repo", "only this repository's (also domain:go, global)"],
    ["mettle cards --kind constraint", "one kind"],
    ["mettle cards --stage needs_recheck", "one stage"],
    ["mettle cards --q redis --all", "by words, archived and superseded ones too"],
    ["mettle cards --json", "{cards: [{id, kind, statement, stage, scope, value, evidence}]}"],
  ],
  args,
  run: async running => {
    const { args, out, context } = running
    const limit = atMost(running, MOST)
    const place = here(context)
    const found = await wanted(running)
    const cards = found.slice(0, limit)
    out.result({ cards, total: found.length }, () => {
      if (cards.length === 0) return none(args, out)
      cardTable(out, cards, place)
      out.more(cards.length, found.length)
    })
  },
})
type Run = Running<typeof args>

async function wanted(running: Run): Promise<readonly CardRead[]> {
  const { args, out, context } = running
  const { kind, stage, q, all } = args
  const scope = args.scope === undefined ? undefined : readScope(args.scope, here(context))
  const since = fromWhen(running)
  const memory = await readMemory(context, out)
  const scopes = scope && [`${scope.tier}:${scope.id}`]
  return readCards(memory, { kind, stage, scopes, q, all }).filter(card => Date.parse(card.born) >= since)
}

function none({ kind, stage, scope, q, since, all }: Run["args"], out: Out): void {
  if ([kind, stage, scope, q, since].some(given => given !== undefined))
    out.line(`No card fits.${all ? "" : " --all looks among archived and superseded ones too."}`)
  else {
    out.line("No cards yet. They come when you correct the agent, or when something fails and then passes.")
    out.line('State one yourself:  mettle note "use pnpm, not npm"')
  }
}
