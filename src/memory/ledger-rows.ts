// Every line of the ledger, newest first, without its words: a page looks up the words of the lines it shows.
import { list } from "../core/views/rows.ts"
import { type LedgerEntry, TABLE } from "../core/views/state.ts"
import type { Memory } from "./memory.ts"

export type LedgerRow = LedgerEntry

export const ledgerRows = (memory: Memory): readonly LedgerRow[] =>
  list<LedgerEntry>(memory.views, TABLE.ledger)
    .map(([, entry]) => entry)
    .sort((a, b) => b.seq - a.seq)
