// Cards: the list with facets, one card with its words where they stand, and why its value is what it is.

import type { Waterfall } from "../../core/learn/explain.ts"
import { KINDS, STAGES } from "../../core/model.ts"
import type { ValueAnswer } from "../../core/questions/worth.ts"
import { ENOUGH } from "../../core/say-number.ts"
import type { CardView } from "../../core/views/state.ts"
import { valueWithout } from "../../memory/measuring/account.ts"
import { normEpisodes } from "../../memory/measuring/overview.ts"
import { episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import { citedAt, type Explanation, explainCard, seenBy, shownIn } from "../../memory/reading/explain.ts"
import { cardById, episodeById, findCard, findInIndex } from "../../memory/reading/read.ts"
import {
  type Asked,
  cardLineOf,
  cardRefOf,
  type Desk,
  evidenceOf,
  iso,
  ledgerLineOf,
  numberIn,
  oneIn,
  pageOf,
  scopeOf,
  shortOf,
  textIn,
} from "../desk.ts"
import type { CardPage, CardsPage, WaterfallJson, WhyJson } from "../schemas.ts"

const NONE =
  "No cards yet. They come when you correct the agent, or when something fails and then passes. For example: “use pnpm, not npm”, in your words."
const SEEN = 500

export function cardsPage(desk: Desk, { query }: Asked): CardsPage {
  const { memory } = desk
  const kind = oneIn(query, "kind", KINDS)
  const stage = oneIn(query, "stage", STAGES)
  const [scope, q] = [textIn(query, "scope"), textIn(query, "q")]
  const all = query.get("all") === "1"
  const limit = Math.max(1, numberIn(query, "limit", 50, 200))
  const found = findInIndex(memory, {
    kind,
    stage,
    scopes: scope === undefined ? undefined : [scope],
    q,
    all,
    limit,
    cursor: numberIn(query, "cursor", 0, 1e9),
  })
  const asked = kind || stage || scope || q
  const facet = (counts: ReadonlyMap<string, number>, label: (value: string) => string = value => value) =>
    [...counts]
      .map(([value, count]) => ({ value, label: label(value), count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  const scopeLabel = (value: string) => {
    const at = value.indexOf(":")
    return scopeOf(desk, { tier: value.slice(0, at), id: value.slice(at + 1) }).label
  }
  return {
    ...pageOf(desk, "mettle cards", found.total > 0 ? null : asked ? "No card fits." : NONE),
    cards: found.cards.map(card => cardLineOf(desk, card)),
    total: found.total,
    next: found.next === null ? null : String(found.next),
    facets: {
      kind: facet(found.facets.kind),
      scope: facet(found.facets.scope, scopeLabel),
      stage: facet(found.facets.stage),
    },
  }
}

export function cardPage(desk: Desk, { params, query }: Asked): CardPage {
  const { memory } = desk
  const card = findCard(memory, params.id ?? "")
  const told = explainCard(memory, card)
  return {
    ...pageOf(desk, `mettle card ${told.card.short}`),
    card: cardLineOf(desk, card),
    evidence: card.evidence.map(evidence => evidenceOf(citedAt(memory, evidence))),
    lineage: told.lineage.flatMap(({ id }) => {
      const version = cardById(memory, id)
      if (!version) return []
      const { stage, bornAt } = version
      return [{ ...cardRefOf(desk, version), stage, born: iso(bornAt), current: id === card.id }]
    }),
    held: told.holds.length,
    shownIn: shownIn(memory, card.id),
    exposures: seenBy(memory, card.id)
      .slice(-SEEN)
      .map(seen => ({
        ...seen,
        episodeShort: shortOf(seen.episode),
        verdict: seen.episode === null ? null : (episodeById(memory, seen.episode)?.verdict ?? null),
        placement: seen.placement as CardPage["exposures"][number]["placement"],
        channel: seen.channel as CardPage["exposures"][number]["channel"],
      })),
    adherence: told.adherence && { ...told.adherence, episodes: normEpisodes(memory, card.id).slice(0, 50) },
    why: whyOf(desk, card, told, textIn(query, "without")),
    truth: { ...told.truth, disputes: told.disputes },
    ledger: told.ledger.map(entry => ledgerLineOf({ ...entry, words: null }, desk)),
  }
}

function whyOf(desk: Desk, card: CardView, told: Explanation, asked: string | undefined): WhyJson {
  const { early, account, pooled } = told
  const without = asked === undefined || !account ? null : findEpisode(desk.memory, asked).id
  const left = without === null ? null : valueWithout(desk.memory, card, without)
  return {
    ...{ early, pooled, enough: ENOUGH, judged: Math.round(told.judged), words: account?.words ?? [] },
    account: account ? accountOf(desk, card, account.value, account.waterfall) : null,
    without:
      without === null || !left
        ? null
        : {
            episode: without,
            episodeShort: episodeShort(without),
            account: accountOf(desk, card, left.value, left.waterfall),
          },
  }
}

const accountOf = (
  desk: Desk,
  card: CardView,
  answer: ValueAnswer,
  steps: Waterfall | null,
): NonNullable<WhyJson["account"]> => ({
  value: answer,
  waterfall: steps && waterfallOf(desk, card, steps),
})

const ORIGIN = {
  user: "what cards that you stated start with",
  agent: "what cards from the agent's own work start with",
  extracted: "what cards from tools and documents start with",
} as const

const waterfallOf = (desk: Desk, card: CardView, { steps, posterior }: Waterfall): WaterfallJson => ({
  posterior,
  steps: steps.map(({ what, episode, by }) => ({
    what,
    episode,
    episodeShort: shortOf(episode),
    verdict: episode === null ? null : (episodeById(desk.memory, episode)?.verdict ?? null),
    label:
      what === "origin"
        ? ORIGIN[card.source]
        : what === "smaller"
          ? "smaller steps together"
          : what === "others"
            ? "what other cards' episodes taught"
            : episodeShort(episode!),
    by,
  })),
})
