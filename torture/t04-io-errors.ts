// T-4: the n-th write, sync, truncation or naming fails, once or from then on, with EIO or ENOSPC or half a write. What was
// acknowledged must be there, what is there must be whole, and after a failed sync nothing is acknowledged on the same handle.
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { judge, memoryAt, sound, spotless } from "./memory-at.ts"
import { acknowledgements, actor, forgottenIn, linesOf } from "./processes.ts"
import { buildShim, isCounted, readOperations } from "./shim.ts"
import { sized, type Torture } from "./torture.ts"

const EIO = "5"
const ENOSPC = "28"
const EVENTS = "60"
const VARIANTS = [
  { name: "EIO once", env: { TORTURE_ERRNO: EIO } },
  { name: "ENOSPC once", env: { TORTURE_ERRNO: ENOSPC } },
  { name: "EIO from then on", env: { TORTURE_ERRNO: EIO, TORTURE_STICKY: "1" } },
  { name: "ENOSPC in mid-write", env: { TORTURE_ERRNO: ENOSPC, TORTURE_SHORT: "1" } },
] as const
const AT_ONCE = 2

export const ioErrors: Torture = {
  name: "T-4",
  title: "I/O errors",
  method:
    "the n-th file operation of a writing process fails (EIO, ENOSPC, half a write; once or from then on), for many n",
  bar: "0 false acknowledgements, 0 corrupt; after a failed sync no acknowledgement until reopened",
  async run({ size, seed, dir, ram, say }) {
    const shim = buildShim(dir)
    const failures: string[] = []
    const total = spotless()
    const figures = { faults: 0, hit: 0, acknowledged: 0, refused: 0, "acknowledged on a failed handle": 0 }
    const write = async (name: string, env: Readonly<Record<string, string>>) => {
      const root = join(ram, name)
      mkdirSync(root, { mode: 0o700 })
      const log = join(ram, `${name}.log`)
      const given = { LD_PRELOAD: shim, TORTURE_DIR: root, TORTURE_LOG: log, ...env }
      const ended = await (await actor(["write", join(root, "data"), "io", String(seed), EVENTS], given)).ended
      return { root, log, ended, lines: linesOf(join(root, "ACK")) }
    }
    const whole = await write("whole", {})
    const operations = readOperations(whole.log).filter(isCounted).length
    const most = Math.min(operations, sized(size, { ci: 300, pr: 300, nightly: 5_000 }))
    const step = sized(size, { ci: 10, pr: 1, nightly: 1 })
    const tries = Array.from({ length: Math.ceil(most / step) }, (_, i) => 1 + i * step).flatMap((n, i) =>
      size === "nightly" ? VARIANTS.map(variant => ({ n, variant })) : [{ n, variant: VARIANTS[i % VARIANTS.length]! }],
    )
    const attempt = async ({ n, variant }: (typeof tries)[number]): Promise<void> => {
      const name = `${n}-${variant.name.replaceAll(" ", "-")}`
      const { root, log, ended, lines } = await write(name, { ...variant.env, TORTURE_FAIL_AT: String(n) })
      const where = `call ${n}, ${variant.name} (seed ${seed})`
      figures.faults++
      const seen = readOperations(log)
      const fault = seen.findIndex(operation => operation.kind === "F")
      if (fault >= 0) figures.hit++
      const acknowledged = acknowledgements("io", lines)
      figures.acknowledged += acknowledged.length
      figures.refused += lines.filter(line => line.startsWith("refused")).length
      if (ended.signal !== null) failures.push(`${where}: ended by ${ended.signal}`)
      // A failed sync of the log: the next acknowledgement must come after the file was opened again.
      const failedSync = fault >= 0 && /log\.db(?:-wal)?$/.test(seen[fault]!.path)
      if (failedSync) {
        const later = seen.slice(fault + 1)
        const acked = later.findIndex(
          o => o.kind === "W" && o.path.endsWith("/ACK") && o.data.toString().startsWith("ack"),
        )
        const reopened = later.findIndex(o => (o.kind === "O" || o.kind === "C") && /log\.db$/.test(o.path))
        // An error that SQLite takes in stride (a checkpoint put off) leaves the commit as it was.
        if (acked >= 0 && (reopened < 0 || reopened > acked) && lines.some(line => line.startsWith("refused"))) {
          figures["acknowledged on a failed handle"]++
          failures.push(`${where}: acknowledged on a handle that had failed`)
        }
      }
      if (acknowledged.length > 0 || fault >= 0) {
        try {
          const { memory, store } = memoryAt(join(root, "data"))
          const judged = judge(store, acknowledged, forgottenIn(lines))
          if (!sound(judged)) failures.push(`${where}: ${JSON.stringify(judged)}`)
          for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += judged[key]
          await memory.close()
          await store.close()
        } catch (error) {
          failures.push(`${where}: cannot be opened afterwards: ${(error as Error).message}`)
        }
      }
      rmSync(root, { recursive: true, force: true })
      rmSync(log, { force: true })
    }
    for (let i = 0; i < tries.length; i += AT_ONCE) {
      await Promise.all(tries.slice(i, i + AT_ONCE).map(attempt))
      say(`fault ${i} of ${tries.length}`)
    }
    return { figures: { operations, ...figures, ...total }, failures }
  },
}
