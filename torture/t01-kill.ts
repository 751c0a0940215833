// T-1: kill -9 while a process records, compacts, settles and forgets; the next one must find everything that was
// acknowledged. Every tenth cycle two processes write at once.
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { dice } from "./dice.ts"
import { type Acknowledged, judge, memoryAt, sound, spotless } from "./memory-at.ts"
import { acknowledgements, actor, forgottenIn, wholeLines } from "./processes.ts"
import { sized, type Torture } from "./torture.ts"

/** Cycles on one store before it is judged whole and a new one begins. */
const ON_ONE = 25

export const kill: Torture = {
  name: "T-1",
  title: "kill -9 under load",
  method:
    "a process records real sessions, compacts, settles and forgets; SIGKILL after 0 to 60 ms; opened again by another",
  bar: "0 acknowledged lost, changed or out of order, 0 corrupt",
  async run({ size, seed, dir, say }) {
    const cycles = sized(size, { ci: 50, pr: 300, nightly: 5_000 })
    const chance = dice(seed)
    const failures: string[] = []
    const total = spotless()
    let acknowledged = 0
    let home = ""
    let all: Acknowledged[] = []
    let forgotten = new Set<string>()
    for (let cycle = 0; cycle < cycles; cycle++) {
      if (cycle % ON_ONE === 0) {
        if (home) rmSync(home, { recursive: true, force: true })
        home = join(dir, `store-${cycle}`)
        mkdirSync(home, { mode: 0o700 })
        all = []
        forgotten = new Set()
        say(`cycle ${cycle} of ${cycles}`)
      }
      const runs = (cycle % 10 === 9 ? ["a", "b"] : ["a"]).map(part => `run ${cycle}${part}`)
      const children = await Promise.all(runs.map(run => actor(["write", home, run, String(seed + cycle)])))
      await Promise.all(
        children.map(({ child, ended }) =>
          Promise.race([new Promise<void>(resolve => child.stdout!.once("data", () => resolve())), ended]),
        ),
      )
      await setTimeout(chance.below(61))
      for (const { child } of children) child.kill("SIGKILL")
      const ended = await Promise.all(children.map(child => child.ended))
      ended.forEach(({ signal, err }, i) => {
        if (signal !== "SIGKILL") failures.push(`cycle ${cycle}: writer ${i} ended by itself: ${err.slice(-300)}`)
      })
      ended.forEach(({ out }, i) => {
        const lines = wholeLines(out)
        all.push(...acknowledgements(runs[i]!, lines))
        for (const episode of forgottenIn(lines)) forgotten.add(episode)
        acknowledged += acknowledgements(runs[i]!, lines).length
      })
      const { memory, store } = memoryAt(home)
      const seen = judge(store, all, forgotten)
      if (!sound(seen)) failures.push(`cycle ${cycle} (seed ${seed}): ${JSON.stringify(seen)}`)
      for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += seen[key]
      await memory.close()
      await store.close()
    }
    return { figures: { cycles, acknowledged, ...total }, failures, stores: [home] }
  },
}
