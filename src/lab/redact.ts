// `lab redact`: one line in, the masked text and the kinds found out.
// Ground truth: core/redact; nothing is decided here.

import { redact } from "../core/redact/redact.ts"

export type LabRedactLine = { readonly id: unknown; readonly text?: unknown }
export type LabRedactAnswer = {
  readonly id: unknown
  readonly text: string
  readonly found: readonly { readonly kind: string }[]
}

export const labRedact = (line: LabRedactLine): LabRedactAnswer => {
  const text = typeof line.text === "string" ? line.text : ""
  const result = redact(text)
  return { id: line.id ?? null, text: result.text, found: result.found.map(({ kind }) => ({ kind })) }
}
