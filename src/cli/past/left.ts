// mettle left [words]: where work here stopped, thread by thread; with words, old episodes by meaning; and the command that
// takes each up again in its client. history errors: what failed in an episode and nobody dealt with; one leaves by itself when the
// same check passes.

import { count } from "../../core/say-number.ts"
import { DAY } from "../../core/time.ts"
import { resumeCommands } from "../../memory/past/backfill.ts"
import { gitHere, leftEffect, partsOf, type Thread, threadsHere } from "../../memory/past/left.ts"
import { currentEpisode, episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import { findEpisodes } from "../../memory/reading/find.ts"
import { errorContext, errorStats, errorsOf, openErrors } from "../../memory/reading/open-errors.ts"
import { defineMettleCommand, FLAGS, flag, word } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { wordsGiven } from "../io.ts"
import { clean } from "../print.ts"
import { ago, iso } from "../say.ts"

const MOST = 5
const DAYS = 90
/** What fits less than this share of the best was not meant. */
const NEAR = 0.5

export const command = defineMettleCommand({
  name: "left",
  examples: [
    ["mettle left", "threads of this repository: what is red, not committed, asked, put off"],
    ["mettle left flaky login test", "old sessions by meaning, each with the command that resumes it"],
    ["mettle config set left.show fits", "tell the agent at a first prompt that fits (off, asked, fits)"],
  ],
  args: {
    words: word("what it was about; - reads stdin"),
    limit: FLAGS.limit,
  },
  rest: true,
  run: async ({ args, out, context }) => {
    const most = args.limit ?? MOST
    const query = args._.length === 0 ? "" : await wordsGiven(context.io, args._)
    const memory = await readMemory(context, out)
    const { scope } = here(context)
    const { top } = context.repository()
    const since = context.now() - DAYS * DAY
    const resumes = resumeCommands({ home: context.home, env: context.io.env, top, client: null, since })
    const git = gitHere(top, context.paths().cache)
    const threads = query === "" ? threadsHere(memory, scope, git).slice(0, most) : []
    const found = query !== "" ? findEpisodes(memory, { query, scopes: [`repo:${scope}`], most }) : []
    const episodes = found.filter(({ score }) => score >= NEAR * found[0]!.score)
    const shown = leftEffect(memory, scope)
    const resume = (episode: string): string | null => resumes.get(episode) ?? null
    out.result(
      {
        query,
        threads: threads.map(thread => ({ ...told(thread), resume: resume(thread.episode) })),
        episodes: episodes.map(episode => ({ ...episode, resume: resume(episode.id) })),
        shown,
      },
      () => {
        for (const thread of threads) {
          for (const line of threadLines(thread, context.now())) out.line(out.fit(line))
          out.line(`  ${resume(thread.episode) ?? "its session is not on this computer any more"}`)
        }
        for (const { id, short, opened, prompt } of episodes) {
          const when = ago(Date.parse(opened), context.now())
          out.line(out.fit(`${short}  ${when}  ${prompt ?? "(forgotten)"}`))
          out.line(`  ${resume(id) ?? "its session is not on this computer any more"}`)
        }
        if (threads.length + episodes.length === 0)
          out.line(query === "" ? "Nothing is left open here that was seen." : "No session found by these words.")
        if (query === "" && shown.shown > 0)
          out.note(
            `told to the agent at ${count(shown.shown, "first prompt")}, taken up ${shown.takenUp} of ${shown.shown} times`,
          )
      },
    )
  },
})

const told = (thread: Thread) => ({
  episode: thread.episode,
  client: thread.client,
  branch: thread.branch,
  at: iso(thread.lastAt),
  open: partsOf(thread),
  about: thread.about?.words ?? null,
  asked: thread.asked?.words ?? null,
  red: thread.red && { command: thread.red.command, since: iso(thread.red.since) },
  uncommitted: thread.uncommitted,
  question: thread.question?.words ?? null,
  put_off: thread.putOff?.words ?? null,
})

function threadLines(thread: Thread, now: number): readonly string[] {
  const { about, asked, red, uncommitted, question, putOff } = thread
  const where = thread.branch === null ? "" : ` on ${thread.branch}`
  return [
    `${episodeShort(thread.episode)}  ${ago(thread.lastAt, now)}${where}  ${about?.words ?? ""}`,
    ...(asked && asked.event !== about?.event
      ? [`  last asked    ${asked.words}${thread.brokenOff ? " (broken off)" : ""}`]
      : []),
    ...(red ? [`  red           ${red.command}, since ${ago(red.since, now)}`] : []),
    ...(uncommitted.length > 0
      ? [`  not committed ${uncommitted.map(path => path.split("/").slice(-2).join("/")).join(", ")}`]
      : []),
    ...(question ? [`  it asked      ${question.words}`] : []),
    ...(putOff ? [`  you put off   ${putOff.words}`] : []),
  ]
}

export const errors = defineMettleCommand({
  name: "history errors",
  examples: [
    ["mettle history errors", "of the last episode in this repository"],
    ["mettle history errors e-91c4a0", "of another episode"],
    ["mettle history errors --all", "resolved ones too"],
    ["mettle history errors --context", "as Markdown for an agent"],
  ],
  args: {
    episode: word("an episode's id or the start of it"),
    all: flag("resolved ones too"),
    context: flag("Markdown, with questions for the agent"),
  },
  run: async ({ args, out, context }) => {
    const place = here(context)
    const memory = await readMemory(context, out)
    const found = args.episode === undefined ? currentEpisode(memory, place.scope) : findEpisode(memory, args.episode)
    if (!found)
      return out.result(
        { episode: null, errors: [], stats: null, context: "" },
        `No episode was recorded in ${place.name} yet.`,
      )
    const state = errorsOf(memory, found.id)
    const errors = openErrors(state, args.all)
    const stats = errorStats(state)
    const text = errorContext(state, args.all)
    const name = episodeShort(found.id)
    out.result({ episode: found.id, errors, stats, context: text }, () => {
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
  },
})
