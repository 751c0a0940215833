// Cycles of kill -9 under load: one child or several append (and compact), are killed at some moment, and the store is
// opened again by this process. Nothing acknowledged may be lost, changed, doubled or out of order (security.md P1, T-1).
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { build } from "esbuild"
import { openStore } from "../src/store/store.ts"
import { idAt, textAt } from "./crash-plan.ts"

export interface CrashReport {
  readonly cycles: number
  readonly writers: number
  readonly acknowledged: number
  readonly stored: number
  readonly lost: number
  readonly changed: number
  readonly outOfOrder: number
  readonly corrupt: number
}
export interface CrashOptions {
  readonly cycles: number
  readonly dir: string
  readonly seed: number
  /** processes that write to the one file at once */
  readonly writers?: number
  /** How long the child may write: given its acknowledgements so far, resolves when it is time to kill. */
  readonly until: (child: ChildProcess, cycle: number) => Promise<void>
}

export async function crashCycles({ cycles, dir, seed, until, writers = 1 }: CrashOptions): Promise<CrashReport> {
  const root = process.cwd()
  const writer = join(dir, "writer.mjs")
  await build({
    entryPoints: [join(root, "bench/crash-writer.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: writer,
    logLevel: "error",
  })
  const home = join(dir, "store")
  let acknowledged = 0
  let lost = 0
  let changed = 0
  let outOfOrder = 0
  let corrupt = 0
  let head = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    const children = Array.from({ length: writers }, (_, i) =>
      startWriter(writer, home, `run ${seed} ${cycle} ${i}`, seed + cycle * 7 + i),
    )
    await Promise.all(children.map(({ child, ended }) => Promise.race([until(child, cycle), ended])))
    for (const { child } of children) {
      if (child.exitCode !== null) throw new Error(`a writer ended by itself (${child.exitCode})`)
      child.kill("SIGKILL")
    }
    await Promise.all(children.map(({ ended }) => ended))
    const store = openStore({ dir: home, groupMs: 0, pollMs: 0 })
    const added = store.log.read(head, 1_000_000)
    for (const { run, acknowledgements } of children) {
      let before = 0
      for (const [seq, n] of acknowledgements()) {
        acknowledged++
        if (seq <= before) outOfOrder++
        before = seq
        const event = store.log.get(idAt(run, n))
        if (!event) lost++
        else if (event.seq !== seq || event.data.n !== n || store.blobs.get(String(event.data.text)) !== textAt(run, n))
          changed++
      }
      if (added.filter(event => event.episode === idAt(run, -1)).some((event, i) => event.data.n !== i)) outOfOrder++
    }
    head = store.log.head()
    if (!store.verify().ok) corrupt++
    await store.close()
  }
  return { cycles, writers, acknowledged, stored: head, lost, changed, outOfOrder, corrupt }
}

function startWriter(writer: string, home: string, run: string, seed: number) {
  const child = spawn(process.execPath, [writer, home, run, String(seed)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_PATH: join(process.cwd(), "node_modules") },
  })
  let printed = ""
  child.stdout!.setEncoding("utf8").on("data", (text: string) => {
    printed += text
  })
  return {
    run,
    child,
    ended: new Promise<void>(resolve => child.once("close", () => resolve())),
    /** Sequence and number of each; a line cut off by the kill was acknowledged inside the child only. */
    acknowledgements: () =>
      printed
        .split("\n")
        .slice(0, -1)
        .filter(line => line !== "ready")
        .map(line => line.split(" ").map(Number) as [number, number]),
  }
}
