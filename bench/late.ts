// How often real sessions carry late evidence, and how often it turns a verdict: commits, reverts and resets as their own
// commands report them (their repositories are not here, so survival and CI cannot be seen), and the user's later words.

import { turnEvidence } from "../src/core/label/evidence.ts"
import type { Verdict } from "../src/core/model.ts"
import { betaInterval } from "../src/core/stats.ts"
import { decide, ruleFor } from "../src/core/views/context.ts"
import { turnsOf } from "../src/core/views/episode/judging.ts"
import type { TurnView } from "../src/core/views/state.ts"
import { TABLE } from "../src/core/views/tables.ts"
import { readLaterWords } from "../src/core/words/later/read.ts"
import type { Memory } from "../src/memory/memory.ts"
import { bounded, inTime } from "../src/memory/past/hindsight.ts"
import { memoryOver, ramPorts } from "../src/memory/without-disk.ts"
import { draftsOf, readSessions } from "./transcript-drafts.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
  readonly args: readonly string[]
}

export async function run({ shared, json }: Args): Promise<Record<string, unknown>> {
  const began = performance.now()
  const memory = emptyMemory()
  const sessions = await readSessions(shared)
  const drafts = inTime(sessions.map(lines => draftsOf(lines).map(({ draft }) => bounded(draft))))
  for (let at = 0; at < drafts.length; at += 1000) {
    await memory.record(drafts.slice(at, at + 1000))
    memory.catchUp()
  }
  const episodes = TABLE.episode.list(memory.views).map(([, e]) => e)
  const context = memory.context()
  const turns = episodes.flatMap(e => turnsOf(context, e.id))
  const changes = (turn: TurnView, type: string): number =>
    turn.signals.filter(s => s.signal === "change" && s.type === type).length
  const withChange = (type: string) => new Set(turns.filter(t => changes(t, type) > 0).map(t => t.episode)).size
  const named = (fact: string) =>
    new Set(turns.filter(t => t.signals.some(s => typeof s.facts?.[fact] === "string")).map(t => t.episode)).size
  const reverted = turns.filter(t => t.reverted === true)
  const words = turns.filter(t => t.author === "user").map(t => readLaterWords(memory.text(t.prompt) ?? ""))
  const said = words.filter(w => w !== null)
  const later = turns.flatMap(t => t.signals.filter(s => s.signal === "later"))
  const flips = {
    reverts: flipsOf(memory, reverted, turn => ({ ...turn, reverted: null })),
    words: flipsOf(memory, targets(memory, later), turn => ({ ...turn, feedback: null })),
  }
  const figures = {
    episodes: episodes.length,
    turns: turns.length,
    prompts_by_people: words.length,
    episodes_with_commit: withChange("commit"),
    episodes_with_commit_id: named("made"),
    episodes_with_amend: withChange("amend"),
    episodes_with_push: withChange("push"),
    episodes_with_merge: withChange("merge"),
    episodes_with_revert_command: withChange("revert"),
    episodes_with_discard_command: withChange("discard"),
    commits_known: TABLE.commit.list(memory.views).length,
    turns_taken_back: reverted.length,
    episodes_taken_back: new Set(reverted.map(t => t.episode)).size,
    turn_verdicts_turned_by_reverts: flips.reverts.turned,
    success_lost_by_reverts: flips.reverts.lost,
    later_words_heard: said.length,
    later_words_bad: said.filter(w => !w.good).length,
    later_words_tied: later.length,
    later_words_tied_by: counts(later.map(s => s.because.split("tied by ")[1] ?? "?")),
    turn_verdicts_turned_by_words: flips.words.turned,
    records_rewritten: TABLE.meta.get(memory.views, "late") ?? 0,
    closed_episode_verdicts_turned: TABLE.meta.get(memory.views, "flipped") ?? 0,
    seconds: Math.round((performance.now() - began) / 100) / 10,
  }
  if (!json) print(figures)
  return figures
}

function emptyMemory(): Memory {
  return memoryOver(ramPorts(), {
    now: () => 0,
    randomBytes: () => Buffer.alloc(16),
    engine: "bench",
  })
}

/** How many turns would read differently without it, and how many of those were successes. */
function flipsOf(memory: Memory, turns: readonly TurnView[], without: (turn: TurnView) => TurnView) {
  const context = memory.context()
  const verdict = (turn: TurnView): Verdict =>
    decide(context, ruleFor(context, "judge"), { level: "turn", turns: [turnEvidence(turn, [turn])], outcomes: [] })
      .answer.verdict
  const pairs = turns.map(turn => [verdict(without(turn)), verdict(turn)] as const)
  return {
    turned: pairs.filter(([before, now]) => before !== now).length,
    lost: pairs.filter(([before, now]) => before === "success" && now !== "success").length,
  }
}

function targets(memory: Memory, later: readonly TurnView["signals"][number][]): readonly TurnView[] {
  const places = new Set(later.map(s => `${s.facts?.episode}/${s.facts?.of}`))
  return TABLE.turn
    .list(memory.views)
    .map(([, turn]) => turn)
    .filter(turn => places.has(`${turn.episode}/${turn.index}`))
}

const counts = (names: readonly string[]): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const name of names) found[name] = (found[name] ?? 0) + 1
  return found
}

function print(f: Record<string, unknown>): void {
  const n = (name: string): number => f[name] as number
  const line = (name: string, k: number, of: number): void => {
    const [low, high] = of === 0 ? [0, 0] : betaInterval(k + 0.5, of - k + 0.5, 0.95)
    const share =
      of === 0 ? "" : `  ${((100 * k) / of).toFixed(1)} % (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`
    process.stdout.write(`${name.padEnd(44)} ${String(k).padStart(6)} of ${of}${share}\n`)
  }
  for (const what of ["commit", "commit_id", "amend", "push", "merge", "revert_command", "discard_command"])
    line(`episodes with ${what.replaceAll("_", " ")}`, n(`episodes_with_${what}`), n("episodes"))
  line("episodes some of whose work was taken back", n("episodes_taken_back"), n("episodes"))
  line("turns taken back", n("turns_taken_back"), n("turns"))
  line("  whose verdict that turned", n("turn_verdicts_turned_by_reverts"), n("turns_taken_back"))
  line("  successes among them", n("success_lost_by_reverts"), n("turns_taken_back"))
  line("prompts that speak of earlier work", n("later_words_heard"), n("prompts_by_people"))
  line("  tied to the work they are about", n("later_words_tied"), n("later_words_heard"))
  line("  whose verdict that turned", n("turn_verdicts_turned_by_words"), n("later_words_tied"))
  line("verdicts of ended episodes turned", n("closed_episode_verdicts_turned"), n("episodes"))
}
