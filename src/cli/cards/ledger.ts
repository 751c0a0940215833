// mettle review ledger: what was let in, merged, replaced, put away or refused, and by which rule's reason.
import { episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import type { MessageRead } from "../../memory/reading/messages.ts"
import { readMessages } from "../../memory/reading/messages.ts"
import { inPlainWords } from "../../memory/reading/plain-words.ts"
import { type LedgerRead, readLedger } from "../../memory/reading/read.ts"
import { parseSince } from "../../memory/reading/since.ts"
import { defineMettleCommand, FLAGS, whole } from "../command.ts"
import { nothingYet, readMemory } from "../memory-of.ts"
import { clean, type Out, shorten } from "../print.ts"
import { ago } from "../time.ts"

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
    episode: { type: "positional", required: false, description: "an episode's id or the start of it" },
    rejected: { type: "boolean", description: "only refusals" },
    messages: { type: "boolean", description: "your messages, each with what became of it" },
    since: FLAGS.since,
    limit: FLAGS.limit,
  },
  run: async ({ args, out, context }) => {
    const limit = whole(command, "limit", args.limit, out.json ? Number.MAX_SAFE_INTEGER : MOST)
    const since = args.since === undefined ? 0 : parseSince(args.since, context.now())
    const memory = await readMemory(context, out)
    if (!memory && args.episode !== undefined) throw nothingYet(`no episode "${args.episode}"`)
    const episode = memory && args.episode !== undefined ? findEpisode(memory, args.episode).id : undefined
    if (args.messages) {
      const given = { episode, since, most: args.limit === undefined && !out.json ? MOST : limit }
      const messages = memory ? readMessages(memory, given) : []
      return out.result({ messages: messages.map(viewMessage), counts: countMessages(messages) }, () =>
        printMessages(messages, out, context.now()),
      )
    }
    const all = (memory ? readLedger(memory, episode) : []).filter(
      entry => entry.at >= since && (!args.rejected || entry.act === "refused"),
    )
    const entries = all.slice(-limit).reverse()
    out.result({ entries: entries.map(view), total: all.length, counts: tally(all) }, () => {
      if (entries.length === 0) {
        out.line(
          args.rejected
            ? "Nothing was refused."
            : "Nothing was proposed yet. Proposals come from your words and from failures that were fixed.",
        )
        return
      }
      out.line(
        Object.entries(tally(all))
          .map(([act, n]) => `${n} ${act}`)
          .join(" · "),
      )
      out.line()
      for (const entry of entries) {
        const paint = entry.act === "refused" ? "dim" : entry.act === "admitted" ? "green" : "cyan"
        const from = [whose(entry), ago(entry.at, context.now())].join(", ")
        // the words are those of what came, not of what went
        const act = entry.act === "superseded" ? "supersedes" : entry.act
        out.line(
          `${out.paint(paint, act.padEnd(10))} ${shorten(clean(entry.words ?? "(forgotten)"), out.width - 11, out.symbol("more"))}`,
        )
        out.line(`           ${clean(inPlainWords(entry.because))}  ${out.paint("dim", from)}`)
      }
      if (all.length > entries.length) out.note(`${all.length - entries.length} more: --limit ${all.length}`)
    })
  },
})

/** The episode it comes from; else a rule moved it, or the user's own hand. */
function whose({ episode, act, rule }: LedgerRead): string {
  if (episode) return episodeShort(episode)
  return act === "moved" || act === "archived" || rule.startsWith("sweep@") ? rule : "you"
}

const view = (entry: LedgerRead) => ({ ...entry, at: new Date(entry.at).toISOString() })
function tally(entries: readonly LedgerRead[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { act } of entries) counts[act] = (counts[act] ?? 0) + 1
  return counts
}

export const viewMessage = (message: MessageRead) => ({ ...message, at: new Date(message.at).toISOString() })

function countMessages(messages: readonly MessageRead[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { became } of messages) counts[became] = (counts[became] ?? 0) + 1
  return counts
}

export function printMessages(messages: readonly MessageRead[], out: Out, now: number): void {
  if (messages.length === 0) out.line("No message of yours was recorded yet.")
  const counts = Object.entries(countMessages(messages)).map(([became, n]) => `${n} ${became}`)
  if (messages.length > 1) out.line(`the last ${messages.length} messages you typed: ${counts.join(" · ")}\n`)
  for (const m of messages) {
    const paint = m.became === "kept" ? "green" : m.became === "heard" ? "cyan" : "dim"
    const words = clean(m.words ?? "(forgotten)").replace(/\s+/g, " ")
    out.line(`${out.paint(paint, m.became.padEnd(10))} ${shorten(words, out.width - 11, out.symbol("more"))}`)
    const chance = m.p === null ? "" : ` (${Math.round(100 * m.p)}% likely to last)`
    out.line(
      `           ${clean(m.because)}${chance}  ${out.paint("dim", `${episodeShort(m.episode)}, ${ago(m.at, now)}`)}`,
    )
  }
}
