// mettle errors: the errors of the task at hand that nobody has resolved. One leaves by itself when the same check passes.
import { currentEpisode, episodeShort, findEpisode } from "../memory/episodes.ts"
import { errorContext, errorStats, errorsOf, openErrors } from "../memory/open-errors.ts"
import { defineMettleCommand } from "./command.ts"
import { here } from "./here.ts"
import { readMemory } from "./memory-of.ts"
import { clean } from "./print.ts"
import { ago } from "./time.ts"

export const command = defineMettleCommand({
  name: "errors",
  summary: "open errors of the task at hand",
  examples: [
    ["mettle errors", "of the last episode in this repository"],
    ["mettle errors --all", "resolved ones too"],
    ["mettle errors --context", "as Markdown for an agent"],
    ["mettle errors --episode e-91c4a0", "of another episode"],
  ],
  args: {
    all: { type: "boolean", description: "resolved ones too" },
    context: { type: "boolean", description: "Markdown, with questions for the agent" },
    episode: { type: "string", valueHint: "id", description: "another episode" },
  },
  run: async ({ args, out, context }) => {
    const place = here(context)
    const memory = (await readMemory(context, out))?.memory ?? null
    const episode =
      memory && (args.episode === undefined ? currentEpisode(memory, place.scope) : findEpisode(memory, args.episode))
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
        `${episodeShort(episode.id)}: ${stats.unresolved} open, ${stats.total} failures in all, fail streak ${stats.fail_streak}`,
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
