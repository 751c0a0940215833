// mettle pause: stop recording, for a time, for this session, or until told; off goes on. The gap stays a gap, and is seen.

import { MettleError } from "../../core/errors.ts"
import { DAY } from "../../core/time.ts"
import { pause, resume } from "../../memory/acting/pause.ts"
import { currentEpisode } from "../../memory/reading/episodes.ts"
import { defineMettleCommand, usage, word } from "../command.ts"
import { type Context, changeMemory, here, writeMemory } from "../context.ts"
import type { Out } from "../print.ts"
import { duration } from "../progress.ts"
import { ago, iso } from "../say.ts"

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY }

export const command = defineMettleCommand({
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
  if (span <= 0) throw usage(command, `"${text}" is no time: write 30m, 1h, 2d, session or off`)
  return span
}
