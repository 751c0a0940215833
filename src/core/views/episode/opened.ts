// Texts of a turn that are opened when somebody asks for them, and no sooner: most of them nobody asks for.
import { commandLine } from "../../calls/shell-call.ts"
import type { FoldContext } from "../context.ts"

/** The command line of a call; null when there is none, or it was forgotten. */
export function lineOf(context: Pick<FoldContext, "text">, input: string | null): string | null {
  const text = input === null ? null : context.text(input)
  return text === null ? null : commandLine(text)
}
