// T-12: twenty sessions send 1 KB tool results through the resident's socket as fast as 10,000 a second, while a person types
// prompts. Nothing may be lost. The rate is reported beside that of a bare Node server on the same machine in the same run.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { bundleMark } from "../src/hook/protocol.ts"
import { socketPath } from "../src/paths.ts"
import { type Flooded, flood } from "./flood.ts"
import { claude, home, misbehaved, PERSON, pause, quantile, until } from "./home.ts"
import { start } from "./processes.ts"
import { sized, type Torture } from "./torture.ts"

const SESSIONS = 20
const WANTED = 10_000
/** Requests of one session on their way at once. */
const IN_FLIGHT = 4
const PROMPT_MS = 250
const TICK_MICROS = 10_000
const BARE = `require("http").createServer((q,r)=>{q.resume();q.on("end",()=>r.end("{}"))}).listen(process.argv[1],()=>console.log("up"))`

/** Processor time of a process so far, in microseconds. */
function micros(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
  const fields = rest.split(" ")
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS
}
const rate = (flooded: Flooded): number => Math.round(flooded.acknowledged.length / flooded.seconds)

export const burst: Torture = {
  name: "T-12",
  title: "burst",
  method: `${SESSIONS} sessions offer ${WANTED.toLocaleString("en")} events a second, 1 KB each, one request per event: on kept connections, then with a connection for each as launchers do; prompts in between by the launcher; the same flood against a bare Node server`,
  bar: "0 acknowledged lost; reported against 10,000/s and the bare server, ack p99 ≤ 50 ms, prompt p95 ≤ 250 ms",
  async run({ size, dir, say }) {
    const seconds = sized(size, { ci: 4, pr: 10, nightly: 60 })
    const failures: string[] = []
    const h = home(join(dir, "h"))
    await h.hook(claude(h.project, "first").start(), PERSON)
    const bareSocket = join(dir, "bare.sock")
    const bare = start(process.execPath, ["-e", BARE, bareSocket])
    await until(() => bare.printed().includes("up"), 20_000)
    const resident = await h.resident()
    const filler = "a line of output ".repeat(60)
    const flooding = (socket: string, kept: boolean, long: number): Promise<Flooded> =>
      flood({
        socket,
        mark: bundleMark(h.bundle),
        seconds: long,
        sessions: SESSIONS,
        inFlight: IN_FLIGHT,
        wanted: WANTED,
        kept,
        payload: (s, n) => {
          const name = `${kept ? "k" : "b"}${s}-${n}`
          const one = claude(h.project, `burst-${s}`)
          return { name, body: JSON.stringify(one.after(name, "make", `${name} ${filler}`)) }
        },
      })
    const prompts: number[] = []
    let typing = true
    const person = (async () => {
      for (let i = 0; typing; i++) {
        const ran = await h.hook(claude(h.project, "person").prompt(`p${i}`, "fix the failing checkout test"), PERSON)
        prompts.push(ran.ms)
        const bad = misbehaved(ran)
        if (bad) failures.push(`prompt ${i}: ${bad}`)
        await pause(300)
      }
    })()
    const acknowledged = new Set<string>()
    const figures: Record<string, number | string> = { seconds: 2 * seconds, sessions: SESSIONS }
    let refused = 0
    for (const kept of [true, false]) {
      const how = kept ? "kept" : "one each"
      say(how)
      const least = await flooding(bareSocket, kept, seconds / 2)
      const before = micros(resident.child.pid!)
      const flooded = await flooding(socketPath(h.paths.runtime), kept, seconds)
      const used = micros(resident.child.pid!) - before
      for (const name of flooded.acknowledged) acknowledged.add(name)
      refused += flooded.refused
      figures[`${how}: per second`] = rate(flooded)
      figures[`${how}: bare server`] = rate(least)
      figures[`${how}: x of a bare server`] = (rate(flooded) / Math.max(1, rate(least))).toFixed(2)
      figures[`${how}: resident µs an event`] = Math.round(used / Math.max(1, flooded.acknowledged.length))
      figures[`${how}: sender µs a request`] = least.ownMicros
      figures[`${how}: ack p50 ms`] = quantile(flooded.times, 0.5)
      figures[`${how}: ack p99 ms`] = quantile(flooded.times, 0.99)
    }
    typing = false
    await person
    bare.child.kill("SIGTERM")
    resident.child.kill("SIGTERM")
    await resident.ended
    const heard = new Set(
      (await h.events()).filter(e => e.type === "tool.finished").map(e => String((e.data as { call: unknown }).call)),
    )
    // A 200 also answers what was spooled behind a lock: the drain comes with the next process.
    const spooled = h.tally().spooled
    const lost = [...acknowledged].filter(call => !heard.has(call)).length
    if (lost > spooled) failures.push(`${lost} acknowledged events are not in the log, ${spooled} were spooled`)
    const p95 = quantile(prompts, 0.95)
    return {
      figures: {
        ...figures,
        acknowledged: acknowledged.size,
        lost: Math.max(0, lost - spooled),
        spooled,
        refused,
        prompts: prompts.length,
        "prompt p95 ms": p95,
        [`prompt p95 ≤ ${PROMPT_MS} ms`]: p95 <= PROMPT_MS ? "yes" : "no",
      },
      failures,
      stores: [h.paths.data],
    }
  },
}
