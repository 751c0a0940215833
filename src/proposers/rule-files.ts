// Rules that stand in the files agents load (CLAUDE.md, AGENTS.md, Cursor rules): proposals with the line as evidence. A
// document is no person: its norms wait in Review for a nod (L7), and what is no rule is not proposed at all.
import type { Draft } from "../core/events/draft.ts"
import { proposalId } from "../core/events/draft.ts"
import { hashId } from "../core/ids.ts"
import type { Evidence } from "../core/model.ts"
import { proposeFromDoc, RULE_FILES } from "../core/propose/from-doc.ts"
import { redact } from "../core/redact/redact.ts"
import { tagsOf, topicKey } from "../core/words/statement.ts"

/** A file as it was read; `path` is relative to the repository, or starts with ~ for the person's own. */
export interface RuleDocument {
  readonly path: string
  readonly text: string
}
/** Marks the card with the file it stands in, so that the file can be looked at again. */
export const DOC_TAG = "doc:"

const MOST_PER_FILE = 60
const SHORTEST = 12

export function ruleFiles(
  document: RuleDocument,
  at: { readonly scope: string; readonly now: number; readonly hash: (text: string) => string },
): readonly Draft<"card.proposed">[] {
  const personal = document.path.startsWith("~")
  const seen = new Set<string>()
  return proposeFromDoc(document.path, document.text)
    .flatMap((rule): Draft<"card.proposed">[] => {
      const { statement } = rule
      if (rule.kind === "fact" || statement.length < SHORTEST || seen.has(statement)) return []
      seen.add(statement)
      // A line with a secret in it is stored masked and cites nothing: leave it in its file.
      if (redact(statement).kinds.length > 0) return []
      const evidence = lineOf(document.path, statement, at)
      return [
        {
          type: "card.proposed",
          id: proposalId(RULE_FILES, rule.kind, [evidence]),
          ts: at.now,
          episode: null,
          scope: at.scope,
          data: {
            proposer: RULE_FILES,
            provenance: "document",
            kind: rule.kind,
            statement,
            tier: personal ? "global" : "repo",
            topic: topicKey(statement),
            tags: [`${DOC_TAG}${document.path}`, ...tagsOf(statement)],
            turn: null,
            evidence: [evidence],
          },
        },
      ]
    })
    .slice(0, MOST_PER_FILE)
}

/** The line is its own text: the reference of a text is its keyed hash, so the statement's blob is what is cited. */
function lineOf(
  path: string,
  line: string,
  { scope, hash }: { readonly scope: string; readonly hash: (text: string) => string },
): Evidence {
  const ref = hash(line)
  return {
    kind: "doc_span",
    event: hashId("document", scope, hash(path), ref),
    blob: ref,
    start: 0,
    end: line.length,
    hash: ref,
  }
}
