// T-7: twenty residents started at once: exactly one owns the socket, the others leave. It is killed, twenty more come: one
// takes over. The lock is the kernel's, so no file has to be cleaned up.

import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { socketPath } from "../src/paths.ts"
import { claude, home, quantile, tooLate, until } from "./home.ts"
import { start } from "./processes.ts"
import { sized, type Torture } from "./torture.ts"

const AT_ONCE = 20
const TAKEOVER_MS = 2_000

const answers = (path: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })

export const manyResidents: Torture = {
  name: "T-7",
  title: "many residents",
  method: `${AT_ONCE} residents started at once, the owner killed with -9, one more started, again and again`,
  bar: `exactly 1 owner, takeover ≤ ${TAKEOVER_MS} ms`,
  async run({ size, dir, say }) {
    const rounds = sized(size, { ci: 2, pr: 50, nightly: 500 })
    const failures: string[] = []
    const h = home(join(dir, "h"))
    await h.hook(claude(h.project, "s").after("t0", "ls"))
    const socket = socketPath(h.paths.runtime)
    const begin = () => start(process.execPath, ["--max-old-space-size=192", h.bundle, "resident"], h.env, "")
    const takeovers: number[] = []
    let owners = 0
    for (let round = 0; round < rounds; round++) {
      const all = Array.from({ length: AT_ONCE }, begin)
      let ended = 0
      for (const one of all) void one.ended.then(() => ended++)
      if (!(await until(() => ended >= AT_ONCE - 1, 180_000)))
        failures.push(`round ${round}: ${AT_ONCE - ended} stayed`)
      await setTimeout(50)
      const alive = all.filter(({ child }) => child.exitCode === null && child.signalCode === null)
      owners += alive.length
      if (alive.length !== 1) failures.push(`round ${round}: ${alive.length} owners`)
      if (!(await until(() => answers(socket), 60_000))) failures.push(`round ${round}: nobody answers`)
      for (const { child } of alive) child.kill("SIGKILL")
      await Promise.all(alive.map(one => one.ended))
      const killed = performance.now()
      const next = begin()
      if (!(await until(() => answers(socket), 60_000))) failures.push(`round ${round}: nobody took over`)
      takeovers.push(performance.now() - killed)
      next.child.kill("SIGKILL")
      await next.ended
      say(`round ${round}`)
    }
    const slowest = Math.round(Math.max(...takeovers))
    if (tooLate(quantile(takeovers, 0.5), TAKEOVER_MS)) failures.push(`takeover took ${quantile(takeovers, 0.5)} ms`)
    return {
      figures: {
        rounds,
        started: rounds * (AT_ONCE + 1),
        owners,
        "takeover p50 ms": quantile(takeovers, 0.5),
        "slowest ms": slowest,
      },
      failures,
      stores: [h.paths.data],
    }
  },
}
