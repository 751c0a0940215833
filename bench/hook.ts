// What a hook costs, side by side in one run: the launcher with a resident against a bare `sh -c curl`, a recording hook
// process against a bare Node file that opens the same driver and commits one row, and a prompt hook whose pack is drawn
// from 2,000 cards. Rounds alternate, so that a busy machine slows both sides alike; ratios count, not milliseconds, and
// processor time (of the hook's own processes, by bash) before time on the wall. `--busy [cards] [events] [episodes]` measures
// hooks while long work is owed instead (hook-busy.ts); `--count` counts calls and files of one prompt hook (hook-count.ts).
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CLIENT_ENV } from "../src/clients/registry.ts"
import { resident } from "../src/hook/beside/resident.ts"
import { readTally } from "../src/hook/tally.ts"
import { installLauncher, launcherPath } from "../src/install/launcher.ts"
import { resolvePaths, socketPath } from "../src/paths.ts"
import { busy } from "./hook-busy.ts"
import { fill } from "./hook-cards.ts"
import { printCount } from "./hook-count.ts"

interface Timed {
  readonly wall: number[]
  readonly cpu: number[]
}
const timed = (): Timed => ({ wall: [], cpu: [] })
/** Runs its words and says on descriptor 3 what they used; theirs are the other three alone. */
const MEASURED = 'TIMEFORMAT="%U %S"; { time "$@" 2>&4 3>&- 4>&-; } 4>&2 2>&3'
const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
const round = (value: number): number => Math.round(value * 100) / 100

