// Memory: store, views and preset composed. Opens, folds the tail, and hands the pieces to the other files of this
// folder. Time and chance come in from outside.

import { isCode } from "../core/errors.ts"
import type { Event } from "../core/events/define.ts"
import { authored, type Draft } from "../core/events/draft.ts"
import { type DataOf, definitionOf, type EventType, parseEvent } from "../core/events/registry.ts"
import { lately } from "../core/once.ts"
import type { ReadBy } from "../core/readings/reader.ts"
import { mergeOverrides, type Overrides } from "../core/rules/params.ts"
import { type Preset, preset as presetNamed, withoutJudging } from "../core/rules/registry.ts"
import type { FoldContext } from "../core/views/context.ts"
import { applyEvent, foldFingerprint } from "../core/views/fold.ts"
import type { Rows } from "../core/views/rows.ts"
import { builtInHearWork } from "../meaning/ear.ts"
import { builtInMeaning } from "../meaning/word-table.ts"
import { type Recorded, type RecordOptions, record } from "../record.ts"
import type { Blobs, Log } from "../store/ports.ts"
import { memoryReadings, type Readings } from "../store/readings.ts"
import type { Search } from "../store/search.ts"
import { isUnwritable } from "../store/sqlite-error.ts"
import { searchInMemory } from "../store/sqlite-search.ts"
import type { Views as StoredViews } from "../store/views.ts"
import type { LearnNorms } from "./acting/acts.ts"
import { foldTail, type Patience, rebuild } from "./folding.ts"
import { FORGOTTEN, type ForgottenTexts, forgottenTexts, isHidden } from "./forgetting/forgotten.ts"
import type { TextPlaces } from "./forgetting/text-places.ts"
import { type TextReadings, textReadings } from "./readings.ts"

type InFile = "rebuilt" | "drop" | "aside" | "takePlace" | "discard" | "leaveDisk" | "sql"
/** A store's views, or such in RAM, which have no file to drop from, stand beside or leave. */
export type Views = Omit<StoredViews, InFile | "flush"> &
  Partial<Pick<StoredViews, InFile>> & { flush(seq: number, also?: () => void): boolean }

export interface MemoryParts {
  readonly log: Log
  readonly blobs: Blobs
  /** small marks of this store, outside the log; `synced` false: may be lost with the power */
  readonly meta: { get(key: string): string | null; set(key: string, value: string, synced?: boolean): void }
  /** opens the views for a fingerprint; a foreign fingerprint starts empty */
  readonly openViews: (fingerprint: string) => Views
  /** search beside these views; in memory when not given */
  readonly openSearch?: (views: Views) => Search
  /** what was read out of texts; in memory when not given */
  readonly readings?: Readings
  /** every other place of this home that can hold a text, loaded when something is forgotten; none without a disk */
  readonly places?: () => Promise<TextPlaces>
  readonly now: () => number
  /** at least ten fresh random bytes */
  readonly randomBytes: () => Uint8Array
  /** what numbers depend on besides rules: the V8 version */
  readonly engine: string
  readonly preset?: string
  /** what settings make of rules' params, and what the user adopted for the preset in use */
  readonly params?: Overrides
  readonly adopted?: Overrides
  /** false: nothing is judged, and nothing learned from outcomes (S2-80) */
  readonly judges?: boolean
  readonly idleMinutes?: number
  /** false: episodes end by idle time only (S2-84) */
  readonly endByHook?: boolean
  /** may memory stand down where it does harm? The user may switch that off */
  readonly standDown?: boolean
  /** scopes in which the user wants measured cards shown all the same */
  readonly keepShowing?: readonly string[]
  /** days after which a fact that was not seen true is not said; 0 = never */
  readonly factDays?: number
  /** how norms are learned from what the user types; default at once */
  readonly norms?: LearnNorms
  /** share of episodes without measured cards; default none */
  readonly controlShare?: number
  /** somebody waits for whatever is done here: folds a little at a time, and leaves long work to others */
  readonly patience?: Patience
  readonly record?: RecordOptions
}

