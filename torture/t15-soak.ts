// T-15: fifty sessions for a long while through one resident that is killed and started again in between. Memory and open files
// at the end are compared with those after the first quarter; there is never a second resident.

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { bundleMark } from "../src/hook/protocol.ts"
import { socketPath } from "../src/paths.ts"
import { dice } from "./dice.ts"
import { claude, home, PERSON, pause } from "./home.ts"
import { post } from "./socket-client.ts"
import { sized, type Torture } from "./torture.ts"

const SESSIONS = 50
const RSS_MB = 300
const rss = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
const files = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

export const soak: Torture = {
  name: "T-15",
  title: "soak",
  method: `${SESSIONS} sessions of prompts, tools and stops through one resident, killed and restarted once`,
  bar: `RSS ≤ ${RSS_MB} MB, open files as at first; over 30 minutes both ±5%`,
  async run({ size, seed, dir, say }) {
    const seconds = sized(size, { ci: 15, pr: 60, nightly: 1_800 })
    const chance = dice(seed)
    const failures: string[] = []
    const h = home(join(dir, "h"))
    await h.hook(claude(h.project, "first").start(), PERSON)
    const socket = socketPath(h.paths.runtime)
    const mark = bundleMark(h.bundle)
    const sent = new Set<string>()
    let requests = 0
    let refused = 0
    const figures: Record<string, number> = { seconds, requests: 0, acknowledged: 0, lost: 0, restarts: 0 }
    for (const half of [0, 1]) {
      const resident = await h.resident()
      const pid = resident.child.pid!
      const begun = performance.now()
      const length = (seconds * 1000) / 2
      let first: { rss: number; files: number } | null = null
      while (performance.now() - begun < length) {
        const session = chance.below(SESSIONS)
        const one = claude(h.project, `soak-${half}-${session}-${Math.floor(requests / 2_000)}`)
        const n = requests++
        const kind = chance.below(10)
        const payload =
          kind === 0
            ? one.prompt(`p${n}`, `fix number ${n} of the build`)
            : kind === 1
              ? one.stop(`p${n}`)
              : one.after(`k${n}`, "make", `output of ${n}`)
        try {
          const { status } = await post(socket, mark, payload)
          if (status === 200 && kind > 1) sent.add(`k${n}`)
        } catch {
          refused++
          if (resident.child.exitCode !== null || resident.child.signalCode !== null) break
          await pause(20)
        }
        if (first === null && performance.now() - begun > length / 4) first = { rss: rss(pid), files: files(pid) }
        if (n % 500 === 0) say(`${n} requests`)
      }
      if (resident.child.exitCode !== null) {
        failures.push("the resident left in the middle")
        break
      }
      const last = { rss: rss(pid), files: files(pid) }
      figures[`RSS MB ${half + 1}`] = Math.round(last.rss)
      figures[`files ${half + 1}`] = last.files
      if (last.rss > RSS_MB) failures.push(`RSS ${Math.round(last.rss)} MB`)
      if (first && Math.abs(last.files - first.files) > Math.max(3, first.files * 0.05))
        failures.push(`open files ${first.files}, then ${last.files}`)
      if (first && size === "nightly" && last.rss > first.rss * 1.05)
        failures.push(`RSS ${Math.round(first.rss)}, then ${Math.round(last.rss)} MB`)
      resident.child.kill(half === 0 ? "SIGKILL" : "SIGTERM")
      await resident.ended
      figures.restarts = half
    }
    const heard = new Set(
      (await h.events()).filter(e => e.type === "tool.finished").map(e => String((e.data as { call: unknown }).call)),
    )
    figures.requests = requests
    figures.acknowledged = sent.size
    figures.lost = [...sent].filter(call => !heard.has(call)).length
    figures.refused = refused
    if (figures.lost > h.tally().spooled) failures.push(`${figures.lost} acknowledged events are not in the log`)
    return { figures, failures, stores: [h.paths.data] }
  },
}
