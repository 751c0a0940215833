// Homes of a team on the real engines: eight of them share, the engine dies meanwhile, and all of them see the same in the end.
import { afterAll, expect, it } from "vitest"
import { mate } from "../../bench/team-parts/mates.ts"
import { isCode } from "../../src/core/errors.ts"
import { SHARED_TABLE } from "../../src/core/shared/tables.ts"
import { memoryViews } from "../../src/store/ram/views.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { pull, refusals } from "../../src/team/shared-views.ts"
import { failThenFix, type Home, home, PARTITION, works } from "../team/homes.ts"
import { sharedPicture } from "../team/picture.ts"
import { type Server, startNatsCluster, startPostgres } from "./servers.ts"

const NAMES = ["ann", "bob", "carol", "dan", "erin", "frank", "grace", "heidi"]
const ASK = "run the tests, they fail with ECONNREFUSED on 6379"
/** homes that fold all 10,000 envelopes: each checks every signature and learns from every episode */
const FOLDS = 2
const servers: Server[] = []
afterAll(() => Promise.all(servers.map(server => server.close())))

/** Syncs as a worker does: given again at the next occasion when the engine does not answer. */
async function told(h: Home): Promise<number> {
  for (let tries = 0; tries < 20; tries++)
    try {
      return (await h.sync()).sent
    } catch (error) {
      if (!isCode(error, "E_OFFLINE")) throw error
    }
  throw new Error(`${h.name} could not sync in twenty tries`)
}

async function converge(server: Server, kill: () => void): Promise<void> {
  servers.push(server)
  const { url } = await server.team()
  const options = { timeoutMs: 3000, retries: 3 }
  const homes = await Promise.all(NAMES.map(async name => home(name, await openSharedLog(url, options))))
  let sent = 0
  for (let day = 0; day < 4; day++) {
    for (const h of homes) {
      if (day === 0) await failThenFix(h, "first")
      await works(h, `w${day}`, ASK, (day + h.name.length) % 2 === 0)
    }
    if (day === 1 || day === 2) kill()
    sent += (await Promise.all(homes.map(told))).reduce((a, b) => a + b, 0)
  }
  for (let more = 1, round = 0; more > 0 && round < 5; round++) {
    more = 0
    for (const h of homes) more += await told(h)
    sent += more
  }
  const pictures = homes.map(h => sharedPicture(h.views))
  expect(new Set(pictures).size).toBe(1)
  expect(homes.map(h => refusals(h.views))).toEqual(homes.map(() => ({})))
  expect(SHARED_TABLE.member.list(homes[0]!.views).length).toBe(8)
  expect(SHARED_TABLE.place.list(homes[0]!.views).length).toBeGreaterThan(20)
  // One that comes later, and folds the whole log at once.
  const late = await openSharedLog(url, options)
  const fresh = memoryViews()
  const { entries } = await pull(late, fresh, [PARTITION])
  expect(sharedPicture(fresh)).toBe(pictures[0])
  console.log(
    `${server.supervised.length} node(s): ${entries} envelopes of 8 homes, ${sent} counted as sent by their homes`,
  )
  await Promise.all([...homes.map(h => h.log.close()), late.close()])
}

/** 10,000 signed envelopes of eight authors while the engine dies; then homes fold what is there. */
async function stormAndFold(server: Server, kill: () => void): Promise<void> {
  servers.push(server)
  const { url } = await server.team()
  const options = { timeoutMs: 3000, retries: 3 }
  const logs = await Promise.all(NAMES.map(() => openSharedLog(url, options)))
  const mates = NAMES.map(name => mate(name, PARTITION, 1, 20_000))
  const known = mates.flatMap(m => m.cards)
  const given = new Set<string>()
  const began = Date.now()
  await Promise.all(
    mates.map(async (m, w) => {
      const all = [...m.opening, ...Array.from({ length: 1248 }, (_, n) => m.episode(n, known))]
      for (let i = 0; i < all.length; i += 25) {
        const batch = all.slice(i, i + 25)
        for (;;) {
          const done = await logs[w]!.append(batch).catch(error => {
            if (!isCode(error, "E_OFFLINE")) throw error
            return null
          })
          if (done === null) continue
          for (const { id } of batch) given.add(id)
          break
        }
        if (w === 0 && (i === 300 || i === 800)) kill()
      }
    }),
  )
  const stormed = Date.now()
  const homes = NAMES.slice(0, FOLDS).map(() => memoryViews())
  const pulled: Awaited<ReturnType<typeof pull>>[] = []
  for (const [i, views] of homes.entries()) pulled.push(await pull(logs[i]!, views, [PARTITION]))
  console.log(`10,000 appends took ${(stormed - began) / 1000} s, ${FOLDS} folds ${(Date.now() - stormed) / 1000} s`)
  expect(given.size).toBe(10_000)
  expect(pulled.map(p => [p.entries, p.refused])).toEqual(homes.map(() => [10_000, {}]))
  const pictures = homes.map(sharedPicture)
  expect(new Set(pictures).size).toBe(1)
  expect(SHARED_TABLE.place.list(homes[0]!).length).toBe(8 * 1248)
  expect(SHARED_TABLE.pooled.list(homes[0]!).length).toBe(8)
  await Promise.all(logs.map(log => log.close()))
}

it("[issue 12] NATS, three nodes: nodes killed in turn during 10,000 appends of eight authors; their folds agree", async () => {
  const server = await startNatsCluster()
  let node = 0
  await stormAndFold(server, () => {
    const pid = server.supervised[node++ % 3]!.pid()
    if (pid !== null) process.kill(pid, "SIGKILL")
  })
})

it("[issue 12] eight homes on PostgreSQL, killed twice while they share, converge", async () => {
  const server = await startPostgres()
  await converge(server, () => {
    const pid = server.supervised[0]!.pid()
    if (pid !== null) process.kill(pid, "SIGKILL")
  })
})

it("[issue 12] eight homes on NATS, three nodes, one killed at a time while they share, converge", async () => {
  const server = await startNatsCluster()
  let node = 0
  await converge(server, () => {
    const pid = server.supervised[node++ % 3]!.pid()
    if (pid !== null) process.kill(pid, "SIGKILL")
  })
})
