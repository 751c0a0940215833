// The agent as a second ear: it quotes what the user typed in this episode, and its word lifts what was only heard to kept. The words
// have to be the user's own, whole; whatever a tool, a file or a page said cannot pass, nor what the first ear left alone.
import type { Kind } from "../../core/model.ts"
import { episodeOf } from "../../core/views/context.ts"
import { SECOND_EAR } from "../../core/views/corroboration.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { read } from "../../core/views/read.ts"
import { type CardView, isLive } from "../../core/views/state.ts"
import { same } from "../../core/words/similar.ts"
import { kindOfWords, passing } from "../../core/words/wishes/from-prompt.ts"
import { saidScope } from "../../core/words/wishes/said-scope.ts"
import { NO_CLAUSE, type NoClause, wholeClause } from "../../core/words/wishes/whole-clause.ts"
import { builtInHear } from "../../meaning/ear.ts"
import { cite, suggest } from "../../proposers/proposer.ts"
import type { Memory } from "../memory.ts"
import { knownDomains, liveCards, scopesOf } from "../packs/situation.ts"
import { proposalFate } from "../reading/read.ts"
import { consented } from "./consent.ts"

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
    const clause = wholeClause(text, tail, quote)
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
      sure: !passing(text.slice(clause.start, clause.end)),
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
  liveCards(memory.views, scopesOf(scope, knownDomains(memory, scope))).some(
    card => card.stage === "trial" && same(memory.text(card.statement) ?? "", statement),
  )

const raised = (card: CardView): boolean => card.because.startsWith(SECOND_EAR.said)
