// What an agent says to the memory. A note of its own is a candidate, never the user's; a fact needs the words of a tool beside it. A quote
// of what the user typed lifts what was only heard to kept, if the words are the user's own, whole. A mark on a card says by whom: an
// agent's never counts as the user's word, and what the user stands by it only puts into Review.

import type { DataOf } from "../../core/events/registry.ts"
import type { Evidence, Kind } from "../../core/model.ts"
import { SECOND_EAR } from "../../core/views/corroboration.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { episodeOf, liveCardsIn, read } from "../../core/views/read.ts"
import { type CardView, isLive, standsBy } from "../../core/views/state.ts"
import { same } from "../../core/words/similar.ts"
import { kindOfWords, passes } from "../../core/words/wishes/from-prompt.ts"
import { saidScope } from "../../core/words/wishes/said-scope.ts"
import { NO_CLAUSE, type NoClause, wholeClause } from "../../core/words/wishes/whole-clause.ts"
import { builtInHear } from "../../meaning/ear.ts"
import { cite, suggest } from "../../proposers/proposer.ts"
import type { Memory } from "../memory.ts"
import { knownDomains, scopesOf } from "../packs/situation.ts"
import { findCard, proposalFate } from "../reading/read.ts"
import { eventsOf } from "../refs.ts"
import { act, consented, note } from "./acts.ts"
import { undoneActs } from "./adoptions.ts"

interface AgentNote {
  readonly text: string
  readonly kind: "tactic" | "negative_result" | "fact"
  /** exact words of a tool's output of this episode */
  readonly quote: string | null
  readonly scope: string | null
  readonly episode: string | null
}

/** A shorter quote stands somewhere by chance. */
const SHORTEST = 8

export async function agentNote(
  memory: Memory,
  given: AgentNote,
): Promise<ReturnType<typeof proposalFate> & { readonly anchored: boolean }> {
  const evidence = given.quote === null || given.episode === null ? [] : toolWords(memory, given.episode, given.quote)
  const id = await note(memory, given.text, {
    scope: given.scope,
    kind: given.kind,
    by: "agent",
    episode: given.episode,
    also: { evidence, tags: [] },
  })
  return { ...proposalFate(memory, id), anchored: evidence.length > 0 }
}

/** The last tool output of the episode that holds these very words. */
function toolWords(memory: Memory, episode: string, quote: string): readonly Evidence[] {
  const words = quote.trim()
  if (words.length < SHORTEST) return []
  for (const tool of turnsOf(memory.context(), episode)
    .flatMap(turn => turn.tools)
    .reverse()) {
    const text = memory.text(tool.output)
    const start = text?.indexOf(words) ?? -1
    if (start < 0) continue
    const end = start + words.length
    return [
      { kind: "tool_output", event: tool.event, blob: tool.output!, start, end, hash: memory.parts.blobs.hash(words) },
    ]
  }
  return []
}

type Kept =
  | { readonly became: "kept" | "heard" | "known already"; readonly card: CardView; readonly because: string }
  | { readonly became: "refused"; readonly card: null; readonly because: string }

const refused = (because: string): Kept => ({ became: "refused", card: null, because })
/** Of several messages that do not carry a quote, the reason that comes nearest. */
const NEARNESS: readonly NoClause[] = ["absent", "foreign", "part", "unasserted", "doubted"]

