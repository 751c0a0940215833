// mettle, alone: what it did for you this week, in at most fifteen lines, each with the command that shows it. did proof: what this log
// can prove about memory as a whole, and the four questions to pass before anybody speaks of cause. did norms: how what you asked for
// was followed, episode by episode, and what shows it.

import { isNorm } from "../../core/model.ts"
import { count, sayPoints, sayShare } from "../../core/say-number.ts"
import { DAY } from "../../core/time.ts"
import { readTimes } from "../../hook/tally.ts"
import { type Deed, whatItDid } from "../../memory/measuring/did.ts"
import { HOLDS_AGAIN, type NormRead, normEpisodes, readNorm, readNorms } from "../../memory/measuring/overview.ts"
import { readGates, readUplift, UPLIFT, type UpliftRead } from "../../memory/measuring/proof.ts"
import { partName } from "../../memory/packs/learned.ts"
import { scopesOf } from "../../memory/packs/situation.ts"
import { episodeShort } from "../../memory/reading/episodes.ts"
import { findCard } from "../../memory/reading/read.ts"
import { dayWord } from "../../memory/where-and-when.ts"
import { atMost, defineMettleCommand, FLAGS, flag, fromWhen, usage, word } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { clean, type Out, type Paint, wrapped } from "../print.ts"
import { ago, scopeText } from "../say.ts"

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

export const proof = defineMettleCommand({
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
      printUplift(seen, place.name, out)
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

function printUplift(seen: UpliftRead, name: string, out: Out): void {
  tellSide("everywhere", seen.everywhere, out)
  if (seen.here.with.n + seen.here.without.n !== seen.everywhere.with.n + seen.everywhere.without.n)
    tellSide(`here (${name})`, seen.here, out)
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

function tellSide(where: string, u: Side, out: Out): void {
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

const FOLLOWED: Readonly<Record<string, Paint>> = { obeyed: "green", violated: "red" }

export const normsFollowed = defineMettleCommand({
  name: "did norms",
  examples: [
    ["mettle did norms", "every norm here: followed in how many episodes, and when it was last broken"],
    ["mettle did norms c-7f2a41", "one norm, episode by episode, with what shows it"],
    ["mettle did norms --all", "of every repository"],
  ],
  args: {
    card: word("a norm's id or the start of it"),
    all: flag("of every repository"),
    limit: FLAGS.limit,
  },
  run: async running => {
    const { args, out, context } = running
    const place = here(context)
    const now = context.now()
    const limit = atMost(running, 30)
    const memory = await readMemory(context, out)
    if (args.card !== undefined) {
      const card = findCard(memory, args.card)
      if (!isNorm(card.kind))
        throw usage(normsFollowed, `${args.card} is no norm; mettle why ${args.card} tells what it did`)
      const norm = readNorm(memory, card)
      const episodes = normEpisodes(memory, card.id)
      out.result({ norm, episodes }, () => {
        out.line(out.paint("bold", clean(norm.statement ?? "(its words were forgotten)")))
        out.line(normText(norm, now))
        out.line()
        for (const e of episodes.slice(0, limit))
          out.line(
            `${episodeShort(e.episode)}  ${ago(Date.parse(e.at), now).padEnd(11)} ${out.paint(FOLLOWED[e.adherence] ?? "dim", e.adherence.replace("_", " ").padEnd(15))} ${clean(e.because)}`,
          )
        if (episodes.length === 0) out.line("No episode has closed under it yet.")
      })
      return
    }
    const scopes = args.all ? null : scopesOf(place.scope, place.domains)
    const norms = readNorms(memory, scopes)
    out.result({ norms }, () => {
      if (norms.length === 0) {
        out.line('No norms here yet. They come from your own words ("always use pnpm") or from')
        out.line('mettle note "use pnpm, not npm".')
        return
      }
      for (const norm of norms.slice(0, limit)) {
        const where = scopeText(norm.scope, place)
        out.line(`${norm.short}  ${out.fit(norm.statement ?? "(forgotten)", out.width - 12)}`)
        out.line(
          `          ${out.paint(norm.nearer ? "yellow" : norm.told > 0 ? "green" : "dim", normText(norm, now))}${where === "repo" ? "" : `  (${where})`}`,
        )
      }
      out.more(limit, norms.length)
    })
  },
})

export function normText(norm: NormRead, now: number): string {
  const { unknown, not_applicable } = norm.counts
  if (norm.told === 0) {
    const looked = unknown + not_applicable
    return looked === 0
      ? "no episode has closed under it yet"
      : unknown > 0
        ? `cannot be seen: ${count(unknown, "episode")}, and nobody complained`
        : `no call in ${count(not_applicable, "episode")} showed it kept or broken`
  }
  const when = norm.broken === null ? "" : `, broken ${dayWord(Date.parse(norm.broken.at), now)}`
  const nearer = norm.nearer ? `; said at the prompt too until ${HOLDS_AGAIN} sessions in a row have kept it` : ""
  return `${norm.followed} of ${norm.told}${when}${nearer}`
}
