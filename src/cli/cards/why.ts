// mettle why: why a card stands where it stands, and what its value rests on; with --episode the receipt of an episode.
// "Too early" is an answer (L8).
import { MettleError } from "../../core/errors.ts"
import { count, ENOUGH, percent, points, sayPoints, sayShare } from "../../core/say-number.ts"
import { followedWords } from "../../memory/checks/holds.ts"
import { type Receipt, readReceipt } from "../../memory/measuring/receipt.ts"
import { episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import { type Explanation, explainCard } from "../../memory/reading/explain.ts"
import { readMessages } from "../../memory/reading/messages.ts"
import { inPlainWords } from "../../memory/reading/plain-words.ts"
import { findCard } from "../../memory/reading/read.ts"
import type { Place } from "../../memory/where-and-when.ts"
import { defineMettleCommand, flag, usage, value, word } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { normText } from "../past/did.ts"
import { clean, type Out } from "../print.ts"
import { ago, kindText, scopeText, signedBar, stagePaint, valueText } from "../say.ts"
import { printMessages, viewMessage } from "./review.ts"

export const command = defineMettleCommand({
  name: "why",
  examples: [
    ["mettle why t-4a10c2", "what it did, what it is worth, and why it stands"],
    ["mettle why t-4a10c2 --all", "its value from what was believed before to now, and every decision about it"],
    ["mettle why --episode e-91c4a0", "the receipt: what each card and everything else had in an outcome"],
    ["mettle why --episode e-91c4a0 --verbose", "one line per card: id, credit, reasons"],
    [
      'mettle why --message "fix the build"',
      "the last message you typed with these words: why nothing was learned of it",
    ],
  ],
  args: {
    card: word("a card's id or the start of it"),
    episode: value("id", "an episode's receipt instead of a card"),
    message: value("words", "a message you typed instead of a card"),
    all: flag("everything its value rests on, and every decision about it"),
  },
  run: async ({ args: given, out, context }) => {
    // An episode's id says what it is.
    const args = given.card?.startsWith("e-") ? { ...given, card: undefined, episode: given.card } : given
    if ([args.card, args.episode, args.message].filter(one => one !== undefined).length !== 1)
      throw usage(command, "needs one of <card>, --episode or --message")
    const place = here(context)
    const memory = await readMemory(context, out)
    if (args.message !== undefined) {
      const [found] = readMessages(memory, { most: 1, holding: args.message })
      if (!found)
        throw new MettleError("E_NOT_FOUND", "no message with these words", { hint: "mettle review ledger --messages" })
      return out.result(viewMessage(found), () => printMessages([found], out, context.now()))
    }
    if (args.episode !== undefined) {
      const receipt = readReceipt(memory, findEpisode(memory, args.episode))
      out.result({ receipt }, () => printReceipt(receipt, out))
      // S0-64: one line per card on stderr
      for (const part of receipt.parts)
        for (const share of part.prompts.flatMap(p => p.shares))
          out.detail(creditLine(share.short, share.amount, share.because, receipt.observed !== null))
      return
    }
    const why = explainCard(memory, findCard(memory, args.card!))
    out.result({ ...why, enough: ENOUGH }, () => printCard(why, place, out, context.now(), args.all ?? false))
    for (const credit of why.credits)
      out.detail(
        creditLine(episodeShort(credit.episode), credit.amount, credit.because, why.account?.waterfall != null),
      )
  },
})

/** Signed shares as they are; a seed's credit as 0 … 1 (D40). */
const creditLine = (id: string, amount: number, because: string, signed: boolean): string =>
  `${id} ${(signed ? amount : (1 + amount) / 2).toFixed(2)} ${clean(inPlainWords(because))}`

/** The head, and as much of what it rests on as fits; all of it behind --all. */
function printCard(why: Explanation, place: Place, out: Out, now: number, all: boolean): void {
  const lines: string[] = []
  const told = { ...out, line: (text = "") => void lines.push(text) }
  printHead(why, place, told, now)
  if (all) printRest(why, told, now)
  else for (const sentence of why.account?.words ?? []) told.line(clean(sentence))
  const fits = all || lines.length < SHORT ? lines : lines.slice(0, SHORT - 1)
  for (const line of fits) out.line(line)
  if (!all) out.line(out.paint("dim", `everything it rests on: mettle why ${why.card.short} --all`))
}
const SHORT = 12

/** What a card says, where it holds, what it is worth and what became of it. */
export function printHead(why: Explanation, place: Place, out: Out, now: number): void {
  const { card } = why
  out.line(out.paint("bold", clean(card.statement ?? "(its words were forgotten)")))
  const row = (label: string, text: string) => out.line(`${label.padEnd(9)} ${text}`)
  row(
    "card",
    `${card.short} · ${kindText(card.kind)} · ${scopeText(card.scope, place)} · ${out.paint(stagePaint(card.stage), card.stage)}`,
  )
  const early = why.early || card.value?.verdict === "early"
  row("value", why.avoided && early ? `avoided since ${ago(why.avoided.since, now)}` : valueText(card))
  if (why.adherence) row("followed", normText(why.adherence, now))
  if (why.holds.length > 0) row("held", `${count(why.holds.length, "call")}`)
  for (const hold of why.holds.slice(-HOLDS))
    row(
      "",
      `${clean(hold.action ?? "(forgotten)").slice(0, 60)}, ${followedWords(hold)} (${episodeShort(hold.episode)}, ${ago(hold.at, now)})`,
    )
  row("shown", `${card.shown} of ${card.seen} times it was at hand`)
  if (why.measured && why.wins + why.losses > 0) row("outcomes", `${why.wins} good, ${why.losses} bad`)
  row(
    "evidence",
    `${why.support} for, ${why.contradiction} against${why.disputes > 0 ? `, ${count(why.disputes, "open dispute")}` : ""}`,
  )
  const last = why.ledger.at(-1)
  // What replaced an earlier card was itself let in.
  const act = last?.act === "superseded" && card.stage !== "superseded" ? "replaced an earlier one" : last?.act
  if (last) row("decided", `${act} ${ago(last.at, now)}: ${clean(inPlainWords(last.because))}`)
}

function printRest(why: Explanation, out: Out, now: number): void {
  const { card, account } = why
  if (account) {
    out.line()
    for (const sentence of account.words) out.line(clean(sentence))
    for (const { question, answer } of account.answers) out.line(`${question} ${clean(answer)}.`)
    printWaterfall(account, out)
    if (why.pooled) printPooled(why.pooled, why.avoided !== null, out)
    printPlacements(account, card.kind, out)
  }
  if (!account?.waterfall && why.credits.length > 0) {
    out.line()
    out.line(out.paint("dim", "credit by episode"))
    for (const credit of why.credits.slice(0, 8))
      out.line(`  ${creditLine(episodeShort(credit.episode), credit.amount, credit.because, false)}`)
    if (why.credits.length > 8) out.line(`  and ${why.credits.length - 8} more (--json)`)
  }
  if (why.usage)
    out.line(`usage     ${why.usage.use_count} uses, ${why.usage.success_count.toFixed(2)} of them successful`)
  out.line()
  out.line(out.paint("dim", "what was decided, and by which rule"))
  if (why.ledger.length === 0) out.line("  nothing yet")
  for (const entry of why.ledger)
    out.line(`  ${ago(entry.at, now).padEnd(11)} ${entry.act.padEnd(10)} ${clean(inPlainWords(entry.because))}`)
}

const HOLDS = 3
const STEPS = {
  origin: "what cards of its origin start with",
  episode: "",
  smaller: "its smaller episodes",
  others: "what other cards' episodes taught",
} as const

function printWaterfall(account: NonNullable<Explanation["account"]>, out: Out): void {
  const { waterfall } = account
  if (!waterfall || account.value.n === 0) return
  const steps = waterfall.steps.filter(s => s.what === "origin" || Math.abs(s.by) >= 5e-5)
  const most = Math.max(Math.abs(waterfall.posterior), ...steps.map(s => Math.abs(s.by)))
  out.line()
  out.line(out.paint("dim", "from what was believed before to now, in points of success at prompts it fits"))
  const line = (label: string, by: number) =>
    out.line(`  ${points(by).padStart(6)} ${signedBar(out, by, most)} ${label}`.trimEnd())
  for (const step of steps)
    line(step.what === "episode" ? `episode ${episodeShort(step.episode!)}` : STEPS[step.what], step.by)
  line(out.paint("bold", "believed now"), waterfall.posterior)
}

/** Theirs stands apart from yours: it enters what is chosen, never what your own episodes are said to show. */
function printPooled(
  { people, sessions, n, team }: NonNullable<Explanation["pooled"]>,
  avoided: boolean,
  out: Out,
): void {
  const reach = 1.2816 * team.sd
  out.line()
  out.line(out.paint("dim", "what teammates saw, apart from your own evidence above"))
  out.line(`  shared by ${people} ${people === 1 ? "other" : "others"}: ${n} judged prompts of ${sessions} sessions`)
  out.line(
    `  everybody together (${team.people} people, ${team.sessions} sessions): ${sayPoints(team.mean, team.mean - reach, team.mean + reach, "80%", " at prompts it fits")}`,
  )
  out.line(
    `  after ${Math.round(team.n)} judged prompts in all: ${percent(team.help)} helps, ${percent(team.nothing)} does nothing, ${percent(team.harm)} harms: ${team.verdict === "early" ? (avoided ? "not sure, and avoided" : "too early to say") : `it ${team.verdict === "inert" ? "does nothing" : team.verdict}`}`,
  )
}

function printPlacements(account: NonNullable<Explanation["account"]>, kind: string, out: Out): void {
  const told = account.placements.filter(p => p.of.with.n > 0)
  if (told.length === 0) return
  out.line()
  out.line(out.paint("dim", `where ${kind.replace("_", " ")} cards were shown, all of them together, not adjusted`))
  const side = (s: { n: number; mean: number | null }) => sayShare(s.mean, s.n)
  const line = (label: string, of: (typeof told)[number]["of"]) => {
    const how = of.difference === null ? "nothing to compare with" : sayPoints(of.difference, of.low!, of.high!, "90%")
    out.line(`  ${label.padEnd(14)} went well ${side(of.with)}, without ${side(of.without)}: ${how}`)
  }
  for (const { placement, of, alone } of told) {
    line(placement.replace("_", " "), of)
    if (alone) line("  this card", alone)
  }
}

// How a receipt reads: what was seen against the usual, who had what share in it, and everything else; the sum below the line.

function printReceipt(receipt: Receipt, out: Out): void {
  const prompts = receipt.parts.flatMap(p => p.prompts)
  const judged = prompts.filter(p => p.label !== null).length
  out.line(
    out.paint("bold", `${episodeShort(receipt.episode)}: ${receipt.verdict}`) +
      `, ${judged} of ${count(prompts.length, "prompt")} judged`,
  )
  out.line(clean(receipt.because))
  if (receipt.empty !== null) out.line(`No shares: ${receipt.empty}.`)
  for (const { prompt, used } of prompts)
    for (const use of used) out.line(`In use at prompt ${prompt}: ${use.short}, ${use.because}.`)
  if (receipt.observed === null) {
    if (receipt.cards.length > 0) {
      out.line()
      out.line("This preset gives each card its own credit; it does not share out what was observed.")
      for (const share of prompts.flatMap(p => p.shares))
        out.line(`  ${((1 + share.amount) / 2).toFixed(2)}  ${share.short}  ${clean(share.because)}`)
    }
    return
  }
  const most = Math.max(
    Math.abs(receipt.rest),
    Math.abs(receipt.observed),
    ...receipt.cards.map(c => Math.abs(c.amount)),
  )
  const line = (amount: number, label: string) =>
    out.line(`  ${points(amount).padStart(7)} ${signedBar(out, amount, most)} ${label}`)
  out.line()
  out.line(out.paint("dim", "points of success against the usual, summed over its prompts"))
  for (const card of receipt.cards)
    line(card.amount, `${card.short} ${out.fit(card.statement ?? "(forgotten)", out.width - 44)}`)
  line(receipt.rest, "everything else: the task, the agent, you, chance")
  line(receipt.observed, out.paint("bold", "observed"))
  for (const part of receipt.parts) out.line(out.paint("dim", `${clean(part.because)}  (${part.rule})`))
}
