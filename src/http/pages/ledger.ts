// Ledger: what was let in, and why not?
import { asOf } from "../../memory/as-of.ts"
import { findEpisode } from "../../memory/reading/episodes.ts"
import { type LedgerRow, ledgerRows } from "../../memory/reading/ledger-rows.ts"
import { type Asked, type Desk, numberIn, oneIn, pageOf, textIn } from "../desk.ts"
import { ledgerLineOf } from "../lines.ts"
import type { LedgerPage } from "../schemas.ts"

const ACTS = ["admitted", "merged", "superseded", "archived", "refused", "moved", "user"] as const

export function ledgerPage(desk: Desk, { query }: Asked): LedgerPage {
  const { memory } = desk
  const named = textIn(query, "episode")
  const episode = named === undefined ? null : findEpisode(memory, named).id
  const act = oneIn(query, "act", ACTS)
  const limit = Math.max(1, numberIn(query, "limit", 100, 500))
  const start = numberIn(query, "cursor", 0, 1e9)
  const all = asOf(memory, "ledger", () => ledgerRows(memory))
  const mine = episode === null ? all : all.filter(entry => entry.episode === episode)
  const lines = act === undefined ? mine : mine.filter(entry => entry.act === act)
  const none =
    all.length > 0
      ? "No line of the ledger fits."
      : "Nothing was proposed yet. Proposals come from your words and from failures that were fixed."
  return {
    ...pageOf(desk, "mettle review ledger", lines.length === 0 ? none : null),
    lines: lines.slice(start, start + limit).map(entry => ledgerLineOf({ ...entry, words: null }, desk)),
    total: lines.length,
    next: start + limit < lines.length ? String(start + limit) : null,
    byAct: tally(mine),
  }
}

function tally(entries: readonly LedgerRow[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { act } of entries) counts[act] = (counts[act] ?? 0) + 1
  return counts
}
