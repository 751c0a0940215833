// THE way into the views for whoever only reads them: memory, teams, models and the doors. The fold's tables and those of how an
// episode goes, typed, without a pen.
import { ASSESSED } from "../assess/tables.ts"
import type { ReadTable } from "./table.ts"
import { TABLE } from "./tables.ts"

type Tables = typeof TABLE & typeof ASSESSED
export const read: {
  readonly [Name in keyof Tables]: Tables[Name] extends ReadTable<infer Row> ? ReadTable<Row> : never
} = {
  ...TABLE,
  ...ASSESSED,
}
