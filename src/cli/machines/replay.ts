// mettle replay: one log under two presets, or with other numbers, side by side and in plain words; --adopt makes the second the one
// this store lives under. config preset: which machines there are; the words of each stand on its page (docs/machines) and nowhere else.

import type { ReplayDiff } from "../../core/promised.ts"
import { paramsGiven, refuseUnused } from "../../memory/acting/rule-params.ts"
import { askResidentToLeave } from "../../memory/forgetting/text-places.ts"
import type { Memory } from "../../memory/memory.ts"
import {
  adopt,
  changedBy,
  compareFolds,
  foldUnder,
  inUse,
  MACHINES,
  type Machine,
  PRESETS,
  refuseUnknown,
} from "../../memory/past/replay.ts"
import { episodeShort } from "../../memory/reading/episodes.ts"
import { cardShort } from "../../memory/reading/read.ts"
import { adoptedBy } from "../../open.ts"
import { runDir } from "../../paths.ts"
import { defineMettleCommand, every, FLAGS, flag, fromWhen, type Running, usage, value } from "../command.ts"
import { isRecorded, readMemory, writeMemory } from "../context.ts"
import { outFile, writeOut } from "../io.ts"
import { clean, type Out } from "../print.ts"
import { ago } from "../say.ts"

const MOST = 8
const args = {
  preset: { ...FLAGS.preset, description: `once or twice: ${PRESETS.join(", ")}` },
  params: value("file|rule.param=value", "numbers of rules to try, any number of times"),
  since: FLAGS.since,
  out: value("file", "write the whole comparison there as JSON"),
  adopt: flag("from here on live under what was tried; mettle undo takes it back"),
  limit: FLAGS.limit,
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "replay",
  examples: [
    [
      "mettle replay --preset groove",
      "what that machine would have kept, dropped, shown and warned of; changes nothing",
    ],
    ["mettle replay --preset plain --preset mettle", "two presets side by side, as they ship"],
    ["mettle replay --params recheck.workMass=3", "the preset in use with another number"],
    [
      "mettle replay --preset nucleus --since 30d --out diff.json",
      "the preset in use against another, all of it in a file",
    ],
    ["mettle replay --preset mettle --preset plain --adopt", "compare, then live under the last one named"],
  ],
  args,
  comparesPresets: true,
  run: async running => {
    const { args, out, context } = running
    const asked = askedOf(running)
    const file = outFile(context.io.cwd, args.out)
    const limit = args.limit ?? MOST
    const since = fromWhen(running)
    if (!isRecorded(context))
      return out.result(
        { comparison: null, adopted: null },
        "Nothing was recorded yet, so there is nothing to replay. To begin with one: mettle config set preset <name>",
      )
    const memory = args.adopt ? await writeMemory(context, out) : (await readMemory(context, out))!
    const asIs = inUse(memory)
    const [from, to] = machinesOf(asked, asIs)
    refuseUnused(memory.machine(to.preset), asked.params)
    const names = from.preset === to.preset ? (["now", "then"] as const) : ([from.preset, to.preset] as const)
    const a = folded(running, memory, from, since)
    const b = same(from, to) ? a : folded(running, memory, to, since)
    const comparison = compareFolds(memory, a, b, since, names)
    if (file !== null) writeOut(file, comparison)
    const adopted = args.adopt && !same(to, asIs) ? await adopt(memory, to.preset, to.params) : null
    if (adopted) await askResidentToLeave(runDir(context.basePaths(), context.io.env))
    out.result({ comparison, adopted: adopted && { ...to, ...adopted }, file: args.out ?? null }, () => {
      print(comparison, names, limit, out, context.now())
      if (args.out !== undefined) out.line(`\nwritten: ${args.out}`)
      if (adopted)
        out.line(`\nThis store lives under ${to.preset} now; its views fold anew at the next use.\nundo: mettle undo`)
      else if (args.adopt) out.line(`\nIt lives under ${to.preset} already.`)
    })
  },
})

