// Labs that answer line by line. `lab tool`: one finished call in, what became of it out. `lab redact`: the masked text and the kinds
// found. `lab outcome`: a whole run's visible signals in, the probability that it truly succeeded out; hindsight (`touched_gold_file`,
// `resolved`) is never read. The preset's own rules answer; nothing is decided here. Missing fields mean unknown.
import { doesByName } from "../core/events/tool-names.ts"
import { NO_EVIDENCE } from "../core/label/evidence.ts"
import { RUN_TABLES } from "../core/label/latent-label.ts"
import { type Loose, num, record } from "../core/loose.ts"
import type { Outcome } from "../core/model.ts"
import { AUTHORS } from "../core/model.ts"
import type { JudgeInput, PromptMoment, ToolMoment, TurnEvidence } from "../core/questions/happened.ts"
import { redact } from "../core/redact/redact.ts"
import { evolverUserWords } from "../core/rules/evolver/evolver.ts"
import { groovePhrases } from "../core/rules/groove/figures.ts"
import { salientLatent } from "../core/rules/judge/salient-latent.ts"
import { nucleusWords } from "../core/rules/nucleus/nucleus.ts"
import { preset } from "../core/rules/registry.ts"
import { alone, type Params, type Rule } from "../core/rules/rule.ts"
import { readFeedback } from "../core/words/feedback/read-feedback.ts"
import { type Hear, proposeFromPrompt } from "../core/words/wishes/from-prompt.ts"

const text = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** A lab line as the moment a hook would have seen. */
const toolMoment = (line: Loose): ToolMoment => ({
  what: "tool",
  tool: text(line.tool) ?? "",
  does: doesByName(text(line.tool) ?? ""),
  input: text(line.input) ?? (line.input === undefined || line.input === null ? null : JSON.stringify(line.input)),
  text: text(line.text),
  stdout: text(line.stdout),
  stderr: text(line.stderr),
  ok: typeof line.ok === "boolean" ? line.ok : null,
  exitCode: typeof line.exit_code === "number" ? line.exit_code : null,
  rejected: false,
  cancelled: false,
  interrupted: line.interrupted === true,
  durationMs: null,
})

export function labTool(line: Loose, named = "mettle", params: Params = {}) {
  const moment = toolMoment(line)
  const said = preset(named).rules.detect.map(rule => rule.decide(alone(), moment, { ...rule.params, ...params }))
  // A preset's own answer comes behind those it borrows.
  const reading = said.flatMap(({ answer }) => answer).findLast(({ signal }) => signal === "tool")
  const ok = reading?.type === "ok" ? true : reading?.type === "fail" ? false : null
  const kind = reading?.facts?.kind
  return {
    id: line.id ?? null,
    ok,
    kind: typeof kind === "string" ? kind : ok === null ? "unknown" : "reader",
    because: reading?.because ?? said[0]!.because,
  }
}

export const labRedact = (line: Loose) => {
  const text = typeof line.text === "string" ? line.text : ""
  const result = redact(text)
  return { id: line.id ?? null, text: result.text, found: result.kinds.map(kind => ({ kind })) }
}

/** A run that was asked to change code and changed nothing has no result to be right about. */
const NOTHING_DONE = 0.04
const flag = (value: unknown): boolean | null => (typeof value === "boolean" ? value : null)

/** The run as one turn. Attempts after the first are retries; an edit that could not be applied is a failing call. */
export function runEvidence(line: Loose): TurnEvidence {
  const tries = Math.max(1, num(line.tries) ?? 1)
  const checks = [flag(line.edit_ok), flag(line.lint_ok), flag(line.tests_ok), flag(line.build_ok)]
  const failed = checks.filter(check => check === false).length
  const made = flag(line.made_edits)
  return {
    ...NO_EVIDENCE,
    test: flag(line.tests_ok),
    lint: flag(line.lint_ok),
    build: flag(line.build_ok),
    typecheck: flag(line.typecheck_ok),
    toolFailShare: flag(line.edit_ok) === false ? 1 : null,
    calls: { ...NO_EVIDENCE.calls, acts: flag(line.edit_ok) === false ? [1, 1] : [0, 0] },
    nTools: checks.filter(check => check !== null).length,
    edits: made === true ? Math.max(1, num(line.n_edited) ?? 1) : 0,
    retries: tries - 1,
    tries: num(line.tries) === null ? null : tries,
    errors: Math.max(failed, num(line.error_count) ?? 0),
    minutes: num(line.minutes),
    reported: flag(line.reported),
  }
}

function runOutcomes(line: Loose): readonly Outcome[] {
  const of = (salient: Outcome["salient"], ok: boolean | null): readonly Outcome[] =>
    ok === null ? [] : [{ type: ok ? "tool_success" : "tool_failure", salient, event: "", at: 0 }]
  return [...of("lint", flag(line.lint_ok)), ...of("build", flag(line.build_ok)), ...of("test", flag(line.tests_ok))]
}

export function labOutcome(line: Loose, named = "mettle", params: Params = {}) {
  const [judge] = preset(named).rules.judge
  const id = line.id ?? null
  const latent = judge!.name === salientLatent.name
  if (latent && line.made_edits === false) return { id, p: NOTHING_DONE }
  const evidence = runEvidence(line)
  const input: JudgeInput = latent
    ? { level: "turn", turns: [evidence], outcomes: [] }
    : { level: "episode", turns: [evidence], outcomes: runOutcomes(line) }
  const tables = latent ? { tables: RUN_TABLES } : {}
  const { answer } = judge!.decide(alone(), input, { ...judge!.params, ...tables, ...params })
  return { id, p: answer.p ?? (latent ? RUN_TABLES.prior : 0.5) }
}

// `lab feedback`: one labelled-turn line in, what its prompt says about the work before it out. `lab propose`: what would be kept from
// a prompt, or only heard. Missing fields mean unknown. Nothing is decided here: each preset's own detect rule, and the proposer, answer.

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
