// The error of a command that needs something recorded and finds no store: said once, with the way on.
import { MettleError } from "../core/errors.ts"

export const nothingYet = (what: string): MettleError =>
  new MettleError("E_NOT_FOUND", `${what}: nothing was recorded yet`, {
    hint: 'mettle note "…" states something yourself; mettle doctor looks at the set-up',
  })
