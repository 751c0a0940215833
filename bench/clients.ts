// What mettle costs a real agent: Claude Code doing ten tool calls on a scripted model, with all hooks and with none, in
// one run. Rounds alternate, so that a busy machine slows every side alike; the ratio of the medians counts (bar: 1.6).
// "bare curl" has the same hooks, each a curl to a server that does nothing; "exit 0" the same, each a shell that does nothing: what the
// client itself takes to run a hook, below which no hook can go.
// Uses the pinned program of test/clients-e2e; installs it when it is not there.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const CALLS = 10
const BAR = 1.6
const END = "Ten calls made."

interface Arm {
  readonly name: string
  readonly go: () => Promise<Cost>
  readonly seconds: number[]
  readonly cpu: number[]
}
/** Seconds on the clock, and of processor time: the program, its hooks and the resident. */
interface Cost {
  readonly seconds: number
  readonly cpu: number
}

/** Processor time in seconds of children that ended, and of the processes named; NaN where the system does not tell. */
function cpuTime(pids: readonly number[]): number {
  const ticks = (pid: number | "self", fields: readonly [number, number]): number => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return Number(words[fields[0]]) + Number(words[fields[1]])
  }
  try {
    return (ticks("self", [13, 14]) + pids.reduce((sum, pid) => sum + ticks(pid, [11, 12]), 0)) / 100
  } catch {
    return Number.NaN
  }
}

/** Plain JavaScript beside the tests, loaded where it stands: it finds the package from its own place. */
const load = async (name: string): Promise<any> =>
  import(pathToFileURL(join(process.cwd(), "test", "clients-e2e", name)).href)

export async function run({
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  const rounds = Number(args.find(a => /^\d+$/.test(a)) ?? 8)
  const { install, PINNED } = await load("install.mjs")
  const { CLIENTS } = await load("clients.mjs")
  const { startModelServer } = await load("model-server.mjs")
  const sandbox = await load("sandbox.mjs")
  const client = CLIENTS.find((c: { name: string }) => c.name === "claude-code")
  const program: string[] = await install("claude-code", { say: (line: string) => console.log(line) })
  const calls = Array.from({ length: CALLS }, (_, i) => ({ tools: [client.shell(`echo ${i}`)] }))
  const server = await startModelServer({ ten: [...calls, { text: END }] })
  const folder = mkdtempSync(join(tmpdir(), "mettle-bench-"))
  try {
    const mettle = sandbox.copyPackage(join(folder, "package"))
    const arm = async (
      name: string,
      hooks: "none" | "mettle" | { readonly command: string },
      resident: boolean,
    ): Promise<Arm> => {
      const place = sandbox.makeSandbox(join(folder, name.replaceAll(" ", "-")), mettle)
      const env = { ...client.settle(place, server.url), ...(resident ? {} : { METTLE_RESIDENT: "off" }) }
      if (hooks !== "none") {
        sandbox.mettleJson(place, "note", "put the word quokka into every commit message")
        sandbox.mettleJson(place, "init", "--yes", "--client", client.name)
        if (resident) await sandbox.startResident(place)
      }
      if (typeof hooks === "object") {
        const file = join(place.home, ".claude", "settings.json")
        const settings = JSON.parse(readFileSync(file, "utf8"), (key, value) =>
          key === "command" ? hooks.command : value,
        )
        writeFileSync(file, JSON.stringify(settings))
      }
      const go = async (): Promise<Cost> => {
        const residents: number[] = sandbox.residentsOf(place.place)
        const before = cpuTime(residents)
        const done = await sandbox.start(place, [...program, ...client.words("play:ten go on")], { env })
        if (done.code !== 0 || !done.out.includes(END)) throw new Error(`${name}: ${done.code} ${done.err || done.out}`)
        return { seconds: done.ms / 1000, cpu: cpuTime(residents) - before }
      }
      return { name, go, seconds: [], cpu: [] }
    }
    const arms = [
      await arm("no hooks", "none", false),
      await arm("all hooks", "mettle", true),
      await arm("no resident", "mettle", false),
      await arm("bare curl", { command: `curl -q -s --noproxy '*' -T . ${server.url}/none >/dev/null; exit 0` }, false),
      await arm("exit 0", { command: "exit 0" }, false),
    ]
    // The first run of each fills caches and is not counted.
    for (let round = -1; round < rounds; round++)
      for (const { go, seconds, cpu } of turned(arms, round)) {
        const took = await go()
        if (round < 0) continue
        seconds.push(took.seconds)
        cpu.push(took.cpu)
      }
    return report(arms, rounds, PINNED["claude-code"].version)
  } finally {
    sandbox.endResidents(folder)
    await server.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Every arm is first, in the middle and last equally often. */
const turned = (arms: readonly Arm[], round: number): readonly Arm[] =>
  arms.map((_, i) => arms[(((i + round) % arms.length) + arms.length) % arms.length]!)

const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
const round2 = (value: number): number => Math.round(value * 100) / 100

function report(arms: readonly Arm[], rounds: number, version: string): Record<string, unknown> {
  const bare = arms[0]!
  console.log(`Claude Code ${version}, ${CALLS} tool calls, ${rounds} rounds each, seconds`)
  console.log(
    `${"".padEnd(14)}${["min", "p25", "median", "p75", "ratio", "cpu", "ratio"].map(word => word.padStart(9)).join("")}`,
  )
  const figures = arms.map(({ name, seconds, cpu }) => {
    const [min, p25, median, p75] = [0, 0.25, 0.5, 0.75].map(share => round2(at(seconds, share)))
    const ratio = round2(at(seconds, 0.5) / at(bare.seconds, 0.5))
    const cpuMedian = round2(at(cpu, 0.5))
    const cpuRatio = round2(at(cpu, 0.5) / at(bare.cpu, 0.5))
    const shown = [min, p25, median, p75, ratio, cpuMedian, cpuRatio]
    console.log(name.padEnd(14) + shown.map(n => String(n).padStart(9)).join(""))
    return { name, rounds, min, p25, median, p75, ratio, cpu: cpuMedian, cpuRatio }
  })
  const ratio = figures[1]!.ratio
  console.log(
    `all hooks / none: ${ratio} (bar ${BAR}): ${ratio <= BAR ? "met" : "NOT met"}; bare curl ${figures[3]!.ratio}, hooks that do nothing ${figures[4]!.ratio}`,
  )
  return { client: "claude-code", version, calls: CALLS, rounds, arms: figures, ratio, bar: BAR, met: ratio <= BAR }
}
