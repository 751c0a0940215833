// What a home folded of a shared log, as one text, to compare homes by.
import { foundingIn, keepersIn } from "../../src/core/shared/keeping.ts"
import { SHARED_TABLE } from "../../src/core/shared/tables.ts"
import type { Rows } from "../../src/core/views/rows.ts"

/** Ids, revisions and counts exactly, numbers to 9 digits. */
export function sharedPicture(rows: Rows): string {
  const nine = (_: string, value: unknown): unknown =>
    typeof value === "number" && !Number.isInteger(value) ? value.toPrecision(9) : value
  const { member, card, place, pooled } = SHARED_TABLE
  // A member's place in the log is the log's own; on a folder every machine has its own.
  const told = {
    ...{ place, pooled },
    member: { ...member, list: () => member.list(rows).map(([key, { seq: _, ...rest }]) => [key, rest] as const) },
    card,
  }
  const keepers = `keepers ${foundingIn(rows)?.id ?? "none"} ${keepersIn(rows).join(" ")}`
  const lines = [told.member, told.card, told.place, told.pooled].flatMap(table =>
    table.list(rows).map(([key, row]) => `${table.name} ${key} ${JSON.stringify(row, nine)}`),
  )
  return [keepers, ...lines].join("\n")
}
