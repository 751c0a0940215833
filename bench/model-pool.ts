// What a model process that was started before its question saves (S2-62): the real Claude Code on a scripted model of this
// machine, asked through the same code as the worker asks it, every question a start of its own against one that waits.
// `--rounds=N` questions per arm. The model "thinks" for a while, as a real one does; that time is taken off.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { request as ask, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { loadavg, tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { pathToFileURL } from "node:url"
import { clientCompleter } from "../src/model/client.ts"
import { SUMMARY } from "../src/model/prompts.ts"

interface Args {
  readonly json: boolean
  readonly args: readonly string[]
}
const THINKS_MS = [0, 3000] as const
const ASK = { system: "Answer with one JSON object.", prompt: "x".repeat(4_000), schema: SUMMARY }
const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** The scripts of the client tests stand outside the bundle. */
const scripted = (name: string): Promise<any> =>
  import(pathToFileURL(join(process.cwd(), "test", "clients-e2e", name)).href)

/** Lets every request wait before it is answered. */
async function slow(url: string, thinksMs: () => number) {
  const server = createServer((request, response) => {
    void wait(thinksMs()).then(() => {
      const onward = ask(url + request.url, { method: request.method ?? "GET", headers: request.headers }, answer => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    })
  })
  await new Promise<void>(ready => server.listen(0, "127.0.0.1", ready))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0
const at = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

export async function run({ json, args }: Args): Promise<Record<string, unknown>> {
  const say = (line = ""): void => void (json || process.stdout.write(`${line}\n`))
  const rounds = Number(args.find(word => word.startsWith("--rounds="))?.slice("--rounds=".length) ?? 15)
  const [{ startModelServer }, { install, PINNED }, { CLIENTS }] = await Promise.all(
    ["model-server.mjs", "install.mjs", "clients.mjs"].map(scripted),
  )
  const [program] = await install("claude-code", { say })
  const folder = mkdtempSync(join(tmpdir(), "mettle-pool-"))
  const [home, bin] = [join(folder, "home"), join(folder, "bin")]
  for (const dir of [home, bin]) mkdirSync(dir)
  symlinkSync(program, join(bin, "claude"))
  const model = await startModelServer({})
  let thinks = 0
  const front = await slow(model.url, () => thinks)
  const client = CLIENTS.find(({ name }: { name: string }) => name === "claude-code")
  const env = {
    ...client.settle({ home }, front.url),
    ...{ HOME: home, LANG: "C.UTF-8", PATH: `${bin}${delimiter}${process.env.PATH}` },
  }
  const figures: Record<string, unknown> = { client: `claude-code ${PINNED["claude-code"].version}`, rounds }
  say(
    `Claude Code ${PINNED["claude-code"].version}, ${rounds} questions an arm, milliseconds beyond the model's own time`,
  )
  try {
    for (const thinksMs of THINKS_MS)
      for (const warm of [false, true]) {
        thinks = thinksMs
        const stateDir = join(folder, `state-${thinksMs}-${warm}`)
        mkdirSync(stateDir, { mode: 0o700 })
        const completer = clientCompleter({ program: "claude", model: "", stateDir, env, warm })
        const before = model.requests.length
        const ms: number[] = []
        // The first question finds nothing waiting in either arm.
        await completer.complete(ASK)
        for (let i = 0; i < rounds; i++) {
          const start = performance.now()
          await completer.complete(ASK)
          ms.push(performance.now() - start - thinksMs)
        }
        completer.close?.()
        const sorted = ms.sort((a, b) => a - b)
        const arm = {
          ...{ median: median(sorted), p90: at(sorted, 0.9), least: sorted[0], most: sorted.at(-1) },
          // One for every question, none by what only waited.
          ...{ requests: model.requests.length - before, asked: rounds + 1 },
        }
        figures[`${warm ? "warm" : "cold"}, model takes ${thinksMs} ms`] = arm
        say(
          `  ${warm ? "waiting" : "started"}, model takes ${String(thinksMs).padStart(4)} ms   median ${median(sorted).toFixed(0).padStart(5)}   p90 ${at(sorted, 0.9).toFixed(0).padStart(5)}   least ${sorted[0]!.toFixed(0).padStart(5)}   ${arm.requests} requests for ${arm.asked} questions`,
        )
      }
    await wait(500)
    const left = leftOver()
    figures.leftOver = left
    figures.load = loadavg()[0]
    say(`  processes left: ${left}; load of the machine ${loadavg()[0]!.toFixed(1)}`)
  } finally {
    front.server.closeAllConnections()
    front.server.close()
    await model.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return figures
}

/** Children of ours that run the program and are still there, where the system tells. */
function leftOver(): number | null {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ")
    return children.filter(pid => pid !== "" && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("claude"))
      .length
  } catch {
    return null
  }
}
