// mettle cards, cards search, check, pack: what is known, by facet or by words and meaning; what is known of a command or an error (exit
// 10 when something matched); and what the agent would be given now. Looking records nothing.
import { KINDS, STAGES } from "../../core/model.ts"
import { checkWords } from "../../memory/checks/checks.ts"
import { previewPack } from "../../memory/packs/packs.ts"
import { loadedTexts } from "../../memory/packs/rule-files.ts"
import { findCards, findEpisodes } from "../../memory/reading/find.ts"
import { cardShort, findCard, readCards } from "../../memory/reading/read.ts"
import { readScope } from "../../memory/where-and-when.ts"
import {
  atMost,
  defineMettleCommand,
  FLAGS,
  flag,
  fromWhen,
  number,
  oneOf,
  type Running,
  usage,
  value,
  word,
} from "../command.ts"
import { here, readMemory } from "../context.ts"
import { wordsGiven } from "../io.ts"
import { clean, type Out } from "../print.ts"
import { cardTable } from "../say.ts"

const LISTED = 50

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
    const { kind, stage, q, all } = args
    const place = here(context)
    const scope = args.scope === undefined ? undefined : readScope(args.scope, place)
    const since = fromWhen(running)
    const scopes = scope && [`${scope.tier}:${scope.id}`]
    const memory = await readMemory(context, out)
    const found = readCards(memory, { kind, stage, scopes, q, all }).filter(card => Date.parse(card.born) >= since)
    const cards = found.slice(0, atMost(running, LISTED))
    out.result({ cards, total: found.length }, () => {
      if (cards.length === 0) return none(args, out)
      cardTable(out, cards, place)
      out.more(cards.length, found.length)
    })
  },
})
type Run = Running<typeof args>

function none({ kind, stage, scope, q, since, all }: Run["args"], out: Out): void {
  if ([kind, stage, scope, q, since].some(given => given !== undefined))
    out.line(`No card fits.${all ? "" : " --all looks among archived and superseded ones too."}`)
  else {
    out.line("No cards yet. They come when you correct the agent, or when something fails and then passes.")
    out.line('State one yourself:  mettle note "use pnpm, not npm"')
  }
}

const FOUND = 10

export const search = defineMettleCommand({
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
    const most = args.limit ?? FOUND
    const query = await wordsGiven(context.io, args._)
    if (query === "") throw usage(search, "needs words to look for")
    const kind = args.kind ?? null
    const place = here(context)
    const scope = args.scope === undefined ? null : readScope(args.scope, place)
    const memory = await readMemory(context, out)
    const finding = { query, scopes: scope ? [`${scope.tier}:${scope.id}`] : null, kind, most }
    const cards = findCards(memory, finding)
    const episodes = kind === null ? findEpisodes(memory, finding) : []
    out.result({ query, cards, episodes }, () => {
      if (cards.length === 0 && episodes.length === 0)
        return out.line(memory.parts.log.head() > 0 ? "Nothing found." : "Nothing found: nothing was recorded yet.")
      if (cards.length > 0) cardTable(out, cards, place)
      if (cards.length > 0 && episodes.length > 0) out.line()
      if (episodes.length > 0)
        out.table(
          [
            ...[{ name: "episode" }, { name: "when" }, { name: "turns", align: "right" } as const],
            ...[{ name: "verdict" }, { name: "asked" }],
          ],
          episodes.map(({ short, opened, turns, verdict, prompt }) => [
            ...[short, opened.slice(0, 10), turns, verdict],
            out.fit(prompt ?? "(forgotten)", 80),
          ]),
        )
    })
  },
})

const MATCHED = 10

export const check = defineMettleCommand({
  name: "check",
  examples: [
    ['mettle check "npm install"', "a command about to run; exit 10 when something is known"],
    ["pnpm test 2>&1 | mettle check -", "an error just seen"],
    ['mettle check "npm install" --json', "{matched, hits: [{card, statement, remedy, why, hold}]}"],
  ],
  args: { action: word("a command or an error; - reads stdin") },
  rest: true,
  run: async ({ args, out, context }) => {
    const text = await wordsGiven(context.io, args._)
    if (text === "") throw usage(check, 'needs a command or an error: mettle check "npm install"')
    const memory = await readMemory(context, out)
    const { scope, domains } = here(context)
    const { hits } = checkWords(memory, { scope, domains, mode: "hold" }, text)
    const shown = hits.map(hit => ({ ...hit, short: cardShort(findCard(memory, hit.card)) }))
    out.result({ matched: hits.length > 0, hits: shown }, () => {
      if (shown.length === 0) out.line("Nothing known about this.")
      for (const hit of shown) {
        const does = hit.block ? "block" : hit.hold ? "hold" : "tell"
        out.line(`${out.paint("yellow", does.padEnd(5))} ${hit.short}  "${clean(hit.statement)}"`)
        out.line(`      ${clean(hit.why)}${hit.remedy === null ? "" : `; instead: ${clean(hit.remedy)}`}`)
      }
    })
    return hits.length > 0 ? MATCHED : 0
  },
})

const NAMED = 6

export const pack = defineMettleCommand({
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
      const silent = `Nothing would be said${leftOut.length > 0 ? `: ${leftOut.length} cards left out (--why)` : " yet: there are no cards for this repository"}.`
      if (!args.why) return out.line(text === "" ? silent : text)
      const rows = (label: string, texts: readonly string[], none: string) => {
        for (const [i, text] of (texts.length === 0 ? [none] : texts).entries())
          out.line(`${(i === 0 ? label : "").padEnd(4)} ${text}`)
      }
      const room = Math.max(24, Math.min(out.width, 120) - 48)
      const given = items.map(({ slot, short, statement, tokens, why }) => {
        const said = out.fit(statement, room).padEnd(room)
        return `${slot.padEnd(10)} ${short} ${said} ${String(tokens).padStart(4)} tok   ${why}`
      })
      const kept = left.map(({ reason, cards }) => {
        const named = cards.slice(0, NAMED).map(({ short }) => short)
        const more = cards.length > NAMED ? ` and ${cards.length - NAMED} more (--json)` : ""
        return `${String(cards.length).padStart(3)} ${reason}: ${named.join(" ")}${more}`
      })
      rows("IN", given, "nothing")
      rows("OUT", kept, "nothing was left out")
      out.line(`\n${out.paint("dim", `${tokens} of ${budget} tokens · ${because}`)}`)
    })
  },
})