function askedOf({ words, context }: Run) {
  const named = every(words, "preset")
  const params = paramsGiven(context.io.cwd, every(words, "params"))
  if (named.length > 2 || (named.length === 0 && Object.keys(params).length === 0))
    throw usage(command, "wants --preset once or twice, or --params")
  named.forEach(refuseUnknown)
  return { named, params }
}

/** Two as they ship; one with other numbers against itself; else what is in use against the other. */
function machinesOf(
  { named, params }: ReturnType<typeof askedOf>,
  asIs: Machine,
): readonly [from: Machine, to: Machine] {
  const [first, second] = named.map((preset): Machine => ({ preset, params: {} }))
  const tries = Object.keys(params).length > 0
  const from = first && (second || tries) ? first : asIs
  return [from, changedBy(second ?? first ?? asIs, params)]
}

/** Folds it again under a machine, and shows how far it is. */
export function folded(
  { out, context: { signal } }: Pick<Run, "out" | "context">,
  memory: Memory,
  machine: Machine,
  since = 0,
) {
  const bar = out.progress(`under ${machine.preset}`, memory.parts.log.head())
  const fold = foldUnder(memory, machine, { since, stop: () => signal.aborted, progress: done => bar.to(done) })
  bar.done()
  return fold
}

const same = (a: Machine, b: Machine): boolean => JSON.stringify(a) === JSON.stringify(b)

function print(c: ReplayDiff, [a, b]: readonly [string, string], limit: number, out: Out, now: number): void {
  const head = (what: string, n: number, of: number) =>
    out.line(out.paint("bold", `${what}: ${n} of ${of} differ`) + (n > limit ? ` (${limit} shown, biggest first)` : ""))
  const what = c.a.preset === c.b.preset ? `these numbers of ${c.b.preset}` : c.b.preset
  // what would have been proposed is asked of the rules, beside what was recorded
  if (c.a.hash === c.b.hash && c.packs.changed.length === 0 && c.told.every(t => t.a === t.b))
    out.line(`${c.events} events under ${a} and under ${b}: the same, to the last bit`)
  else out.line(`With your log of ${c.events} events, ${what} would have:`)
  for (const told of c.told) out.line(`  ${told.what.padEnd(8)} ${clean(told.words)}`)
  out.line()
  head("cards", c.cards.changed.length, c.cards.total)
  for (const card of c.cards.changed.slice(0, limit)) {
    const short = cardShort({ id: card.card, kind: card.kind })
    out.line(`  ${short}  ${out.fit(card.statement ?? "(forgotten)", out.width - 14)}`)
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
    ids.length === 0 ? "nothing" : ids.map(id => cardShort({ id, kind: kinds.get(id) ?? "fact" })).join(" ")
  for (const p of c.packs.changed.slice(0, limit))
    out.line(
      `  ${p.episode ? episodeShort(p.episode) : "no episode"}  ${ago(p.at, now).padEnd(11)} only ${a}: ${names(p.onlyA)}; only ${b}: ${names(p.onlyB)}`,
    )
}

type CardChange = ReplayDiff["cards"]["changed"][number]
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

export const preset = defineMettleCommand({
  name: "config preset",
  examples: [
    ["mettle config preset", "all of them, and which one is in use"],
    ["mettle replay --preset memrl", "what one would have done with your own log"],
  ],
  args: {},
  run: async ({ out, context }) => {
    const store = isRecorded(context) ? (await context.memory({ readOnly: true })).store : null
    const current = (store && adoptedBy(store)?.preset) ?? context.config().get("preset")
    out.result({ current, presets: MACHINES }, () => {
      out.table(
        [{ name: "preset" }, { name: "is" }],
        MACHINES.map(({ name, about }) => [name === current ? `${name} *` : name, about]),
      )
      out.line("\n* in use. What one would have done with your own log: mettle replay --preset <name>")
      out.line(
        "The rules in use: mettle config rules. What a machine does, in its document's words and ours: docs/machines",
      )
    })
  },
})
