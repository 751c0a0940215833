// NATS forgets message ids after its window; an envelope given again later must still be known, erased or not.
import { afterAll, expect, it } from "vitest"
import { everything, streamOf } from "../../src/team/engines/nats-messages.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { pause } from "../../src/team/engines/retry.ts"
import { idOf } from "../contracts/log.ts"
import { erasure, letter, letters } from "../contracts/shared-log.ts"
import { type Server, startNats } from "./servers.ts"

let server: Server | null = null
afterAll(() => server?.close())

it("[design 5] an id is known beyond the server's window for duplicates", async () => {
  server = await startNats(["t0"])
  const { name, url } = await server.team()
  const [transport, jet] = await Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")])
  const [, user, pass, host] = /^nats:\/\/([^:]+):([^@]+)@([^/]+)/.exec(url)!
  const connection = await transport.connect({ servers: host!, user: user!, pass: pass! })
  const manager = await jet.jetstreamManager(connection)
  await manager.streams.add({
    name: streamOf(name),
    subjects: [everything(name)],
    storage: "file",
    duplicate_window: 100_000_000,
  })
  await connection.close()
  const log = await openSharedLog(url)
  await log.append(letters(1, 20))
  await log.erase([erasure(idOf(7))])
  await server.sweep()
  await pause(600)
  expect(await log.append([...letters(1, 20), letter(21)])).toBe(1)
  const stored = await log.read(0, 100)
  expect(stored.map(({ envelope }) => envelope.id)).toEqual(
    letters(1, 21)
      .map(({ id }) => id)
      .filter(id => id !== idOf(7)),
  )
  await log.close()
})
