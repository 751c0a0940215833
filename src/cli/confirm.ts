// Asking before a destructive act: on a terminal by a question, elsewhere only --yes will do.
import { MettleError } from "../core/errors.ts"
import type { Io } from "./io.ts"

export interface Consent {
  readonly yes?: boolean | undefined
  /** false under --no-input */
  readonly input?: boolean | undefined
}

/** True for y or yes; the end of input is no, and an empty line `otherwise`: no, where something would be changed. */
export async function confirm(
  io: Io,
  { yes = false, input = true }: Consent,
  question: string,
  otherwise = false,
): Promise<boolean> {
  if (yes) return true
  if (!input || !io.tty.stdin)
    throw new MettleError("E_USAGE", `will not do this without being asked: ${question}`, {
      still: "nothing was changed",
      hint: "look with --dry-run, then repeat with --yes",
    })
  io.stderr(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `)
  let said = ""
  for await (const chunk of io.stdin) {
    said += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk)
    if (said.includes("\n")) break
  }
  return /^\s*y(?:es)?\s*(?:\n|$)/i.test(said) || (otherwise && /^\s*\n/.test(said))
}
