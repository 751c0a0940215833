// THE way into the views for whoever only reads them: memory, teams, models and the doors. Every table, typed, without a pen.
import type { Reader } from "./table.ts"
import { TABLE } from "./tables.ts"

type Tables = typeof TABLE
export const read: { readonly [Name in keyof Tables]: Tables[Name] extends Reader<infer Row> ? Reader<Row> : never } =
  TABLE
