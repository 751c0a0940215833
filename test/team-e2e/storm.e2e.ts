import { afterAll, expect, it } from "vitest"
import { streamOf } from "../../src/team/engines/nats-messages.ts"
import { pause } from "../../src/team/engines/retry.ts"
import { type Server, startNats, startNatsCluster, startPostgres } from "./servers.ts"
import { milestones, storm } from "./storm.ts"

const HOW = { writers: 8, each: 1250, batch: 5 }
const servers: Server[] = []
afterAll(() => Promise.all(servers.map(server => server.close())))
const started = async <S extends Server>(starting: Promise<S>): Promise<S> => {
  const server = await starting
  servers.push(server)
  return server
}
const kill = (server: Server, node: number) => {
  const pid = server.supervised[node]!.pid()
  if (pid !== null) process.kill(pid, "SIGKILL")
}
function judge(what: string, report: Awaited<ReturnType<typeof storm>>): void {
  console.log(`${what}: ${JSON.stringify(report)}`)
  const { acknowledged, stored, lost, duplicates } = report
  expect({ acknowledged, stored, lost, duplicates }).toEqual({
    acknowledged: 10_000,
    stored: 10_000,
    lost: 0,
    duplicates: 0,
  })
}

it("[issue 12] NATS, three nodes: the leader is killed twice during 10,000 appends from 8 writers", async () => {
  const server = await started(startNatsCluster())
  const { name, url } = await server.team()
  // During an election there is none: then it is asked again.
  const leader = async () => {
    const [transport, jet] = await Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")])
    const [, user, pass, hosts] = /^nats:\/\/([^:]+):([^@]+)@([^/]+)/.exec(url)!
    const connection = await transport.connect({ servers: hosts!.split(","), user: user!, pass: pass! })
    const manager = await jet.jetstreamManager(connection, { checkAPI: false })
    for (const limit = Date.now() + 60_000; ; await pause(200)) {
      const info = await manager.streams.info(streamOf(name)).catch(() => null)
      const node = server.nodes.indexOf(info?.cluster?.leader ?? "")
      if (node < 0 && Date.now() < limit) continue
      await connection.close()
      if (node < 0) throw new Error("no leader for a minute")
      return node
    }
  }
  let kills = 0
  const killLeader = async () => {
    kill(server, await leader())
    kills++
  }
  const plan = milestones([
    [3000, killLeader],
    [7000, killLeader],
  ])
  judge("NATS, 3 nodes, leader killed twice", await storm(url, { ...HOW, meanwhile: plan.at }))
  await plan.finished()
  expect(kills).toBe(2)
  expect(server.supervised.reduce((sum, one) => sum + one.restarts(), 0)).toBeGreaterThanOrEqual(2)
})

it("[issue 12] NATS, one node: killed and restarted during 10,000 appends from 8 writers", async () => {
  const server = await started(startNats())
  const { url } = await server.team()
  const plan = milestones([[4000, async () => kill(server, 0)]])
  judge("NATS, 1 node, killed once", await storm(url, { ...HOW, meanwhile: plan.at }))
  expect(server.supervised[0]!.restarts()).toBeGreaterThanOrEqual(1)
})

it("[issue 12] PostgreSQL: killed and restarted during 10,000 appends from 8 writers", async () => {
  const server = await started(startPostgres())
  const { url } = await server.team()
  const plan = milestones([[4000, async () => kill(server, 0)]])
  judge("PostgreSQL, killed once", await storm(url, { ...HOW, meanwhile: plan.at }))
  expect(server.supervised[0]!.restarts()).toBeGreaterThanOrEqual(1)
})
