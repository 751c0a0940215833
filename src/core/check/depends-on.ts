// On what a ban depends that no call shows: a condition before or behind it, an exception; in tongues beside English every word of
// its clause that we do not know.
import { actAt } from "./act.ts"
import { depends, excepts, KNOWN, NEUTRAL, REASONS } from "./ban-words.ts"
import { isPath } from "./file-ban.ts"
import { mentionAt } from "./mention.ts"
import { cueAt, phraseFrom, type Token } from "./tokens.ts"

export function dependsAfter(tokens: readonly Token[], at: number): boolean {
  let rest = phraseFrom(tokens, at).trimStart()
  for (let m = NEUTRAL.exec(rest); m !== null; m = NEUTRAL.exec(rest)) rest = rest.slice(m[0].length).trimStart()
  return depends(rest) || hasException(tokens, at)
}

export function hasException(tokens: readonly Token[], at: number): boolean {
  const rest = phraseFrom(tokens, at).split(/[ ,]/)
  const reason = rest.findIndex(word => REASONS.has(word))
  return excepts((reason < 0 ? rest : rest.slice(0, reason)).join(" "))
}

/** "In production, never …": what stands before the denial. */
export function dependsBefore(tokens: readonly Token[], start: number, at: number): boolean {
  const before = phraseFrom(tokens, start, at).replace(/^(?:please|and|but|so|also|ok|okay|hey|note|rule)[,:]? /, "")
  return (
    depends(before) &&
    !NEUTRAL.test(before) &&
    !/^(?:to be clear|as a rule|as always|by the way|for the record|with that|on it)/.test(before)
  )
}

/** Is there a word that we do not know in the clause of a ban, or in one before it that speaks of no command? */
export function saysMore(tokens: readonly Token[], start: number, first: number, at: number): boolean {
  const own = tokens.findLastIndex(({ kind }, i) => i < first && kind === "mark") + 1
  let [strange, spoken] = [false, false]
  for (let i = start; i < tokens.length; ) {
    const { kind, lower } = tokens[i]!
    if (i >= at && (kind === "mark" || REASONS.has(lower))) break
    if (kind === "mark" && i < own) {
      if (strange && !spoken) return true
      strange = spoken = false
    }
    const named = kind === "mark" ? null : (mentionAt(tokens, i, true) ?? actAt(tokens, i))
    const known = cueAt(tokens, i, KNOWN)
    spoken ||= named !== null || isPath(tokens[i])
    strange ||= kind !== "mark" && named === null && known === 0 && !isPath(tokens[i])
    i = Math.max(i + 1, i + known, named?.end ?? 0)
  }
  return strange
}