const CACHE = 4096
const LONGEST_HASHED = 200
/** mark of a store: the text.forgotten event whose erasure is not finished */
export const FORGETTING = "forgetting"
/** Folding more than this anew, in memory, would take longer than freeing some room. */
const IN_MEMORY_MOST = 50_000

export class Memory {
  readonly parts: MemoryParts
  readonly preset: Preset
  readonly views: Views
  readonly search: Search
  readonly idleMinutes: number
  readonly fingerprint: string
  readonly standsDown: boolean
  /** null: nobody waits */
  readonly patience: Patience | null
  /** what was read out of texts */
  readonly readings: Readings
  /** A reader's answer, kept or read now. */
  readonly readBy: ReadBy
  private readonly read: TextReadings
  private readonly texts = lately<string>(CACHE)
  private readonly hashes = lately<string>(CACHE)
  private forgotten: ForgottenTexts | null = null
  private lastForgotten = ""
  /** the text.forgotten event of a forgetting that is not finished, and what it takes */
  private begun: string | null = null
  private doomed: ReadonlySet<string> = new Set()
  /** the event being folded; null when somebody reads as of now */
  private folding: Event | null = null

  constructor(parts: MemoryParts) {
    this.parts = parts
    this.preset = this.machine(parts.preset ?? "mettle", parts.adopted)
    this.idleMinutes = parts.idleMinutes ?? 15
    this.standsDown = parts.standDown ?? true
    this.patience = parts.patience ?? null
    this.readings = parts.readings ?? memoryReadings()
    this.read = textReadings(this.readings, parts.engine)
    this.readBy = this.readByIn(null)
    this.fingerprint = foldFingerprint(this.preset, this.idleMinutes, parts.engine, parts.endByHook)
    this.views = parts.openViews(this.fingerprint)
    this.search = parts.openSearch?.(this.views) ?? searchInMemory(builtInMeaning)
  }

  /** A preset as the user's settings have it, with these params. */
  machine(name: string, adopted: Overrides = {}): Preset {
    const preset = presetNamed(name, mergeOverrides(this.parts.params ?? {}, adopted))
    return this.parts.judges === false ? withoutJudging(preset) : preset
  }

  /** A fold context over given rows: the stored views, or a copy for reading at a later time. */
  context(rows: Rows = this.views): FoldContext {
    return {
      rows,
      preset: this.preset,
      text: ref => (this.isHidden(ref, rows) ? null : this.text(ref)),
      read: (what, work) => this.kept(what, work),
      readBy: this.readByIn(rows),
      forgotten: () => this.forgottenTexts().gone,
      hear: builtInHearWork,
      hash: text => this.hash(text),
      idleMinutes: this.idleMinutes,
      ...(this.parts.endByHook === undefined ? {} : { endByHook: this.parts.endByHook }),
    }
  }

  /** Folds one event into a context of this memory; it sees texts as they were at its place in the log. */
  apply(context: FoldContext, event: Event): void {
    if (event.type === "text.forgotten") this.letGo(event.seq)
    this.folding = event
    try {
      applyEvent(context, event)
    } finally {
      this.folding = null
    }
  }

  private kept<T>(what: string, work: () => T): T {
    const kept = this.folding === null ? undefined : this.forgottenTexts().kept(this.folding.id, what)
    return kept === undefined ? work() : (kept as T)
  }

  /** Out of sight of the event being folded; null: read as of now. */
  private isHidden(ref: string, rows: Rows | null): boolean {
    return this.folding !== null && rows !== null && isHidden(this.forgottenTexts(), ref, this.folding.seq, rows)
  }
  private readByIn(rows: Rows | null): ReadBy {
    return this.read.readBy(
      ref => (this.isHidden(ref, rows) ? null : this.text(ref)),
      ref => this.doomed.has(ref) || this.isHidden(ref, rows),
    )
  }

