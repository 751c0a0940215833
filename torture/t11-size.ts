// T-11: tool outputs of 1 to 300 MB through a hook process and through the resident: time, memory, and what is kept of them.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { claude, home, misbehaved, PERSON } from "./home.ts"
import { type Ended, start } from "./processes.ts"
import { sized, type Torture } from "./torture.ts"

const MB = 1024 * 1024
const RSS_GROWTH_MB = 400
const RESIDENT_MB = 300
const STORED_BYTES = 2 * MB
const memoryOf = (pid: number | undefined, field: "VmHWM" | "VmRSS"): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8")
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

export const size: Torture = {
  name: "T-11",
  title: "size",
  method: "stdout of 1, 33, 100 and 300 MB in one tool result, through a hook process and through the resident",
  bar: `P3; hook RSS ≤ ${RSS_GROWTH_MB} MB, resident ≤ ${RESIDENT_MB} MB, stored ≤ 2 MB each`,
  async run({ size, dir, say }) {
    const sizes = sized(size, { ci: [1, 33, 100], pr: [1, 33, 100, 300], nightly: [1, 33, 100, 300] })
    const failures: string[] = []
    const figures: Record<string, number> = {}
    const h = home(join(dir, "h"))
    const payload = (name: string, mb: number): Buffer => {
      const text = JSON.stringify(claude(h.project, "s1").after(name, "make", "@@@"))
      const [head, tail] = text.split("@@@") as [string, string]
      return Buffer.concat([Buffer.from(head), Buffer.alloc(mb * MB, "a line of output\\n"), Buffer.from(tail)])
    }
    for (const mb of sizes) {
      const child = start(
        process.execPath,
        [h.bundle, "hook", "claude-code"],
        { ...h.env, ...PERSON },
        payload(`d${mb}`, mb),
        h.dir,
      )
      let peak = 0
      const watch = setInterval(() => {
        peak = Math.max(peak, memoryOf(child.child.pid, "VmHWM"))
      }, 2)
      const ran: Ended = await child.ended
      clearInterval(watch)
      figures[`${mb} MB ms`] = Math.round(ran.ms)
      figures[`${mb} MB RSS`] = Math.round(peak)
      // Past the deadline the rest of a huge payload is nobody's: the hook lets go, and says that it lost one.
      const bad = misbehaved(ran, 1_400)
      if (bad) failures.push(`${mb} MB: ${bad}`)
      if (peak > RSS_GROWTH_MB) failures.push(`${mb} MB: RSS ${Math.round(peak)} MB`)
      say(`${mb} MB`)
    }
    const resident = await h.resident()
    for (const mb of sizes) {
      const ran = await h.hook(payload(`r${mb}`, mb), PERSON)
      figures[`${mb} MB by resident ms`] = Math.round(ran.ms)
      const bad = misbehaved(ran, 1_400)
      if (bad) failures.push(`${mb} MB by the resident: ${bad}`)
    }
    figures["resident RSS"] = Math.round(memoryOf(resident.child.pid, "VmRSS"))
    if (figures["resident RSS"]! > RESIDENT_MB) failures.push(`the resident holds ${figures["resident RSS"]} MB`)
    resident.child.kill("SIGTERM")
    await resident.ended
    const calls = (await h.events()).filter(e => e.type === "tool.finished")
    const tally = h.tally()
    figures.kept = calls.length
    figures.counted = tally.lost + tally.unanswered
    const stored = readFileSync(join(h.paths.data, "log.db")).length / Math.max(1, calls.length)
    if (stored > STORED_BYTES) failures.push(`${Math.round(stored)} bytes stored per output`)
    if (calls.length + figures.counted < 2 * sizes.length) failures.push("an output is neither kept nor counted")
    return { figures, failures, stores: [h.paths.data] }
  },
}