export async function run({
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  if (args.includes("--busy")) return busy(args)
  if (args.includes("--count")) return printCount()
  const rounds = Number(args.find(a => /^\d+$/.test(a)) ?? 40)
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "mettle-bench-")))
  const project = join(dir, "project")
  mkdirSync(project)
  const env = { PATH: process.env.PATH ?? "", HOME: dir, METTLE_HOME: join(dir, "m"), METTLE_RESIDENT: "off" }
  const paths = resolvePaths(env)
  installLauncher(paths, env, CLIENT_ENV)
  const launcher = launcherPath(paths)
  const hook = [process.execPath, join(paths.data, "bin", "hook.cjs"), "hook", "claude-code"]
  const children: ChildProcess[] = []

  /** One process, waited for. */
  const once = (into: Timed, command: readonly string[], input: string): string => {
    const start = performance.now()
    const stdio = ["pipe", "pipe", "pipe", "pipe"] as const
    const ran = spawnSync("bash", ["-c", MEASURED, "bash", ...command], { input, env, cwd: dir, stdio: [...stdio] })
    into.wall.push(performance.now() - start)
    const [user = Number.NaN, system = Number.NaN] = String(ran.output[3]).trim().split(" ").map(Number)
    into.cpu.push((user + system) * 1000)
    if (ran.status !== 0 || ran.stderr.length > 0) throw new Error(`${command.join(" ")}: ${ran.status} ${ran.stderr}`)
    return ran.stdout.toString()
  }

  try {
    const cards = await fill(paths.data, dir, project, 2_000)
    const bare = join(dir, "bare.mjs")
    writeFileSync(bare, bareCommit(join(process.cwd(), "package.json"), join(dir, "bare.db")))
    const plainSocket = join(dir, "plain.sock")
    // It must answer while this process waits for curl, so it runs elsewhere.
    children.push(spawn(process.execPath, ["-e", plainServer(plainSocket)], { stdio: "ignore" }))
    await reachable(plainSocket)

    let n = 0
    const post = (): string =>
      JSON.stringify(
        payload(project, "PostToolUse", {
          tool_use_id: `t${n++}`,
          tool_response: { stdout: "ok\n".repeat(40), stderr: "", interrupted: false },
        }),
      )
    const prompt = (): string =>
      JSON.stringify(
        payload(project, "UserPromptSubmit", { prompt_id: `p${n++}`, prompt: PROMPTS[n % PROMPTS.length] }),
      )

    const node = timed()
    const commit = timed()
    const recordOnly = timed()
    const promptWithout = timed()
    for (let i = 0; i < rounds; i++) {
      once(node, [process.execPath, "-e", "0"], "")
      once(commit, [process.execPath, bare], post())
      once(recordOnly, hook, post())
      once(promptWithout, hook, prompt())
    }

    const { flags, env: own } = resident.runs
    const words = [...flags, join(paths.data, "bin", "hook.cjs"), "resident"]
    children.push(spawn(process.execPath, words, { env: { ...env, ...own }, stdio: "ignore" }))
    await reachable(socketPath(paths.runtime))
    const curl = timed()
    const launched = timed()
    const promptWith = timed()
    let packs = 0
    const bareCurl = `curl -s --unix-socket '${plainSocket}' --max-time 0.5 --data-binary @- http://x/hook`
    for (let i = 0; i < rounds; i++) {
      once(curl, ["/bin/sh", "-c", bareCurl], post())
      once(launched, ["/bin/sh", "-c", `'${launcher}' hook claude-code`], post())
      if (once(promptWith, ["/bin/sh", "-c", `'${launcher}' hook claude-code`], prompt()).includes("additionalContext"))
        packs++
    }
    const rss =
      Number(
        /VmRSS:\s+(\d+)/.exec(spawnSync("cat", [`/proc/${children[1]!.pid}/status`]).stdout.toString())?.[1] ?? 0,
      ) / 1024

    // A stopped resident: how long until the agent is let go, and was anything lost?
    children[1]!.kill("SIGSTOP")
    const stopped = timed()
    once(stopped, ["/bin/sh", "-c", `'${launcher}' hook claude-code`], post())
    children[1]!.kill("SIGCONT")
    const big = timed()
    once(
      big,
      hook,
      JSON.stringify(
        payload(project, "PostToolUse", {
          tool_use_id: "big",
          tool_response: { stdout: "a long line of output\n".repeat(4_700_000) },
        }),
      ),
    )
    const tally = readTally(paths.state)

    const figures = {
      rounds,
      cards,
      node_ms: at(node.wall, 0.5),
      bare_commit_ms: at(commit.wall, 0.5),
      record_only_ms: at(recordOnly.wall, 0.5),
      record_only_ratio: at(recordOnly.wall, 0.5) / at(commit.wall, 0.5),
      node_cpu_ms: at(node.cpu, 0.5),
      bare_commit_cpu_ms: at(commit.cpu, 0.5),
      record_only_cpu_ms: at(recordOnly.cpu, 0.5),
      record_only_cpu_ratio: at(recordOnly.cpu, 0.5) / at(commit.cpu, 0.5),
      curl_ms: at(curl.wall, 0.5),
      launcher_ms: at(launched.wall, 0.5),
      launcher_ratio: at(launched.wall, 0.5) / at(curl.wall, 0.5),
      curl_cpu_ms: at(curl.cpu, 0.5),
      launcher_cpu_ms: at(launched.cpu, 0.5),
      launcher_cpu_ratio: at(launched.cpu, 0.5) / at(curl.cpu, 0.5),
      prompt_with_p50_ms: at(promptWith.wall, 0.5),
      prompt_with_p95_ms: at(promptWith.wall, 0.95),
      prompt_without_p50_ms: at(promptWithout.wall, 0.5),
      prompt_without_p95_ms: at(promptWithout.wall, 0.95),
      prompt_without_cpu_ms: at(promptWithout.cpu, 0.5),
      packs_shown: packs,
      resident_rss_mb: rss,
      stopped_resident_ms: stopped.wall[0]!,
      output_100mb_ms: big.wall[0]!,
      lost: tally.lost,
      faults: tally.fault,
    }
    report(figures)
    return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]))
  } finally {
    for (const child of children) child.kill("SIGKILL")
    rmSync(dir, { recursive: true, force: true })
  }
}

