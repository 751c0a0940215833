// How long the disk takes to keep a promise: the median of a few writes with fsync where the log lives. Every acknowledged
// event waits for one.
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { type Check, ok, warn } from "./finding.ts"

const TRIES = 15
const SLOW_MS = 50

export const diskSpeed: Check = {
  name: "fsync",
  look: context => {
    const { data } = context.paths()
    if (!existsSync(data)) return ok("not measured: there is no data folder yet")
    const file = join(data, `.doctor-${process.pid}`)
    const handle = openSync(file, "wx", 0o600)
    try {
      const page = Buffer.alloc(4096, 1)
      const times = Array.from({ length: TRIES }, () => {
        const start = performance.now()
        writeSync(handle, page)
        fsyncSync(handle)
        return performance.now() - start
      }).sort((a, b) => a - b)
      const median = times[TRIES >> 1]!
      const text = `${median.toFixed(1)} ms per durable write (median of ${TRIES})`
      return median > SLOW_MS
        ? warn(text, "a slow disk slows every hook; mettle config set data.dir <path> moves the store")
        : ok(text)
    } finally {
      closeSync(handle)
      rmSync(file, { force: true })
    }
  },
}
