// mettle report: how a task went, in one line, from a script, a build server or a swarm that does not use the library; and what all
// reports taught so far. report errors: the open errors of the task at hand; one leaves by itself when the same check passes.

import { MettleError } from "../../core/errors.ts"
import { recordError, recordOutcome } from "../../memory/acting/told-episode.ts"
import type { Memory } from "../../memory/memory.ts"
import { scopesOf } from "../../memory/packs/situation.ts"
import { currentEpisode, episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import { planFor, planText, workLearned } from "../../memory/reading/find.ts"
import {
  episodesNamed,
  errorContext,
  errorStats,
  errorsOf,
  markResolved,
  openErrors,
} from "../../memory/reading/open-errors.ts"
import { defineMettleCommand, every, flag, number, type Running, usage, value, word } from "../command.ts"
import { changeMemory, here, readMemory, writeMemory } from "../context.ts"
import { clean } from "../print.ts"
import { ago } from "../say.ts"

const args = {
  task: word("your own id of the task; without it, what reports taught"),
  success: flag("it worked"),
  failed: flag("it did not"),
  minutes: { ...number("how long it took"), fractions: true },
  errors: number("errors met on the way"),
  retries: number("attempts beyond the first"),
  strategy: value("words", "how the work was split"),
  "failure-mode": value("word", "what kind of failure it was"),
  details: value("text", "what went wrong"),
  files: value("a,b", "files touched"),
  good: value("criterion", "it met this; may come several times"),
  bad: value("criterion", "it did not; may come several times"),
  host: { type: "string", valueHint: "name", default: "swarm", description: "who reports" },
  episode: value("id", "a recorded episode instead of one named after the task"),
  plan: flag("instead: what earlier work says about the task, for a prompt"),
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "report",
  examples: [
    ['mettle report bd-13 --failed --minutes 45 --retries 3 --strategy "split by file type"', "it did not"],
    ['mettle report "add sign-in" --plan', "what to know before a task"],
  ],
  args,
  run: async running => {
    const { args } = running
    if (args.task === undefined) return learned(running)
    if (args.plan) return plan(running, args.task)
    if ((args.success ?? false) === (args.failed ?? false))
      throw usage(command, "needs --success or --failed, or --plan")
    return outcome(running, args.task)
  },
})

async function outcome({ args, words, out, context }: Run, task: string): Promise<void> {
  const [good, bad] = [every(words, "good"), every(words, "bad")]
  const both = good.find(name => bad.includes(name))
  if (both !== undefined) throw usage(command, `says that it met "${both}", and that it did not`)
  const criteria = [...good.map(name => [name, true]), ...bad.map(name => [name, false])]
  const report = {
    ...{ task, success: args.success === true, strategy: args.strategy, failureDetails: args.details },
    durationMs: args.minutes === undefined ? undefined : args.minutes * 60_000,
    errorCount: args.errors,
    retryCount: args.retries,
    filesTouched: args.files?.split(",").filter(Boolean),
    failureMode: args["failure-mode"],
    criteria: Object.fromEntries(criteria),
  }
  const place = here(context)
  const memory = await writeMemory(context, out)
  const episode = args.episode === undefined ? null : findEpisode(memory, args.episode).id
  const told = await recordOutcome(memory, report, { host: args.host, scope: place.scope, episode })
  out.result({ ...told }, () => {
    out.line(`${clean(task)}: ${told.verdict}; ${told.credited.length} cards credited`)
    for (const line of told.ledger) if (line.words !== null) out.line(`  ${line.act}  ${clean(line.words)}`)
    if (told.retry !== "") out.line(`\n${told.retry}`)
  })
}

async function plan({ out, context }: Run, task: string): Promise<void> {
  const place = here(context)
  const memory = await readMemory(context, out)
  const text = planText(planFor(memory, { task, scopes: scopesOf(place.scope, []), most: 5 }))
  out.result({ text }, text === "" ? "Nothing is known about it yet." : text)
}

