// Folding the log into the views. Where nobody waits: the tail, however long, and everything anew beside what stands, which
// then takes its place. Where somebody waits: a few events, none of them long; the rest is owed (tending/settle.ts).
import { isCode } from "../core/errors.ts"
import type { Event } from "../core/events/define.ts"
import type { Rows } from "../core/views/rows.ts"
import type { Search } from "../store/search.ts"
import { isUnwritable } from "../store/sqlite-error.ts"
import type { Memory, Views } from "./memory.ts"
import { fillSearch, indexChanged } from "./search-docs.ts"

type Progress = (done: number, total: number) => void
/** How much of the log is folded while somebody waits, in work, not in time. */
export interface Patience {
  /** events in one go */
  readonly events: number
  /** events behind which nothing is folded any more: there is too much for slices */
  readonly far: number
  /** rows that one event may touch; what touches more is long work */
  readonly rows: number
  /** events that the proposers look at in one go */
  readonly proposals: number
  /** messages of the user that are heard in one go: the ear takes some hundredths of a second for each */
  readonly messages: number
}
/** A hook. Events cost some tenths of a millisecond each, rows some microseconds. */
export const HOOK_PATIENCE: Patience = { events: 200, far: 1_500, rows: 3_000, proposals: 24, messages: 1 }
/** The resident's answering thread, which folds slice after slice while no hook comes. */
export const RESIDENT_PATIENCE: Patience = { ...HOOK_PATIENCE, far: 20_000 }

const BATCH = 2000
/** A log longer than this is folded from the start aside: what others read of it meanwhile should be whole. */
const ASIDE_FROM = HOOK_PATIENCE.far

/** Views and the search beside them. */
interface Target {
  readonly views: Views
  readonly search: Search
}

export function foldTail(memory: Memory, progress: Progress | undefined, most: number): number {
  const { views, parts, patience } = memory
  views.refresh()
  const end = parts.log.head()
  // The log is shorter than what was folded: views of another log. Start over.
  if (views.seq() > end && !views.standsIn) memory.startOver()
  const start = views.seq()
  if (patience !== null) return foldBriefly(memory, patience, end, most)
  if (start === 0 && end > ASIDE_FROM && views.aside) return rebuild(memory, progress, true)
  fold(memory, memory, Math.min(end, start + most), progress)
  return views.seq() - start
}

/** Folds on until `end`. */
function fold(memory: Memory, target: Target, end: number, progress: Progress | undefined): void {
  const { views, search } = target
  let from = views.seq()
  if (search.stale()) views.flush(from, () => fillSearch(sourceOf(memory, target)))
  const context = memory.context(views)
  while (from < end) {
    const events = memory.parts.log.read(from, Math.min(BATCH, end - from))
    if (events.length === 0) break
    together(memory, () => {
      for (const event of events) memory.apply(context, event)
      flush(memory, target, events[events.length - 1]!.seq)
    })
    memory.keepReadings()
    from = views.seq()
    // A long fold walks over more rows than memory should hold; the rows of a tail are asked for again soon.
    if (events.length === BATCH) {
      views.evict()
      memory.readings.tidy()
    }
    progress?.(from, end)
  }
}

const sourceOf = (memory: Memory, { views, search }: Target) => ({
  views,
  search,
  text: (ref: string) => memory.text(ref),
})

/** A look for each text would cost more than the text. */
const together = (memory: Memory, work: () => void): void => {
  const { log } = memory.parts
  if (log.together) log.together(work)
  else work()
}
/** Rows, search and sequence together. */
const flush = (memory: Memory, target: Target, to: number): boolean =>
  target.views.flush(to, () => indexChanged(sourceOf(memory, target)))

/** A few events, and none that turns out to be long. */
function foldBriefly(memory: Memory, patience: Patience, end: number, most: number): number {
  const { views, search, parts } = memory
  const start = views.seq()
  const behind = end - start
  if (behind <= 0 || behind > patience.far || views.standsIn || views.owed().long === start + 1) return 0
  if (search.stale()) {
    if (start > 0) return 0
    views.flush(start, () => fillSearch(memory))
  }
  const events = parts.log.read(start, Math.min(behind, most, patience.events))
  const rows = limited(views, views.drop ? patience.rows : Number.POSITIVE_INFINITY)
  const context = memory.context(rows)
  const next = (event: Event): void => {
    rows.begin()
    memory.apply(context, event)
  }
  let long = 0
  together(memory, () => {
    for (const event of events)
      try {
        next(event)
      } catch (error) {
        if (!isLong(error)) throw error
        long = event.seq
        break
      }
    const short = long === 0 ? events : events.filter(({ seq }) => seq < long)
    if (long > 0) {
      // Half an event is none: the ones before it once more.
      views.drop!()
      short.forEach(next)
    }
    const last = short.at(-1)
    if (last) flush(memory, memory, last.seq)
  })
  memory.keepReadings()
  if (long > 0 && views.seq() === long - 1) views.owe(long)
  return Math.max(0, views.seq() - start)
}

/**
 * Folds the whole log: what live state is defined as. What stands is answered from until the new views take its place.
 * `goesOn`: with what somebody began and could not finish.
 */
export function rebuild(memory: Memory, progress: Progress | undefined, goesOn: boolean): number {
  const { views, parts } = memory
  memory.letGo()
  // A search in memory belongs to one place of rows.
  const beside = parts.openSearch ? (views.aside?.(goesOn) ?? null) : null
  if (beside === null) return foldInPlace(memory, progress)
  try {
    const target = { views: beside, search: parts.openSearch!(beside) }
    if (beside.seq() > parts.log.head()) beside.reset()
    for (let end = parts.log.head(); beside.seq() < end; end = parts.log.head()) fold(memory, target, end, progress)
    views.takePlace!(beside)
    return views.seq()
  } catch (error) {
    const full = isCode(error, "E_DISK") || isUnwritable(error)
    if (full) beside.discard!()
    else beside.close()
    if (!full) throw error
    // No room for two: what stands gives its own.
    return foldInPlace(memory, progress)
  }
}

function foldInPlace(memory: Memory, progress: Progress | undefined): number {
  memory.startOver()
  fold(memory, memory, memory.parts.log.head(), progress)
  return memory.views.seq()
}

// Rows that count what an event touches, and stop it when it turns out to be long work: a replay of all records, a sweep over
// all cards, many episodes that fall due at once. Whatever it is, it shows in the rows.

interface LimitedRows extends Rows {
  /** another event begins */
  begin(): void
}

class LongWork extends Error {}
const isLong = (error: unknown): boolean => error instanceof LongWork

function limited(rows: Rows, most: number): LimitedRows {
  let touched = 0
  const touch = (n: number): void => {
    touched += n
    if (touched > most) throw new LongWork("folding this event is long work")
  }
  return {
    get(table, key) {
      touch(1)
      return rows.get(table, key)
    },
    set(table, key, value) {
      touch(1)
      rows.set(table, key, value)
    },
    delete(table, key) {
      touch(1)
      rows.delete(table, key)
    },
    range(table, from, to) {
      const found = rows.range(table, from, to)
      touch(found.length)
      return found
    },
    first(table, from, to) {
      touch(1)
      return rows.first(table, from, to)
    },
    tables: () => rows.tables(),
    begin() {
      touched = 0
    },
  }
}
