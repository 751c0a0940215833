// An agent that is a script, in a repository where a step is needed before the tests of each area: it does what the text
// that the memory gave it says, and else guesses. Whether its work succeeds truly depends on that; the memory is the real
// one and sees only what it would see of any agent. No figure is decided here.
import { seeded } from "../src/core/stats.ts"
import { undo } from "../src/memory/acting/acts.ts"
import { actOnCard } from "../src/memory/acting/card-acts.ts"
import { checkAction } from "../src/memory/checks/checks.ts"
import { readCards } from "../src/memory/reading/read.ts"
import { REPO, world } from "../test/stories/world.ts"

export interface Chances {
  /** of a green test after the area's step, and without it */
  readonly passWithStep: number
  readonly passWithoutStep: number
  /** that the agent takes the step though nothing told it to */
  readonly takesStepUntold: number
}
export interface Task {
  readonly episode: string
  readonly told: boolean
  /** by the pack itself, not only by what check said before the tests */
  readonly byPack: boolean
  readonly solved: boolean
}

interface Area {
  readonly name: string
  readonly step: string
  readonly test: string
  /** what the tests say without the step */
  readonly error: string
}
const AREAS: readonly Area[] = [
  ["cart", "docker compose up -d redis", "connect ECONNREFUSED 127.0.0.1:6379"],
  ["billing", "pnpm run db:migrate", 'relation "ledger_entries" does not exist'],
  ["search", "node tools/build-index.mjs", "ENOENT: no such file or directory, open 'var/search.idx'"],
  ["mail", "docker compose up -d mailhog", "connect ECONNREFUSED 127.0.0.1:1025"],
  ["reports", "pnpm run codegen:reports", "Cannot find module '../generated/report-types'"],
  ["auth", "pnpm run keys:generate", "ENOENT: no such file or directory, open 'keys/test.pem'"],
].map(([name, step, error]) => ({ name: name!, step: step!, error: error!, test: `pnpm vitest run src/${name}` }))
const WORK = ["add a field to", "rename a function in", "fix the rounding in", "clean up"] as const

const red = (area: Area): string =>
  `FAIL src/${area.name}/${area.name}.test.ts\nError: ${area.error}\nTests: 3 failed, 4 passed, 7 total`
const green = (area: Area): string => `PASS src/${area.name}/${area.name}.test.ts\nTests: 7 passed, 7 total`

export function scriptedAgent(seed: number, chances: Chances) {
  const w = world({ start: Date.UTC(2026, 0, 5, 9) + seed * 1_000 })
  const random = seeded(`scripted/${seed}`)
  let n = 0
  const DAY_PART = 6 * 60

  /** Every area is learned once: every other one from the user's own words, the rest from a failure that was fixed. */
  async function teach(): Promise<number> {
    for (const [i, area] of AREAS.entries()) {
      const e = await w.opens(`teach-${n++}`)
      await e.says(`run the ${area.name} tests`)
      await e.runs(area.test, { ok: false, output: red(area) })
      if (i % 2 === 0) {
        await e.replies("They fail.")
        await e.says(`always run \`${area.step}\` before the ${area.name} tests`)
      } else {
        await e.runs(area.step, { ok: true, output: "done" })
        await e.runs(area.test, { ok: true, output: green(area) })
      }
      await e.replies("Done.")
      await e.ends()
      w.later(DAY_PART)
    }
    return readCards(w.memory).length
  }

  async function task(): Promise<Task> {
    const area = AREAS[Math.floor(random() * AREAS.length)]!
    const prompt = `${WORK[Math.floor(random() * WORK.length)]} the ${area.name} module, then run the ${area.name} tests`
    const e = await w.opens(`task-${n++}`)
    await e.says(prompt)
    const byPack = (await e.pack(prompt)).includes(area.step)
    await e.edits(`/work/shop/src/${area.name}/index.ts`)
    w.memory.catchUp()
    const said = checkAction(w.memory, {
      ...{ scope: REPO, episode: e.id, call: `before-${n}`, mode: "hold" },
      action: { command: area.test, path: null, content: null, error: null },
    })
    if (said.draft) await w.memory.record([said.draft])
    const told = byPack || `${said.hold ?? ""}${said.tell ?? ""}`.includes(area.step)
    // Luck is drawn anew in every phase: with the same luck, a world without an effect could not even differ by chance.
    const [guess, luck] = [random(), random()]
    const steps = told || guess < chances.takesStepUntold
    if (steps) await e.runs(area.step, { ok: true, output: "done" })
    const solved = luck < (steps ? chances.passWithStep : chances.passWithoutStep)
    await e.runs(area.test, solved ? { ok: true, output: green(area) } : { ok: false, output: red(area) })
    await e.replies(solved ? "Done, the tests pass." : "The tests fail and I could not find out why.")
    await e.says(solved ? "great, that works, thanks" : "no, that is wrong, it does not work")
    await e.ends()
    w.later(DAY_PART)
    return { episode: e.id, told, byPack, solved }
  }

  return {
    teach,
    task,
    /** Takes every card out of service, one act each; `reapply` takes those acts back. */
    rollBack: async (): Promise<number> => {
      const live = readCards(w.memory).filter(card => card.stage === "active" || card.stage === "proven")
      for (const card of live) await actOnCard(w.memory, "archive", card.id)
      return live.length
    },
    reapply: async (acts: number): Promise<number> => (await undo(w.memory, acts)).length,
    memory: w.memory,
  }
}
