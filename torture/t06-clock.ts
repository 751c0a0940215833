// T-6: the clock steps under a running resident, by days, years and back (libfaketime). Order is that of the log, no duration is
// negative, retention forgets at most a tenth in a run, and once the clock is right again everything closes and is learned from.
import { existsSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { observed } from "../src/core/events/draft.ts"
import { episodeId } from "../src/core/ids.ts"
import { TABLE } from "../src/core/views/tables.ts"
import { plan } from "../src/memory/forgetting/forget.ts"
import { retain } from "../src/memory/forgetting/retention.ts"
import type { Memory } from "../src/memory/memory.ts"
import { settle } from "../src/memory/tending/settle.ts"
import { dice } from "./dice.ts"
import { claude, home, misbehaved, PERSON } from "./home.ts"
import { memoryAt } from "./memory-at.ts"
import { sized, type Torture } from "./torture.ts"

const DAY = 86_400
const STEPS = [-400 * DAY, 3_650 * DAY, -3_600, 0, 40 * DAY, -1, 3_600, -20 * 365 * DAY]
const LIBRARIES = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(arch => `/usr/lib/${arch}/faketime/libfaketimeMT.so.1`)
const KEPT_DAYS = 365

/** The clock is right again: a norm is said, and hours later somebody else begins. */
async function afterwards(memory: Memory, now: () => number, wait: (ms: number) => void) {
  const says = (session: string, n: number, prompt: string) =>
    observed(
      "prompt.submitted",
      { client: "claude-code", session, record: `p${n}` },
      { ts: now(), episode: episodeId("claude-code", session), scope: "a".repeat(32) },
      { author: "user", prompt, chars: prompt.length },
    )
  const opens = (session: string) =>
    observed(
      "episode.opened",
      { client: "claude-code", session, record: "open" },
      { ts: now(), episode: episodeId("claude-code", session), scope: "a".repeat(32) },
      {
        ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
        ...{ start: "startup", cwd: "/w", branch: "main", head: null },
      },
    )
  await memory.record([opens("after"), says("after", 0, "go on"), says("after", 1, "never commit directly to main")])
  await settle(memory)
  wait(3 * 3_600_000)
  await memory.record([opens("last"), says("last", 0, "go on")])
  await settle(memory)
  const open = TABLE.episode
    .list(memory.views)
    .filter(([id, episode]) => episode.closedAt === null && id !== episodeId("claude-code", "last")).length
  const norms = TABLE.card
    .list(memory.views)
    .filter(([, card]) => card.stage === "active" && card.episode === episodeId("claude-code", "after")).length
  return { open, norms }
}

export const clock: Torture = {
  name: "T-6",
  title: "clock steps",
  method: "libfaketime moves the clock of a running resident and of hooks by -20 years to +10 years between hooks",
  bar: "order by sequence, no negative duration, every episode closes and a norm is learned once the clock is right, retention forgets ≤ 10% in a run",
  async run({ size, seed, dir, say }) {
    const library = LIBRARIES.find(existsSync)
    if (!library) return { figures: { steps: 0 }, failures: ["needs libfaketime (apt-get install faketime)"] }
    const steps = sized(size, { ci: 8, pr: 20, nightly: 200 })
    const failures: string[] = []
    const chance = dice(seed)
    const h = home(join(dir, "h"))
    const file = join(dir, "clock")
    const step = (seconds: number): void => {
      writeFileSync(`${file}.new`, `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}\n`)
      renameSync(`${file}.new`, file)
    }
    step(0)
    const fake = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    }
    const figures = {
      steps,
      hooks: 0,
      events: 0,
      "out of order": 0,
      "negative durations": 0,
      "left open": 0,
      "norms learned": 0,
      "retention runs": 0,
      "most forgotten %": 0,
    }
    const resident = await h.resident(fake)
    const order: string[] = []
    for (let i = 0; i < steps; i++) {
      const seconds = i < STEPS.length ? STEPS[i]! : Math.round((chance() - 0.5) * 8 * 365 * DAY)
      step(seconds)
      const one = claude(h.project, `s${i % 3}`)
      const calls = [
        one.start(),
        one.prompt(`p${i}`, `step ${i}: fix it`),
        one.after(`t${i}`, "make", `output ${i}`),
        one.stop(`p${i}`),
      ]
      for (const payload of calls) {
        const ran = await h.hook(payload, { ...PERSON, ...(chance() < 0.3 ? fake : {}) })
        figures.hooks++
        const bad = misbehaved(ran)
        if (bad) failures.push(`step ${i} (${seconds} s): ${bad}`)
      }
      order.push(`t${i}`)
      say(`step ${i}: ${seconds} s`)
    }
    step(0)
    resident.child.kill("SIGTERM")
    await resident.ended
    const heard = (await h.events())
      .filter(e => e.type === "tool.finished")
      .map(e => String((e.data as { call: unknown }).call))
    figures["out of order"] = order.filter((call, i) => heard[i] !== call).length
    if (figures["out of order"] > 0) failures.push(`heard ${heard.join(" ")}, sent ${order.join(" ")}`)
    let now = Date.now()
    const { memory, store } = memoryAt(h.paths.data, { now: () => now })
    memory.catchUp()
    figures.events = store.log.head()
    for (const [, episode] of TABLE.episode.list(memory.views))
      if (episode.lastAt < episode.openedAt) figures["negative durations"]++
    if (figures["negative durations"] > 0)
      failures.push(`${figures["negative durations"]} episodes end before they begin`)
    // Ten years ahead: everything is past its time.
    for (const ahead of [10 * 365 * DAY, 0, 30 * 365 * DAY]) {
      now = Date.now() + ahead * 1000
      const texts = plan(memory, { since: 0, until: Number.MAX_SAFE_INTEGER }).refs
      const before = [...texts].filter(ref => memory.parts.blobs.get(ref) !== null).length
      // Its own word for it: what the resident left to a process of its own may run at the same time.
      const gone = (await retain(memory, KEPT_DAYS))?.refs.length ?? 0
      figures["retention runs"]++
      const share = before === 0 ? 0 : (100 * gone) / before
      figures["most forgotten %"] = Math.max(figures["most forgotten %"], Math.round(share * 10) / 10)
      if (share > 10 && before >= 10)
        failures.push(`retention forgot ${share.toFixed(1)}% of ${before} texts in one run`)
    }
    now = Date.now()
    const after = await afterwards(
      memory,
      () => now,
      ms => (now += ms),
    )
    figures["left open"] = after.open
    figures["norms learned"] = after.norms
    if (after.open > 0) failures.push(`${after.open} episodes never closed`)
    if (after.norms !== 1) failures.push(`${after.norms} norms learned after the steps, not 1`)
    await memory.close()
    await store.close()
    return { figures, failures, stores: [h.paths.data] }
  },
}
