// mettle review trust: whose proposals hold up, how sure that is, and what moved it. The picture has its numbers beside it.
import { percent } from "../../core/say-number.ts"
import { type SourceTrust, type TrustReport, trustReport } from "../../memory/measuring/trust.ts"
import { defineMettleCommand, FLAGS, word } from "../command.ts"
import { readMemory } from "../context.ts"
import { clean, type Out } from "../print.ts"
import { ago, trustStrip } from "../say.ts"

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
      if (report.telemetry) parts(out, report.telemetry)
    })
  },
})

function table(out: Out, { sources, unknown }: TrustReport, limit: number): void {
  const judged = sources.filter(s => s.n > 0)
  const width = Math.max(12, ...sources.slice(0, limit).map(s => Math.min(28, s.source.length)))
  for (const s of sources.slice(0, limit)) {
    const name = out.fit(s.source, width).padEnd(width)
    const cards = `${s.cards} in use${s.onTrial > 0 ? `, ${s.onTrial} on trial` : ""}`
    if (s.n === 0) out.line(out.paint("dim", `${name}  nothing of it was judged yet  ${cards}`))
    else out.line(`${name}  ${strip(out, s)} ${percent(s.mean)} (${range(s.interval90)}, n ${s.n})  ${cards}`)
  }
  if (judged.length === 0)
    out.line(`Too early to say: a source nobody has judged is taken to be right in ${percent(unknown.mean)} (n 0).`)
  if (judged.length > 0) out.note("what moved one of them, step by step: mettle review trust <source>")
  out.more(limit, sources.length)
}

function history(out: Out, source: SourceTrust, now: number, limit: number): void {
  out.line(out.paint("bold", clean(source.source)))
  out.line(
    source.n === 0
      ? "Nothing of it was judged yet."
      : `right in ${percent(source.mean)}, nine tenths sure of ${range(source.interval90)}, n ${source.n}`,
  )
  if (source.history.length === 0) return
  out.line()
  for (const move of source.history.slice(-limit).reverse()) {
    const { mean, lo50, hi50, lo90, hi90 } = move
    const picture = strip(out, { mean, interval50: [lo50, hi50], interval90: [lo90, hi90] })
    const from = `${move.ref ?? ""}, ${ago(Date.parse(move.at), now)}`
    out.line(
      `${picture} ${percent(mean).padStart(4)} n ${Math.round(move.n)}  ${clean(move.because)}  ${out.paint("dim", clean(from))}`,
    )
  }
  out.more(limit, source.history.length)
}

const strip = (out: Out, of: Parameters<typeof trustStrip>[0]): string =>
  trustStrip(of, { width: out.width < 90 ? 16 : 24, ascii: out.ascii })

function parts(out: Out, { outcomes, tags }: NonNullable<TrustReport["telemetry"]>): void {
  out.line()
  out.line(
    `decisions ${outcomes.decisions}: ${outcomes.evaluated} evaluations done, ${outcomes.pending} wait for their time`,
  )
  if (tags.kept + tags.repeated + tags.gated + tags.loose === 0) return
  out.line(
    `tags ${tags.kept}: ${tags.repeated} repeated, ${tags.gated} off the mark, ${tags.loose} about no card; ` +
      `${percent(tags.globalNeg)} of the last ${tags.window} negative${tags.frozen ? ", promotions frozen" : ""}`,
  )
}
