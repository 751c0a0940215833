// Every line of the ledger, newest first, without its words: a page looks up the words of the lines it shows.

import { read } from "../../core/views/read.ts"
import type { LedgerEntry } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

export const ledgerRows = (memory: Memory): readonly LedgerEntry[] =>
  read.ledger
    .list(memory.views)
    .map(([, entry]) => entry)
    .sort((a, b) => b.seq - a.seq)
