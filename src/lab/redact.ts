// `lab redact`: one line in, the masked text and the kinds found out.
// Ground truth: core/redact; nothing is decided here.

import type { Loose } from "../core/loose.ts"
import { redact } from "../core/redact/redact.ts"

export const labRedact = (line: Loose) => {
  const text = typeof line.text === "string" ? line.text : ""
  const result = redact(text)
  return { id: line.id ?? null, text: result.text, found: result.kinds.map(kind => ({ kind })) }
}
