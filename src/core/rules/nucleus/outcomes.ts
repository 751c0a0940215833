// Seed 004's anchored outcomes read literally: any exit 0 or answered request is tool_success, however small the call, tests failed, an
// exception or a revert is tool_failure (S4-40, S4-41; D55 says why that is too much), two user outcomes by the smallest words; and what
// rests on them: wins and losses of episodes, and of the best cards shown before the first of them (S4-44 … S4-49).
import { outputOf } from "../../calls/read-tool.ts"
import { anchoredOf, shownIn } from "../../outcome/episode-outcome.ts"
import { callSays, feedbackOf, says, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

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
    const win = input.outcomes.some(o => o.type === "tool_success" || o.type === "user_confirmed_helpful")
    const loss = input.outcomes.some(o => o.type === "tool_failure" || o.type === "user_corrected")
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
