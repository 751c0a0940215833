// The SharedLog port: one team's log on an engine it already runs. Contracts stand in the
// comments; test/contracts/shared-log.ts holds the suite that every engine passes. Meaning stays out: an engine carries
// envelopes, it neither signs nor verifies nor folds them.

/** One signed envelope on its way to or from a shared log. `id` makes append idempotent. */
export interface Envelope {
  /** 32 hexadecimal digits */
  readonly id: string
  /** scope key */
  readonly partition: string
  /** pseudonym: fingerprint of the public key */
  readonly author: string
  /** public key */
  readonly key: string
  readonly ts: number
  readonly type: string
  readonly v: number
  /** SHA-256 of the word that erases it, 64 hexadecimal digits: only its author can say that word */
  readonly lock: string
  /** canonical JSON of the event, texts inline, already redacted; empty once erased */
  readonly body: string
  readonly signature: string
}

/** The word that opens an envelope's lock: whoever says it may erase the envelope, nobody else. */
export interface Erasure {
  readonly id: string
  readonly token: string
}

export interface Entry {
  readonly seq: number
  readonly envelope: Envelope
}

export interface SharedLog {
  /** every machine reads the same sequence: servers give one, in a folder each machine numbers by arrival */
  readonly oneOrder: boolean
  /**
   * Appends in order; atomic per envelope; resolves only when the engine has acknowledged all of them, with how many were new.
   * Idempotent by id for ever, erased ids included (first write wins), so a batch whose answer was lost is simply given again.
   * Retries a broken connection a bounded number of times, then rejects with E_OFFLINE: some of the batch may be stored.
   * An envelope that does not fit is refused with E_EVENT, with all of its batch.
   */
  append(batch: readonly Envelope[]): Promise<number>
  /**
   * Entries with seq > from, in order, at most `limit`. Sequences rise strictly and nothing ever appears below one that
   * was read, so whoever reads on from the last one misses nothing; they need not be contiguous. An erased entry is read
   * with an empty body, or no longer read at all where the engine cannot keep its place: readers skip an empty body.
   */
  read(from: number, limit: number, partition?: string): Promise<readonly Entry[]>
  /** last sequence, 0 when empty */
  head(): Promise<number>
  /**
   * Erases bodies and signatures for good, keeping ids known, of those whose lock the token opens; others stay as they are.
   * Idempotent. Returns how many were erased.
   */
  erase(erasures: readonly Erasure[]): Promise<number>
  /** Removes from the engine's own files what was erased, where these credentials may. Returns how many were removed. */
  sweep(): Promise<number>
  /** Whether what is acknowledged survives a power cut, as far as the engine tells, in words for `doctor`. */
  durability(): Promise<Durability>
  /** Where what is carried is sealed: letting another machine in. */
  readonly door?: Door
  close(): Promise<void>
}

/** A machine that knocks has a code to be told by a person; whoever is in answers it with the seal, and a gift for that machine. */
interface Door {
  /** codes of machines that knocked and were not answered */
  waiting(): Promise<readonly string[]>
  /** False when nobody with this code knocked. */
  answer(code: string, gift: string): Promise<boolean>
}

export interface Durability {
  readonly ok: boolean
  readonly says: string
  /** what was erased and still lies in the engine's own files, or who else may erase; null when there is nothing to say */
  readonly erasing: string | null
}

export interface EngineOptions {
  /** a local folder of this machine for what an engine must remember between runs (the folder engine's order) */
  readonly state?: string
  /** name of this machine's segments in a folder; any short name, stable per machine */
  readonly machine?: string
  /** how long one attempt may wait for the engine */
  readonly timeoutMs?: number
  /** attempts after the first before E_OFFLINE */
  readonly retries?: number
  /** types of envelopes that hold nobody's words: they need no key of their own that erasing destroys */
  readonly wordless?: readonly string[]
  /** how long what was fetched is good enough, for engines that have to fetch */
  readonly freshMs?: number
  /** called with what came with the seal, when this machine was let in */
  readonly received?: (gift: string) => void
}

export interface Engine {
  readonly name: string
  /** what a URL for it looks like */
  readonly example: string
  matches(url: string): boolean
  /** Connects and checks; rejects with E_OFFLINE when nobody answers, E_CONFIG when the URL or the server's set-up is wrong. */
  open(url: string, options?: EngineOptions): Promise<SharedLog>
}
