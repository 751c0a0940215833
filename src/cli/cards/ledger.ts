// mettle review ledger: what was let in, merged, replaced, put away or refused, and by which rule's reason.
import { episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import { type MessageRead, readMessages } from "../../memory/reading/messages.ts"
import { inPlainWords } from "../../memory/reading/plain-words.ts"
import { type LedgerRead, readLedger } from "../../memory/reading/read.ts"
import { atMost, defineMettleCommand, FLAGS, flag, fromWhen, word } from "../command.ts"
import { readMemory } from "../context.ts"
import { clean, type Out } from "../print.ts"
import { ago, iso } from "../say.ts"

const MOST = 40

export const command = defineMettleCommand({
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
    const limit = atMost(running, MOST)
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

type Counts = Readonly<Record<string, number>>
function tally(words: readonly string[]): Counts {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
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
