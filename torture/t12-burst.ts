// T-12: twenty sessions send 1 KB tool results through the resident's socket as fast as 10,000 a second, while a person types
// prompts. Nothing may be lost; the rate that this machine and one request per hook allow is reported.
import { join } from "node:path"
import { bundleMark, socketPath } from "../src/hook/protocol.ts"
import { claude, home, misbehaved, PERSON, pause, quantile } from "./home.ts"
import { post } from "./socket-client.ts"
import { sized, type Torture } from "./torture.ts"

const SESSIONS = 20
const WANTED = 10_000
/** Requests of one session on their way at once. */
const IN_FLIGHT = 4
const PROMPT_MS = 250

export const burst: Torture = {
  name: "T-12",
  title: "burst",
  method: `${SESSIONS} sessions offer ${WANTED.toLocaleString("en")} events a second, 1 KB each, one request per hook; prompts in between by the launcher`,
  bar: "0 acknowledged lost; reported against 10,000/s, ack p99 ≤ 50 ms, prompt p95 ≤ 250 ms",
  async run({ size, dir }) {
    const seconds = sized(size, { ci: 5, pr: 10, nightly: 60 })
    const failures: string[] = []
    const h = home(join(dir, "h"))
    await h.hook(claude(h.project, "first").start(), PERSON)
    const resident = await h.resident()
    const socket = socketPath(h.paths.runtime)
    const mark = bundleMark(h.bundle)
    const acknowledged = new Set<string>()
    const times: number[] = []
    let refused = 0
    const begun = performance.now()
    const over = (): boolean => performance.now() - begun > seconds * 1000
    const filler = "a line of output ".repeat(60)
    const session = async (s: number): Promise<void> => {
      const one = claude(h.project, `burst-${s}`)
      let n = 0
      const lane = async (): Promise<void> => {
        while (!over()) {
          const call = `b${s}-${n++}`
          try {
            const answered = await post(socket, mark, one.after(call, "make", `${call} ${filler}`))
            if (answered.status === 200) {
              acknowledged.add(call)
              times.push(answered.ms)
            } else refused++
          } catch {
            refused++
            await pause(20)
          }
          const ahead = n / (WANTED / SESSIONS) - (performance.now() - begun) / 1000
          if (ahead > 0) await pause(ahead * 1000)
        }
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
    }
    const prompts: number[] = []
    const typing = async (): Promise<void> => {
      for (let i = 0; !over(); i++) {
        const ran = await h.hook(claude(h.project, "person").prompt(`p${i}`, "fix the failing checkout test"), PERSON)
        prompts.push(ran.ms)
        const bad = misbehaved(ran)
        if (bad) failures.push(`prompt ${i}: ${bad}`)
        await pause(300)
      }
    }
    await Promise.all([...Array.from({ length: SESSIONS }, (_, s) => session(s)), typing()])
    const took = (performance.now() - begun) / 1000
    resident.child.kill("SIGTERM")
    await resident.ended
    const heard = new Set(
      (await h.events()).filter(e => e.type === "tool.finished").map(e => String((e.data as { call: unknown }).call)),
    )
    // A 200 also answers what was spooled behind a lock: the drain comes with the next process.
    const spooled = h.tally().spooled
    const lost = [...acknowledged].filter(call => !heard.has(call)).length
    if (lost > spooled) failures.push(`${lost} acknowledged events are not in the log, ${spooled} were spooled`)
    const rate = Math.round(acknowledged.size / took)
    return {
      figures: {
        seconds,
        acknowledged: acknowledged.size,
        lost: Math.max(0, lost - spooled),
        spooled,
        refused,
        "per second": rate,
        "of 10,000/s": `${Math.round((100 * rate) / WANTED)}%`,
        "ack p50 ms": quantile(times, 0.5),
        "ack p99 ms": quantile(times, 0.99),
        prompts: prompts.length,
        "prompt p95 ms": quantile(prompts, 0.95),
        [`prompt p95 ≤ ${PROMPT_MS} ms`]: quantile(prompts, 0.95) <= PROMPT_MS ? "yes" : "no",
      },
      failures,
      stores: [h.paths.data],
    }
  },
}
