// A draft: an event before its free text became blob references. What clients, commands and proposers hand to record.
import { hashId, sourceId, uuidv7 } from "../ids.ts"
import type { LogEvent } from "../promised.ts"
import type { DataOf, EventType } from "./registry.ts"

type Where = Pick<LogEvent, "ts" | "episode" | "scope">
interface DraftOf<T extends EventType> extends Where {
  readonly type: T
  readonly id: string
  /** text fields hold the text itself */
  readonly data: DataOf<T>
}
/** Distributes over the event types, so that `Draft` alone is the union of all drafts. */
export type Draft<T extends EventType = EventType> = T extends EventType ? DraftOf<T> : never

/** Something seen: named after its source, so that seeing it twice is one event. `record` is the client's own id for it. */
export const observed = <T extends EventType>(
  type: T,
  source: { readonly client: string; readonly session: string; readonly record: string },
  where: Where,
  data: DataOf<T>,
): DraftOf<T> => ({ type, id: sourceId(source.client, source.session, source.record, type), ...where, data })

/** Something somebody wrote or did. `random`: ten bytes or more. */
export const authored = <T extends EventType>(
  type: T,
  random: Uint8Array,
  where: Where,
  data: DataOf<T>,
): DraftOf<T> => ({ type, id: uuidv7(where.ts, random), ...where, data })

/** A proposal is named after its proposer and evidence: running the proposer again adds nothing. */
export const proposalId = (
  proposer: string,
  kind: string,
  evidence: readonly { readonly event: string; readonly start: number; readonly end: number }[],
): string => hashId("proposal", proposer.split("@")[0]!, kind, ...evidence.flatMap(e => [e.event, e.start, e.end]))
