// A shared log on PostgreSQL. Ground truth: its manual on row security and commit; postgres-schema.ts holds what runs in
// the server. One transaction per batch.
import type { Pool } from "pg"
import { MettleError } from "../../core/errors.ts"
import type { Durability, Engine, EngineOptions, Entry, Envelope, SharedLog } from "../shared-log.ts"
import { bare, fitting, team as teamOf } from "./fit.ts"
import { POSTGRES_SCHEMA_VERSION } from "./postgres-schema.ts"
import { wayTo } from "./retry.ts"

const EXAMPLE = "postgres://mettle_team_blue:…@host/database?team=blue"

export const postgresEngine: Engine = {
  name: "postgres",
  example: EXAMPLE,
  matches: url => /^postgres(?:ql)?:\/\//.test(url),
  async open(url, options = {}) {
    const { connectionString, team } = addressOf(url)
    const { default: pg } = await import("pg")
    const timeoutMs = options.timeoutMs ?? 10_000
    const pool = new pg.Pool({
      connectionString,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      statement_timeout: timeoutMs,
      keepAlive: true,
      application_name: "mettle",
      max: 3,
      idleTimeoutMillis: 10_000,
    })
    // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
    pool.on("error", () => {})
    try {
      return await connect(pool, team, options)
    } catch (error) {
      await pool.end().catch(() => {})
      throw error
    }
  },
}

function addressOf(url: string): { connectionString: string; team: string } {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    throw new MettleError("E_CONFIG", "the team's address is no URL", { hint: `like ${EXAMPLE}` })
  }
  const team = teamOf(parsed.searchParams.get("team"), EXAMPLE)
  parsed.searchParams.delete("team")
  return { connectionString: parsed.href, team }
}

/** The driver gives large numbers as text. */
type Row = Omit<Envelope, "ts"> & { readonly seq: string; readonly ts: string }
const entry = (row: Row): Entry => ({ seq: Number(row.seq), envelope: bare({ ...row, ts: Number(row.ts) }) })

async function connect(pool: Pool, team: string, options: EngineOptions): Promise<SharedLog> {
  const way = wayTo("postgres", options.retries ?? 8, passing, error => explained(error, team))
  const ask: Ask = (what, sql, values) => way.ask(what, async () => (await pool.query(sql, [...values])).rows)
  await check(ask)

  return {
    oneOrder: true,
    append: batch =>
      way.inTurn(async () => {
        if (fitting(batch).length === 0) return 0
        const column = <K extends keyof Envelope>(name: K) => batch.map(envelope => envelope[name])
        const sql = "SELECT added FROM mettle.append($1, NULL, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
        const values = [column("id"), column("partition"), column("author"), column("key"), column("ts")]
        const more = [column("type"), column("v"), column("lock"), column("body"), column("signature")]
        const [row] = await ask<{ added: number }>("append", sql, [team, ...values, ...more])
        return row?.added ?? 0
      }),
    async read(from, limit, partition) {
      const values = [team, from, limit, partition === undefined ? null : [partition]]
      return (await ask<Row>("read", "SELECT * FROM mettle.read($1, $2, $3, $4)", values)).map(entry)
    },
    async head() {
      const [row] = await ask<{ head: string | null }>("head", "SELECT mettle.head($1) AS head", [team])
      return Number(row?.head ?? 0)
    },
    async erase(erasures) {
      if (erasures.length === 0) return 0
      const values = [team, erasures.map(({ id }) => id), erasures.map(({ token }) => token)]
      const [row] = await ask<{ n: number }>("erase", "SELECT mettle.erase($1, $2, $3) AS n", values)
      return row?.n ?? 0
    },
    // Only the owner may write the table anew.
    sweep: async () => 0,
    durability: () => durability(ask, team),
    close: () => way.close(() => pool.end()),
  }
}

type Ask = <T>(what: string, sql: string, values: readonly unknown[]) => Promise<T[]>

/** Fail closed: a role that row security does not bind, or a schema we do not know, is refused before the first read. */
async function check(ask: Ask): Promise<void> {
  const [row] = await ask<{ version: number | null; bound: boolean; forced: boolean }>(
    "open",
    `SELECT mettle.schema_version() AS version,
       NOT (r.rolsuper OR r.rolbypassrls) AND NOT pg_has_role(current_user, c.relowner, 'MEMBER') AS bound,
       c.relrowsecurity AND c.relforcerowsecurity AND h.relrowsecurity AND h.relforcerowsecurity AS forced
     FROM pg_roles r, pg_class c, pg_class h
     WHERE r.rolname = current_user AND c.oid = to_regclass('mettle.envelopes') AND h.oid = to_regclass('mettle.heads')`,
    [],
  )
  const wrong = !row
    ? "the database is not set up for mettle"
    : row.version !== POSTGRES_SCHEMA_VERSION
      ? `the database is set up for version ${row.version}, this mettle knows ${POSTGRES_SCHEMA_VERSION}`
      : !row.bound
        ? "this role is a superuser, bypasses row security or owns the tables: teams would not be kept apart"
        : !row.forced
          ? "row security is not forced on mettle's tables: teams would not be kept apart"
          : null
  if (wrong !== null)
    throw new MettleError("E_CONFIG", `postgres: ${wrong}`, {
      still: "nothing was read or written",
      hint: "mettle team serve --print-sql shows what the database's owner runs; join with the team's role",
    })
}

async function durability(ask: Ask, team: string): Promise<Durability> {
  const [row] = await ask<{ commit: string; fsync: string; pages: string; version: string; unswept: boolean }>(
    "durability",
    `SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS fsync,
       current_setting('full_page_writes') AS pages, current_setting('server_version') AS version,
       mettle.unswept($1) AS unswept`,
    [team],
  )
  const { commit = "?", fsync = "?", pages = "?", version = "?" } = row ?? {}
  const ok = commit !== "off" && commit !== "?" && fsync === "on" && pages === "on"
  const found = `PostgreSQL ${version}: synchronous_commit=${commit}, fsync=${fsync}, full_page_writes=${pages}`
  const erasing = row?.unswept
    ? "erased words still lie in the table's old pages: its owner runs VACUUM (FULL) mettle.envelopes"
    : null
  return { ok, says: ok ? found : `${found}; acknowledged events can be lost in a power cut`, erasing }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "")
/** Worth another try: the connection, a server that starts or stops, a lock that was lost; never a refusal. */
function passing(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(?:08|57P0|57014|53|40)/.test(code)) return true
  if (/^(?:E(?:CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN))/.test(code)) return true
  return code === "" && /terminat|timeout|not queryable|connection/i.test(error instanceof Error ? error.message : "")
}
/** What a database says when it is not set up, or not for us, in our words. */
function explained(error: unknown, team: string): unknown {
  const code = codeOf(error)
  if (error instanceof MettleError || !/^(?:28|3D|3F|42|ENOTFOUND)/.test(code)) return error
  return new MettleError("E_CONFIG", `postgres: ${(error as Error).message} (team ${team})`, {
    still: "nothing was read or written",
    hint: "check host, database, role and password; mettle team serve --print-sql sets a database up",
    cause: error,
  })
}
