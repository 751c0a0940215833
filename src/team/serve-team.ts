// A team's engine on this machine, from nothing to addresses that can be joined: its place, its program, its supervisor.
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { team as teamName } from "./engines/fit.ts"
import { POSTGRES_SCHEMA, postgresTeam, roleOf } from "./engines/postgres-schema.ts"
import { type ServedEngine, type Supervised, type SupervisorOptions, supervise } from "./serve.ts"
import { serveNats } from "./serve-nats.ts"
import { servePostgres } from "./serve-postgres.ts"

export const SERVED = ["nats", "postgres"] as const
export type ServedName = (typeof SERVED)[number]

interface ServeTeam {
  readonly engine: ServedName
  /** one folder per engine is made under it */
  readonly folder: string
  readonly teams: readonly string[]
  readonly host?: string
  readonly port?: number
  readonly supervisor?: SupervisorOptions
}
/** How often what members erased is written out of the engine's files. */
const SWEEP_MS = 60_000
interface Serving {
  readonly urls: Readonly<Record<string, string>>
  readonly folder: string
  readonly supervised: Supervised
  /** now, instead of at the next turn */
  readonly sweep: () => Promise<void>
}

/** Resolves when it answers and every team can join; rejects, with nothing left running, when it does not come up. */
export async function serveTeam(how: ServeTeam): Promise<Serving> {
  for (const team of how.teams) teamName(team, "--team blue")
  const folder = join(how.folder, how.engine)
  const { engine, urls, setUp, sweep } = prepared(how, folder)
  const supervised = supervise(engine, how.supervisor)
  const limit = AbortSignal.timeout(2 * (how.supervisor?.startMs ?? 20_000))
  const tooLong = new Promise<never>((_, reject) =>
    limit.addEventListener("abort", () =>
      reject(
        new MettleError("E_OFFLINE", `${engine.name} does not answer`, {
          still: "nothing of yours is affected",
          hint: `it says why in ${engine.logFile}; another program may hold the port`,
        }),
      ),
    ),
  )
  try {
    await Promise.race([supervised.ready, tooLong])
    await setUp()
  } catch (error) {
    await supervised.stop()
    throw error
  }
  const turn = setInterval(() => {
    // While the engine is down nothing is erased either: the next turn comes.
    sweep().catch(() => {})
  }, SWEEP_MS)
  const stop = () => {
    clearInterval(turn)
    return supervised.stop()
  }
  return { urls, folder, supervised: { ...supervised, stop }, sweep }
}

function prepared(
  how: ServeTeam,
  folder: string,
): {
  engine: ServedEngine
  urls: Readonly<Record<string, string>>
  setUp: () => Promise<void>
  sweep: () => Promise<void>
} {
  const { teams, port } = how
  const at = port === undefined ? {} : { port }
  if (how.engine === "postgres") return servePostgres({ folder, teams, ...at })
  const { engine, urls, sweep } = serveNats({
    folder,
    teams,
    ...at,
    ...(how.host ? { host: how.host } : {}),
  })
  return { engine, urls, setUp: async () => {}, sweep }
}

/** What the owner of a database runs to have it hold these teams. Run as it is, it opens no door: each password is new. */
export const setUpSql = (teams: readonly string[]): string =>
  [POSTGRES_SCHEMA, ...teams.map(team => teamSql(teamName(team, "--team blue")))].map(text => text.trim()).join("\n\n")

function teamSql(team: string): string {
  const password = randomBytes(24).toString("base64url")
  const address = `postgres://${roleOf(team)}:${password}@<host>/<database>?team=${team}`
  return `-- Its members join with: mettle team join "${address}"\n${postgresTeam(team, password).trim()}`
}