async function learned({ out, context }: Run): Promise<void> {
  const known = workLearned(await readMemory(context, out), null)
  out.result({ ...known }, () => {
    if (known.strategies.length + known.criteria.length === 0) {
      out.line("No report has taught anything yet. Strategies and criteria are learned under the preset swarm.")
      return
    }
    for (const s of known.strategies)
      out.line(
        `${s.state.padEnd(12)} ×${s.weight}  ${clean(s.name)}  failed ${s.failures} of ${s.failures + s.successes}`,
      )
    for (const c of known.criteria)
      out.line(
        `${c.deprecated ? "no say" : c.weight.toFixed(2)}  ${clean(c.criterion)}  ${c.helpful} helpful, ${c.harmful} harmful, last ${new Date(c.lastValidated).toISOString().slice(0, 10)}`,
      )
  })
}

const HOST = "swarm"
const errorArgs = {
  all: flag("resolved ones too"),
  context: flag("Markdown, with questions for the agent"),
  episode: value("id", "another episode"),
  task: value("id", "a task that mettle report speaks of"),
  note: value("message", "write an error down"),
  tool: value("name", "for --note: the tool that met it"),
  resolve: value("id", "this error is dealt with"),
} as const

export const errors = defineMettleCommand({
  name: "report errors",
  examples: [
    ["mettle report errors", "of the last episode in this repository"],
    ["mettle report errors --all", "resolved ones too"],
    ["mettle report errors --context", "as Markdown for an agent"],
    ["mettle report errors --episode e-91c4a0", "of another episode"],
    ['mettle report errors --task bd-13 --note "Type error in src/auth.ts" --tool typecheck', "write one down"],
    ["mettle report errors --task bd-13 --resolve 0192f3", "one is dealt with"],
  ],
  args: errorArgs,
  run: async running => {
    const { args, out, context } = running
    if (args.note !== undefined) return noted(running, args.note)
    const place = here(context)
    const memory = args.resolve === undefined ? await readMemory(context, out) : await changeMemory(context, out)
    const named = args.task === undefined ? args.episode : episodesNamed(memory, { task: args.task, host: HOST })[0]
    const episode = named === undefined ? currentEpisode(memory, place.scope) : findEpisode(memory, named)
    if (!episode)
      return out.result(
        { episode: null, errors: [], stats: null, context: "" },
        `No episode was recorded in ${place.name} yet.`,
      )
    if (args.resolve === undefined) return showErrors(running, memory, episode.id)
    const error = await markResolved(memory, episode.id, args.resolve, "user")
    out.result({ resolved: error }, `resolved: ${clean(error.message)}`)
  },
})
type Errors = Running<typeof errorArgs>

function showErrors({ args, out, context }: Errors, memory: Memory, episode: string): void {
  const state = errorsOf(memory, episode)
  const errors = openErrors(state, args.all)
  const stats = errorStats(state)
  const text = errorContext(state, args.all)
  const name = episodeShort(episode)
  out.result({ episode, errors, stats, context: text }, () => {
    if (args.context) return text === "" ? undefined : out.line(text)
    if (errors.length === 0)
      return out.line(
        stats.total === 0 ? `No error in ${name}.` : `All ${stats.total} failures in ${name} are resolved.`,
      )
    out.line(`${name}: ${stats.unresolved} open, ${stats.total} failures in all, ${stats.fail_streak} in a row\n`)
    for (const { type, check, times, message, resolvedBy, lastAt } of errors) {
      const open = resolvedBy === null
      const mark = out.paint(open ? "red" : "green", out.symbol(open ? "fail" : "ok"))
      out.line(`${mark} ${type.padEnd(13)} ${clean(check)}${times > 1 ? `  (${times} times)` : ""}`)
      const when = out.paint("dim", ago(lastAt, context.now()))
      out.line(`  ${"".padEnd(13)} ${clean(message || "no message")}  ${when}`)
    }
  })
}

async function noted({ args: given, out, context }: Errors, message: string): Promise<void> {
  const place = here(context)
  const memory = await writeMemory(context, out)
  const current = given.task === undefined ? currentEpisode(memory, place.scope) : null
  const episode = given.episode === undefined ? (current?.id ?? null) : findEpisode(memory, given.episode).id
  if (given.task === undefined && episode === null)
    throw new MettleError("E_NOT_FOUND", "no episode goes on here", { hint: "name a task: --task bd-13" })
  const error = { task: given.task ?? "", message, tool: given.tool }
  const id = await recordError(memory, error, { host: HOST, scope: place.scope, episode })
  out.result({ id }, `noted; when it is dealt with: mettle report errors --resolve ${id}`)
}
