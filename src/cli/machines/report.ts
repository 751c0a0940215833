// mettle report: how a task went, in one line, from a script, a build server or a swarm that does not use the library; and what all
// reports taught so far. Errors on the way are written down by `mettle report errors`.
import { recordOutcome } from "../../memory/acting/reported-outcome.ts"
import { scopesOf } from "../../memory/packs/situation.ts"
import { findEpisode } from "../../memory/reading/episodes.ts"
import { planFor, planText, workLearned } from "../../memory/reading/plan.ts"
import { defineMettleCommand, every, flag, number, type Running, usage, value, word } from "../command.ts"
import { here, readMemory, writeMemory } from "../context.ts"
import { clean } from "../print.ts"

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
