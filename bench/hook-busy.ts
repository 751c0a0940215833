// Hooks while long work is owed, beside hooks of a quiet store, in one run: the same past (a long log, folded), then a text
// forgotten that nobody folded anew, other rules, a `forget` that was killed, late evidence over many episodes. Nobody
// does what is owed meanwhile: this is what every hook pays until somebody has. Processor time of the hook's own process.
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CLIENT_ENV } from "../src/clients/registry.ts"
import { loadConfig } from "../src/config.ts"
import { authored, type Draft, observed } from "../src/core/events/draft.ts"
import { episodeId } from "../src/core/ids.ts"
import { installLauncher } from "../src/install/launcher.ts"
import { forget } from "../src/memory/forgetting/forget.ts"
import { settle } from "../src/memory/tending/settle.ts"
import { dice } from "../src/memory/without-disk.ts"
import { openMemoryAt } from "../src/open.ts"
import { resolvePaths } from "../src/paths.ts"
import { readRepository } from "../src/world/repository.ts"
import { fill } from "./hook-cards.ts"

const MEASURED = 'TIMEFORMAT="%U %S"; { time "$@" 2>&4 3>&- 4>&-; } 4>&2 2>&3'
const DAY = 86_400_000
const ROUNDS = 40
/** words of one prompt of the past */
const SECRET = "the harbour ledger of warehouse nine"
const LATE = 12

type Opened = ReturnType<typeof openMemoryAt>
interface Place {
  readonly name: string
  readonly env: Record<string, string>
  readonly data: string
  readonly cpu: number[]
}

