// Who may erase, and what is left of it: a member cannot erase another's words with everything its credentials let it say,
// and what an author erased is in none of the server's files once it was swept.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { afterAll, expect, it } from "vitest"
import { streamOf } from "../../src/team/engines/nats-messages.ts"
import { POSTGRES_SCHEMA, postgresTeam, roleOf } from "../../src/team/engines/postgres-schema.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import type { SharedLog } from "../../src/team/shared-log.ts"
import { idOf } from "../contracts/log.ts"
import { erasure, letters } from "../contracts/shared-log.ts"
import { applySql } from "./postgres-cluster.ts"
import { type Server, startNats, startPostgres } from "./servers.ts"

const servers: Server[] = []
afterAll(() => Promise.all(servers.map(server => server.close())))

const WORDS = "a canary that nobody may find again"
const body = JSON.stringify({ words: WORDS })
/** Files under a folder that hold the words. */
const holding = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => {
      try {
        return readFileSync(file).includes(WORDS)
      } catch {
        // gone since it was listed
        return false
      }
    })
const intact = async (log: SharedLog) =>
  expect((await log.read(0, 10)).map(({ envelope }) => envelope)).toEqual(letters(1, 4, { body }))

it("[security 20] [S4-09] PostgreSQL: only the author's word erases, and then the words are in no file", async () => {
  const server = await startPostgres()
  servers.push(server)
  const { name, url } = await server.team()
  const log = await openSharedLog(url)
  await log.append(letters(1, 4, { body }))
  const client = new pg.Client({ connectionString: url.replace(/\?.*$/, "") })
  await client.connect()
  await client.query("SELECT set_config('mettle.team', $1, false)", [name])
  for (const statement of [
    "UPDATE mettle.envelopes SET body = '', signature = ''",
    "UPDATE mettle.envelopes SET lock = encode(sha256('mine'), 'hex')",
    "INSERT INTO mettle.envelopes SELECT * FROM mettle.envelopes ON CONFLICT (team, seq) DO UPDATE SET body = ''",
    "DELETE FROM mettle.envelopes",
    "VACUUM FULL mettle.envelopes",
  ])
    await client.query(statement).catch(error => expect(String(error)).toMatch(/permission denied|policy/))
  const guess = await client.query("SELECT mettle.erase($1, $2, $3) AS n", [name, [idOf(1)], ["guess"]])
  expect(guess.rows).toEqual([{ n: 0 }])
  await client.end()
  await intact(log)
  expect((await log.durability()).erasing).toBeNull()

  expect(await log.erase([1, 2, 3, 4].map(n => erasure(idOf(n))))).toBe(4)
  expect((await log.durability()).erasing).toMatch(/VACUUM/)
  expect(holding(server.folder).length).toBeGreaterThan(0)
  await server.sweep()
  expect(holding(server.folder)).toEqual([])
  expect((await log.durability()).erasing).toBeNull()
  expect(await log.append(letters(1, 5))).toBe(1)
  await log.close()
})

it("[security 20] PostgreSQL: an owner without privileges of its own can hold teams, and its members erase", async () => {
  const server = await startPostgres()
  servers.push(server)
  await applySql(server.ownerUrl, ["CREATE ROLE plain LOGIN CREATEROLE PASSWORD 'plain';"])
  const admin = new pg.Client({ connectionString: server.ownerUrl })
  await admin.connect()
  await admin.query("CREATE DATABASE other OWNER plain")
  await admin.end()
  const at = (user: string, password: string) =>
    server.ownerUrl.replace(/\/\/[^@]+@/, `//${user}:${password}@`).replace(/\/[^/]*$/, "/other")
  await applySql(at("plain", "plain"), [POSTGRES_SCHEMA, postgresTeam("own", "word"), POSTGRES_SCHEMA])
  const log = await openSharedLog(`${at(roleOf("own"), "word")}?team=own`)
  await log.append(letters(1, 4, { body }))
  expect(await log.erase([{ id: idOf(1), token: "guess" }])).toBe(0)
  await intact(log)
  expect(await log.erase([erasure(idOf(1))])).toBe(1)
  expect((await log.read(0, 10)).map(({ envelope }) => envelope.body !== "")).toEqual([false, true, true, true])
  expect((await log.durability()).erasing).toMatch(/VACUUM/)
  const owner = new pg.Client({ connectionString: at("plain", "plain") })
  await owner.connect()
  await owner.query("VACUUM (FULL) mettle.envelopes")
  await owner.end()
  expect((await log.durability()).erasing).toBeNull()
  await log.close()
})

it("[security 20] [S4-09] NATS: only the author's word erases, and then the words are in no file", async () => {
  const server = await startNats(["blue"])
  servers.push(server)
  const { name, url } = await server.team()
  const log = await openSharedLog(url)
  await log.append(letters(1, 4, { body }))
  const [transport, jet] = await Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")])
  const [, user, pass, host] = /^nats:\/\/([^:]+):([^@]+)@([^/]+)/.exec(url)!
  const connection = await transport.connect({ servers: host!, user: user!, pass: pass! })
  const js = jet.jetstream(connection, { timeout: 1000 })
  const manager = await jet.jetstreamManager(connection, { timeout: 1000 })
  const refused = (act: Promise<unknown>) => expect(act).rejects.toThrow(/permission/i)
  await refused(manager.streams.deleteMessage(streamOf(name), 1, true))
  await refused(manager.streams.purge(streamOf(name)))
  await refused(manager.streams.delete(streamOf(name)))
  // Anybody may publish anything: a guess, the readers' own mark, something under another's subject.
  await js.publish(`team.${name}.~.erase.${idOf(1)}`, "guess")
  const mark = transport.headers()
  mark.set("Mettle-Erased", "2")
  await js.publish(`team.${name}.r:one.${idOf(2)}`, "", { headers: mark })
  await js.publish(`team.${name}.r:one.${idOf(3)}`, "rubbish")
  await connection.close()
  await server.sweep()
  for (const reader of [log, await openSharedLog(url)]) await intact(reader)

  expect(await log.erase([1, 4].map(n => erasure(idOf(n))))).toBe(2)
  const words = async () => (await log.read(0, 10)).map(({ seq, envelope }) => [seq, envelope.body !== ""])
  expect((await words()).filter(([, there]) => there)).toEqual([
    [2, true],
    [3, true],
  ])
  expect((await log.durability()).erasing).toMatch(/sweeps/)
  await server.sweep()
  expect((await log.durability()).erasing).toBeNull()
  expect((await words()).filter(([, there]) => there).length).toBe(2)
  // Words that stand under a subject somebody else wrote to as well can be erased all the same.
  expect(await log.erase([2, 3].map(n => erasure(idOf(n))))).toBe(2)
  await server.sweep()
  expect(holding(server.folder)).toEqual([])
  expect(await log.append(letters(1, 5))).toBe(1)
  await log.close()
})
