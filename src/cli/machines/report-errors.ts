// mettle report errors: the errors of the task at hand that nobody has resolved. One leaves by itself when the same check passes.
import { MettleError } from "../../core/errors.ts"
import { recordError } from "../../memory/acting/reported-outcome.ts"
import { episodesNamed } from "../../memory/measuring/signals.ts"
import type { Memory } from "../../memory/memory.ts"
import { currentEpisode, episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import { errorContext, errorStats, errorsOf, markResolved, openErrors } from "../../memory/reading/open-errors.ts"
import { defineMettleCommand, flag, type Running, value } from "../command.ts"
import { changeMemory, here, readMemory, writeMemory } from "../context.ts"
import { clean } from "../print.ts"
import { ago } from "../say.ts"

/** Who reports tasks where nobody says otherwise. */
const HOST = "swarm"
const args = {
  all: flag("resolved ones too"),
  context: flag("Markdown, with questions for the agent"),
  episode: value("id", "another episode"),
  task: value("id", "a task that mettle report speaks of"),
  note: value("message", "write an error down"),
  tool: value("name", "for --note: the tool that met it"),
  resolve: value("id", "this error is dealt with"),
} as const

export const command = defineMettleCommand({
  name: "report errors",
  examples: [
    ["mettle report errors", "of the last episode in this repository"],
    ["mettle report errors --all", "resolved ones too"],
    ["mettle report errors --context", "as Markdown for an agent"],
    ["mettle report errors --episode e-91c4a0", "of another episode"],
    ['mettle report errors --task bd-13 --note "Type error in src/auth.ts" --tool typecheck', "write one down"],
    ["mettle report errors --task bd-13 --resolve 0192f3", "one is dealt with"],
  ],
  args,
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
    if (args.resolve === undefined) return show(running, memory, episode.id)
    const error = await markResolved(memory, episode.id, args.resolve, "user")
    out.result({ resolved: error }, `resolved: ${clean(error.message)}`)
  },
})
type Run = Running<typeof args>

function show({ args, out, context }: Run, memory: Memory, episode: string): void {
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

async function noted({ args: given, out, context }: Run, message: string): Promise<void> {
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