export async function busy(args: readonly string[]): Promise<Record<string, number>> {
  const [cards = 200, events = 200_000, episodes = 1_500] = args.filter(a => /^\d+$/.test(a)).map(Number)
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "mettle-busy-")))
  const project = join(dir, "project")
  mkdirSync(project)
  try {
    const past = join(dir, "past")
    await fill(past, dir, project, cards)
    const scope = readRepository(project).identity.id
    await live(past, scope, events, episodes)
    const places: Place[] = []
    for (const [name, happens] of Object.entries(SITUATIONS)) {
      const env = { PATH: process.env.PATH ?? "", HOME: dir, METTLE_HOME: join(dir, name), METTLE_RESIDENT: "off" }
      const paths = resolvePaths(env)
      mkdirSync(paths.data, { recursive: true, mode: 0o700 })
      cpSync(past, paths.data, { recursive: true })
      installLauncher(paths, env, CLIENT_ENV)
      const opened = open(paths.data)
      await happens(opened, scope, episodes)
      await close(opened)
      places.push({ name, env, data: paths.data, cpu: [] })
    }
    for (let round = 0; round < ROUNDS; round++)
      for (const place of places)
        for (const payload of payloads(project, round)) place.cpu.push(hook(place, dir, payload))
    return report(places, { cards, events, episodes })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const random = dice(7)
const open = (dir: string): Opened =>
  openMemoryAt({ dir, config: loadConfig({ userDir: join(dir, "none") }), now: Date.now, random, groupMs: 0 })
async function close({ memory, store }: Opened): Promise<void> {
  await memory.close()
  await store.close()
}

/** A past of so many events in so many episodes, ended, folded and settled. */
async function live(dir: string, scope: string, events: number, episodes: number): Promise<void> {
  const opened = open(dir)
  const each = Math.max(6, Math.round(events / episodes))
  const start = Date.now() - 200 * DAY
  const gap = (190 * DAY) / episodes
  for (let e = 0; e < episodes; e++) await opened.memory.record(episode(scope, e, each, start + e * gap))
  await settle(opened.memory)
  await close(opened)
}

function episode(scope: string, e: number, events: number, at: number): readonly Draft[] {
  const session = `past-${e}`
  let n = 0
  const source = () => ({ client: "claude-code", session, record: String(n) })
  const where = () => ({ ts: Math.round(at + n++ * 1_000), episode: episodeId("claude-code", session), scope })
  const words = e === 3 ? `look at ${SECRET}` : `work on part ${e} of the ${["queue", "ledger", "search"][e % 3]}`
  const quiet = { inputTokens: null, outputTokens: null }
  return [
    observed("episode.opened", source(), where(), {
      ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
      ...{ start: "startup", cwd: null, branch: null, head: null },
    }),
    observed("prompt.submitted", source(), where(), { author: "user", prompt: words, chars: words.length }),
    ...Array.from({ length: events - 4 }, (_, i) =>
      observed("tool.finished", source(), where(), {
        ...{ call: `c${i}`, tool: "Bash", does: "runs", ok: i % 9 > 0, exitCode: i % 9 > 0 ? 0 : 1, known: "exit" },
        ...{ input: i % 7 === 0 ? "npm test" : `make part-${i % 20}`, output: i % 9 > 0 ? "ok" : "FAIL: 1 failed" },
        ...{ rejected: false, cancelled: false, interrupted: false, durationMs: 20 },
        ...{ path: null, stderr: null, agent: null },
      }),
    ),
    observed("turn.ended", source(), where(), { reason: "end", ...quiet }),
    observed("episode.closed", source(), where(), { reason: "exit" }),
  ]
}

type Happens = (opened: Opened, scope: string, episodes: number) => Promise<void>
/** Everything is said and nothing folded: as when the process died right after its first write. */
const dying: Happens = async ({ memory }) => {
  Object.assign(memory.parts.blobs, {
    erase: () => {
      throw new Error("killed")
    },
  })
  await forget(memory, { text: SECRET }).catch(() => {})
}
const SITUATIONS: Readonly<Record<string, Happens>> = {
  quiet: async () => {},
  "pending forgetting": async (opened, ...rest) => {
    const { memory } = opened
    const { erase } = memory.parts.blobs
    await dying(opened, ...rest)
    const said = memory.parts.log.readTypes(["text.forgotten"]).at(-1)
    if (!said) throw new Error("nothing was forgotten")
    erase((said.data as { refs: readonly string[] }).refs)
    memory.parts.meta.set("forgetting", "")
  },
  "preset change": async ({ memory }) => {
    const where = { ts: Date.now(), episode: null, scope: null }
    await memory.record([authored("preset.adopted", random(16), where, { preset: "plain", params: {} } as never)])
  },
  "killed forget": dying,
  "late evidence": async ({ memory }, scope, episodes) => {
    for (let i = 0; i < LATE; i++) {
      const session = `past-${(i * 37) % episodes}`
      const source = { client: "git", session, record: `late-${i}` }
      const where = { ts: Date.now() - DAY, episode: episodeId("claude-code", session), scope }
      const nothing = { commit: "abc", share: null, days: null, files: [], branch: null }
      await memory.record([
        observed("change.observed", source, where, { ...nothing, change: "revert", turn: 0 }),
        ...episode(scope, episodes + i, 8, Date.now() - DAY + i * 60_000),
      ])
    }
  },
}

const payloads = (cwd: string, round: number): readonly object[] => {
  const base = { session_id: `now-${round >> 2}`, transcript_path: "/nowhere.jsonl", cwd }
  const tool = { tool_name: "Bash", tool_use_id: `t${round}`, tool_input: { command: "npm test" } }
  return [
    { ...base, hook_event_name: "SessionStart", source: "startup", model: "m" },
    { ...base, hook_event_name: "UserPromptSubmit", prompt_id: `p${round}`, prompt: "why does the queue worker stop" },
    { ...base, hook_event_name: "PreToolUse", ...tool },
  ]
}

function hook({ env, data }: Place, cwd: string, payload: object): number {
  const command = [process.execPath, join(data, "bin", "hook.cjs"), "hook", "claude-code"]
  const ran = spawnSync("bash", ["-c", MEASURED, "bash", ...command], {
    ...{ input: JSON.stringify(payload), env, cwd, stdio: ["pipe", "pipe", "pipe", "pipe"] },
  })
  if (ran.status !== 0 || ran.stderr.length > 0) throw new Error(`hook: ${ran.status} ${ran.stderr}`)
  const [user = Number.NaN, system = Number.NaN] = String(ran.output[3]).trim().split(" ").map(Number)
  return (user + system) * 1000
}

const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

function report(places: readonly Place[], size: Readonly<Record<string, number>>): Record<string, number> {
  const quiet = at(places[0]!.cpu, 0.99)
  const figures: Record<string, number> = { ...size, hooks_each: places[0]!.cpu.length }
  console.log(
    `hooks without a resident, ${places[0]!.cpu.length} of each kind, processor time; ${size.events} events, ${size.episodes} episodes, ${size.cards} cards asked for`,
  )
  console.log(`  ${"".padEnd(20)} ${["p50", "p99", "most", "p99 / quiet"].map(h => h.padStart(12)).join("")}   bar`)
  for (const { name, cpu } of places) {
    const [p50, p99, most] = [at(cpu, 0.5), at(cpu, 0.99), Math.max(...cpu)]
    const key = name.replaceAll(" ", "_")
    Object.assign(figures, { [`${key}_p50_ms`]: Math.round(p50), [`${key}_p99_ms`]: Math.round(p99) })
    figures[`${key}_ratio`] = Math.round((p99 / quiet) * 100) / 100
    const ms = [p50, p99, most].map(value => `${value.toFixed(0)} ms`.padStart(12)).join("")
    console.log(`  ${name.padEnd(20)} ${ms}${(p99 / quiet).toFixed(2).padStart(12)}   <= 1.5`)
  }
  return figures
}
