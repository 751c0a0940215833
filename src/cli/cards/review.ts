// mettle review: what waits for you, one at a time by single keys on a terminal, else as a list. review ledger: what was let in, merged,
// replaced, put away or refused, and why. review trust: whose proposals hold up, how sure that is, and what moved it.

import { percent } from "../../core/say-number.ts"
import { tally } from "../../memory/measuring/overview.ts"
import { type SourceTrust, type TrustReport, trustReport } from "../../memory/measuring/trust.ts"
import { episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import { type MessageRead, readMessages } from "../../memory/reading/messages.ts"
import { inPlainWords } from "../../memory/reading/plain-words.ts"
import { cardShort, type LedgerRead, readLedger } from "../../memory/reading/read.ts"
import { approve, type InboxItem, inbox, reword, turnDown } from "../../memory/reading/review.ts"
import { authorsOf } from "../../memory/tending/documents.ts"
import { privateDir } from "../../paths.ts"
import { atMost, defineMettleCommand, FLAGS, flag, fromWhen, type Running, word } from "../command.ts"
import { here, isRecorded, readMemory, writeMemory } from "../context.ts"
import { keysOf } from "../io.ts"
import { clean, type Out } from "../print.ts"
import { ago, iso, kindText, scopeText, whoSaid } from "../say.ts"

const args = { list: flag("only list, ask nothing") } as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "review",
  examples: [
    ["mettle review", "one at a time: y keep, n put away, e reword, s skip"],
    ["mettle review --list", "only list them"],
  ],
  args,
  run: async running => {
    const { args, out, context } = running
    const asks = context.io.tty.stdin && context.io.tty.stdout && args.input && !args.list && !out.json && !out.plain
    if (asks && isRecorded(context)) return askEach(running)
    const place = here(context)
    const memory = await readMemory(context, out)
    const items = inbox(memory)
    const by = await authors(running, items)
    out.result(
      { items: items.map(item => ({ ...item, ...(by.has(item.id) ? { written: by.get(item.id) } : {}) })) },
      () => {
        if (items.length === 0) return out.line(NONE)
        out.table(
          [{ name: "card" }, { name: "waits because" }, { name: "kind" }, { name: "scope" }, { name: "statement" }],
          items.map(item => [
            shortOf(item),
            whyText(item, by),
            kindText(item.kind),
            scopeText(item.scope, place),
            clean(item.statement),
          ]),
        )
      },
    )
  },
})

const NONE = "Nothing waits for you."
/** With where it would go, or where it stands and who wrote it, when that is the question. */
function whyText({ id, why, grows, document, against }: InboxItem, authors: Authors): string {
  if (grows !== undefined) return `won in ${grows.repositories} repositories, would go to domain ${clean(grows.domain)}`
  if (document === undefined) return against === undefined ? why : `${why}: "${clean(against.statement)}"`
  const written = authors.get(id)
  return written === undefined
    ? `from ${clean(document)}`
    : `from ${clean(document)}:${written.line}, by ${clean(written.author)}, ${new Date(written.at).toISOString().slice(0, 10)}`
}
type Authors = Awaited<ReturnType<typeof authorsOf>>
async function authors({ context }: Pick<Run, "context">, items: readonly InboxItem[]): Promise<Authors> {
  try {
    return await authorsOf(items, {
      scope: here(context).scope,
      top: context.repository().top,
      cacheDir: privateDir(context.basePaths().cache),
    })
  } catch {
    return new Map() // where our cache cannot be written, the file's name alone is told
  }
}
const shortOf = (item: InboxItem): string => cardShort({ id: item.id, kind: item.kind })

