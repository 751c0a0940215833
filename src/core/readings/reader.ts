// The contract of a reader: what it makes of texts depends on those texts and the facts beside them and on nothing else, so it
// is read once and kept (store/readings.ts). Changed behaviour means version + 1; texts are then read again when asked for.
import { hashId } from "../ids.ts"

export interface TextReader<F, T> {
  /** kebab-case */
  readonly name: string
  readonly version: number
  /** JSON in, JSON out, never undefined; a text that is not there, or is not there any more, is null. */
  readonly read: (texts: readonly (string | null)[], facts: F) => T
}

/** Texts by reference, in the reader's order; null: there was none. */
export type Refs = readonly (string | null)[]

/** Asks a reader, or what was kept of its answer. Nothing that may run inside the fold asks a reader that is slow. */
export type ReadBy = <F, T>(reader: TextReader<F, T>, refs: Refs, facts: F) => T

const IDS = new WeakMap<object, string>()
/** name@version; put together once: the fold asks for it several times an event. */
export function readerId(reader: Pick<TextReader<never, unknown>, "name" | "version">): string {
  let id = IDS.get(reader)
  if (id === undefined) IDS.set(reader, (id = `${reader.name}@${reader.version}`))
  return id
}

/** Under what the readings of these texts with these facts are kept; `engine`: whatever else numbers depend on. */
export const readingKey = (engine: string, refs: Refs, facts: unknown): string =>
  hashId(engine, ...refs, facts === null ? null : JSON.stringify(facts))

/** Reads anew each time: where nothing is kept. */
export const readAnew =
  (text: (ref: string) => string | null): ReadBy =>
  (reader, refs, facts) =>
    reader.read(
      refs.map(ref => (ref === null ? null : text(ref))),
      facts,
    )
