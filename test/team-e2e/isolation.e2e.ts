// Two teams on one server, 1,000 random operations of one against the other, with everything its credentials let it say.
import fc from "fast-check"
import pg from "pg"
import { afterAll, expect, it } from "vitest"
import { isCode } from "../../src/core/errors.ts"
import { streamOf } from "../../src/team/engines/nats-messages.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { idOf } from "../contracts/log.ts"
import { letters, tokenOf } from "../contracts/shared-log.ts"
import { type Server, startNats, startPostgres } from "./servers.ts"

const N = 1000
const MARK = "nobody else may read this"
const servers: Server[] = []
afterAll(() => Promise.all(servers.map(server => server.close())))

interface Tally {
  operations: number
  refused: number
  foreignRead: number
}
/** Two teams with fifty envelopes each; hands back theirs, and a check that it is untouched. */
async function twoTeams(server: Server) {
  servers.push(server)
  const [mine, theirs] = [await server.team(), await server.team()]
  const [own, foreign] = await Promise.all([openSharedLog(mine.url), openSharedLog(theirs.url)])
  await own.append(letters(1, 50))
  await foreign.append(letters(1001, 1050, { body: JSON.stringify({ words: MARK }) }))
  const before = await foreign.read(0, 1000)
  const untouched = async () => {
    expect(await foreign.read(0, 1000)).toEqual(before)
    expect(await foreign.head()).toBe(50)
    expect((await own.read(0, 1000)).filter(({ envelope }) => envelope.body.includes(MARK))).toEqual([])
    await Promise.all([own.close(), foreign.close()])
  }
  return { mine, theirs, own, untouched }
}
const sees = (answer: unknown) => JSON.stringify(answer ?? null).includes(MARK)

