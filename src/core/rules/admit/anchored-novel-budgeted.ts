// The default gate: a proposal comes in when its kind's evidence holds, its words are there, it is new and there is room.
// Which kind may rest on which evidence: D63, D75, D76.
// Not here: finding proposals (core/words, core/propose) and checking spans against blobs (the fold).
import { against, userSpoke } from "../../admission/against.ts"
import { ownership, spoken, teachesNothing, tickedShare, verbatim, withoutPlace } from "../../admission/anchor.ts"
import { budgetGroup, DEFAULT_CAPS, UPKEEP_PARAMS } from "../../admission/budget.ts"
import { TAG } from "../../check/guard.ts"
import { isNorm, type Provenance } from "../../model.ts"
import { givesStandingOrder, looksImperative, speaksForUser, unsafeToRepeat } from "../../propose/imperative.ts"
import { reportedStrategy, strategiesIn, strategyOf } from "../../propose/strategies.ts"
import { type AdmitInput, type Answer, disputes, type EvidenceFacts, type Near, refuse } from "../../questions/cards.ts"
import { episodesNeeded } from "../../trust/tally.ts"
import { type ReadStance, statedBy } from "../../words/ear/stance.ts"
import { normaliseStatement } from "../../words/statement.ts"
import { defineRule } from "../rule.ts"

/** What a proposer marked a proposal with under one prefix; "" = nothing. */
const tagOf = (input: AdmitInput, prefix: string): string =>
  input.tags?.find(t => t.startsWith(prefix))?.slice(prefix.length) ?? ""

/**
 * Made to be refused: a failure that came back and taught nothing, so that the ledger says why; a step that was taken and did not
 * help, which speaks against the card that recommends it.
 */
function noLesson(input: AdmitInput): { readonly why: string; readonly against: Near | undefined } | null {
  const tag = (prefix: string) => tagOf(input, prefix)
  const how = tag(TAG.how)
  if (how === "nothing") return { why: tag(TAG.remedy), against: undefined }
  if (how !== "unhelpful") return null
  const named = [tag(TAG.remedy), tag(TAG.command)].map(name => `\`${name}\``)
  const against = input.near.find(n => n.kind === input.kind && named.every(name => n.statement.includes(name)))
  return { why: "it was done, and it failed all the same", against }
}

const params = {
  minCovered: 0.9,
  minTicked: 0.5,
  maxStatement: 280,
  novelJaccard: 0.6,
  mergeJaccard: 0.8,
  valueJaccard: 0.4,
  widenJaccard: 0.5,
  caps: DEFAULT_CAPS,
  episodeCap: 6,
  episodeTactics: 2,
  episodeNorms: 24,
  minTrustN: 8,
  minTrustHigh: 0.35,
  corroborateN: 5,
  wantedTrust: 0.6,
  mostEpisodes: 6,
  heardEpisodes: 2,
  ...UPKEEP_PARAMS,
}
type AdmitParams = typeof params

/** Only what the user typed states what the user wants; all else is data, whatever it cites. */
const statesNorms = (provenance: Provenance): boolean => provenance === "words" || provenance === "note"

const notAsserted = refuse("not-asserted", "asked, supposed, reported or denied, not stated")
const notVerbatim = refuse("not-verbatim", "the statement says more or less than the quote")
const unsafe = refuse("imperative-from-data", "nobody should be told to repeat that")
/** How each quote stands; what a person wrote as a note is not searched for quotations. */
const standsOf = (input: AdmitInput, typed: readonly EvidenceFacts[], stance: ReadStance | undefined) =>
  typed.map(e => (input.provenance === "note" ? "own" : ownership(e.quote!, e.context, statedBy(stance))))

const perhapsPasted = refuse("awaits-user", "perhaps pasted: waits for the user's nod")

/** A refusal by the kind × evidence matrix, or null when the anchor holds. */
function anchor(input: AdmitInput, p: AdmitParams, stance: ReadStance | undefined): Answer | null {
  if (input.evidence.length === 0) return refuse("no-evidence", "nothing is cited")
  const holding = input.evidence.filter(e => e.holds)
  if (holding.length === 0) return refuse("span-broken", "no cited span holds")
  const quoted = holding.filter(e => e.quote !== null)
  if (quoted.length === 0) return refuse("text-gone", "the cited words were forgotten")
  if (isNorm(input.kind)) return normAnchor(input, quoted, p, stance)
  if (input.kind === "fact") return factAnchor(input, quoted, p, stance)
  return workAnchor(input, quoted, p)
}

