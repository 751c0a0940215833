// AbortSignals of callers: what is aborted rejects with one typed error.
import { MettleError } from "../core/errors.ts"

export function orStop(...signals: readonly (AbortSignal | undefined)[]): void {
  const aborted = signals.find(signal => signal?.aborted)
  if (aborted)
    throw new MettleError("E_INTERRUPTED", "stopped by its caller", {
      still: "what was recorded before is kept",
      cause: aborted.reason,
    })
}

export const either = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter(signal => signal !== undefined))
