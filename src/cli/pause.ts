// mettle pause: stop recording, for a time, for this session, or until told. A visible gap, not a silent one.
import { MettleError } from "../core/errors.ts"
import { currentEpisode } from "../memory/episodes.ts"
import { pause } from "../memory/pause.ts"
import { defineMettleCommand, usage } from "./command.ts"
import { here } from "./here.ts"
import { writeMemory } from "./memory-of.ts"
import { duration } from "./progress.ts"

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

export const command = defineMettleCommand({
  name: "pause",
  summary: "stop recording for a while",
  examples: [
    ["mettle pause", "until mettle resume"],
    ["mettle pause 1h", "for an hour (30m, 2d)"],
    ["mettle pause session", "the session that goes on in this repository, to its end"],
  ],
  args: { time: { type: "positional", required: false, description: "30m, 1h, 2d, or session" } },
  run: async ({ args, out, context }) => {
    const span = args.time === undefined || args.time === "session" ? null : spanOf(args.time)
    const { memory } = await writeMemory(context, out)
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
      () =>
        out.line(
          `paused ${episode ? `for session e-${episode.id.slice(0, 6)}` : span === null ? "until mettle resume" : `for ${duration(span)}`}: nothing of it is recorded, also not when you look back later`,
        ),
    )
  },
})

function spanOf(text: string): number {
  const found = /^(\d{1,5})\s?([mhd])$/.exec(text.trim().toLowerCase())
  const span = found ? Number(found[1]) * UNITS[found[2]!]! : 0
  if (span <= 0) throw usage(command, `"${text}" is no time: write 30m, 1h, 2d or session`)
  return span
}
const iso = (at: number): string => new Date(at).toISOString()
