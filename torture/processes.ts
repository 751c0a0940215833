// Bundles the actor once per run, starts it, and reads what it acknowledged.
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import type { Acknowledged } from "./memory-at.ts"

const root = process.cwd()
const made = new Map<string, Promise<string>>()

/** A file of torture/ as one program that runs anywhere below the project's folder. */
export function bundled(name: string): Promise<string> {
  const known = made.get(name)
  if (known) return known
  const outfile = join(root, ".cache", "torture", `${name}.mjs`)
  const making = build({
    entryPoints: [join(root, "torture", `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    logLevel: "error",
  }).then(() => outfile)
  made.set(name, making)
  return making
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
  readonly ms: number
}
export interface Started {
  readonly child: ChildProcess
  readonly printed: () => string
  readonly ended: Promise<Ended>
}

/** Children that are still there when the suite ends, however it ends, are ended with it. */
const running = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL")
})

export function start(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string | Uint8Array,
  cwd: string = root,
): Started {
  const begun = performance.now()
  const child = spawn(program, words, { env: { ...process.env, ...env }, cwd, stdio: ["pipe", "pipe", "pipe"] })
  running.add(child)
  let out = ""
  let err = ""
  child.stdout!.setEncoding("utf8").on("data", text => {
    out += text
  })
  child.stderr!.setEncoding("utf8").on("data", text => {
    err += text
  })
  child.stdin!.on("error", () => {})
  child.stdin!.end(input)
  const ended = new Promise<Ended>(resolve => {
    child.on("error", error => resolve({ code: -1, signal: null, out, err: error.message, ms: 0 }))
    child.on("close", (code, signal) => {
      running.delete(child)
      resolve({ code, signal, out, err, ms: performance.now() - begun })
    })
  })
  return { child, printed: () => out, ended }
}

export async function actor(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Started> {
  return start(process.execPath, [await bundled("actor"), ...words], env)
}

/** Lines that were printed whole: one cut off by a kill was acknowledged inside the process only. */
export const wholeLines = (text: string): string[] => text.split("\n").slice(0, -1)
export const acknowledgements = (run: string, lines: readonly string[]): Acknowledged[] =>
  lines.flatMap(line => {
    const [, n, seq] = /^ack (\d+) (\d+)$/.exec(line) ?? []
    return n === undefined ? [] : [{ run, n: Number(n), seq: Number(seq) }]
  })
/** Episodes whose forgetting began. */
export const forgottenIn = (lines: readonly string[]): Set<string> =>
  new Set(lines.flatMap(line => /^forgets (\S+)$/.exec(line)?.[1] ?? []))
export const linesOf = (file: string): string[] => (existsSync(file) ? wholeLines(readFileSync(file, "utf8")) : [])
