// Rules standing in the files agents load (CLAUDE.md, AGENTS.md, Cursor rules): doc proposals that a person confirms.
// Ground truth: the clients' documented file names. A doc proposal is never a norm by itself.

import { sentenceParts } from "../words/sentences.ts"
import { normaliseStatement } from "../words/statement.ts"
import { GONE } from "../words/whose/mask.ts"
import { wordList, wordsSaid } from "../words/word-list.ts"

export const RULE_FILES = "rule-files@1"

const RULE_PATH =
  /(?:^|[\\/])(?:(?:CLAUDE|AGENTS?|GEMINI|CONVENTIONS|CODEX)(?:\.local)?\.md|\.(?:cursor|windsurf|cline)rules|copilot-instructions\.md|\.(?:cursor|windsurf|claude)[\\/]rules[\\/][^\\/]+\.(?:mdc?|txt))$/i
export const isRuleFile = (path: string): boolean => RULE_PATH.test(path)

type Kind = "preference" | "constraint" | "fact"
const MOST = 400
const BAN = wordList(
  "never, don't, do not, avoid, must not, mustn't, no, forbidden, shouldn't, should not, not allowed",
)
const WISH = wordList(
  "always, must, should, prefer, use, ensure, make sure, keep, follow, write, run, add, only, require, requires, required",
)

const WISHED = ["preference", "wish"] as const

/** Every rule-like item with its place; headings and fenced code are skipped, nothing else is dropped. */
export function proposeFromDoc(path: string, text: string) {
  const out: (Record<"start" | "end", number> & Record<"statement" | "because", string> & { readonly kind: Kind })[] =
    []
  if (!isRuleFile(path)) return out
  let fenced = false
  let offset = 0
  for (const raw of text.slice(0, 200_000).split("\n")) {
    const start = offset
    offset += raw.length + 1
    if (/^\s*(?:```|~~~)/.test(raw)) {
      fenced = !fenced
      continue
    }
    if (fenced || raw.trim() === "" || /^---\s*$|^\s{0,3}#{1,6}\s+./.test(raw)) continue
    const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/.test(raw)
    const masked = raw.replace(/`[^`]{1,200}`/g, s => "x".repeat(s.length)).replace(/\r$/, " ")
    for (const s of item ? [whole(masked)] : sentenceParts(masked.replaceAll(GONE, " "))) {
      const statement = normaliseStatement(raw.slice(s.start, s.end))
      if (statement.length < 3) continue
      const words = wordsSaid(statement)
      const ban = BAN.has(words)
      const wish = WISH.has(words)
      if (!item && !ban && !wish) continue
      const [kind, because] = ban ? (["constraint", "ban"] as const) : wish ? WISHED : (["fact", "item"] as const)
      out.push({ kind, statement, start: start + s.start, end: start + s.end, because })
      if (out.length >= MOST) return out
    }
  }
  return out
}
function whole(line: string): { start: number; end: number } {
  const lead = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/.exec(line)?.[0].length ?? 0
  return { start: lead, end: lead + line.slice(lead).trimEnd().length }
}
