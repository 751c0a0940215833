// mettle, alone: what it did for you this week, in at most fifteen lines, each with the command that shows it.

import { count } from "../../core/say-number.ts"
import { DAY } from "../../core/time.ts"
import { readTimes } from "../../hook/tally.ts"
import { type Deed, whatItDid } from "../../memory/measuring/did.ts"
import { defineMettleCommand, flag } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { clean, wrapped } from "../print.ts"

const ITEMS = 2
/** Fewer calls have no "95 times in 100". */
export const SHARE_FROM = 50
/** Lines that say too little without what is behind them. */
const OPENED: readonly Deed[] = ["left", "held", "learned"]
const MOST_LINES = 12
/** of a line that goes on */
const INDENT = "      "

export const command = defineMettleCommand({
  name: "did",
  examples: [
    ["mettle did", "in this repository: what was held, kept, got wrong, learned, and what it cost"],
    ["mettle did --all", "in every repository"],
    ["mettle did --json", "the same with everything behind it"],
  ],
  args: { all: flag("every repository, not only this one") },
  run: async ({ args, out, context }) => {
    const place = here(context)
    const memory = await readMemory(context, out)
    const now = context.now()
    const times = readTimes(context.paths().state, now - 7 * DAY)
    const ms = times.n < SHARE_FROM ? null : times.p95
    const did = whatItDid(memory, { scope: args.all ? null : place.scope, at: place.scope, now, ms })
    out.result({ since: new Date(did.since).toISOString(), episodes: did.episodes, lines: did.lines }, () => {
      if (memory.parts.log.head() === 0)
        return out.line(
          "Nothing recorded yet: mettle init puts it into your agents, mettle look reads your past sessions first.",
        )
      const where = args.all ? "all repositories" : place.name
      const sessions = `${count(did.episodes, "session")}`
      out.line(out.paint("bold", `mettle, this week in ${clean(where)}: ${sessions}`))
      const rowsOf = (most: number) =>
        did.lines.flatMap(({ deed, text, items }) => {
          const below = OPENED.includes(deed) ? items.slice(0, most) : []
          const shows = below.length > 0 ? "" : (items[0]?.command ?? "")
          return [
            { text: `  ${text}`, shows },
            ...below.map(item => ({ text: `    ${item.text}`, shows: item.command })),
          ]
        })
      // Every line before the second thing behind one.
      const rows = [ITEMS, 1, 0].map(rowsOf).find(some => some.length <= MOST_LINES) ?? rowsOf(0)
      for (const { text, shows } of rows.slice(0, MOST_LINES)) {
        const told = clean(text)
        const last = shows.slice(shows.lastIndexOf(" ") + 1)
        const id = last.includes("-") ? last : ""
        const fits = (words: number, by: string): boolean => words + (by === "" ? 0 : by.length + 2) <= out.width
        // The quote gives way, then the command down to its id, then the id; the figure never does.
        const by = [shows, id].find(one => fits(told.length, one)) ?? (fits(leastOf(told), id) ? id : "")
        const room = out.width - (by === "" ? 0 : by.length + 2)
        const [first = "", ...rest] = wrapped(cutQuote(told, room, out.symbol("more")), room, INDENT)
        out.line(`${first}${by === "" ? "" : `  ${out.paint("dim", by)}`}`)
        for (const more of rest) out.line(more)
      }
      if (rows.length === 0)
        out.line("  nothing to tell yet: it speaks up when you correct the agent, or a test fails and then passes")
      out.line(out.paint("dim", "  mettle why <id> shows what is behind a line, mettle open all of it"))
    })
  },
})

const QUOTE = /“([^”]*)”/
const LEAST = 16
/** As short as a line gets by its quote alone. */
const leastOf = (text: string): number => text.length - Math.max(0, (QUOTE.exec(text)?.[1] ?? "").length - LEAST)

/** What was said is cut before what became of it. */
function cutQuote(text: string, room: number, more: string): string {
  const [quote, words = ""] = QUOTE.exec(text) ?? []
  const over = text.length - room
  if (over <= 0 || quote === undefined) return text
  const kept = Math.max(LEAST, words.length - over) - more.length
  return words.length <= kept + more.length ? text : text.replace(quote, `“${words.slice(0, kept).trimEnd()}${more}”`)
}
