// One line about a stretch of work, taken from what is there (S2-24): the person's own words where a prompt begins, else what was
// run; of a checkpoint also what came of it, and a model's summary before that, when somebody switched one on. Made when shown, never kept.

import type { CheckpointView } from "../../core/assess/tables.ts"
import { commandLine } from "../../core/calls/shell-call.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { turnOf } from "../../core/views/context.ts"
import type { TurnView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

const LONGEST = 160

export function summariesOf(memory: Memory, checkpoints: readonly CheckpointView[]): readonly string[] {
  const episode = checkpoints[0]?.episode
  const written = memory.parts.log
    .readTypes(["checkpoint.summarised"])
    .filter(event => event.episode === episode)
    .map(event => event.data as DataOf<"checkpoint.summarised">)
  return checkpoints.map(checkpoint => {
    const model = written.findLast(w => w.fromTurn === checkpoint.fromTurn && w.toTurn === checkpoint.toTurn)
    return (
      memory.text(model?.summary) ??
      [about(memory, checkpoint), cameOf(checkpoint)].filter(part => part !== "").join("; ")
    )
  })
}

/** What was asked or done in a stretch. */
export function about(
  memory: Memory,
  of: Pick<CheckpointView, "episode" | "fromTurn" | "toTurn" | "fromAt" | "at">,
): string {
  const turns: TurnView[] = []
  for (let i = of.fromTurn; i <= of.toTurn; i++) {
    const turn = turnOf(memory.views, of.episode, i)
    if (turn) turns.push(turn)
  }
  const within = ({ at }: { readonly at: number }): boolean => at >= of.fromAt && at <= of.at
  const asked = turns.find(t => t.author === "user" && within(t))
  if (asked) return firstWords(memory.text(asked.prompt)) ?? "(words forgotten)"
  const tools = turns.flatMap(t => t.tools).filter(within)
  const telling = tools.findLast(t => t.salient !== null) ?? tools.findLast(t => t.ok === false)
  const input = memory.text(telling?.input)
  if (telling && input !== null) return firstWords(commandLine(input)) ?? telling.tool
  const names = [...new Set(tools.map(t => t.tool))]
  return names.length === 0 ? "talk" : names.slice(0, 4).join(", ")
}

/** The first sentence, short. */
function firstWords(text: string | null): string | null {
  const line = text
    ?.trim()
    .split(/\n|(?<=[.!?])\s/, 1)[0]
    ?.replace(/\s+/g, " ")
    .trim()
  if (!line) return null
  return line.slice(0, LONGEST).toWellFormed()
}

const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  fail: ["1 red", "red"],
  pass: ["1 green", "green"],
  correction: ["1 correction", "corrections"],
  again: ["asked again", "times asked again"],
  praise: ["praise", "praises"],
  commit: ["commit", "commits"],
  interrupt: ["1 break-off", "break-offs"],
}
const cameOf = ({ marks }: CheckpointView): string =>
  Object.entries(WORDS)
    .flatMap(([mark, [one, many]]) => {
      const n = marks[mark as keyof typeof marks] ?? 0
      return n === 0 ? [] : [n === 1 ? one : `${n} ${many}`]
    })
    .join(", ")
