// A PostgreSQL for a small team: a cluster of its own, the schema and the teams' roles put in place once it answers.
// Never the system's cluster. Listens on loopback; whoever wants more runs PostgreSQL as their company does.
import { spawnSync } from "node:child_process"
import { chownSync, existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { applySql, sweepPostgres } from "./engines/postgres.ts"
import { POSTGRES_SCHEMA, postgresTeam, roleOf } from "./engines/postgres-schema.ts"
import type { ServedEngine } from "./serve.ts"
import { passwordOf, plainAccount, privateFolder, programOf } from "./serve.ts"

interface ServePostgres {
  readonly folder: string
  readonly teams: readonly string[]
  readonly port?: number
}
const OWNER = "mettle_owner"
const HINT = "apt-get install postgresql (its own cluster need not run); then run this again"

export function servePostgres(how: ServePostgres): {
  engine: ServedEngine
  urls: Readonly<Record<string, string>>
  /** once it answers: schema and teams; idempotent */
  setUp: () => Promise<void>
  ownerUrl: string
  /** writes what authors erased out of the cluster's files */
  sweep: () => Promise<void>
} {
  const { port = 5433 } = how
  // Who has no PostgreSQL is told so before anything is made.
  const programs = { postgres: programOf("postgres", HINT), isReady: programOf("pg_isready", HINT) }
  const account = plainAccount()
  const folder = privateFolder(how.folder, account)
  const secrets = join(folder, "secrets.json")
  const owner = passwordOf(secrets, OWNER)
  const data = join(folder, "data")
  if (!existsSync(join(data, "PG_VERSION"))) initialise(data, folder, owner, account)
  const ownerUrl = `postgres://${OWNER}:${owner}@127.0.0.1:${port}/postgres`
  const engine = clusterIn(folder, port, programs, account)
  const urls = Object.fromEntries(
    how.teams.map(team => [
      team,
      `postgres://${roleOf(team)}:${passwordOf(secrets, team)}@127.0.0.1:${port}/postgres?team=${team}`,
    ]),
  )
  const setUp = () =>
    applySql(ownerUrl, [POSTGRES_SCHEMA, ...how.teams.map(team => postgresTeam(team, passwordOf(secrets, team)))])
  const sweep = async () => void (await sweepPostgres(ownerUrl))
  return { engine, urls, setUp, ownerUrl, sweep }
}

function clusterIn(
  folder: string,
  port: number,
  { postgres, isReady }: { readonly postgres: string; readonly isReady: string },
  account: ReturnType<typeof plainAccount>,
): ServedEngine {
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    // A journal segment that is done with is removed, not kept for reuse with what it held.
    "wal_recycle=off",
  ]
  return {
    name: "postgres",
    command: postgres,
    args: ["-D", join(folder, "data"), "-p", String(port), ...settings.flatMap(setting => ["-c", setting])],
    logFile: join(folder, "postgres.log"),
    as: account,
    healthy: async () =>
      spawnSync(isReady, ["-q", "-h", "127.0.0.1", "-p", String(port), "-t", "3"], { stdio: "ignore", timeout: 5000 })
        .status === 0,
    // Smart shutdown lets transactions finish; fast shutdown rolls back what still runs. Both keep what was committed.
    drain: [
      { signal: "SIGTERM", ms: 3000 },
      { signal: "SIGINT", ms: 10_000 },
    ],
  }
}

function initialise(data: string, folder: string, owner: string, account: ReturnType<typeof plainAccount>): void {
  const file = join(folder, "owner-password")
  writeFileSync(file, owner, { mode: 0o600 })
  if (account) chownSync(file, account.uid, account.gid)
  const made = spawnSync(
    programOf("initdb", HINT),
    ["-D", data, "-U", OWNER, `--pwfile=${file}`, "--auth=scram-sha-256", "-E", "UTF8", "--no-locale"],
    { encoding: "utf8", timeout: 60_000, cwd: folder, ...(account ?? {}) },
  )
  rmSync(file, { force: true })
  if (made.status !== 0)
    throw new MettleError("E_DISK", `initdb: ${made.error?.message ?? made.stderr.trim()}`, {
      hint: `is ${folder} writable for the account that runs PostgreSQL?`,
    })
}
