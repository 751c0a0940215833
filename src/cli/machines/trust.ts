// mettle review trust: whose proposals hold up, how sure that is, and what moved it.
import { percent } from "../../core/say-number.ts"
import { type SourceTrust, type TrustReport, trustReport } from "../../memory/measuring/trust.ts"
import { defineMettleCommand, FLAGS, word } from "../command.ts"
import { readMemory } from "../context.ts"
import { clean, type Out } from "../print.ts"
import { ago } from "../say.ts"

const MOST = 20
const range = ([low, high]: readonly [number, number]): string => `${percent(low)}-${percent(high)}`

export const command = defineMettleCommand({
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
    const limit = args.limit ?? MOST
    const memory = await readMemory(context, out)
    const now = context.now()
    const report = trustReport(memory, { now, source: args.source })
    out.result({ ...report }, () => {
      const [only] = report.sources
      if (!only) {
        out.line("No source yet. A source is whoever proposes cards: a rule, the agent, a model, a teammate.")
        out.line("It earns or loses trust when you keep or put away what it proposed, or when outcomes tell.")
      } else if (args.source !== undefined) history(out, only, now, limit)
      else table(out, report, limit)
    })
  },
})

function table(out: Out, { sources, unknown }: TrustReport, limit: number): void {
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

function history(out: Out, source: SourceTrust, now: number, limit: number): void {
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