export async function keepQuote(memory: Memory, id: string | null, quote: string): Promise<Kept> {
  const context = memory.context()
  const episode = episodeOf(context.rows, id)
  if (!episode) return refused("no episode goes on here")
  if (!episode.interactive) return refused("nobody types in this episode")
  if (memory.parts.norms === "off") return refused("learning norms is off (learn.norms)")
  const turns = turnsOf(context, episode.id)
  let nearest: NoClause = "absent"
  for (const turn of turns.filter(t => t.author === "user").reverse()) {
    const text = memory.text(turn.prompt)
    if (text === null) continue
    const tail = memory.text(turns[turn.index - 1]?.reply)
    const clause = wholeClause(builtInHear.work.stance, text, tail, quote)
    if (typeof clause === "string") {
      if (NEARNESS.indexOf(clause) > NEARNESS.indexOf(nearest)) nearest = clause
      continue
    }
    const heard = builtInHear(text, (tail ?? "").slice(-300)).stretches.filter(
      s => s.start < clause.end && s.end > clause.start && s.level !== "unlikely",
    )
    // Whoever wrote the rest may have told the agent what to quote.
    if (clause.mixed) return refused("the message also holds words of others: the user can keep it with mettle note")
    if (heard.length === 0 && !isHeard(memory, episode.scope, clause.statement))
      return refused("nothing lasting is heard in these words: the user can keep them with mettle note")
    const kind = kindOfWords(builtInHear, clause.statement)
    const { tier, domain } = saidScope(clause.statement, knownDomains(memory, episode.scope))
    const seen = { episode, hash: context.hash }
    const draft = suggest(SECOND_EAR, seen, {
      ...{ tier, turn: turn.index, at: turn.at, statement: clause.statement },
      ...(domain === null ? {} : { scope: domain }),
      kind: kind === "decision" ? "commitment" : (kind as Kind),
      sure: !passes(builtInHear.work.stance(text.slice(clause.start, clause.end))),
      evidence: [cite(seen, "user_span", turn.event, turn.prompt, text, clause.start, clause.end)],
    })
    await memory.record(consented([draft], memory.parts.norms))
    memory.catchUp()
    const fate = proposalFate(memory, draft.id)
    if (!fate.card) return refused(fate.because)
    const card = read.card.get(memory.views, fate.card.id) ?? fate.card
    if (!isLive(card.stage)) return refused("you took these words back")
    const waits = card.stage === "trial"
    const known = fate.act === "merged" && !waits && fate.card.proposer !== draft.data.proposer
    return { became: waits ? "heard" : known && !raised(card) ? "known already" : "kept", card, because: fate.because }
  }
  return refused(NO_CLAUSE[nearest])
}

/** Is a card in these words on trial where the episode works? */
const isHeard = (memory: Memory, scope: string | null, statement: string): boolean =>
  liveCardsIn(memory.views, scopesOf(scope, knownDomains(memory, scope))).some(
    card => card.stage === "trial" && same(memory.text(card.statement) ?? "", statement),
  )

const raised = (card: CardView): boolean => card.because.startsWith(SECOND_EAR.said)

type Mark = DataOf<"feedback.given">["tag"]

export function marksOn(memory: Memory, card: string) {
  const undone = undoneActs(memory.parts.log)
  return eventsOf(memory.parts.log, "feedback.given").flatMap(({ id, ts, data: { about, target, tag, by } }) =>
    about === "card" && target === card && !undone.has(id) ? [{ event: id, tag, by, at: ts }] : [],
  )
}

/** Marks a card; saying the same again says nothing new. `stands`: the user stands by it. */
export async function mark(
  memory: Memory,
  given: { readonly card: string; readonly tag: Mark; readonly by: "user" | "agent"; readonly episode?: string | null },
): Promise<{ readonly card: string; readonly again: boolean; readonly stands: boolean }> {
  memory.catchUp()
  const card = findCard(memory, given.card)
  const last = marksOn(memory, card.id)
    .filter(m => m.by === given.by)
    .at(-1)
  // Somebody may have put a card back since it was marked wrong: then the mark is news again.
  const kept = card.muted || (card.flagged ?? []).includes(given.by)
  const standing = last?.tag === given.tag && (given.tag !== "wrong" || kept)
  if (!standing)
    await act(
      memory,
      "feedback.given",
      { about: "card", target: card.id, tag: given.tag, by: given.by, note: null },
      { episode: given.episode ?? null, scope: card.scope.tier === "repo" ? card.scope.id : null },
    )
  return { card: card.id, again: standing, stands: standsBy(card) }
}
