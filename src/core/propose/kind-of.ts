// Which kind a durable sentence is, by the cues that spoke: promised, decided, ruled, wished or told as a fact.

export type ProposedKind = "preference" | "constraint" | "commitment" | "decision" | "fact"

export function kindOf(s: string, why: readonly string[]): ProposedKind {
  const has = (...names: string[]): boolean => names.some(n => why.includes(n))
  if (
    /\b(?:i'll|i will|i promise|we promise|we commit|we committed|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|next week|end of))\b/.test(
      s,
    )
  )
    return "commitment"
  if (has("decided", "lets-keep", "lets-use")) return "decision"
  if (
    has("always-should", "must", "normative-always", "never-do", "no-x") ||
    /\b(?:don't want|do not want|shouldn't|should not|only|never|without asking|unless)\b/.test(s)
  ) {
    return has("i-prefer", "i-like") && !/\bnever\b|\bmust\b/.test(s) ? "preference" : "constraint"
  }
  if (has("habit") && /\b(?:don't|do not|never|always|follow|prefer|avoid|stick|squash|rebase)\b(?! have\b)/.test(s))
    return "constraint"
  if (has("habit", "our-x-is") && !has("here") && !has("contrast", "i-prefer", "standing") && s.split(" ").length > 6)
    return "fact"
  if (has("remember") && !has("i-prefer", "i-like", "prefer", "behave", "use", "contrast", "habit")) return "fact"
  if (has("should", "each-time", "standing") && !has("i-prefer", "i-like", "prefer", "behave")) return "constraint"
  return "preference"
}