function report(f: Record<string, number>): void {
  const line = (what: string, ours: string, than: string, ratio: string, bar: string) =>
    console.log(`  ${what.padEnd(34)} ${ours.padStart(16)} ${than.padStart(22)} ${ratio.padStart(8)}   ${bar}`)
  const ms = (value: number | undefined) => `${(value ?? Number.NaN).toFixed(1)} ms`
  console.log(
    `hooks, ${f.rounds} rounds each, ${f.cards} live cards, medians unless said (node -e 0: ${ms(f.node_ms)})`,
  )
  line("", "mettle", "bare", "ratio", "bar")
  line("launcher with resident", ms(f.launcher_ms), `sh+curl ${ms(f.curl_ms)}`, f.launcher_ratio!.toFixed(2), "<= 2")
  line(
    "record only, no resident",
    ms(f.record_only_ms),
    `node+commit ${ms(f.bare_commit_ms)}`,
    f.record_only_ratio!.toFixed(2),
    "<= 1.5",
  )
  line(
    "the same, processor time",
    ms(f.record_only_cpu_ms),
    `node+commit ${ms(f.bare_commit_cpu_ms)}`,
    f.record_only_cpu_ratio!.toFixed(2),
    `node -e 0: ${ms(f.node_cpu_ms)}`,
  )
  line(
    "launcher, processor time",
    ms(f.launcher_cpu_ms),
    `sh+curl ${ms(f.curl_cpu_ms)}`,
    f.launcher_cpu_ratio!.toFixed(2),
    "",
  )
  line(
    "prompt, 2,000 cards, resident p95",
    ms(f.prompt_with_p95_ms),
    `p50 ${ms(f.prompt_with_p50_ms)}`,
    "",
    "<= 150 ms",
  )
  line(
    "prompt, 2,000 cards, without p95",
    ms(f.prompt_without_p95_ms),
    `p50 ${ms(f.prompt_without_p50_ms)}`,
    "",
    "<= 250 ms",
  )
  line("the same, processor time p50", ms(f.prompt_without_cpu_ms), "", "", "")
  line("resident stopped (SIGSTOP)", ms(f.stopped_resident_ms), "", "", "<= 1000 ms")
  line("tool output of 100 MB", ms(f.output_100mb_ms), "", "", "<= 1000 ms")
  console.log(
    `  resident ${f.resident_rss_mb!.toFixed(0)} MB; packs shown ${f.packs_shown} of ${f.rounds}; lost ${f.lost}, faults ${f.faults}`,
  )
}

const PROMPTS = [
  "fix the failing checkout test in the payments module",
  "add a retry to the queue worker when the broker is away",
  "why does the search page render twice, and how do we stop it",
]
const payload = (cwd: string, event: string, more: object) => ({
  session_id: `bench-${event}-${Math.floor(performance.now() / 1000)}`,
  transcript_path: "/nowhere.jsonl",
  cwd,
  hook_event_name: event,
  tool_name: "Bash",
  tool_input: { command: "npm test" },
  ...more,
})

/** The least a Node process can do for one durable row. */
const bareCommit = (from: string, file: string): string => `import { createRequire } from "node:module"
const { DatabaseSync } = process.getBuiltinModule?.("node:sqlite") ?? createRequire(${JSON.stringify(from)})("@photostructure/sqlite")
const db = new DatabaseSync(${JSON.stringify(file)})
db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE IF NOT EXISTS t (a TEXT)")
db.prepare("INSERT INTO t VALUES (?)").run("x".repeat(500))
process.exit(0)
`
const plainServer = (socket: string): string =>
  `require("http").createServer((q,r)=>{q.resume();q.on("end",()=>r.end("{}"))}).listen(${JSON.stringify(socket)})`

async function reachable(path: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const up = await new Promise<boolean>(resolve => {
      const socket = connect(path, () => {
        socket.destroy()
        resolve(true)
      })
      socket.on("error", () => resolve(false))
    })
    if (up) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`${path} never answered`)
}
