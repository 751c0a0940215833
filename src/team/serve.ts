// A team's engine on this machine, from nothing to addresses that can be joined: a nats-server with one account per team, so
// that no subject of one exists for another, JetStream on disk. Ground truth: the server's configuration reference. Listens
// on loopback unless it has a certificate. Also what the owner of a PostgreSQL runs; that one is looked after by its owner.
import { randomBytes } from "node:crypto"
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { delimiter, join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { team as teamName } from "./engines/fit.ts"
import { POSTGRES_SCHEMA, postgresTeam, roleOf } from "./engines/postgres-schema.ts"
import { openSharedLog } from "./engines/registry.ts"
import { type ServedEngine, type Supervised, type SupervisorOptions, supervise } from "./supervise.ts"

interface Served {
  /** its data, configuration, passwords and messages */
  readonly folder: string
  readonly teams: readonly string[]
  readonly host?: string
  readonly port?: number
}
/** How often what members erased is written out of the engine's files. */
const SWEEP_MS = 60_000
interface Serving {
  readonly urls: Readonly<Record<string, string>>
  readonly supervised: Supervised
}

/** Resolves when it answers and every team can join; rejects, with nothing left running, when it does not come up. */
export async function serveTeam(place: Served, supervisor: SupervisorOptions = {}): Promise<Serving> {
  for (const team of place.teams) teamName(team, "--team blue")
  const { engine, urls, sweep } = serveNats(place)
  const supervised = supervise(engine, supervisor)
  const limit = AbortSignal.timeout(2 * (supervisor.startMs ?? 20_000))
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
  return { urls, supervised: { ...supervised, stop } }
}

/** Nobody's to ask of JetStream, even of a team's own stream. */
const DENIED = [
  "$JS.API.STREAM.DELETE.>",
  "$JS.API.STREAM.PURGE.>",
  "$JS.API.STREAM.UPDATE.>",
  "$JS.API.STREAM.RESTORE.>",
]
/** A team's members may not delete single messages either: they would be each other's. Its sweeper may. */
const DELETE = "$JS.API.STREAM.MSG.DELETE.>"
const sweeperOf = (team: string): string => `${team}~sweeper`
const quoted = (text: string): string => JSON.stringify(text)

export function serveNats(place: Served): {
  readonly engine: ServedEngine
  readonly urls: Readonly<Record<string, string>>
  /** deletes what authors erased, in every team's stream */
  readonly sweep: () => Promise<void>
} {
  const { folder, teams, host = "127.0.0.1", port = 4222 } = place
  const tls = certificateIn(folder)
  if (!["127.0.0.1", "::1", "localhost"].includes(host) && !tls)
    throw new MettleError("E_CONFIG", `nats: ${host} can be reached from elsewhere, and nothing would be encrypted`, {
      hint: `put a certificate and its key into ${folder} as cert.pem and key.pem, or listen on 127.0.0.1 behind a tunnel`,
    })
  const command = programOf("nats-server", "apt-get install nats-server, or see nats.io; then run this again")
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const config = join(folder, "nats.conf")
  const password = (name: string) => passwordOf(join(folder, "secrets.json"), name)
  // Of the health endpoint, always on loopback.
  const monitor = port + 4000
  const text = natsConfig({ host, port, monitor, store: join(folder, "data"), tls, teams, password })
  writeFileSync(config, text, { mode: 0o600 })
  const engine: ServedEngine = {
    name: "nats-server",
    command,
    args: ["--config", config],
    logFile: join(folder, "nats.log"),
    healthy: () => answers(`http://127.0.0.1:${monitor}/healthz`),
    // SIGTERM flushes and closes; lame-duck mode would hold a laptop's shutdown up for half a minute and more.
    drain: [{ signal: "SIGTERM", ms: 10_000 }],
  }
  // Listening everywhere is no address to give away.
  const everywhere = ["0.0.0.0", "::", "[::]"].includes(host)
  const address = (user: string, at: string, team: string) =>
    `${tls ? "tls" : "nats"}://${encodeURIComponent(user)}:${password(user)}@${at}:${port}/${team}`
  return {
    engine,
    urls: Object.fromEntries(teams.map(team => [team, address(team, everywhere ? hostname() : host, team)])),
    async sweep() {
      for (const team of teams) {
        const near = everywhere ? "127.0.0.1" : host
        const log = await openSharedLog(address(sweeperOf(team), near, team), { retries: 0 })
        await log.sweep().finally(() => log.close())
      }
    },
  }
}

const certificateIn = (folder: string): { readonly cert: string; readonly key: string } | null => {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")]
  return existsSync(cert) && existsSync(key) ? { cert, key } : null
}

export function natsConfig(of: {
  readonly host: string
  readonly port: number
  readonly monitor: number
  readonly store: string
  readonly tls: { readonly cert: string; readonly key: string } | null
  readonly teams: readonly string[]
  readonly password: (team: string) => string
  /** lines for a cluster, when there is one */
  readonly more?: string
}): string {
  const user = (team: string, name: string, denied: readonly string[]) => `{
      user: ${quoted(name)}, password: ${quoted(of.password(name))}
      permissions: {
        publish: { allow: [${quoted(`team.${team}.>`)}, "$JS.API.>", "$JS.ACK.>"], deny: [${denied.map(quoted).join(", ")}] }
        subscribe: { allow: ["_INBOX.>"] }
      }
    }`
  const accounts = of.teams.map(
    team => `  ${quoted(team)}: {
    jetstream: enabled
    users: [${user(team, team, [...DENIED, DELETE])}, ${user(team, sweeperOf(team), DENIED)}]
  }`,
  )
  const tls = of.tls ? `tls: { cert_file: ${quoted(of.tls.cert)}, key_file: ${quoted(of.tls.key)} }\n` : ""
  return `# Written by mettle team serve; changes are overwritten.
listen: ${quoted(`${of.host}:${of.port}`)}
http: "127.0.0.1:${of.monitor}"
${tls}jetstream: { store_dir: ${quoted(of.store)} }
accounts: {
${accounts.join("\n")}
}
${of.more ?? ""}`
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** A program by its name on the PATH. */
export function programOf(name: string, hint: string, path = process.env.PATH ?? ""): string {
  for (const place of [...path.split(delimiter), "/usr/sbin"].filter(Boolean))
    try {
      accessSync(join(place, name), constants.X_OK)
      return join(place, name)
    } catch {
      // the next place
    }
  throw new MettleError("E_NOT_FOUND", `${name} is not installed here`, {
    still: "joining a team's log elsewhere works",
    hint,
  })
}

/** The password of `name`, made at first use. */
export function passwordOf(file: string, name: string): string {
  const kept: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
  const known = kept[name]
  if (known) return known
  const fresh = randomBytes(24).toString("base64url")
  writeFileSync(file, `${JSON.stringify({ ...kept, [name]: fresh }, null, 2)}\n`, { mode: 0o600 })
  return fresh
}

/** What the owner of a database runs to have it hold these teams. Run as it is, it opens no door: each password is new. */
export const setUpSql = (teams: readonly string[]): string =>
  [POSTGRES_SCHEMA, ...teams.map(team => teamSql(teamName(team, "--team blue")))].map(text => text.trim()).join("\n\n")

function teamSql(team: string): string {
  const password = randomBytes(24).toString("base64url")
  const address = `postgres://${roleOf(team)}:${password}@<host>/<database>?team=${team}`
  return `-- Its members join with: mettle team join "${address}"\n${postgresTeam(team, password).trim()}`
}
