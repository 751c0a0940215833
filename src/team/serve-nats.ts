// A nats-server for a small team: one account per team, so that no subject of one exists for another; JetStream on disk.
// Ground truth: the server's configuration reference. Listens on loopback unless it has a certificate.
import { existsSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { openSharedLog } from "./engines/registry.ts"
import type { ServedEngine } from "./serve.ts"
import { passwordOf, privateFolder, programOf } from "./serve.ts"

interface ServeNats {
  readonly folder: string
  readonly teams: readonly string[]
  readonly host?: string
  readonly port?: number
  /** of the health endpoint, always on loopback */
  readonly monitorPort?: number
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

export function serveNats(how: ServeNats): {
  engine: ServedEngine
  urls: Readonly<Record<string, string>>
  /** deletes what authors erased, in every team's stream */
  sweep: () => Promise<void>
} {
  const { host = "127.0.0.1", port = 4222 } = how
  const tls = certificateIn(how.folder)
  const monitor = how.monitorPort ?? port + 4000
  if (!["127.0.0.1", "::1", "localhost"].includes(host) && !tls)
    throw new MettleError("E_CONFIG", `nats: ${host} can be reached from elsewhere, and nothing would be encrypted`, {
      hint: `put a certificate and its key into ${how.folder} as cert.pem and key.pem, or listen on 127.0.0.1 behind a tunnel`,
    })
  const command = programOf("nats-server", "apt-get install nats-server, or see nats.io; then run this again")
  const folder = privateFolder(how.folder)
  const secrets = join(folder, "secrets.json")
  const config = join(folder, "nats.conf")
  const password = (team: string) => passwordOf(secrets, team)
  writeFileSync(
    config,
    natsConfig({ host, port, monitor, store: join(folder, "data"), tls, teams: how.teams, password }),
    {
      mode: 0o600,
    },
  )
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
  const reached = ["0.0.0.0", "::", "[::]"].includes(host) ? hostname() : host
  const scheme = tls ? "tls" : "nats"
  const urls = Object.fromEntries(
    how.teams.map(team => [team, `${scheme}://${team}:${password(team)}@${reached}:${port}/${team}`]),
  )
  const sweep = async () => {
    for (const team of how.teams) {
      const name = encodeURIComponent(sweeperOf(team))
      const near = host === reached ? host : "127.0.0.1"
      const log = await openSharedLog(`${scheme}://${name}:${password(sweeperOf(team))}@${near}:${port}/${team}`, {
        retries: 0,
      })
      try {
        await log.sweep()
      } finally {
        await log.close()
      }
    }
  }
  return { engine, urls, sweep }
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
