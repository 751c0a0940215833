// T-5: a disk of 48 MB with everything of mettle on it is filled to the last byte, freed, and filled again, while hooks come in.
// It mounts a tmpfs: where that is not allowed, root or not, it is left out and says so.
import { spawnSync } from "node:child_process"
import { appendFileSync, existsSync, mkdirSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { forget } from "../src/memory/forgetting/forget.ts"
import { BALLAST_FILE } from "../src/store/ballast.ts"
import { claude, home, misbehaved, PERSON } from "./home.ts"
import { memoryAt, rebuildEquals } from "./memory-at.ts"
import { sized, type Torture } from "./torture.ts"

const DISK = "160m"
const HOOKS = 4

function fill(file: string): void {
  for (let bytes = 32 << 20; bytes >= 1; bytes >>= 1)
    for (let more = true; more; )
      try {
        appendFileSync(file, Buffer.alloc(bytes, 1))
      } catch {
        more = false
      }
}

export const diskFull: Torture = {
  name: "T-5",
  title: "disk full",
  method: `a tmpfs of ${DISK} filled to the last byte, ${HOOKS} hooks, a read, a forgetting; freed, ${HOOKS} hooks; again`,
  bar: "hooks exit 0, reads and forgetting work, what is lost is counted, it recovers alone",
  async run({ size, dir, say }) {
    const rounds = sized(size, { ci: 3, pr: 20, nightly: 200 })
    const disk = join(dir, "disk")
    mkdirSync(disk)
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=700`, "tmpfs", disk])
    if (mounted.status !== 0)
      return {
        figures: { rounds: 0 },
        failures: [],
        left: ["a disk that can be filled (a tmpfs cannot be mounted here)"],
      }
    const failures: string[] = []
    const figures = {
      rounds: 0,
      hooks: 0,
      recorded: 0,
      refused: 0,
      "refused and counted": 0,
      forgotten: 0,
      "slowest ms": 0,
    }
    const filler = join(disk, "filler")
    try {
      const h = home(join(disk, "h"))
      let sent = 0
      const recorded = new Set<string>()
      const fire = async (when: string): Promise<void> => {
        for (let i = 0; i < HOOKS; i++) {
          const ran = await h.hook(
            claude(h.project, `s${figures.rounds}`).after(
              `t${sent++}`,
              "make",
              `round ${figures.rounds} ${"words ".repeat(900)}`,
            ),
            PERSON,
          )
          figures.hooks++
          figures["slowest ms"] = Math.max(figures["slowest ms"], Math.round(ran.ms))
          const bad = misbehaved(ran)
          if (bad) failures.push(`round ${figures.rounds}, ${when}: ${bad}`)
        }
      }
      const calls = async () =>
        (await h.events()).filter(e => e.type === "tool.finished").map(e => String((e.data as { call: unknown }).call))
      await fire("at first")
      for (; figures.rounds < rounds; figures.rounds++) {
        const { store } = memoryAt(h.paths.data)
        if (!store.reserve()) failures.push(`round ${figures.rounds}: no ballast although there is room`)
        await store.close()
        fill(filler)
        if (statfsSync(disk).bavail > 0) failures.push("the disk could not be filled")
        const before = await calls()
        const countedBefore = h.tally().lost + h.tally().spooled
        await fire("full")
        const later = await calls()
        for (const call of before) if (!later.includes(call)) failures.push(`round ${figures.rounds}: ${call} was lost`)
        const refused = HOOKS - (later.length - before.length)
        const counted = h.tally().lost + h.tally().spooled - countedBefore
        figures.refused += refused
        figures["refused and counted"] += counted
        if (counted < refused) failures.push(`round ${figures.rounds}: ${refused} refused, only ${counted} counted`)
        const opened = memoryAt(h.paths.data)
        try {
          const oldest = opened.store.log.read(0, 1)[0]
          const done = oldest?.episode ? await forget(opened.memory, { episode: oldest.episode }) : null
          if (done && done.found === 0) figures.forgotten++
        } catch (error) {
          failures.push(`round ${figures.rounds}: forgetting on a full disk: ${(error as Error).message}`)
        }
        await opened.memory.close()
        await opened.store.close()
        rmSync(filler)
        await fire("freed")
        const end = await calls()
        if (end.length < later.length + HOOKS) failures.push(`round ${figures.rounds}: did not recover alone`)
        for (const call of end) recorded.add(call)
        if (existsSync(join(h.paths.data, BALLAST_FILE)))
          failures.push(`round ${figures.rounds}: the ballast was not given up`)
        say(`round ${figures.rounds}`)
      }
      figures.recorded = recorded.size
      if (!(await rebuildEquals(h.paths.data)).equal) failures.push("rebuilt views differ")
    } finally {
      spawnSync("umount", ["-l", disk])
    }
    return { figures, failures }
  },
}
