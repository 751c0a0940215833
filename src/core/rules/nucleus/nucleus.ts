// Seed 004 (docs/machines/nucleus.md). First its tactics from work that went well: the steps an agent wrote down, every command of which
// it ran, in an episode without a failure (S4-19, D75). `promotes`: what won in several repositories grows without a nod (S4-69).
import { outputOf } from "../../calls/read-tool.ts"
import { commandLine } from "../../calls/shell-call.ts"
import { type Evidence, isGood, isNorm } from "../../model.ts"
import { anchoredOf, shownIn } from "../../outcome/episode-outcome.ts"
import { fill, freshness, shownOf } from "../../pack/fill.ts"
import { givesStandingOrder, unsafeToRepeat } from "../../propose/imperative.ts"
import type { RankCandidate } from "../../questions/cards.ts"
import { callSays, feedbackOf, says, silent } from "../../questions/happened.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import { normaliseStatement, topicKey } from "../../words/statement.ts"
import { defineRule, type RuleContext } from "../rule.ts"

/** Where the last procedure of an episode stands; free of text. */
interface Procedure extends Omit<Evidence, "kind" | "hash"> {
  readonly scope: string
  readonly worked: boolean
}
const PROCEDURE = table<Procedure>("nucleus_procedure", "episode")
const LIST = /(?:^[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+\S.*(?:\n|$)){2,}/gm
const MARK = /^[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+/
const SENTENCE = /[^`\n.!?]{0,200}(?:`[^`\n]+`[^`\n.!?]*){2,}/g
const TICKED = /`([^`\n]+)`/g

/** A list of steps, or a sentence that names several commands: every one of them was run. */
function procedureIn(
  text: string,
  ran: readonly string[],
  least: number,
): readonly [start: number, end: number] | null {
  for (const pattern of [LIST, SENTENCE])
    for (const match of text.matchAll(pattern)) {
      const named = [...match[0].matchAll(TICKED)].map(m => m[1]!)
      const all = new Set(named).size >= least && named.every(command => ran.some(line => line.includes(command)))
      if (all && !givesStandingOrder(match[0]) && !unsafeToRepeat(match[0]))
        return [match.index, match.index + match[0].length]
    }
  return null
}

const statementOf = (text: string): string =>
  text
    .split("\n")
    .map(line => line.replace(MARK, "").trim())
    .filter(line => line !== "")
    .join("; then ")

export const nucleusWork = defineRule("stage", "nucleus-work@1", {
  source: "S4-19, S4-69, D75",
  params: { promotes: true, commands: 2, wentWell: 1 },
  tables: [PROCEDURE],
  reads: [TABLE.episode, TABLE.turn],
  on: {
    "agent.replied"(context, { event: { id, episode, scope, data } }, p) {
      if (episode === null) return
      const blob = data.text
      const span = context.read("procedure", () => {
        const text = context.text(blob)
        return text === null ? null : procedureIn(text, ranIn(context, episode), p.commands)
      })
      if (span === null) return
      const [start, end] = span
      PROCEDURE.set(context.rows, episode, { scope: scope ?? "-", event: id, blob, start, end, worked: false })
    },
    "episode closed"({ rows }, { episode }, p) {
      const found = PROCEDURE.get(rows, episode)
      const worked = (TABLE.episode.get(rows, episode)?.p ?? 0) >= p.wentWell
      if (found && found.worked !== worked) PROCEDURE.set(rows, episode, { ...found, worked })
    },
  },
  suggests: context =>
    PROCEDURE.list(context.rows).flatMap(([episode, { scope, event, blob, start, end, worked }]) => {
      const text = worked ? context.text(blob) : null
      if (text === null) return []
      const statement = normaliseStatement(statementOf(text.slice(start, end)))
      const evidence = [{ kind: "agent_span" as const, event, blob, start, end }]
      const said = { kind: "tactic" as const, statement, topic: topicKey(statement), scope, episode, evidence }
      return [{ key: `procedure/${episode}`, ...said, by: "procedure@1" }]
    }),
  decide: () => ({ answer: null, because: "moves no card" }),
})

const ranIn = (context: RuleContext, episode: string): readonly string[] =>
  TABLE.turn
    .values(context.rows, `${episode}/`)
    .flatMap(turn => turn.tools)
    .flatMap(tool => (tool.does === "runs" && tool.input !== null ? commandLine(context.text(tool.input)) : []))

// Seed 004's packing: relevance, weighed by truth where a card states something and by utility where it is a tactic, recency as
// relevance only, slots, and few cards of one topic (S4-51 … S4-62). No chance is drawn.

export const nucleusPack = defineRule("rank", "nucleus-pack@1", {
  source: "S4-51 … S4-62; numbers where the seed gives none are ours",
  notes: { base: "0..10 what relevance counts beside wins and losses" },
  params: {
    perTopic: 2,
    perTopicAndKind: 1,
    minScore: 0.12,
    recencyDays: 90,
    recencyShare: 0.1,
    base: 0.5,
    start: 0.5,
    reuseShare: 0.1,
    reuseHalf: 10,
  },
  decide(_context, input, p) {
    /** wins and losses, and a little for having been of use before (S4-55) */
    const utility = (c: RankCandidate): number => {
      const reuse = c.reuse ?? 0
      return (c.value?.mean ?? p.start) + (p.reuseShare * reuse) / (reuse + p.reuseHalf)
    }
    const weight = (c: RankCandidate): number => p.base + (c.kind === "tactic" ? utility(c) : c.truth)
    const topics = (c: RankCandidate) => [`topic/${c.topic}`, `${c.kind}/${c.topic}`] as const
    const answer = fill(input, c => c.score * weight(c) * freshness(c, p), {
      also: topics,
      refuses: (c, _, taken) => {
        if (!isNorm(c.kind) && c.score < p.minScore) return "below relevance"
        const [topic, kind] = topics(c)
        const crowded = taken(topic) >= p.perTopic || taken(kind) >= p.perTopicAndKind
        return c.topic !== "" && crowded ? "topic cap" : null
      },
    })
    return { answer, because: `${shownOf(answer)} by relevance, truth and utility` }
  },
})

// Seed 004's anchored outcomes read literally: any exit 0 or answered request is tool_success, however small the call, tests failed, an
// exception or a revert is tool_failure (S4-40, S4-41; D55 says why that is too much), two user outcomes by the smallest words; and what
// rests on them: wins and losses of episodes, and of the best cards shown before the first of them (S4-44 … S4-49).

export const nucleusAnchored = defineRule("detect", "nucleus-anchored@1", {
  source: "S4-38 … S4-41",
  hears: "tool",
  params: { failureWords: ["tests failed", "test failed", "exception"], revertCommand: "git revert", readsHead: 64 },
  decide(_context, moment, params) {
    if (moment.what !== "tool") return silent("not a tool call")
    const output = outputOf(moment)
    const stated = /^(?:error: )?exit code:? (\d+)/i.exec(output.slice(0, params.readsHead))
    const exit = moment.exitCode ?? (stated === null ? null : Number(stated[1]))
    const lower = output.toLowerCase()
    const word = params.failureWords.find(w => lower.includes(w))
    const reverts = (moment.input ?? "").includes(params.revertCommand)
    const apart = moment.text === null && (moment.stdout !== null || moment.stderr !== null)
    const failed = moment.ok === false || (exit !== null && exit !== 0) || word !== undefined || reverts
    const ok = failed ? false : moment.ok === true || exit === 0 || apart || output !== "" ? true : null
    const why = word !== undefined ? `says ${word}` : reverts ? "revert" : "exit not 0"
    const because = ok === null ? "no result" : ok ? "exit 0 or answered" : why
    return callSays(ok, because, { outcome: ok === null ? null : ok ? "tool_success" : "tool_failure" })
  },
})

/** Any success outcome is a win, any failure outcome a loss, both are both; without one it does not count (S4-44 … S4-48). */
export const anyAnchored = defineRule("judge", "any-anchored@1", {
  source: "S4-38 … S4-48",
  params: { win: 1, loss: 0, both: 0.5 },
  decide(_context, input, params) {
    const win = input.outcomes.some(isGood)
    const loss = input.outcomes.some(outcome => !isGood(outcome))
    if (win && loss) return { answer: { p: params.both, verdict: "mixed" }, because: "a win and a loss" }
    if (win) return { answer: { p: params.win, verdict: "success" }, because: "a win" }
    if (loss) return { answer: { p: params.loss, verdict: "failure" }, because: "a loss" }
    return { answer: { p: null, verdict: "unjudged" }, because: "no anchored outcome" }
  },
})

/** The seed lists no words, so the smallest ones that say just that stand here; everything else is no outcome (S4-48). */
export const nucleusWords = defineRule("detect", "nucleus-words@1", {
  source: "S4-42, S4-43, S4-48",
  hears: "prompt",
  params: {
    confirmed: "that helped|this helped|that was helpful|this was helpful|very helpful|confirmed, that works".split(
      "|",
    ),
    corrected: "that's wrong|that is wrong|this is wrong|that's not correct|that is not correct|that's incorrect".split(
      "|",
    ),
    confidence: 0.9,
  },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return silent("not a prompt of the user")
    if (moment.prev === null) return silent("first prompt: nothing to confirm or correct")
    const text = moment.text.toLowerCase().replace(/[’‘]/g, "'")
    const holds = (phrases: readonly string[]) => phrases.some(phrase => text.includes(phrase))
    const outcome = holds(params.corrected)
      ? "user_corrected"
      : holds(params.confirmed)
        ? "user_confirmed_helpful"
        : null
    if (outcome === null) return silent("no explicit confirmation or correction")
    const [type, sentiment] = outcome === "user_corrected" ? ["explicit_negative", 0] : ["explicit_positive", 1]
    return says(feedbackOf(type, sentiment, params.confidence, outcome, { outcome }))
  },
})

/** As written, a win if any outcome is good and a loss if any is bad; strict: the last verification or word decides (D55). */
export const firstOutcomeTopK = defineRule("credit", "first-outcome-top-k@2", {
  source: "S4-44 … S4-49, D55",
  params: { k: 3, kinds: ["tactic"] as readonly string[], strict: false },
  notes: { strict: "one win or loss per episode, by its last verification or word" },
  decide(_context, { episode, cards }, { k, kinds, strict }) {
    const outcomes = anchoredOf(episode, strict)
    const first = outcomes[0]
    if (!first) return { answer: { credits: [], rest: 0 }, because: "no anchored outcome, no credit" }
    const kindOf = new Map(cards.map(card => [card.id, card.kind]))
    const eligible = shownIn(episode)
      .filter(c => c.prompt <= first.prompt && kinds.includes(kindOf.get(c.id) ?? "tactic"))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, k)
    const ends = strict
      ? [outcomes.at(-1)!.good]
      : [true, false].filter(good => outcomes.some(outcome => outcome.good === good))
    const credits = eligible.flatMap(c =>
      ends.map(good => ({
        card: c.id,
        prompt: c.prompt,
        amount: good ? 1 : -1,
        weight: 1,
        because: good ? "win" : "loss",
        counts: good ? ("win" as const) : ("loss" as const),
      })),
    )
    return {
      answer: { credits, rest: 0 },
      because: `${eligible.length} eligible, ${ends.map(g => (g ? "win" : "loss")).join(" and ")}`,
    }
  },
})
