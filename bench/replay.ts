// One log under two presets, over the demo's story, the scripted agent's log and real sessions lived again with packs as they would
// have been shown: which cards stand or rank differently, which verdicts flip, which packs would have differed. Counts only: the
// words of real sessions are not printed. --sessions=n
import { PAST, TODAY } from "../src/cli/past/demo/story.ts"
import type { Draft } from "../src/core/events/draft.ts"
import { TABLE } from "../src/core/views/tables.ts"
import { checkAction } from "../src/memory/checks/checks.ts"
import type { Memory } from "../src/memory/memory.ts"
import { makePack } from "../src/memory/packs/packs.ts"
import { compareFolds, foldUnder } from "../src/memory/past/replay.ts"
import { settle } from "../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../src/memory/without-disk.ts"
import { REPO, world } from "../test/stories/world.ts"
import type { BenchArgs, Figures } from "./main.ts"
import { scriptedAgent } from "./scripted-agent.ts"
import { draftsOf, readSessions } from "./transcript-drafts.ts"

const PRESETS = ["evolver", "mettle"] as const
const SESSIONS = 120
const TASKS = 60

/** The demo's story, told to a memory in RAM, with packs and checks where the hook gives them. */
async function demo(): Promise<Memory> {
  const w = world()
  for (const [i, steps] of [...PAST.map(p => p.steps), TODAY].entries()) {
    const e = await w.opens(`demo-${i}`)
    for (const [j, step] of steps.entries()) {
      if (step.what === "user") {
        await e.says(step.words)
        await e.pack(step.words)
      } else if (step.what === "agent") await e.replies(step.words)
      else if (step.what === "tool") {
        w.memory.catchUp()
        const action = { command: step.command, path: null, content: null, error: null }
        const said = checkAction(w.memory, { scope: REPO, episode: e.id, call: `c${j}`, action, mode: "hold" })
        if (said.draft) await w.memory.record([said.draft])
        if (said.hold === null) await e.runs(step.command, { ok: step.ok, output: step.output })
      }
    }
    await e.ends()
    w.later(48 * 60)
  }
  return w.memory
}

/** The scripted agent: taught, then at work with packs and checks, so that cards were shown and outcomes followed. */
async function scripted(): Promise<{ readonly memory: Memory; readonly solved: ReadonlyMap<string, boolean> }> {
  const agent = scriptedAgent(1, { passWithStep: 0.9, passWithoutStep: 0.1, takesStepUntold: 0.35 })
  await agent.teach()
  const solved = new Map<string, boolean>()
  for (let i = 0; i < TASKS; i++) {
    const task = await agent.task()
    solved.set(task.episode, task.solved)
  }
  return { memory: agent.memory, solved }
}

/** Real sessions in the order of time, with a pack at every prompt of a person. */
async function relived(shared: string, most: number): Promise<{ readonly memory: Memory; readonly sessions: number }> {
  let now = 0
  const memory = memoryOver(ramPorts(), {
    now: () => now,
    randomBytes: dice(),
    engine: process.versions.v8,
  })
  const sessions = (await readSessions(shared)).filter(lines => lines.some(l => l.e === "call")).slice(0, most)
  for (const lines of sessions) {
    let waiting: Draft[] = []
    for (const { draft, line } of draftsOf(lines)) {
      now = Math.max(now, draft.ts)
      waiting.push(draft)
      if (draft.type !== "prompt.submitted" && draft.type !== "turn.ended") continue
      await memory.record(waiting)
      waiting = []
      await settle(memory)
      if (draft.type !== "prompt.submitted" || draft.data.author !== "user") continue
      const prompt = line?.text ?? ""
      const built = makePack(memory, { scope: draft.scope, episode: draft.episode, placement: "prompt", prompt })
      waiting.push(built.draft)
    }
    await memory.record(waiting)
    await settle(memory)
  }
  return { memory, sessions: sessions.length }
}

export async function run({ shared, json, args }: BenchArgs): Promise<Figures> {
  const most = Number(args.find(a => a.startsWith("--sessions="))?.slice(11) ?? SESSIONS)
  const say = (line = ""): void => void (json || console.log(line))
  const compare = (
    name: string,
    memory: Memory,
    sessions: number,
    truth: ReadonlyMap<string, boolean> | null,
  ): Figures => {
    const [a, b] = PRESETS.map(preset => foldUnder(memory, preset)) as [
      ReturnType<typeof foldUnder>,
      ReturnType<typeof foldUnder>,
    ]
    const c = compareFolds(memory, a, b)
    const verdicts = (folded: typeof a) => {
      const counts: Record<string, number> = {}
      for (const [, e] of TABLE.episode.list(folded.rows)) counts[e.verdict] = (counts[e.verdict] ?? 0) + 1
      return counts
    }
    const agree = (folded: typeof a): number =>
      TABLE.episode
        .list(folded.rows)
        .filter(([id, e]) => truth?.has(id) && e.verdict === (truth.get(id) ? "success" : "failure")).length
    const shown = (folded: typeof a): number => [...folded.packs.values()].reduce((sum, p) => sum + p.shown.length, 0)
    const figures = {
      sessions,
      events: c.events,
      cards: c.cards.total,
      cards_changed: c.cards.changed.length,
      cards_of_another_stage: c.cards.changed.filter(x => x.stage.a !== x.stage.b).length,
      episodes: c.verdicts.total,
      verdicts_changed: c.verdicts.changed.length,
      verdicts: { evolver: verdicts(a), mettle: verdicts(b) },
      truth:
        truth === null
          ? null
          : {
              episodes: truth.size,
              failed: [...truth.values()].filter(ok => !ok).length,
              agrees: { evolver: agree(a), mettle: agree(b) },
            },
      packs: c.packs.total,
      packs_changed: c.packs.changed.length,
      shown: { evolver: shown(a), mettle: shown(b) },
      shown_only: {
        evolver: c.packs.changed.reduce((sum, p) => sum + p.onlyA.length, 0),
        mettle: c.packs.changed.reduce((sum, p) => sum + p.onlyB.length, 0),
      },
      same_again: foldUnder(memory, PRESETS[1]).hash === b.hash,
    }
    say(`\n${name}: ${figures.events} events of ${sessions} sessions under ${PRESETS.join(" and ")}`)
    say(
      `  cards     ${figures.cards_changed} of ${figures.cards} differ, ${figures.cards_of_another_stage} in their stage`,
    )
    say(`  verdicts  ${figures.verdicts_changed} of ${figures.episodes} differ`)
    for (const preset of PRESETS) say(`            ${preset.padEnd(8)} ${JSON.stringify(figures.verdicts[preset])}`)
    if (figures.truth)
      say(
        `            as it truly ended: evolver ${figures.truth.agrees.evolver}, mettle ${figures.truth.agrees.mettle} of ${figures.truth.episodes}, ${figures.truth.failed} of which failed`,
      )
    say(`  packs     ${figures.packs_changed} of ${figures.packs} differ`)
    for (const preset of PRESETS)
      say(
        `            ${preset.padEnd(8)} shows ${figures.shown[preset]} cards in all, ${figures.shown_only[preset]} that the other does not`,
      )
    say(`  folding twice under ${PRESETS[1]} gives the same state: ${figures.same_again ? "yes" : "no"}`)
    return figures
  }
  const story = compare("the demo's story", await demo(), PAST.length + 1, null)
  const told = await scripted()
  const made = compare("the scripted agent", told.memory, TASKS, told.solved)
  const real = await relived(shared, most)
  return { demo: story, scripted: made, real: compare("real sessions", real.memory, real.sessions, null) }
}
