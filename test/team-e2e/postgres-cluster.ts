// A PostgreSQL cluster of its own for a test, on loopback, with its schema put in place once it answers.
import { spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Client } from "pg"
import { POSTGRES_SCHEMA } from "../../src/team/engines/postgres-schema.ts"
import { programOf } from "../../src/team/serve.ts"
import type { ServedEngine } from "../../src/team/supervise.ts"

const OWNER = "mettle_owner"
const PASSWORD = "word-of-the-owner"

/** On the PATH, or where Debian keeps them. */
function program(name: string): string {
  const debian = "/usr/lib/postgresql"
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const places = [process.env.PATH ?? "", ...versions.map(version => join(debian, version, "bin"))]
  return programOf(name, "apt-get install postgresql", places.join(":"))
}

/** PostgreSQL refuses to run as root: then another account does. */
function plainAccount(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync("/etc/passwd", "utf8").split("\n")
  const [, , uid, gid] = lines.find(line => /^(?:postgres|nobody):/.test(line))!.split(":")
  return { uid: Number(uid), gid: Number(gid) }
}

export function postgresCluster(folder: string, port: number) {
  const account = plainAccount()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, "data")
  const file = join(folder, "owner-password")
  writeFileSync(file, PASSWORD)
  const made = spawnSync(
    program("initdb"),
    ["-D", data, "-U", OWNER, `--pwfile=${file}`, "--auth=scram-sha-256", "-E", "UTF8", "--no-locale"],
    { encoding: "utf8", timeout: 60_000, cwd: folder, ...(account ?? {}) },
  )
  rmSync(file)
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "wal_recycle=off"]
  const words = ["-D", data, "-p", String(port), ...settings.flatMap(setting => ["-c", setting])]
  const as = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups", program("postgres")] : []
  const isReady = program("pg_isready")
  const engine: ServedEngine = {
    name: "postgres",
    command: account ? "setpriv" : program("postgres"),
    args: [...as, ...words],
    logFile: join(folder, "postgres.log"),
    healthy: async () =>
      spawnSync(isReady, ["-q", "-h", "127.0.0.1", "-p", String(port), "-t", "3"], { timeout: 5000 }).status === 0,
    drain: [{ signal: "SIGINT", ms: 10_000 }],
  }
  const ownerUrl = `postgres://${OWNER}:${PASSWORD}@127.0.0.1:${port}/postgres`
  const setUp = () => applySql(ownerUrl, [POSTGRES_SCHEMA])
  const sweep = () => sweepPostgres(ownerUrl)
  return { engine, ownerUrl, setUp, sweep }
}

/** Writes the table anew without what was erased, and lets go of the journal that had it. */
const SWEEP = ["VACUUM (FULL) mettle.envelopes", "CHECKPOINT", "SELECT pg_switch_wal()", "CHECKPOINT"]
const UNSWEPT = "SELECT count(*)::int AS n FROM mettle.heads WHERE erased_in = pg_relation_filenode('mettle.envelopes')"

/** As the owner of a database sets it up: each text in one transaction. */
export const applySql = (url: string, texts: readonly string[]): Promise<void> =>
  asOwner(url, async client => {
    for (const text of texts) await client.query(`BEGIN;${text}COMMIT;`)
  })

const sweepPostgres = (url: string): Promise<void> =>
  asOwner(url, async client => {
    const { rows } = await client.query<{ n: number }>(UNSWEPT)
    // Each by itself: none of them runs in a transaction.
    if ((rows[0]?.n ?? 0) > 0) for (const text of SWEEP) await client.query(text)
  })

async function asOwner<T>(url: string, act: (client: Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import("pg")
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
