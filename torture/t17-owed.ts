// T-17: hooks while long work is owed: a forgetting broken off, other rules, a flood, late evidence. The process that does the
// work is killed at random moments, hooks of two fingerprints come in between. Nothing is lost, nobody is held twice, views
// of the other fingerprint stay, and in the end all of it is done.
import { readdirSync } from "node:fs"
import { loadConfig } from "../src/config.ts"
import { authored, type Draft, observed } from "../src/core/events/draft.ts"
import { episodeId, hashId } from "../src/core/ids.ts"
import { HOOK_PATIENCE } from "../src/memory/folding.ts"
import { forget } from "../src/memory/forgetting/forget.ts"
import { FORGETTING } from "../src/memory/memory.ts"
import { owedWork, settle } from "../src/memory/tending/settle.ts"
import { type Opened, openMemoryAt } from "../src/open.ts"
import { dice } from "./dice.ts"
import { claude, type Home, home, misbehaved, PERSON, pause } from "./home.ts"
import { memoryAt } from "./memory-at.ts"
import { start } from "./processes.ts"
import { sized, type Torture } from "./torture.ts"
import { draftAt, START, wordsAt } from "./workload.ts"

const PAST = 700
/** Another fingerprint, as another Node has one. */
const OTHER = { METTLE_EPISODE_IDLE_MINUTES: "16" }
const BANNED = "terraform destroy"

type Cause = (opened: Opened, round: number) => Promise<void>
const CAUSES: Readonly<Record<string, Cause>> = {
  "a forgetting broken off": async ({ memory }, round) => {
    const part: object = round % 2 === 0 ? memory.parts.blobs : memory.views
    const dies = (): never => {
      throw new Error("killed")
    }
    Object.assign(part, round % 2 === 0 ? { erase: dies } : { aside: dies })
    await forget(memory, { text: wordsAt("past", 10 * round + 1).trimEnd() }).catch(() => {})
  },
  "other rules": async ({ memory }, round) => {
    const where = { ts: START, episode: null, scope: null }
    const preset = round % 2 === 0 ? "plain" : "mettle"
    await memory.record([
      authored("preset.adopted", memory.parts.randomBytes(), where, { preset, params: {} } as never),
    ])
  },
  "a flood": async ({ memory }, round) => {
    for (let n = 0; n < 2 * HOOK_PATIENCE.far; n += 500)
      await memory.record(Array.from({ length: 500 }, (_, i) => draftAt(`flood-${round}`, n + i)))
  },
  "late evidence": async ({ memory }, round) => {
    for (let i = 0; i < 12; i++) {
      const episode = episodeId("torture", `past/${(round * 7 + i) % 60}`)
      const source = { client: "git", session: episode, record: `late-${round}-${i}` }
      const facts = { commit: hashId(String(round), String(i)), share: null, days: null, files: [], branch: null }
      const late: Draft = observed(
        ...(["change.observed" as const, source, { ts: START + 1e8, episode, scope: null }] as const),
        { ...facts, change: "revert" as const, turn: 0 },
      )
      await memory.record([late, ...Array.from({ length: 10 }, (_, n) => draftAt(`late-${round}-${i}`, n))])
    }
  },
}

