// What a person tells the memory. mettle note: state something yourself; your words are the evidence, and a norm holds at once. mettle
// pause: stop recording, for a time, for this session, or until told; off goes on. The gap stays a gap, and is seen.

import { MettleError } from "../../core/errors.ts"
import { KINDS } from "../../core/model.ts"
import { DAY } from "../../core/time.ts"
import { note } from "../../memory/acting/acts.ts"
import { keepQuote } from "../../memory/acting/agent-notes.ts"
import { pause, resume } from "../../memory/acting/pause.ts"
import { currentEpisode } from "../../memory/reading/episodes.ts"
import { inPlainWords } from "../../memory/reading/plain-words.ts"
import { cardShort, proposalFate, readCard } from "../../memory/reading/read.ts"
import { readScope } from "../../memory/where-and-when.ts"
import { defineMettleCommand, FLAGS, flag, oneOf, usage, value, word } from "../command.ts"
import { type Context, changeMemory, here, writeMemory } from "../context.ts"
import { clean, duration, type Out } from "../print.ts"
import { ago, iso, kindText, scopeText } from "../say.ts"

export const command = defineMettleCommand({
  name: "note",
  examples: [
    ['mettle note "use pnpm, not npm"', "holds in this repository from now on"],
    ['mettle note "no emoji in commits" --scope global', "everywhere"],
    ['mettle note "handlers return Result" --scope domain:rust', "in every repository with that tag"],
    ['mettle note "staging runs Postgres 16" --kind fact', "a fact rather than a wish"],
    [
      'mettle note --quoted "use pnpm, not npm"',
      "for agents: what the user typed, word for word; anything else is refused",
    ],
  ],
  args: {
    text: { type: "positional", required: true, description: "your words; several are joined" },
    kind: oneOf("kind", KINDS),
    scope: value("scope", "repo (default), domain:<name>, global"),
    quoted: flag("for agents: the user typed this in the session that goes on"),
    "dry-run": FLAGS["dry-run"],
  },
  rest: true,
  run: async ({ args, out, context }): Promise<number | void> => {
    const { kind } = args
    if (kind === "tactic" || kind === "negative_result")
      throw usage(command, `a ${kind} is learned from what happened; state a constraint or a fact instead`)
    const place = here(context)
    const scope = readScope(args.scope ?? "repo", place)
    const words = args._.join(" ").trim()
    if (words === "") throw usage(command, 'needs words: mettle note "use pnpm, not npm"')
    if (args.quoted) return quoted(words, out, context)
    if (args["dry-run"])
      return out.result(
        { done: false, words, scope, kind: kind ?? null },
        `would keep "${clean(words)}" (${scopeText(scope, place)})`,
      )
    const memory = await writeMemory(context, out)
    const fate = proposalFate(memory, await note(memory, words, { scope: scope.id, tier: scope.tier, kind }))
    if (!fate.card) {
      out.result({ done: false, act: "refused", because: fate.because }, `not kept: ${inPlainWords(fate.because)}`)
      return 1
    }
    const card = readCard(memory, fate.card)
    out.result({ done: true, act: fate.act, because: fate.because, card }, () => {
      const how =
        fate.act === "merged"
          ? `already known as ${card.short}`
          : fate.act === "superseded"
            ? `kept as ${card.short}, it replaces an older one`
            : `kept as ${card.short}`
      out.line(`${how}: "${clean(card.statement ?? "")}" (${kindText(card.kind)}, ${scopeText(card.scope, place)})`)
      if (fate.act !== "merged") out.line(out.paint("dim", "undo: mettle undo"))
    })
  },
})

/** What an agent says when the user stated something lasting: the user's own words, quoted whole. */
async function quoted(quote: string, out: Out, context: Context): Promise<number> {
  const memory = await writeMemory(context, out)
  const episode = currentEpisode(memory, here(context).scope, true)?.id ?? null
  const { became, card, because } = await keepQuote(memory, episode, quote)
  const id = card === null ? null : cardShort(card)
  out.result({ done: card !== null, became, id, because }, () => {
    if (id === null) out.line(`not kept: ${inPlainWords(because)}`)
    else out.line(`${became}: ${id} "${clean(memory.text(card!.statement) ?? "")}"   wrong? mettle undo ${id}`)
  })
  return card === null ? 1 : 0
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY }

export const pausing = defineMettleCommand({
  name: "pause",
  examples: [
    ["mettle pause", "until mettle pause off"],
    ["mettle pause off", "ends every pause"],
    ["mettle pause 1h", "for an hour (30m, 2d)"],
    ["mettle pause session", "the session that goes on in this repository, to its end"],
  ],
  args: { time: word("30m, 1h, 2d, session, or off") },
  run: async ({ args, out, context }) => {
    if (args.time === "off") return goOn(context, out)
    const span = args.time === undefined || args.time === "session" ? null : spanOf(args.time)
    const memory = await writeMemory(context, out)
    const episode = args.time === "session" ? currentEpisode(memory, here(context).scope, true) : null
    if (args.time === "session" && !episode)
      throw new MettleError("E_NOT_FOUND", "no session goes on in this repository", {
        still: "recording goes on",
        hint: "mettle pause 1h pauses everything",
      })
    const until = span === null ? null : context.now() + span
    const gap = await pause(memory, { until, episode: episode?.id ?? null })
    out.result(
      { paused: true, from: iso(gap.from), until: until === null ? null : iso(until), episode: gap.episode },
      `paused ${episode ? `for session e-${episode.id.slice(0, 6)}` : span === null ? "until mettle pause off" : `for ${duration(span)}`}: nothing of it is recorded, also not when you look back later`,
    )
  },
})

async function goOn(context: Context, out: Out): Promise<void> {
  const paused = await resume(await changeMemory(context, out))
  out.result(
    { resumed: paused !== null, since: paused && iso(paused.gap.from), dropped: paused?.dropped ?? 0 },
    paused
      ? `recording again; paused ${ago(paused.gap.from, context.now())}, ${paused.dropped} events kept out`
      : "recording was not paused",
  )
}

function spanOf(text: string): number {
  const found = /^(\d{1,5})\s?([mhd])$/.exec(text.trim().toLowerCase())
  const span = found ? Number(found[1]) * UNITS[found[2]!]! : 0
  if (span <= 0) throw usage(pausing, `"${text}" is no time: write 30m, 1h, 2d, session or off`)
  return span
}
