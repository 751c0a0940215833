// mettle uplift: what this log can prove about memory as a whole, with its wide interval, and what it cannot.
import { points } from "../memory/account.ts"
import { partName } from "../memory/stand-down.ts"
import { readUplift, type UpliftRead } from "../memory/uplift.ts"
import { defineMettleCommand, FLAGS } from "./command.ts"
import { here } from "./here.ts"
import { readMemory } from "./memory-of.ts"
import type { Out } from "./print.ts"
import { parseSince } from "./time.ts"

export const command = defineMettleCommand({
  name: "uplift",
  summary: "what this log can prove about memory as a whole",
  examples: [
    ["mettle uplift", "episodes with measured cards against comparable ones without"],
    ["mettle uplift --since 30d", "of the last thirty days"],
    ["mettle uplift --json", "the numbers, for programs"],
  ],
  args: { since: FLAGS.since },
  run: async ({ args, out, context }) => {
    const place = here(context)
    const since = args.since === undefined ? 0 : parseSince(args.since, context.now())
    const opened = await readMemory(context, out)
    const seen = opened ? readUplift(opened.memory, place.scope, since) : null
    out.result({ uplift: seen }, () => {
      if (seen === null) out.line("Nothing recorded yet, so nothing can be proved.")
      else print(seen, place.name, out)
    })
  },
})

type Side = UpliftRead["here"]

function print(seen: UpliftRead, name: string, out: Out): void {
  tell("everywhere", seen.everywhere, out)
  if (seen.here.with.n + seen.here.without.n !== seen.everywhere.with.n + seen.everywhere.without.n)
    tell(`here (${name})`, seen.here, out)
  out.line()
  if (seen.standing.down && seen.standing.active) {
    out.line(out.paint("yellow", `Memory stands down here: ${seen.standing.because}.`))
    out.line("Only norms, check and cards you vouched for are shown. How to have them back: mettle status")
  } else out.line(out.paint("dim", `Standing here: ${seen.standing.because}.`))
  for (const { part, because } of seen.standing.active ? seen.standing.parts : [])
    out.line(out.paint("yellow", `Here ${partName(part)} stand down: ${because}.`))
  out.line(
    out.paint(
      "dim",
      seen.control > 0
        ? `${seen.control} control episodes ran without measured cards.`
        : "No control episodes: what is left out was chosen, not drawn. A share of them (mettle config set control.share 0.1) makes this firmer and costs about a point.",
    ),
  )
  out.line(out.paint("dim", "One person's log proves little: at 200 episodes about ±24 points, at 1,000 about ±11."))
}

function tell(where: string, u: Side, out: Out): void {
  const share = (s: Side["with"]) => (s.success === null ? "none" : `${Math.round(100 * s.success)}% of ${s.n}`)
  out.line(out.paint("bold", where))
  out.line(
    `  episodes that went well: ${share(u.with)} with measured cards shown, ${share(u.without)} with cards at hand but none shown`,
  )
  if (u.uplift === null) {
    const fewest = Math.min(u.with.n, u.without.n)
    out.line(`  too early to say: ${fewest} of 8 episodes on the smaller side`)
    return
  }
  const said = { helps: "memory helps", harms: "memory harms", unclear: "nothing is proved yet", early: "too early" }
  out.line(
    `  ${said[u.verdict]}: ${points(u.uplift)} points after allowing for difficulty (90%: ${points(u.low!)} to ${points(u.high!)})`,
  )
  if (u.needs !== null) out.line(`  about ${u.needs} more episodes would bring that to ±10 points`)
}
