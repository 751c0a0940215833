// mettle team serve: a local engine for a small team, looked after until Ctrl-C. Also prints what a database's owner runs
// to hold teams. The `team` command dispatches here and lends its flags.
import { join } from "node:path"
import { SERVED, type ServedName, serveTeam, setUpSql } from "../team/serve-team.ts"
import { every, type Running, usage, whole } from "./command.ts"

export const serveArgs = {
  engine: { type: "string", valueHint: "name", description: "serve: nats (default) or postgres" },
  port: { type: "string", valueHint: "n", description: "serve: where it listens" },
  listen: { type: "string", valueHint: "host", description: "serve: nats beyond this machine; needs a certificate" },
  "tls-cert": { type: "string", valueHint: "path", description: "serve: certificate for --listen" },
  "tls-key": { type: "string", valueHint: "path", description: "serve: its key" },
  folder: { type: "string", valueHint: "path", description: "serve: where its data lives" },
  "print-sql": { type: "boolean", description: "serve: what the owner of a PostgreSQL runs, and nothing else" },
} as const
export const serveExamples = [
  ["mettle team serve --team blue", "a nats-server for team blue, until Ctrl-C"],
  ["mettle team serve --engine postgres --print-sql --team blue", "what to run on a PostgreSQL you have"],
] as const satisfies readonly (readonly [string, string])[]

const NAME = { name: "team" }

export async function serve(
  running: Pick<Running<typeof serveArgs>, "args" | "words" | "out" | "context">,
): Promise<void> {
  const { args, words, out, context } = running
  const named = every(words, "team")
  const teams = named.length > 0 ? named : ["home"]
  const engine = (args.engine ?? "nats") as ServedName
  if (!SERVED.includes(engine)) throw usage(NAME, `serve knows ${SERVED.join(" and ")}, not "${args.engine}"`)
  if (args["print-sql"]) {
    const sql = setUpSql(teams)
    out.result({ sql }, () => out.line(sql))
    return
  }
  const [cert, key] = [args["tls-cert"], args["tls-key"]]
  if ((cert === undefined) !== (key === undefined)) throw usage(NAME, "--tls-cert and --tls-key go together")
  if (engine === "postgres" && (args.listen !== undefined || cert !== undefined))
    throw usage(NAME, "serve --engine postgres listens on this machine only; use your own PostgreSQL beyond it")
  const signal = context.signal
  const serving = await serveTeam({
    engine,
    folder: args.folder ?? join(context.paths().data, "team-engine"),
    teams,
    ...(args.listen === undefined ? {} : { host: args.listen }),
    ...(args.port === undefined ? {} : { port: whole(NAME, "port", args.port, 0) }),
    tls: cert !== undefined && key !== undefined ? { cert, key } : null,
    supervisor: { say: line => out.note(line) },
  })
  try {
    out.result({ engine, folder: serving.folder, urls: serving.urls }, () => {
      for (const [team, url] of Object.entries(serving.urls)) out.line(`${team}  mettle team join "${url}"`)
      out.note("The address holds the team's password: send it as you would send one. Ctrl-C drains and stops.")
    })
    await told(signal)
  } finally {
    await serving.supervised.stop()
  }
}

/** Ctrl-C, or the polite word of whoever started us. */
async function told(signal: AbortSignal): Promise<void> {
  let done = () => {}
  const heard = new Promise<void>(resolve => {
    done = resolve
  })
  signal.addEventListener("abort", done)
  process.once("SIGTERM", done)
  if (signal.aborted) done()
  await heard
  process.off("SIGTERM", done)
}