async function askEach({ out, context }: Run): Promise<void> {
  const place = here(context)
  const memory = await writeMemory(context, out)
  const items = inbox(memory)
  if (items.length === 0) return out.line(NONE)
  const by = await authors({ context }, items)
  const keys = keysOf(context.io)
  const counts = { kept: 0, away: 0, reworded: 0, skipped: 0 }
  try {
    for (const [i, item] of items.entries()) {
      out.line()
      out.line(
        `${out.paint("dim", `${i + 1} of ${items.length} · ${whyText(item, by)}`)}  ${shortOf(item)} · ${kindText(item.kind)} · ${scopeText(item.scope, place)}`,
      )
      out.line(`  ${out.paint("bold", clean(item.statement))}`)
      for (const e of item.card?.evidence.slice(0, 2) ?? [])
        out.line(
          `  ${out.paint("dim", `${whoSaid(e)}: ${e.holds ? `"${clean(e.quote ?? "").slice(0, 160)}"` : "words gone"}`)}`,
        )
      context.io.stderr("  [y] keep  [n] put away  [e] reword  [s] skip  [q] quit  ")
      const key = await keys.oneOf(["y", "n", "e", "s", "q"])
      context.io.stderr(`${key}\n`)
      if (key === "q") break
      if (key === "y") counts.kept += Number((await approve(memory, item)) !== "")
      else if (key === "n") counts.away += Number((await turnDown(memory, item)) !== "")
      else if (key === "e") {
        context.io.stderr("  your words: ")
        const words = (await keys.line()).trim()
        if (words === "") counts.skipped++
        else counts.reworded += Number((await reword(memory, item, words)) !== "")
      } else counts.skipped++
    }
  } finally {
    await keys.close()
  }
  out.line()
  if (counts.kept + counts.away + counts.reworded === 0) return out.line("Nothing was changed.")
  out.line(
    `${counts.kept} kept, ${counts.away} put away, ${counts.reworded} reworded, ${counts.skipped} skipped   undo: mettle undo`,
  )
}

const DECISIONS = 40

export const ledger = defineMettleCommand({
  name: "review ledger",
  examples: [
    ["mettle review ledger", "the last decisions"],
    ["mettle review ledger e-91c4a0", "of one episode"],
    ["mettle review ledger --rejected", "only what was refused"],
    ["mettle review ledger --messages", "every message you typed: what became of it, or why nothing was learned"],
  ],
  args: {
    episode: word("an episode's id or the start of it"),
    rejected: flag("only refusals"),
    messages: flag("your messages, each with what became of it"),
    since: FLAGS.since,
    limit: FLAGS.limit,
  },
  run: async running => {
    const { args, out, context } = running
    const limit = atMost(running, DECISIONS)
    const since = fromWhen(running)
    const memory = await readMemory(context, out)
    const episode = args.episode === undefined ? undefined : findEpisode(memory, args.episode).id
    if (args.messages) {
      const messages = readMessages(memory, { episode, since, most: limit })
      return out.result({ messages: messages.map(viewMessage), counts: tally(messages.map(m => m.became)) }, () =>
        printMessages(messages, out, context.now()),
      )
    }
    const all = readLedger(memory, episode).filter(
      entry => entry.at >= since && (!args.rejected || entry.act === "refused"),
    )
    const entries = all.slice(-limit).reverse()
    const counts = tally(all.map(entry => entry.act))
    out.result({ entries: entries.map(viewEntry), total: all.length, counts }, () => {
      if (entries.length === 0)
        return out.line(
          args.rejected
            ? "Nothing was refused."
            : "Nothing was proposed yet. Proposals come from your words and from failures that were fixed.",
        )
      out.line(`${countsText(counts)}\n`)
      for (const entry of entries) {
        const paint = entry.act === "refused" ? "dim" : entry.act === "admitted" ? "green" : "cyan"
        const from = [whose(entry), ago(entry.at, context.now())].join(", ")
        // the words are those of what came, not of what went
        const act = entry.act === "superseded" ? "supersedes" : entry.act
        out.line(`${out.paint(paint, act.padEnd(10))} ${out.fit(entry.words ?? "(forgotten)", out.width - 11)}`)
        out.line(`           ${clean(inPlainWords(entry.because))}  ${out.paint("dim", from)}`)
      }
      out.more(entries.length, all.length)
    })
  },
})

