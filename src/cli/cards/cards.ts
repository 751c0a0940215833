// mettle cards: what is known, newest first, with facets. Archived and superseded ones with --all.
import { KINDS, STAGES } from "../../core/model.ts"
import { readScope } from "../../memory/place.ts"
import { readCards } from "../../memory/reading/read.ts"
import { parseSince } from "../../memory/reading/since.ts"
import { defineMettleCommand, FLAGS, usage, whole } from "../command.ts"
import { here, scopeText } from "../here.ts"
import { readMemory } from "../memory-of.ts"
import { clean } from "../print.ts"
import { kindText, stagePaint } from "./card-text.ts"

const MOST = 50

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
  args: {
    kind: { type: "string", valueHint: "kind", description: KINDS.join(", ") },
    scope: { type: "string", valueHint: "scope", description: "repo, domain:<name>, global" },
    stage: { type: "string", valueHint: "stage", description: STAGES.join(", ") },
    q: { type: "string", valueHint: "words", description: "cards whose statement holds these words" },
    all: { type: "boolean", description: "archived, superseded and deprecated ones too" },
    since: FLAGS.since,
    limit: FLAGS.limit,
  },
  run: async ({ args, out, context }) => {
    const kind = oneOf("kind", args.kind === "negative" ? "negative_result" : args.kind, KINDS)
    const stage = oneOf("stage", args.stage, STAGES)
    const limit = whole(command, "limit", args.limit, out.json ? Number.MAX_SAFE_INTEGER : MOST)
    const place = here(context)
    const scope = args.scope === undefined ? null : readScope(args.scope, place)
    const since = args.since === undefined ? null : parseSince(args.since, context.now())
    const memory = await readMemory(context, out)
    const found = memory
      ? readCards(memory, {
          ...(kind ? { kind } : {}),
          ...(stage ? { stage } : {}),
          ...(scope ? { scopes: [`${scope.tier}:${scope.id}`] } : {}),
          ...(args.q === undefined ? {} : { q: args.q }),
          all: args.all ?? false,
        }).filter(card => since === null || Date.parse(card.born) >= since)
      : []
    const cards = found.slice(0, limit)
    out.result({ cards, total: found.length }, () => {
      if (cards.length === 0) return empty()
      out.table(
        [
          { name: "card" },
          { name: "kind" },
          { name: "stage" },
          { name: "scope" },
          { name: "shown", align: "right" },
          { name: "statement" },
        ],
        cards.map(card => [
          card.short,
          kindText(card.kind),
          card.muted
            ? { text: "muted", paint: "yellow" as const }
            : { text: card.stage, paint: stagePaint(card.stage) },
          scopeText(card.scope, place),
          card.shown,
          clean(card.statement ?? "(forgotten)"),
        ]),
      )
      if (found.length > cards.length) out.note(`${found.length - cards.length} more: --limit ${found.length}`)
    })
    function empty(): void {
      if (kind || stage || scope || args.q !== undefined || since !== null) {
        out.line(`No card fits.${args.all ? "" : " --all looks among archived and superseded ones too."}`)
        return
      }
      out.line("No cards yet. They come when you correct the agent, or when something fails and then passes.")
      out.line('State one yourself:  mettle note "use pnpm, not npm"')
    }
  },
})

function oneOf<T extends string>(flag: string, given: string | undefined, known: readonly T[]): T | null {
  if (given === undefined) return null
  const found = known.find(word => word === given)
  if (found) return found
  throw usage({ name: "cards" }, `--${flag} is one of ${known.join(", ")}, not "${given}"`)
}