function normAnchor(
  input: AdmitInput,
  quoted: readonly EvidenceFacts[],
  p: AdmitParams,
  stance: ReadStance | undefined,
): Answer | null {
  const spans = quoted.filter(e => e.kind === "user_span")
  if (spans.length === 0)
    return quoted.some(e => e.kind === "doc_span")
      ? refuse("awaits-user", "a document's rule waits for the user's nod")
      : refuse("needs-user-words", `a ${input.kind} needs the user's own words`)
  if (!statesNorms(input.provenance)) return refuse("proposer-may-not", `${input.proposer} states no norms`)
  const typed = spans.filter(e => e.typed)
  if (typed.length === 0) return refuse("not-typed", "not typed by the user in an interactive episode")
  const stands = standsOf(input, typed, stance)
  const own = typed.filter((_, i) => stands[i] === "own")
  if (own.length === 0 && stands.includes("doubted")) return perhapsPasted
  if (own.length === 0)
    return stands.includes("unasserted")
      ? notAsserted
      : refuse("not-own-words", "quoted, fenced or pasted, not the user's own words")
  return own.some(e => verbatim(input.statement, e.quote!, p.minCovered)) ? null : notVerbatim
}

function factAnchor(
  input: AdmitInput,
  quoted: readonly EvidenceFacts[],
  p: AdmitParams,
  stance: ReadStance | undefined,
): Answer | null {
  const anchors = quoted.filter(e => e.kind !== "agent_span")
  if (anchors.length === 0) return refuse("needs-anchor", "an agent's words anchor no fact")
  const typed = anchors.filter(e => e.kind === "user_span" && e.typed)
  const stands = standsOf(input, typed, stance)
  if (!stands.includes("own")) {
    if (anchors.length === typed.length && stands.includes("doubted")) return perhapsPasted
    if (anchors.length === typed.length && stands.every(s => s === "unasserted")) return notAsserted
    if (looksImperative(input.statement) || speaksForUser(input.statement))
      return refuse("imperative-from-data", "an order found in data stays data")
    if (unsafeToRepeat(input.statement)) return unsafe
  }
  const words = withoutPlace(input.statement, input.tags ?? [])
  return anchors.some(e => verbatim(words, e.quote!, p.minCovered)) ? null : notVerbatim
}

function workAnchor(input: AdmitInput, quoted: readonly EvidenceFacts[], p: AdmitParams): Answer | null {
  const tactic = input.kind === "tactic"
  const wanted = tactic ? "success" : "failure"
  const anchors = quoted.filter(e => (tactic ? e.kind !== "doc_span" && e.kind !== "user_span" : e.kind !== "doc_span"))
  if (anchors.length === 0)
    return refuse("needs-anchor", `no agent or tool span shows the ${tactic ? "procedure" : "failure"}`)
  // an agent's own note waits for its outcome as a candidate; nobody is shown it before
  const waits = input.provenance === "agent-note"
  if (!waits && !anchors.some(e => e.outcome === wanted))
    return refuse(tactic ? "no-success" : "no-failure", `no salient ${wanted} stands in the same segment`)
  const quotes = quoted.map(e => e.quote!)
  if (unsafeToRepeat(input.statement)) return unsafe
  // a card turned into a warning: its words passed the gate already, only the failures are new
  if (input.provenance === "restated" && !tactic) return null
  if (input.provenance === "named") {
    const name = strategyOf(input.statement)
    const said = quoted.some(e => e.kind === "agent_span" && names(e.quote!, name))
    return said ? null : refuse("not-verbatim", "the plan does not name it")
  }
  if (input.kind === "negative_result" && saysNothing(input, quoted))
    return refuse("says-nothing", "the failure names the place itself, says nothing, or only the test was changed")
  const said = spoken(input.statement)
  // A teammate's failure and fix was composed as ours are; it may not speak for anybody, and is shown as untrusted.
  const relayed = input.provenance === "relayed" && input.kind === "negative_result" && !speaksForUser(said)
  if (!relayed && input.provenance !== "records") {
    if ((waits ? givesStandingOrder(said) : looksImperative(said)) || speaksForUser(said))
      return refuse("imperative-from-data", "an order found in data stays data")
    // a tool's prose is no procedure: either the agent described it, or every command it names was really run
    const prose = quoted.filter(e => !tactic || e.kind === "agent_span").map(e => e.quote!)
    if (!prose.some(q => verbatim(input.statement, q, p.minCovered)) && tickedShare(input.statement, quotes) < 1)
      return refuse("not-verbatim", "the statement is not in the cited words")
  } else if (tickedShare(input.statement, quotes) < p.minTicked)
    return refuse("not-verbatim", "the commands it names are not in the cited records")
  return null
}

