// The files agents load, looked at again when they changed: their rules become proposals, and cards that cite them are
// told whether their lines still stand. Nothing here trusts what they say.

import { guardOf, isProvable } from "../../core/check/guard.ts"
import { type Draft, observed } from "../../core/events/draft.ts"
import { isNorm } from "../../core/model.ts"
import { unmarked } from "../../core/pack/norms-block.ts"
import { isRuleFile } from "../../core/propose/from-doc.ts"
import { DAY } from "../../core/time.ts"
import { read } from "../../core/views/read.ts"
import { type CardView, isLive } from "../../core/views/state.ts"
import { normaliseStatement } from "../../core/words/statement.ts"
import { DOC_TAG, type RuleDocument, ruleFiles } from "../../proposers/rule-files.ts"
import { type LineAuthor, lineAuthors } from "../../world/git-history.ts"
import { citedFiles as readCitedFiles, ruleFiles as readRuleFiles } from "../../world/rule-files.ts"
import { brokenIn } from "../checks/guard-for.ts"
import type { Memory } from "../memory.ts"
import { tellDomains, trueSince } from "../packs/situation.ts"
import { cardRows } from "../reading/read.ts"
import { approve, type InboxItem, inbox } from "../reading/review.ts"

/** `checked`: cards whose cited lines went or came back */
const NOTHING = { proposed: 0, checked: 0 }
const MOST_CHECKS = 200

/** Numbered: files that were looked at by an older rule are looked at once more. */
const mark = (scope: string): string => `documents:2:${scope}`

/** What a session's start or `settle` may learn of its repository: its tags and the rules that stand in its files. */
export async function lookAround(
  memory: Memory,
  place: {
    readonly scope: string | null
    readonly domains: readonly string[]
    readonly top: string
    readonly home: string
  },
) {
  if (place.scope === null) return NOTHING
  tellDomains(memory, place.scope, place.domains)
  const documents = readRuleFiles(place.top, place.home, [])
  const known = new Set(documents.map(d => d.path))
  const cited = citedPaths(memory, place.scope).filter(path => !known.has(path) && !isRuleFile(path))
  return lookAtDocuments(memory, place.scope, [...documents, ...readCitedFiles(place.top, cited)])
}

/** Proposes what is new and checks what is cited. Unchanged files cost one hash. */
export async function lookAtDocuments(memory: Memory, scope: string, documents: readonly RuleDocument[]) {
  const { blobs, meta } = memory.parts
  const state = blobs.hash(JSON.stringify(documents.map(d => [d.path, d.text])))
  const now = memory.parts.now()
  const unchanged = meta.get(mark(scope)) === state
  if (unchanged && !cardRows(memory).some(card => card.scope.id === scope && isDue(card, now))) return NOTHING
  memory.catchUp()
  // What this memory put into a file itself is not heard back from it.
  const said = new Set(
    cardRows(memory).flatMap(card =>
      isLive(card.stage) && (card.scope.tier !== "repo" || card.scope.id === scope)
        ? (memory.text(card.statement) ?? [])
        : [],
    ),
  )
  const proposals = documents.flatMap(({ path, text }) =>
    ruleFiles({ path, text: unmarked(text) }, { scope, now, hash: text => blobs.hash(text) }).filter(
      d => memory.parts.log.get(d.id) === null && !said.has(d.data.statement as string),
    ),
  )
  const checks = checksOf(memory, scope, documents, now)
  const drafts: readonly Draft[] = [...proposals, ...checks]
  if (drafts.length > 0) await memory.record(drafts)
  meta.set(mark(scope), state)
  memory.catchUp()
  return { proposed: proposals.length, checked: checks.length }
}

/** Files of the repository that live cards cite, besides those that agents load. */
const citedPaths = (memory: Memory, scope: string): readonly string[] => [
  ...new Set(
    cardRows(memory)
      .filter(card => isLive(card.stage) && card.scope.id === scope)
      .flatMap(card => placeOf(memory, card) ?? []),
  ),
]

const placeOf = (memory: Memory, card: CardView): string | undefined =>
  card.tags
    .map(tag => memory.text(tag))
    .find(tag => tag?.startsWith(DOC_TAG))
    ?.slice(DOC_TAG.length)

