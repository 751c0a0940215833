// mettle report errors: the errors of the task at hand that nobody has resolved. One leaves by itself when the same check passes.
import { MettleError } from "../core/errors.ts"
import { recordError } from "../memory/acting/reported-outcome.ts"
import { episodesNamed } from "../memory/measuring/signals.ts"
import { currentEpisode, episodeShort, findEpisode } from "../memory/reading/episodes.ts"
import { errorContext, errorStats, errorsOf, markResolved, openErrors } from "../memory/reading/open-errors.ts"
import { defineMettleCommand, type Running } from "./command.ts"
import { here } from "./here.ts"
import { readMemory, writeMemory } from "./memory-of.ts"
import { clean } from "./print.ts"
import { ago } from "./time.ts"

/** Who reports tasks where nobody says otherwise. */
const HOST = "swarm"
const args = {
  all: { type: "boolean", description: "resolved ones too" },
  context: { type: "boolean", description: "Markdown, with questions for the agent" },
  episode: { type: "string", valueHint: "id", description: "another episode" },
  task: { type: "string", valueHint: "id", description: "a task that mettle report speaks of" },
  note: { type: "string", valueHint: "message", description: "write an error down" },
  tool: { type: "string", valueHint: "name", description: "for --note: the tool that met it" },
  resolve: { type: "string", valueHint: "id", description: "this error is dealt with" },
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
    const memory = args.resolve === undefined ? await readMemory(context, out) : await writeMemory(context, out)
    const named =
      memory && args.task !== undefined ? episodesNamed(memory, { task: args.task, host: HOST })[0] : args.episode
    const episode = memory && (named === undefined ? currentEpisode(memory, place.scope) : findEpisode(memory, named))
    if (memory && episode && args.resolve !== undefined) {
      const error = await markResolved(memory, episode.id, args.resolve, "user")
      out.result({ resolved: error }, () => out.line(`resolved: ${clean(error.message)}`))
      return
    }
    if (!memory || !episode) {
      out.result({ episode: null, errors: [], stats: null, context: "" }, () =>
        out.line(`No episode was recorded in ${place.name} yet.`),
      )
      return
    }
    const state = errorsOf(memory, episode.id)
    const errors = openErrors(state, args.all)
    const stats = errorStats(state)
    const text = errorContext(state, args.all)
    out.result({ episode: episode.id, errors, stats, context: text }, () => {
      if (args.context) {
        if (text !== "") out.line(text)
        return
      }
      if (errors.length === 0) {
        out.line(
          stats.total === 0
            ? `No error in ${episodeShort(episode.id)}.`
            : `All ${stats.total} failures in ${episodeShort(episode.id)} are resolved.`,
        )
        return
      }
      out.line(
        `${episodeShort(episode.id)}: ${stats.unresolved} open, ${stats.total} failures in all, ${stats.fail_streak} in a row`,
      )
      out.line()
      for (const error of errors) {
        const mark =
          error.resolvedBy === null ? out.paint("red", out.symbol("fail")) : out.paint("green", out.symbol("ok"))
        out.line(
          `${mark} ${error.type.padEnd(13)} ${clean(error.check)}${error.times > 1 ? `  (${error.times} times)` : ""}`,
        )
        out.line(
          `  ${"".padEnd(13)} ${clean(error.message || "no message")}  ${out.paint("dim", ago(error.lastAt, context.now()))}`,
        )
      }
    })
  },
})

async function noted({ args: given, out, context }: Running<typeof args>, message: string): Promise<void> {
  const place = here(context)
  const memory = await writeMemory(context, out)
  const current = given.task === undefined ? currentEpisode(memory, place.scope) : null
  const episode = given.episode === undefined ? (current?.id ?? null) : findEpisode(memory, given.episode).id
  if (given.task === undefined && episode === null)
    throw new MettleError("E_NOT_FOUND", "no episode goes on here", { hint: "name a task: --task bd-13" })
  const id = await recordError(memory, {
    ...{ host: HOST, task: given.task ?? "", scope: place.scope, episode, message },
    ...{ type: null, tool: given.tool ?? null, context: null, trace: null },
  })
  out.result({ id }, () => out.line(`noted; when it is dealt with: mettle report errors --resolve ${id}`))
}
