// The receipt of an episode: what was observed against the usual, the share of every card in context, and everything else.
// Shares and rest add up to what was observed; where a rule shares nothing out, it says so instead.

import { useInWords } from "../../core/adherence/use.ts"
import { hashId } from "../../core/ids.ts"
import type { Credit } from "../../core/questions/worth.ts"
import { episodeOf, onceCardOf, read } from "../../core/views/read.ts"
import type { EpisodeView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { cardShort } from "../reading/read.ts"

/** Sums over all parts; `observed` is null where the rule shares nothing out, `empty` says why there is nothing to share. */
export type Receipt = ReturnType<typeof readReceipt>
export function readReceipt(memory: Memory, episode: EpisodeView) {
  const parts = episode.parts.flatMap(({ key }) => partOf(memory, episode, key) ?? [])
  const shares = parts.flatMap(p => p.prompts.flatMap(q => q.shares))
  const cards = new Map<string, Pick<(typeof shares)[number], "card" | "short" | "statement" | "amount">>()
  for (const { card, short, statement, amount } of shares)
    cards.set(card, { card, short, statement, amount: (cards.get(card)?.amount ?? 0) + amount })
  const sharing = parts.some(p => p.prompts.some(q => q.observed !== null))
  const observed = sharing ? sum(parts.flatMap(p => p.prompts.map(q => q.observed ?? 0))) : null
  const shared = sum(shares.map(s => s.amount))
  const signals = memory.preset.rules.judge[0]?.signals?.(memory.context(), episode.id) ?? null
  return {
    episode: episode.id,
    verdict: episode.verdict,
    because: episode.because,
    parts,
    cards: [...cards.values()].sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount)),
    shared,
    rest: sum(parts.map(p => p.rest)),
    observed,
    /** what the preset's judge counted, in its document's words (S0-23); absent = it names no signals */
    ...(signals === null ? {} : { signals }),
    empty: whyEmpty(episode, parts, shares.length),
  }
}

function partOf(memory: Memory, episode: EpisodeView, key: string) {
  const record = read.record.get(memory.views, key)
  const receipt = read.receipt.get(memory.views, key)
  if (!record || !receipt) return null
  const ids = new Set(record.prompts.flatMap(p => p.cand.map(c => c.id)))
  const shares = [...ids].flatMap(id => sharesOf(memory, episode.id, key, id))
  const observed = new Map(receipt.observed.map(o => [o.prompt, o.amount]))
  return {
    rule: receipt.rule,
    because: receipt.because,
    /** as the rule said it; the prompts' own rests add up to it */
    rest: receipt.rest,
    prompts: record.prompts.map(p => {
      const mine = shares.filter(s => s.prompt === p.idx)
      const seen = observed.get(p.idx) ?? null
      return {
        prompt: p.idx,
        label: p.label,
        /** null where the rule shares nothing out */
        observed: seen,
        shares: mine,
        /** cards that were seen in use there, measured or not */
        used: p.cited.map(use => ({
          ...{ card: use.card, short: shortOf(memory, use.card), event: use.event, because: useInWords(use) },
        })),
        rest: seen === null ? null : seen - sum(mine.map(s => s.amount)),
      }
    }),
  }
}

function sharesOf(memory: Memory, episode: string, key: string, id: string) {
  const statement = memory.text(read.card.get(memory.views, id)?.statement)
  return read.credit
    .list(memory.views, `${id}/${episode}/`)
    .filter(([at]) => at.includes(`/${key}/`))
    .map(([, c]) => ({
      card: id,
      short: shortOf(memory, id),
      statement,
      prompt: c.prompt,
      amount: c.amount,
      because: c.because,
    }))
}

const shortOf = (memory: Memory, id: string): string => {
  const card = onceCardOf(memory.views, id)
  return card ? cardShort(card) : id.slice(0, 8)
}

function whyEmpty(episode: EpisodeView, parts: readonly unknown[], shares: number): string | null {
  if (shares > 0) return null
  if (episode.intervened) return "the breaker spoke in it: what followed is not the cards' doing"
  if (parts.length === 0)
    return episode.closedAt === null ? "it still goes on; receipts are written when it ends" : "nothing was asked in it"
  return "no measured card was in context: all of it is everything else"
}

const sum = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0)

// Usage of a card, read from the credits the fold wrote (S0-59 … S0-63): one row per credit, sums per card. Nothing is stored, so
// there is no column to add, and a card that is gone has rows and breaks nothing.

/** a = 2c − 1 back to c in 0 … 1 (D40) */
const creditShare = (amount: number): number => (1 + amount) / 2

/** S0-60. The same credit has the same id, however often the view is made. */
export function usageOf(credit: Credit, trace: string | null, at: number) {
  const share = creditShare(credit.amount)
  const hex = hashId("usage", credit.card, trace ?? "", credit.prompt, credit.because)
  return {
    id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    principle_id: credit.card,
    trace_id: trace,
    was_successful: share >= 0.5,
    credit: share,
    created_at: new Date(at).toISOString(),
  }
}

/** S0-61 */
export const usageSum = (rows: readonly ReturnType<typeof usageOf>[]) => ({
  use_count: rows.length,
  success_count: rows.reduce((sum, row) => sum + row.credit, 0),
  updated_at: rows.reduce<string | null>(
    (last, r) => (last === null || r.created_at > last ? r.created_at : last),
    null,
  ),
})

export function readUsage(memory: Memory, card: string) {
  const rows = read.credit.list(memory.views, `${card}/`).map(([key, credit]) => {
    const episode = key.split("/")[1] ?? null
    const at = episodeOf(memory.views, episode)?.lastAt ?? 0
    return usageOf(credit, episode, at)
  })
  rows.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id < b.id ? -1 : 1))
  return { ...usageSum(rows), rows }
}
