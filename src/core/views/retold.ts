// The same words may be written again after they were forgotten: from that event on they are in sight, and before it they are not,
// or a rebuild would differ from live (P4). Noted as the log goes by, so that nobody has to look back for it.
import type { Event } from "../events/define.ts"
import type { FoldContext } from "./context.ts"
import type { Rows } from "./rows.ts"
import { TABLE } from "./tables.ts"

export function noteRetold({ rows, forgotten }: FoldContext, { seq, data }: Pick<Event, "seq" | "data">): void {
  const gone = forgotten?.()
  if (gone === undefined || gone.size === 0) return
  eachText(data, text => {
    const since = gone.get(text)
    if (since !== undefined && seq > since && !isRetold(rows, text)) TABLE.retold.set(rows, text, seq)
  })
}
export const isRetold = (rows: Rows, ref: string): boolean => TABLE.retold.get(rows, ref) !== undefined

/** They were forgotten once more. */
export function forgetRetold(rows: Rows, refs: Iterable<string>): void {
  for (const ref of refs) if (isRetold(rows, ref)) TABLE.retold.delete(rows, ref)
}

function eachText(value: unknown, take: (text: string) => void): void {
  if (typeof value === "string") {
    if (value.startsWith("b:")) take(value)
  } else if (typeof value === "object" && value !== null)
    for (const key in value) eachText((value as Readonly<Record<string, unknown>>)[key], take)
}