/** The episode it comes from; else a rule moved it, or the user's own hand. */
function whose({ episode, act, rule }: LedgerRead): string {
  if (episode) return episodeShort(episode)
  return act === "moved" || act === "archived" || rule.startsWith("sweep@") ? rule : "you"
}

type Counts = ReturnType<typeof tally>
const countsText = (counts: Counts): string =>
  Object.entries(counts)
    .map(([word, n]) => `${n} ${word}`)
    .join(" · ")

const viewEntry = (entry: LedgerRead) => ({ ...entry, at: iso(entry.at) })
export const viewMessage = (message: MessageRead) => ({ ...message, at: iso(message.at) })

export function printMessages(messages: readonly MessageRead[], out: Out, now: number): void {
  if (messages.length === 0) out.line("No message of yours was recorded yet.")
  const counts = countsText(tally(messages.map(m => m.became)))
  if (messages.length > 1) out.line(`the last ${messages.length} messages you typed: ${counts}\n`)
  for (const m of messages) {
    const paint = m.became === "kept" ? "green" : m.became === "heard" ? "cyan" : "dim"
    const words = (m.words ?? "(forgotten)").replace(/\s+/g, " ")
    out.line(`${out.paint(paint, m.became.padEnd(10))} ${out.fit(words, out.width - 11)}`)
    const chance = m.p === null ? "" : ` (${Math.round(100 * m.p)}% likely to last)`
    out.line(
      `           ${clean(m.because)}${chance}  ${out.paint("dim", `${episodeShort(m.episode)}, ${ago(m.at, now)}`)}`,
    )
  }
}

const MOVES = 20
const range = ([low, high]: readonly [number, number]): string => `${percent(low)}-${percent(high)}`

export const trust = defineMettleCommand({
  name: "review trust",
  examples: [
    ["mettle review trust", "every source: how far it has been right, how sure that is"],
    ["mettle review trust failure-fix", "one source, with every move and what moved it"],
    ["mettle review trust --json", "the same as data"],
  ],
  args: {
    source: word("a source, or the start of its name"),
    limit: FLAGS.limit,
  },
  run: async ({ args, out, context }) => {
    const limit = args.limit ?? MOVES
    const memory = await readMemory(context, out)
    const now = context.now()
    const report = trustReport(memory, { now, source: args.source })
    out.result({ ...report }, () => {
      const [only] = report.sources
      if (!only) {
        out.line("No source yet. A source is whoever proposes cards: a rule, the agent, a model, a teammate.")
        out.line("It earns or loses trust when you keep or put away what it proposed, or when outcomes tell.")
      } else if (args.source !== undefined) trustHistory(out, only, now, limit)
      else trustTable(out, report, limit)
    })
  },
})

function trustTable(out: Out, { sources, unknown }: TrustReport, limit: number): void {
  out.table(
    [{ name: "source" }, { name: "right" }, { name: "in use", align: "right" }, { name: "on trial", align: "right" }],
    sources.slice(0, limit).map(s => [s.source, rightText(s), s.cards, s.onTrial]),
  )
  if (sources.every(s => s.n === 0))
    out.line(`Too early to say: a source nobody has judged is taken to be right in ${percent(unknown.mean)} (n 0).`)
  else out.note("what moved one of them, step by step: mettle review trust <source>")
  out.more(limit, sources.length)
}
const rightText = ({ n, mean, interval90 }: SourceTrust): string =>
  n === 0 ? "nothing of it was judged yet" : `${percent(mean)} (${range(interval90)}, n ${n})`

function trustHistory(out: Out, source: SourceTrust, now: number, limit: number): void {
  out.line(`${out.paint("bold", clean(source.source))}: ${rightText(source)}`)
  if (source.history.length === 0) return
  out.line()
  out.table(
    [{ name: "then" }, { name: "when" }, { name: "from" }, { name: "because" }],
    source.history
      .slice(-limit)
      .reverse()
      .map(({ mean, n, at, ref, because }) => [
        `${percent(mean)} (n ${Math.round(n)})`,
        ago(Date.parse(at), now),
        ref,
        because,
      ]),
  )
  out.more(limit, source.history.length)
}
