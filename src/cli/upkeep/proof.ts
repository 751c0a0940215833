// mettle did proof: what this log can prove about memory as a whole, with its wide interval, and what it cannot; then the four
// questions to pass before anybody speaks of cause.
import { sayPoints, sayShare } from "../../core/say-number.ts"
import { readGates, readUplift, UPLIFT, type UpliftRead } from "../../memory/measuring/proof.ts"
import { partName } from "../../memory/packs/learned.ts"
import { defineMettleCommand, FLAGS, fromWhen } from "../command.ts"
import { here, readMemory } from "../context.ts"
import type { Out } from "../print.ts"

export const command = defineMettleCommand({
  name: "did proof",
  examples: [
    ["mettle did proof", "episodes drawn with measured cards against episodes drawn without"],
    ["mettle did proof --since 30d", "of the last thirty days"],
    ["mettle did proof --json", "the numbers, for programs"],
  ],
  args: { since: FLAGS.since },
  run: async ({ args, out, context }) => {
    const place = here(context)
    const since = fromWhen({ args, out, context })
    const memory = await readMemory(context, out)
    const seen = readUplift(memory, place.scope, since)
    const gates = readGates(memory)
    const open = gates.every(gate => gate.state === "open")
    out.result({ uplift: seen, gates, open }, () => {
      if (memory.parts.log.head() === 0) return out.line("Nothing recorded yet, so nothing can be proved.")
      print(seen, place.name, out)
      out.line()
      out.line("Before anybody says that memory was the cause:")
      for (const { gate, state, because, asks } of gates) {
        const paint = state === "open" ? "green" : state === "shut" ? "yellow" : "dim"
        const how = { open: "yes", shut: "not yet", early: "too early" }[state]
        out.line(`  ${gate}  ${out.paint(paint, how.padEnd(9))}  ${because}`)
        out.line(out.paint("dim", `     wants ${asks}`))
      }
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
        : "No control episodes. A share of them (mettle config set control.share 0.2) compares by a plain draw; while it runs, that share goes without measured cards.",
    ),
  )
}

function tell(where: string, u: Side, out: Out): void {
  const share = (s: Side["with"]) => sayShare(s.success, s.n)
  out.line(out.paint("bold", where))
  if (u.with.n + u.without.n === 0) {
    out.line("  no judged episode yet in which measured cards were at hand")
    return
  }
  out.line(
    u.design === "control"
      ? `  episodes that went well: ${share(u.with)} as usual, ${share(u.without)} drawn as control, without measured cards`
      : `  episodes that went well: ${share(u.with)} with a measured card at the first prompt that had any at hand, ${share(u.without)} with none drawn there`,
  )
  if (u.uplift === null) {
    const fewest = Math.min(u.with.n, u.without.n)
    out.line(`  too early to say: ${fewest} of ${UPLIFT.least} episodes on the smaller side`)
    return
  }
  const said = { helps: "memory helps", harms: "memory harms", unclear: "this log cannot tell", early: "too early" }
  out.line(
    `  ${said[u.verdict]}${u.reach! < 0.5 ? `: ${sayPoints(u.uplift, u.low!, u.high!, "90%, at every look")}` : ""}`,
  )
  if (u.reach! <= UPLIFT.aim) return
  const more = u.needs === null ? "not by one person's log as it is" : `about ${u.needs} more episodes`
  const drawn =
    u.design === "control"
      ? ""
      : u.needsWithControl === null
        ? "; nor by control episodes of one person: ask what your team's logs say together (mettle team)"
        : `; with control.share ${UPLIFT.askedShare} about ${u.needsWithControl} episodes`
  out.line(`  to know it to ±10 points: ${more}${drawn}`)
}
