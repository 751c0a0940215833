// First-byte times of `mettle open` on a large store: 10,000 cards in 40 repositories and 1,000 episodes, one of 500 messages
// (--cards n, --episodes n). The real process of dist; each page first cold, then the median and slowest of ten, and the CPU
// time the server took for one of them (Linux), which is what a quiet machine would show.
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fill } from "./hook-cards.ts"
import { addEpisodes } from "./http-store.ts"
import type { BenchArgs, Figures } from "./main.ts"

const AGAIN = 10
/** cards that go through the log; the others are written as the fold writes rows */
const FOLDED = 260
const TICK_MS = 10

export async function run({ args }: BenchArgs): Promise<Figures> {
  const given = (name: string, fallback: number): number => {
    const at = args.indexOf(`--${name}`)
    return at < 0 ? fallback : Number(args[at + 1])
  }
  const home = mkdtempSync(join(tmpdir(), "mettle-http-"))
  const project = join(home, "project")
  const data = join(home, "data")
  mkdirSync(project)
  try {
    let begun = performance.now()
    await fill(data, home, project, FOLDED)
    const { messages, cards: live } = await addEpisodes(
      data,
      home,
      project,
      given("episodes", 1000),
      given("cards", 10_000),
    )
    console.log(
      `store: ${live} cards, ${given("episodes", 1000)} episodes, ${messages} messages (${Math.round((performance.now() - begun) / 1000)} s to make)`,
    )
    begun = performance.now()
    const child = spawn(process.execPath, [join(process.cwd(), "bin", "mettle"), "open", "--no-browser", "--json"], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: home, METTLE_HOME: home },
      stdio: ["ignore", "pipe", "inherit"],
    })
    try {
      const line = await new Promise<string>(resolve => child.stdout.once("data", part => resolve(String(part))))
      const served = Math.round(performance.now() - begun)
      const pages = await measure(JSON.parse(line) as { port: number; token: string }, () => cpuOf(child.pid!))
      console.log(
        `start to address: ${served} ms\n${"page".padEnd(34)}${"cold ms".padStart(9)}${"median".padStart(9)}${"slowest".padStart(9)}${"cold cpu".padStart(9)}${"cpu".padStart(9)}${"kB".padStart(8)}`,
      )
      for (const [page, p] of Object.entries(pages))
        console.log(
          `${page.padEnd(34)}${[p.cold, p.median, p.slowest, p.cold_cpu, p.cpu].map(ms => ms.toFixed(1).padStart(9)).join("")}${(p.bytes / 1000).toFixed(1).padStart(8)}`,
        )
      return { cards: live, episodes: given("episodes", 1000), messages, start_ms: served, bytes: sizeOf(data), pages }
    } finally {
      child.kill("SIGTERM")
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

interface Address {
  readonly port: number
  readonly token: string
}
interface Timed {
  readonly cold: number
  readonly median: number
  readonly slowest: number
  /** CPU ms of the cold one, and of one of the others */
  readonly cold_cpu: number
  readonly cpu: number
  readonly bytes: number
}
async function measure({ port, token }: Address, cpu: () => number): Promise<Record<string, Timed>> {
  const ask = async (path: string, body?: unknown) => {
    const begun = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const ms = performance.now() - begun
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return { ms, text }
  }
  const found: Record<string, Timed> = {}
  const time = async (page: string, path: string, body?: unknown): Promise<string> => {
    const before = cpu()
    const first = await ask(path, body)
    const coldCpu = cpu() - before
    const times: number[] = []
    for (let i = 0; i < AGAIN; i++) times.push((await ask(path, body)).ms)
    const warm = (cpu() - before - coldCpu) / AGAIN
    times.sort((a, b) => a - b)
    found[page] = {
      cold: first.ms,
      median: times[AGAIN / 2]!,
      slowest: times.at(-1)!,
      cold_cpu: coldCpu,
      cpu: warm,
      bytes: Buffer.byteLength(first.text),
    }
    return first.text
  }
  await time("/", "/")
  await time("/week.json", "/week.json")
  await time("/status.json", "/status.json")
  const list = JSON.parse(await time("/episodes.json", "/episodes.json")) as {
    total: number
    episodes: { id: string }[]
  }
  const oldest = JSON.parse((await ask(`/episodes.json?cursor=${list.total - 1}`)).text) as typeof list
  await time("/episodes/<15 messages>.json", `/episodes/${list.episodes[0]!.id}.json`)
  await time("/episodes/<500 messages>.json", `/episodes/${oldest.episodes[0]!.id}.json`)
  const cards = JSON.parse(await time("/cards.json", "/cards.json")) as { cards: { id: string }[] }
  await time("/cards.json?kind=fact&cursor=5000", "/cards.json?kind=fact&cursor=5000")
  await time("/cards.json?q=broker", "/cards.json?q=broker")
  await time("/cards/<id>.json", `/cards/${cards.cards[0]!.id}.json`)
  await time("/search.json?q=broker+retry", "/search.json?q=broker+retry")
  await time("/review.json", "/review.json")
  return found
}

/** CPU ms a process has taken, in steps of its clock; 0 where that cannot be read. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