/** A fact that still stands in its file is seen true again, at most once a week. */
const AGAIN = 7 * DAY
const isDue = (card: CardView, now: number): boolean =>
  card.kind === "fact" &&
  isLive(card.stage) &&
  now - trueSince(card) >= AGAIN &&
  card.evidence.some(e => e.kind === "doc_span")

function checksOf(
  memory: Memory,
  scope: string,
  documents: readonly RuleDocument[],
  now: number,
): readonly Draft<"evidence.checked">[] {
  const lines = new Map(documents.map(d => [d.path, d.text.split("\n").map(line => normaliseStatement(line, 4000))]))
  return read.card
    .list(memory.views)
    .map(([, card]) => card)
    .filter(card => isLive(card.stage) && (card.scope.id === scope || card.scope.tier === "global"))
    .flatMap(card => {
      const path = placeOf(memory, card)
      // A person's own file, or one that agents do not load, is judged only where the caller read it.
      if (path === undefined || ((path.startsWith("~") || !isRuleFile(path)) && !lines.has(path))) return []
      return card.evidence.flatMap((evidence, index) => {
        if (evidence.kind !== "doc_span") return []
        const quote = memory.text(evidence.blob)?.slice(evidence.start, evidence.end)
        if (quote === undefined) return []
        const words = normaliseStatement(quote, 4000)
        const holds = lines.get(path)?.some(line => line.includes(words)) ?? false
        const moved = holds === (card.changed ?? []).includes(index)
        if (!moved && !(holds && isDue(card, now))) return []
        const source = { client: "mettle", session: card.id, record: `${index}/${holds}/${now}` }
        const where = { ts: now, episode: null, scope }
        return [observed("evidence.checked", source, where, { card: card.id, index, holds, path: path as never })]
      })
    })
    .slice(0, MOST_CHECKS)
}

// Lines of the rule files that are there (CLAUDE.md, AGENTS.md, …) which a command can prove broken, and how often past episodes
// broke each. A nod makes such a line a norm, with the file as its source: the same nod as in review.

interface ProvableLine {
  readonly item: InboxItem
  readonly statement: string
  /** past episodes that broke it, of those that ran anything */
  readonly broken: number
  readonly of: number
}

/** Those that were broken most first. */
export function provableLines(memory: Memory, scope: string): readonly ProvableLine[] {
  return inbox(memory)
    .filter(
      ({ why, kind, scope: { tier, id } }) =>
        why === "from a document" && isNorm(kind) && (tier === "global" || id === scope),
    )
    .flatMap((item): ProvableLine[] => {
      const { id, kind, statement } = item
      const guard = guardOf({ card: id, kind, statement, tags: [], failures: 0 })
      if (!guard || !isProvable(guard)) return []
      const told = brokenIn(memory, scope, guard, memory.parts.now())
      return [{ item, statement, broken: told?.broken ?? 0, of: told?.of ?? 0 }]
    })
    .sort((a, b) => b.broken - a.broken || (a.statement < b.statement ? -1 : 1))
}

export async function holdLines(memory: Memory, lines: readonly ProvableLine[]): Promise<void> {
  for (const { item } of lines) await approve(memory, item)
}

// Who wrote the lines that wait in review: a rule from a document of this repository is shown with its file, line and author.
// Asked when it is shown, never recorded: the repository itself is the place where that stands.

/** By id of the item; what nobody can tell is left out. */
export async function authorsOf(
  items: readonly InboxItem[],
  place: { readonly scope: string; readonly top: string; readonly cacheDir: string },
): Promise<ReadonlyMap<string, LineAuthor>> {
  const byFile = new Map<string, InboxItem[]>()
  for (const item of items)
    if (item.document !== undefined && item.scope.id === place.scope)
      byFile.set(item.document, [...(byFile.get(item.document) ?? []), item])
  const known = new Map<string, LineAuthor>()
  for (const [path, mine] of byFile) {
    const told = await lineAuthors(
      place.top,
      place.cacheDir,
      path,
      mine.map(
        ({ statement }) =>
          (line: string) =>
            normaliseStatement(line, 4000).includes(normaliseStatement(statement, 4000)),
      ),
    )
    told.forEach((author, i) => {
      if (author !== null) known.set(mine[i]!.id, author)
    })
  }
  return known
}
