// What is not shown here because it did harm, by what figures, and how to have it back: rows for `mettle status`.
import type { StandingRead } from "../memory/learned.ts"
import { partName } from "../memory/stand-down.ts"
import type { Out } from "./print.ts"

export function standingText(
  { down, active, because, parts }: StandingRead,
  scope: string,
  out: Out,
): readonly (readonly [string, string, ...(string | null)[]])[] {
  // Where memory as a whole stands down, its parts need no words of their own.
  const told = down ? [{ part: "memory", because }] : parts
  const rows = told.map(({ part, because: figures }) => {
    const name = partName(part)
    return active
      ? (["standing", out.paint("yellow", `${name} stand down here, they did harm`), figures] as const)
      : (["standing", `${name} did harm here; standing down is switched off`, figures] as const)
  })
  if (!active || rows.length === 0) return rows
  const back = `mettle config set memory.keepShowing ${scope.slice(0, 12)}`
  return [...rows, ["", "only norms, check and what you vouched for are shown", `otherwise: ${back}`]]
}
