// `lab feedback`: one labelled-turn line in, what its prompt says about the work before it out. `lab propose`: what would be kept from
// a prompt, or only heard. Missing fields mean unknown. Nothing is decided here: each preset's own detect rule, and the proposer, answer.
import { record } from "../core/loose.ts"
import { AUTHORS } from "../core/model.ts"
import type { PromptMoment } from "../core/questions/happened.ts"
import { evolverUserWords } from "../core/rules/evolver/evolver.ts"
import { groovePhrases } from "../core/rules/groove/figures.ts"
import { nucleusWords } from "../core/rules/nucleus/nucleus.ts"
import { alone, type Rule } from "../core/rules/rule.ts"
import { readFeedback } from "../core/words/feedback/read-feedback.ts"
import { type Hear, proposeFromPrompt } from "../core/words/wishes/from-prompt.ts"

const OWN_RULES: Readonly<Record<string, Rule<"detect">>> = {
  evolver: evolverUserWords,
  groove: groovePhrases,
  nucleus: nucleusWords,
}

export const labFeedback = (hear: Hear) => (line: unknown, preset: string) => {
  const row = record(line)
  const word = (value: unknown) => (typeof value === "string" ? value : null)
  const input = {
    text: word(row.text) ?? "",
    prev: word(row.prev),
    agentTail: word(row.agent_tail),
    tools: Array.isArray(row.tools) ? row.tools.filter(tool => typeof tool === "string") : null,
    nTools: typeof row.n_tools === "number" && Number.isFinite(row.n_tools) ? row.n_tools : null,
    interrupted: typeof row.interrupted === "boolean" ? row.interrupted : null,
  }
  const id = row.id ?? null
  if (Object.hasOwn(OWN_RULES, preset)) return { id, ...byRule(OWN_RULES[preset]!, input) }
  const heard = hear(input.text, (input.agentTail ?? "").slice(-300))
  const { type, sentiment, confidence, target, because, complaint } = readFeedback(input, heard)
  const why = preset === "mettle" ? because : `this preset has no own rule: ${because}`
  return { id, type, sentiment, confidence, target, because: why, p: complaint }
}

type Input = Parameters<typeof readFeedback>[0]

/** What a preset's own rule says of the same words; `p`: the chance that they complain of the work before them. */
function byRule(rule: (typeof OWN_RULES)[string], input: Input) {
  const { text, prev, agentTail, tools, nTools } = input
  const moment: PromptMoment = {
    ...{ what: "prompt", index: prev === null ? 0 : 1, text, prev, agentTail, author: "user", interactive: true },
    tools: tools ?? [],
    nTools: nTools ?? tools?.length ?? 0,
    interrupted: input.interrupted === true,
  }
  const { answer, because } = rule.decide(alone(), moment, rule.params)
  const [said] = answer
  if (said === undefined) return { type: "neutral", sentiment: 0.5, confidence: 0, target: null, because, p: 0 }
  return {
    ...{ type: said.type, sentiment: (said.polarity + 1) / 2, confidence: said.confidence },
    ...{ target: "previous_turn", because: said.because, p: said.polarity < 0 ? said.confidence : 0 },
  }
}

export const labPropose = (hear: Hear) => (line: unknown, _preset: string) => {
  const row = record(line)
  const word = (value: unknown) => (typeof value === "string" ? value : null)
  const unsaid = row.author === undefined || row.author === null
  const proposals = proposeFromPrompt(hear, {
    text: word(row.text) ?? "",
    agentTail: word(row.agent_tail),
    // an author nobody knows is not the user
    author: unsaid ? "user" : (AUTHORS.find(a => a === row.author) ?? "harness"),
    interactive: row.interactive !== false,
  })
  return {
    id: row.id ?? null,
    // `score`: the chance that it lasts; not `sure`: only heard
    proposals: proposals.map(({ kind, statement, start, end, p, sure }) => ({
      ...{ kind, statement, start, end, score: p, sure },
    })),
  }
}