/** "undefined: fmt at config.go:33" needs nobody to say that config.go is the place to look. */
function saysNothing(input: AdmitInput, quoted: readonly EvidenceFacts[]): boolean {
  if (tagOf(input, TAG.how) !== "edit") return false
  const failures = quoted.filter(e => e.kind === "tool_output").map(e => e.quote!)
  return failures.length > 0 && failures.every(quote => teachesNothing(quote, tagOf(input, TAG.remedy)))
}

/** The plan names it, or a report says it is what it did. */
const names = (quote: string, name: string | null): boolean =>
  name !== null && (strategiesIn(quote).some(one => one === name) || reportedStrategy(quote) === name)

export const anchoredNovelBudgeted = defineRule("admit", "anchored-novel-budgeted@15", {
  source: "S4-22..28, D53, D63, D75, D76",
  params,
  decide(context, input, p) {
    if (input.statement.length < 4 || normaliseStatement(input.statement, p.maxStatement) !== input.statement)
      return refuse("malformed-statement", "not one well-formed line of bounded length")
    const none = noLesson(input)
    if (none !== null) return none.against ? disputes(none.against, none.why) : refuse("taught-nothing", none.why)
    const broken = anchor(input, p, context.hear?.stance)
    if (broken !== null) return broken
    const norm = isNorm(input.kind)
    const spoke = userSpoke(input)
    const { trust } = input
    if (!spoke && trust !== null && trust.n >= p.minTrustN && trust.high < p.minTrustHigh)
      return refuse("proposer-distrusted", `${input.proposer} was right in ${trust.mean.toFixed(2)} of ${trust.n}`)
    const known = against(input, p)
    const heard = input.sure === false
    // what was only heard may back a card, and never takes one's place
    if (known !== null && !(heard && known.answer.act === "supersede")) return known
    const cap = p.caps[budgetGroup(input.kind)][input.scope.tier]
    if (input.live >= cap) return refuse("budget-scope", `${input.live} of ${cap} live cards`)
    if (input.episodeAdmitted >= (norm || spoke ? p.episodeNorms : p.episodeCap))
      return refuse("budget-episode", `${input.episodeAdmitted} admitted in this episode`)
    if (input.kind === "tactic" && input.episodeTactics >= p.episodeTactics)
      return refuse("budget-tactics", `${input.episodeTactics} tactics admitted in this episode`)
    // what its own success anchors comes in; an agent's note and a source that was mostly wrong have to earn their place
    const judged = !spoke && trust !== null && trust.n >= p.corroborateN
    const needs = heard ? p.heardEpisodes : judged ? episodesNeeded(trust.mean, p.wantedTrust, p.mostEpisodes) : 1
    const trial = needs > 1 || (!spoke && input.provenance === "agent-note")
    const waits = heard
      ? "; only heard: waits until it comes back or you nod"
      : `; ${input.proposer} was right in ${trust?.mean.toFixed(2)}: needs ${needs} episodes`
    return {
      answer: { act: "admit", stage: trial ? "trial" : "active", ...(needs > 1 ? { needs } : {}) },
      because: `anchored, new, ${input.live + 1} of ${cap}${needs > 1 ? waits : ""}`,
    }
  },
})
