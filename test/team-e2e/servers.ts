// Real servers for the team's tests: PostgreSQL and nats-server as installed, each in a folder of its own on free ports,
// ended by their own process ids. Nothing of the system's own clusters is touched.
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { postgresTeam, roleOf } from "../../src/team/engines/postgres-schema.ts"
import { natsConfig, programOf, serveNats } from "../../src/team/serve.ts"
import { type ServedEngine, type Supervised, supervise } from "../../src/team/supervise.ts"
import { applySql, postgresCluster } from "./postgres-cluster.ts"

/** Below what the system gives to outgoing connections: a port found free stays so until the server takes it, also again. */
const [FIRST, PORTS] = [20_000, 12_000]

export async function freePorts(n: number): Promise<number[]> {
  const ports = new Set<number>()
  for (let tries = 0; ports.size < n; tries++) {
    if (tries > 50 * n) throw new Error("no free ports")
    const port = FIRST + randomInt(PORTS)
    if (!ports.has(port) && (await isFree(port))) ports.add(port)
  }
  return [...ports]
}
const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A port for nats-server, whose health is asked for 4,000 above it. */
export async function natsPort(): Promise<number> {
  for (;;) {
    const [port] = await freePorts(1)
    if (await isFree(port! + 4000)) return port!
  }
}

export interface Server {
  /** address of a team made for the caller */
  readonly team: () => Promise<{ readonly name: string; readonly url: string }>
  readonly supervised: readonly Supervised[]
  /** everything the server writes lies under it */
  readonly folder: string
  /** what `mettle team serve` does every minute */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}
const QUICK = { everyMs: 250, patience: 4, startMs: 120_000, backOff: () => 200 }
const folder = () => mkdtempSync(join(tmpdir(), "mettle-team-"))
const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 5 })

export async function startPostgres(): Promise<Server & { readonly ownerUrl: string }> {
  const place = folder()
  const [port] = await freePorts(1)
  const served = postgresCluster(place, port!)
  const supervised = supervise(served.engine, QUICK)
  await supervised.ready
  await served.setUp()
  let n = 0
  return {
    ownerUrl: served.ownerUrl,
    supervised: [supervised],
    folder: place,
    sweep: served.sweep,
    async team() {
      const name = `t${n++}`
      await applySql(served.ownerUrl, [postgresTeam(name, `word-${name}`)])
      return { name, url: `postgres://${roleOf(name)}:word-${name}@127.0.0.1:${port}/postgres?team=${name}` }
    },
    async close() {
      await supervised.stop()
      remove(place)
    },
  }
}

const TEAMS = Array.from({ length: 90 }, (_, i) => `t${i}`)

export async function startNats(teams: readonly string[] = TEAMS): Promise<Server> {
  const place = folder()
  const { engine, urls, sweep } = serveNats({ folder: place, teams, port: await natsPort() })
  const supervised = supervise(engine, QUICK)
  await supervised.ready
  let n = 0
  return {
    supervised: [supervised],
    folder: place,
    sweep,
    async team() {
      const name = teams[n++]!
      return { name, url: urls[name]! }
    },
    async close() {
      await supervised.stop()
      remove(place)
    },
  }
}

/** Three nodes, three replicas. A node that was killed comes back by itself after `downMs`. */
export async function startNatsCluster(downMs = 3000): Promise<Server & { readonly nodes: readonly string[] }> {
  const place = folder()
  const command = programOf("nats-server", "apt-get install nats-server")
  const ports = await freePorts(9)
  const [clients, routes, monitors] = [ports.slice(0, 3), ports.slice(3, 6), ports.slice(6, 9)]
  const nodes = ["n0", "n1", "n2"]
  const supervised = nodes.map((name, i) => {
    const config = join(place, `${name}.conf`)
    const others = routes.map(port => `"nats://127.0.0.1:${port}"`).join(", ")
    const more = `server_name: ${name}
cluster: { name: mettle, listen: "127.0.0.1:${routes[i]}", routes: [${others}] }
`
    const store = join(place, name)
    const [port, monitor] = [clients[i]!, monitors[i]!]
    const password = (team: string) => `word-${team}`
    writeFileSync(
      config,
      natsConfig({ host: "127.0.0.1", port, monitor, store, tls: null, teams: TEAMS, password, more }),
    )
    const engine: ServedEngine = {
      name,
      command,
      args: ["--config", config],
      logFile: join(place, `${name}.log`),
      healthy: async () =>
        fetch(`http://127.0.0.1:${monitor}/healthz?js-enabled-only=true`, { signal: AbortSignal.timeout(3000) }).then(
          response => response.ok,
          () => false,
        ),
      drain: [{ signal: "SIGTERM", ms: 5000 }],
    }
    return supervise(engine, { everyMs: 500, patience: 1000, startMs: 120_000, backOff: () => downMs })
  })
  await Promise.all(supervised.map(({ ready }) => ready))
  let n = 0
  return {
    nodes,
    supervised,
    folder: place,
    sweep: async () => {},
    async team() {
      const name = TEAMS[n++]!
      const hosts = clients.map(port => `127.0.0.1:${port}`).join(",")
      return { name, url: `nats://${name}:word-${name}@${hosts}/${name}` }
    },
    async close() {
      await Promise.all(supervised.map(one => one.stop()))
      remove(place)
    },
  }
}