it("[security 20] PostgreSQL: 0 foreign rows readable or writable in 1,000 random operations", async () => {
  const server = await startPostgres()
  const { mine, theirs, untouched } = await twoTeams(server)
  const [a, b] = [mine.name, theirs.name]
  const client = new pg.Client({ connectionString: mine.url.replace(/\?.*$/, "") })
  await client.connect()
  const row = (team: string, n: number) =>
    `('${team}', ${n}, '${idOf(`x${n}`)}', 'p', 'a', 'k', 1, 't', 1, 'l', 'planted', 's')`
  const columns = "(team, seq, id, partition, author, key, ts, type, v, lock, body, signature)"
  const one = (ids: string) => `ARRAY['${ids}']`
  const STATEMENTS: readonly ((n: number) => string)[] = [
    () => "SELECT * FROM mettle.envelopes",
    () => "SELECT * FROM mettle.heads",
    () => `SELECT * FROM mettle.envelopes WHERE team = '${b}'`,
    () => `SELECT * FROM mettle.read('${b}', 0, 1000, NULL)`,
    () => `SELECT mettle.head('${b}')`,
    n => `SELECT mettle.erase('${b}', ${one(idOf(1001 + (n % 50)))}, ${one(tokenOf(idOf(1001 + (n % 50))))})`,
    n =>
      `SELECT mettle.append('${b}', NULL, ${one(idOf(`y${n}`))}, ${one("p")}, ${one("a")}, ${one("k")}, ARRAY[1::bigint], ${one("t")}, ARRAY[1], ${one("l")}, ${one("planted")}, ${one("s")})`,
    n => `INSERT INTO mettle.envelopes ${columns} VALUES ${row(b, 51 + n)}`,
    n => `INSERT INTO mettle.envelopes ${columns} VALUES ${row(b, n)} ON CONFLICT DO NOTHING RETURNING *`,
    n =>
      `INSERT INTO mettle.envelopes ${columns} VALUES ${row(b, n)} ON CONFLICT (team, seq) DO UPDATE SET body = '' RETURNING *`,
    () => `UPDATE mettle.envelopes SET body = '', signature = '' WHERE team = '${b}' RETURNING *`,
    () => `UPDATE mettle.envelopes SET team = '${b}' WHERE team = '${a}'`,
    () => "UPDATE mettle.envelopes SET body = 'changed'",
    () => "DELETE FROM mettle.envelopes",
    () => "TRUNCATE mettle.envelopes",
    () => `UPDATE mettle.heads SET head = 0 WHERE team = '${b}'`,
    () => `INSERT INTO mettle.heads (team) VALUES ('z') `,
    () => `SET ROLE "mettle_team_${b}"`,
    () => "SET ROLE mettle_owner",
    () => "SET SESSION AUTHORIZATION mettle_owner",
    () => "SET row_security = off",
    () => "ALTER TABLE mettle.envelopes DISABLE ROW LEVEL SECURITY",
    () => "ALTER TABLE mettle.envelopes NO FORCE ROW LEVEL SECURITY",
    () => "CREATE POLICY mine ON mettle.envelopes USING (true)",
    () => "CREATE OR REPLACE FUNCTION mettle.current_team() RETURNS text LANGUAGE sql AS 'SELECT NULL::text'",
    () => "CREATE FUNCTION mettle.peek() RETURNS text LANGUAGE sql AS 'SELECT NULL::text'",
    () => "CREATE VIEW pg_temp.peek AS SELECT * FROM mettle.envelopes; SELECT * FROM pg_temp.peek",
    () =>
      `CREATE FUNCTION pg_temp.leak(t text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS 'BEGIN RAISE NOTICE ''%'', t; RETURN true; END'; SELECT * FROM mettle.envelopes WHERE pg_temp.leak(body)`,
    () => "COPY mettle.envelopes TO STDOUT",
    () => `GRANT "mettle_team_${b}" TO CURRENT_USER`,
    () => `ALTER ROLE "mettle_team_${b}" PASSWORD 'mine'`,
    () =>
      "SELECT relname, reltuples FROM pg_class WHERE relname = 'envelopes'; SELECT * FROM pg_stats WHERE schemaname = 'mettle'",
    () => "SELECT * FROM pg_authid",
  ]
  const SETTINGS = [null, a, b, "", `${b}' OR '1'='1`] as const
  const tally: Tally = { operations: 0, refused: 0, foreignRead: 0 }
  let notices = 0
  client.on("notice", notice => {
    if (sees(notice.message)) notices++
  })
  const plan = fc.sample(
    fc.tuple(fc.constantFrom(...STATEMENTS), fc.constantFrom(...SETTINGS), fc.nat(200), fc.boolean()),
    { numRuns: N, seed: 20 },
  )
  for (const [statement, setting, n, commit] of plan) {
    tally.operations++
    await client.query("BEGIN")
    if (setting !== null) await client.query("SELECT set_config('mettle.team', $1, true)", [setting])
    try {
      const answers = [await client.query(statement(n))].flat()
      if (answers.some(({ rows }) => sees(rows))) tally.foreignRead++
    } catch {
      tally.refused++
    }
    // What was planted in one's own log is rolled back; against the other team everything may be committed.
    await client.query(commit && setting !== a ? "COMMIT" : "ROLLBACK")
    await client.query("RESET ROLE; RESET ALL")
  }
  await client.end()
  console.log(`PostgreSQL: ${JSON.stringify({ ...tally, noticesSeen: notices })}`)
  expect({ ...tally, refused: 0, notices }).toEqual({ operations: N, refused: 0, foreignRead: 0, notices: 0 })
  expect(tally.refused).toBeGreaterThan(N / 3)
  expect(tally.refused).toBeLessThan(N * 0.8)
  await untouched()
})

it("[security 20] PostgreSQL: an owner, a superuser, a stranger and a database without set-up are refused", async () => {
  const server = await startPostgres()
  servers.push(server)
  const { name, url } = await server.team()
  const other = await server.team()
  const refused = (address: string) =>
    expect(openSharedLog(address, { retries: 0 }).then(log => log.head())).rejects.toSatisfy(e => isCode(e, "E_CONFIG"))
  await refused(`${server.ownerUrl}?team=${name}`)
  await refused(url.replace(`word-${name}`, "wrong"))
  await refused(url.replace("/postgres?", "/template1?"))
  await refused(url.replace(/\?team=.*/, ""))
  const wrongTeam = await openSharedLog(url.replace(`team=${name}`, `team=${other.name}`), { retries: 0 })
  expect(await wrongTeam.read(0, 10)).toEqual([])
  await expect(wrongTeam.append(letters(1, 1))).rejects.toSatisfy(e => isCode(e, "E_CONFIG"))
  await wrongTeam.close()
})

interface Named {
  readonly config?: { readonly name?: string }
}