  /** Writes what was read since, unless something was forgotten meanwhile. */
  keepReadings(): void {
    const { meta } = this.parts
    this.read.flush(() => (meta.get(FORGOTTEN) ?? "") === this.lastForgotten && !meta.get(FORGETTING))
  }

  /** The words behind a reference; null where there is none, or they are forgotten. */
  text(ref: string | null | undefined): string | null {
    if (ref == null || this.doomed.has(ref)) return null
    const known = this.texts.get(ref)
    if (known !== undefined) return known
    const text = this.parts.blobs.get(ref)
    // What is not there may come: the same words can be written again.
    if (text !== null) this.texts.set(ref, text)
    return text
  }

  /** The same commands are named again and again. */
  private hash(text: string): string {
    let hash = this.hashes.get(text)
    if (hash !== undefined) return hash
    hash = this.parts.blobs.hash(text)
    if (text.length <= LONGEST_HASHED) this.hashes.set(text, hash)
    return hash
  }

  /** What somebody says or does here and now, not recorded yet. */
  authored<T extends EventType>(
    type: T,
    where: { readonly episode?: string | null; readonly scope?: string | null },
    data: DataOf<T>,
  ): ReturnType<typeof authored<T>> {
    const { now, randomBytes } = this.parts
    return authored(
      type,
      randomBytes(),
      { ts: now(), episode: where.episode ?? null, scope: where.scope ?? null },
      data,
    )
  }

  /** `expected`: only behind this sequence, else E_LOCKED. */
  async record(drafts: readonly Draft[], expected?: number): Promise<Recorded> {
    for (const draft of drafts) definitionOf(draft.type)
    return record(this.parts, drafts, { now: this.parts.now, expected, ...this.parts.record })
  }

  /** Folds what the log has and the views have not, `most` of it at once. Returns how many events. */
  catchUp(progress?: (done: number, total: number) => void, most = Number.POSITIVE_INFINITY): number {
    this.lookForForgetting()
    return this.orInMemory(() => foldTail(this, progress, most))
  }

  /** Folds the whole log anew: what live state is defined as. */
  rebuild(progress?: (done: number, total: number) => void): number {
    this.lookForForgetting()
    return this.orInMemory(() => rebuild(this, progress, false))
  }

  /** Views are disposable, room is not: what they need on a full disk is better left to the log. */
  private orInMemory(work: () => number): number {
    try {
      return work()
    } catch (error) {
      if (!(isCode(error, "E_DISK") || isUnwritable(error)) || this.parts.log.head() > IN_MEMORY_MOST) throw error
      if (!this.views.leaveDisk?.()) throw error
      this.startOver()
      return work()
    }
  }

  /** Somebody forgot something: nothing of it may be read from what was read before. `at`: unless it was known of. */
  letGo(at = Number.POSITIVE_INFINITY): void {
    if (this.forgotten !== null && this.forgotten.last >= at) return
    this.texts.clear()
    this.hashes.clear()
    this.forgotten = null
  }

  startOver(): void {
    this.letGo()
    this.views.reset()
    this.search.clear()
  }

  /** A forgetting that goes on, here or elsewhere: its texts are out of sight from its first moment to its last. */
  private lookForForgetting(): void {
    const last = this.parts.meta.get(FORGOTTEN) ?? ""
    if (last !== this.lastForgotten) {
      this.letGo()
      this.read.letGo()
    }
    this.lastForgotten = last
    const begun = this.parts.meta.get(FORGETTING) || null
    if (begun === this.begun) return
    const event = begun === null ? null : this.parts.log.get(begun)
    if (begun !== null && event === null) return
    this.begun = begun
    this.doomed = new Set(event === null ? [] : (parseEvent(event).data as { refs: readonly string[] }).refs)
    this.read.letGo()
    this.texts.clear()
  }

  private forgottenTexts(): ForgottenTexts {
    this.forgotten ??= forgottenTexts(this.parts.log)
    return this.forgotten
  }

  async close(): Promise<void> {
    this.views.close()
    this.readings.close()
    await this.parts.log.close()
  }
}
