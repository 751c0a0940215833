// mettle replay: one log under two presets, side by side; --adopt makes the second the one this store lives under.
import { MettleError } from "../core/errors.ts"
import { episodeShort } from "../memory/episodes.ts"
import { cardShort } from "../memory/read.ts"
import { adopt, type CardChange, type Comparison, compareFolds, foldUnder, PRESETS } from "../memory/replay.ts"
import { defineMettleCommand, every, FLAGS, usage, whole } from "./command.ts"
import { isRecorded, readMemory, writeMemory } from "./memory-of.ts"
import { outFile, writeOut } from "./out-file.ts"
import { clean, type Out, shorten } from "./print.ts"
import { ago, parseSince } from "./time.ts"

const MOST = 8

export const command = defineMettleCommand({
  name: "replay",
  examples: [
    ["mettle replay --preset plain --preset mettle", "which cards, verdicts and packs differ; changes nothing"],
    [
      "mettle replay --preset nucleus --since 30d --out diff.json",
      "the preset in use against another, all of it in a file",
    ],
    ["mettle replay --preset mettle --preset plain --adopt", "compare, then live under the last one named"],
  ],
  args: {
    preset: { ...FLAGS.preset, description: `once or twice: ${PRESETS.join(", ")}` },
    since: FLAGS.since,
    out: { type: "string", valueHint: "file", description: "write the whole comparison there as JSON" },
    adopt: { type: "boolean", description: "from here on live under the last preset named; adopt the former to undo" },
    limit: FLAGS.limit,
  },
  comparesPresets: true,
  run: async ({ args, words, out, context }) => {
    const named = every(words, "preset")
    if (named.length < 1 || named.length > 2) throw usage(command, "wants --preset once or twice")
    for (const name of named)
      if (!PRESETS.includes(name))
        throw new MettleError("E_USAGE", `replay: no preset "${name}"`, { hint: `one of ${PRESETS.join(", ")}` })
    const file = outFile(context.io.cwd, args.out)
    const limit = whole(command, "limit", args.limit, MOST)
    const since = args.since === undefined ? 0 : parseSince(args.since, context.now())
    if (!isRecorded(context)) {
      out.result({ comparison: null, adopted: null }, () =>
        out.line("Nothing was recorded yet, so there is nothing to replay. Presets: mettle config explain preset"),
      )
      return
    }
    const opened = args.adopt ? await writeMemory(context, out) : await readMemory(context, out)
    const { memory } = opened!
    const [first, second] = named.length === 2 ? named : [memory.preset.name, named[0]!]
    const { signal } = context
    const fold = (name: string) => {
      const bar = out.progress(`under ${name}`, memory.parts.log.head())
      let at = 0
      const folded = foldUnder(memory, name, {
        since,
        stop: () => signal.aborted,
        progress: done => {
          bar.step(done - at)
          at = done
        },
      })
      bar.done()
      return folded
    }
    const a = fold(first!)
    const b = first === second ? a : fold(second!)
    const comparison = compareFolds(memory, a, b, since)
    if (file !== null) writeOut(file, comparison)
    const adopted = args.adopt && second !== memory.preset.name ? await adopt(memory, second!) : null
    out.result({ comparison, adopted: adopted && { preset: second, ...adopted }, file: args.out ?? null }, () => {
      print(comparison, limit, out, context.now())
      if (args.out !== undefined) out.line(`\nwritten: ${args.out}`)
      if (adopted)
        out.line(
          `\nThis store lives under ${second} now; its views fold anew at the next use.\nundo: mettle replay --preset ${second} --preset ${adopted.former} --adopt`,
        )
      else if (args.adopt) out.line(`\nIt lives under ${second} already.`)
    })
  },
})

function print(c: Comparison, limit: number, out: Out, now: number): void {
  const [a, b] = [c.a.preset, c.b.preset]
  const head = (what: string, n: number, of: number) =>
    out.line(out.paint("bold", `${what}: ${n} of ${of} differ`) + (n > limit ? ` (${limit} shown, biggest first)` : ""))
  out.line(`${c.events} events under ${a} and under ${b}${c.a.hash === c.b.hash ? ": the same, to the last bit" : ""}`)
  out.line()
  head("cards", c.cards.changed.length, c.cards.total)
  for (const card of c.cards.changed.slice(0, limit)) {
    const short = cardShort({ id: card.card, kind: card.kind as never })
    out.line(
      `  ${short}  ${shorten(clean(card.statement ?? "(forgotten)"), Math.max(20, out.width - 14), out.symbol("more"))}`,
    )
    out.line(`            ${cardLine(card, out)}`)
  }
  head("verdicts of episodes", c.verdicts.changed.length, c.verdicts.total)
  for (const v of c.verdicts.changed.slice(0, limit))
    out.line(
      `  ${episodeShort(v.episode)}  ${ago(v.at, now).padEnd(11)} ${v.verdict.a} ${out.symbol("arrow")} ${v.verdict.b}`,
    )
  head("packs", c.packs.changed.length, c.packs.total)
  const kinds = new Map(c.cards.changed.map(card => [card.card, card.kind]))
  const names = (ids: readonly string[]) =>
    ids.length === 0 ? "nothing" : ids.map(id => cardShort({ id, kind: (kinds.get(id) ?? "fact") as never })).join(" ")
  for (const p of c.packs.changed.slice(0, limit))
    out.line(
      `  ${p.episode ? episodeShort(p.episode) : "no episode"}  ${ago(p.at, now).padEnd(11)} only ${a}: ${names(p.onlyA)}; only ${b}: ${names(p.onlyB)}`,
    )
}

function cardLine(card: CardChange, out: Out): string {
  const arrow = ` ${out.symbol("arrow")} `
  const parts: string[] = []
  if (card.stage.a !== card.stage.b)
    parts.push(`stage ${card.stage.a ?? "not let in"}${arrow}${card.stage.b ?? "not let in"}`)
  if (card.rank.a !== card.rank.b) parts.push(`place ${card.rank.a ?? "-"}${arrow}${card.rank.b ?? "-"}`)
  const value = (v: CardChange["value"]["a"]) =>
    v === null ? "not measured" : `${v.mean.toFixed(3)} ${v.verdict} (n ${Math.round(v.n)})`
  parts.push(`value ${value(card.value.a)}${arrow}${value(card.value.b)}`)
  return parts.join(" · ")
}