export const owed: Torture = {
  name: "T-17",
  title: "work owed",
  method: `${Object.keys(CAUSES).join(", ")}; the process that does what is owed killed at random, hooks of two fingerprints in between`,
  bar: "hooks behave, nothing lost, no call held twice in an episode, nobody's views taken away, all of it done in the end",
  async run({ size, seed, dir, say }) {
    const rounds = sized(size, { ci: 1, pr: 4, nightly: 30 })
    const chance = dice(seed)
    const failures: string[] = []
    const figures = { rounds: 0, hooks: 0, kills: 0, holds: 0, "slowest hook ms": 0 }
    // What is tested is what hooks do, not how fast: a busy machine must not silence them.
    const h = home(dir, { METTLE_PATIENCE: "12" })
    const began = memoryAt(h.paths.data)
    for (let n = 0; n < PAST; n += 100)
      await began.memory.record(Array.from({ length: 100 }, (_, i) => draftAt("past", n + i)))
    await settle(began.memory)
    await close(began)
    const told: string[] = []
    const tell = async (payload: object, env: Readonly<Record<string, string>>, where: string): Promise<string> => {
      const ran = await h.hook(payload, { ...PERSON, ...env })
      figures.hooks++
      figures["slowest hook ms"] = Math.max(figures["slowest hook ms"], Math.round(ran.ms))
      const wrong = misbehaved(ran, 12_000)
      if (wrong !== null) failures.push(`${where}: ${wrong}`)
      return ran.out
    }
    const first = claude(h.project, "first")
    for (const env of [{}, OTHER]) {
      await tell(first.start(), env, "first")
      await tell(first.prompt("p0", `never run ${BANNED} in this repo`), env, "first")
    }
    await work(h).ended
    for (let round = 0; round < rounds; round++)
      for (const [name, happens] of Object.entries(CAUSES)) {
        const where = `${name}, round ${round} (seed ${seed})`
        const opened = memoryAt(h.paths.data)
        await happens(opened, round)
        await close(opened)
        const session = `s-${figures.rounds++}`
        const one = claude(h.project, session)
        let denied = 0
        for (let i = 0; i < 4; i++) {
          const killed = work(h)
          const env = chance() < 0.3 ? OTHER : {}
          if (i === 0) await tell(one.start(), env, where)
          await tell(one.prompt(`p${i}`, `go on with step ${i} of ${session}`), env, where)
          if ((await tell(before(h, session, `b${i}`), env, where)).includes('"deny"')) denied++
          await tell(one.after(`t${i}`, "make", `output ${i} of ${session}`), env, where)
          told.push(`go on with step ${i} of ${session}`, `output ${i} of ${session}`)
          await pause(Math.floor(chance() * 400))
          if (killed.child.kill("SIGKILL")) figures.kills++
          await killed.ended
        }
        figures.holds += denied
        if (denied > 1) failures.push(`${where}: the same call was held ${denied} times`)
      }
    say(`${figures.hooks} hooks, ${figures.kills} kills`)
    // Only one process works at a time, and one that a hook started may still be there, for the other fingerprint.
    const stillOwed = async (): Promise<string | null> => {
      const { memory, store } = openMemoryAt({ ...settings(h), patience: HOOK_PATIENCE })
      memory.catchUp()
      const left = memory.parts.meta.get(FORGETTING) ? "forgetting" : owedWork(memory)
      await close({ memory, store })
      return left
    }
    for (let tries = 0; tries < 40 && (await stillOwed()) !== null; tries++) {
      await work(h).ended
      await pause(500)
    }
    await settleOther(h)
    // Rules changed on the way, and the two fingerprints used last are kept: never fewer.
    if (new Set(names(h).map(name => name.split(".")[0])).size < 2)
      failures.push(`views of the other fingerprint are gone: ${names(h).join(" ")} (seed ${seed})`)
    if (figures.holds === 0) failures.push(`nothing was ever held, so nothing was shown (seed ${seed})`)
    const { memory, store } = openMemoryAt({ ...settings(h), patience: HOOK_PATIENCE })
    memory.catchUp()
    const left = owedWork(memory)
    if (left !== null || memory.parts.meta.get(FORGETTING))
      failures.push(`still owed at the end: ${left} (seed ${seed})`)
    const texts = new Set<string>()
    for (const event of memory.parts.log.read(0, 1_000_000))
      for (const field of ["prompt", "output"]) {
        const ref = (event.data as Record<string, unknown>)[field]
        if (typeof ref === "string") texts.add(memory.parts.blobs.get(ref)?.trim() ?? "")
      }
    const lost = told.filter(words => !texts.has(words)).length - h.tally().spooled
    if (lost > 0) failures.push(`${lost} of ${told.length} things heard are not in the log (seed ${seed})`)
    await close({ memory, store })
    return { figures, failures, stores: [h.paths.data] }
  },
}

const settings = (h: Home) => ({
  dir: h.paths.data,
  config: loadConfig({ userDir: h.paths.config, projectDir: null, env: {} }),
  now: Date.now,
  random: (bytes: number) => crypto.getRandomValues(new Uint8Array(Math.max(16, bytes))),
})
/** The process that hooks start for what they leave. */
const work = (h: Home) => start(process.execPath, [h.bundle, "owed"], h.env, "")
const settleOther = (h: Home) => start(process.execPath, [h.bundle, "owed"], { ...h.env, ...OTHER }, "").ended
const names = (h: Home): readonly string[] => readdirSync(h.paths.data).filter(name => /^views-.*\.db$/.test(name))
const before = (h: Home, session: string, id: string) => ({
  ...{ session_id: session, transcript_path: "/nowhere/t.jsonl", cwd: h.project, permission_mode: "default" },
  ...{ hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: id, tool_input: { command: BANNED } },
})
async function close({ memory, store }: Pick<Opened, "memory" | "store">): Promise<void> {
  await memory.close()
  await store.close()
}