it("[security 20] NATS: 0 foreign messages readable or writable in 1,000 random operations", async () => {
  const { mine, theirs, untouched } = await twoTeams(await startNats())
  const [transport, jet] = await Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")])
  const [, user, pass, host] = /^nats:\/\/([^:]+):([^@]+)@([^/]+)/.exec(mine.url)!
  const connection = await transport.connect({ servers: host!, user: user!, pass: pass! })
  const timeout = 250
  const [b, stream] = [theirs.name, streamOf(theirs.name)]
  const tally: Tally = { operations: 0, refused: 0, foreignRead: 0 }
  const ask = async (subject: string, body: unknown = {}) =>
    (await connection.request(subject, JSON.stringify(body), { timeout })).json<{ error?: unknown }>()
  const listen = async (subject: string) => {
    const seen: string[] = []
    const subscription = connection.subscribe(subject, {
      callback: (error, message) => void (error || seen.push(message.string())),
    })
    await connection.flush()
    subscription.unsubscribe()
    return seen
  }
  const js = jet.jetstream(connection, { timeout })
  type Answer = { message?: { data?: string }; streams?: readonly unknown[]; stream?: string } | null
  /** Words of the other team, plain or encoded; its stream among ours; an acknowledgement of it. */
  const foreign = (answer: Answer) =>
    sees(answer) ||
    Buffer.from(answer?.message?.data ?? "", "base64").includes(MARK) ||
    (answer?.streams ?? []).some(one => one === stream || (one as Named).config?.name === stream) ||
    answer?.stream === stream
  const ACTS: readonly ((n: number) => Promise<unknown>)[] = [
    n => ask(`team.${b}.r:one.${idOf(`x${n}`)}`, { planted: n }),
    n => js.publish(`team.${b}.r:one.${idOf(`y${n}`)}`, "planted"),
    () => ask(`$JS.API.STREAM.INFO.${stream}`),
    n => ask(`$JS.API.STREAM.MSG.GET.${stream}`, { seq: 1 + (n % 50) }),
    () => ask(`$JS.API.STREAM.MSG.GET.${stream}`, { last_by_subj: `team.${b}.>` }),
    n => ask(`$JS.API.DIRECT.GET.${stream}`, { seq: 1 + (n % 50) }),
    n => ask(`$JS.API.STREAM.MSG.DELETE.${stream}`, { seq: 1 + (n % 50) }),
    () => ask(`$JS.API.STREAM.DELETE.${stream}`),
    () => ask(`$JS.API.STREAM.PURGE.${stream}`),
    () => ask(`$JS.API.STREAM.UPDATE.${stream}`, { name: stream, subjects: ["stolen.>"] }),
    () => ask(`$JS.API.STREAM.SNAPSHOT.${stream}`, { deliver_subject: "_INBOX.x" }),
    () => ask(`$JS.API.CONSUMER.CREATE.${stream}`, { stream_name: stream, config: { ack_policy: "none" } }),
    () => ask(`$JS.API.CONSUMER.MSG.NEXT.${stream}.any`, { batch: 1 }),
    () => ask("$JS.API.STREAM.NAMES"),
    () => ask("$JS.API.STREAM.LIST"),
    n =>
      ask(`$JS.API.STREAM.CREATE.copy${n % 3}`, { name: `copy${n % 3}`, mirror: { name: stream }, storage: "memory" }),
    () => listen(`team.${b}.>`),
    () => listen(">"),
    () => listen("$SYS.>"),
    () => ask("$SYS.REQ.SERVER.PING"),
  ]
  const plan = fc.sample(fc.tuple(fc.constantFrom(...ACTS), fc.nat(200)), { numRuns: N, seed: 21 })
  const waiting = [...plan]
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        tally.operations++
        const [act, n] = next
        const answer = await act(n).catch(() => "refused")
        if (answer === "refused" || (answer as { error?: unknown } | null)?.error) tally.refused++
        if (foreign(answer as Answer)) tally.foreignRead++
      }
    }),
  )
  await connection.close()
  console.log(`NATS: ${JSON.stringify(tally)}`)
  expect({ ...tally, refused: 0 }).toEqual({ operations: N, refused: 0, foreignRead: 0 })
  expect(tally.refused).toBeGreaterThan(N / 2)
  const stolen = theirs.url.replace(/:\/\/[^@]+@/, `://${theirs.name}:${pass}@`)
  await expect(openSharedLog(stolen, { retries: 0 })).rejects.toSatisfy(e => isCode(e, "E_CONFIG"))
  const foreignName = mine.url.replace(/\/[^/]+$/, `/${theirs.name}`)
  await expect(
    openSharedLog(foreignName, { retries: 0, timeoutMs: 500 }).then(log => log.append(letters(1, 1))),
  ).rejects.toSatisfy(e => isCode(e, "E_CONFIG") || isCode(e, "E_OFFLINE"))
  await untouched()
})
