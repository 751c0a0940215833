// Whoever may publish may publish anything: what is no envelope stops nobody who reads.
import { connect } from "@nats-io/transport-node"
import { expect, it } from "vitest"
import { memoryViews } from "../../src/store/ram/views.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { pull } from "../../src/team/shared-views.ts"
import { newIdentity } from "../../src/team/signing.ts"
import { startNats } from "./servers.ts"

it("[security 20] a message that is no envelope is passed over, and what comes after it is read", async () => {
  const server = await startNats()
  try {
    const { name, url } = await server.team()
    const log = await openSharedLog(url)
    const { username, password, host } = new URL(url)
    const wire = await connect({ servers: host, user: username, pass: password })
    const partition = "repo:shop"
    const odd = { toString: 1, valueOf: 1 }
    for (const [i, body] of [{ type: odd, body: "{}", partition }, { key: odd }, null, 7, { body: 5 }].entries())
      await wire.request(`team.${name}.${partition}.${String(i).repeat(32)}`, JSON.stringify(body), { timeout: 5000 })
    await wire.close()
    const mine = newIdentity()
    const said = { id: "a".repeat(32), partition, ts: 1, type: "card.shared", v: 1, body: "{}" }
    await log.append([mine.sign(said)])
    expect((await log.read(0, 10, partition)).map(e => e.envelope.id)).toEqual([said.id])
    expect(await pull(log, memoryViews(), [partition])).toMatchObject({ entries: 1 })
    await log.close()
  } finally {
    await server.close()
  }
})
