// mettle team serve: a local engine for a small team, looked after until Ctrl-C. Also prints what a database's owner runs
// to hold teams. The `team` command dispatches here and lends its flags.
import { join } from "node:path"
import { serveTeam, setUpSql } from "../../team/serve.ts"
import { every, flag, type Running, usage, value } from "../command.ts"

export const serveArgs = {
  listen: value("host:port", "serve: where (default: this machine only)"),
  "print-sql": flag("serve: only print what the owner of a PostgreSQL runs"),
} as const
export const serveExamples = [
  ["mettle team serve --team blue", "an engine of your own for team blue, until Ctrl-C"],
] as const satisfies readonly (readonly [string, string])[]

const NAME = { name: "team" }

export async function serve(
  running: Pick<Running<typeof serveArgs>, "args" | "words" | "out" | "context">,
): Promise<void> {
  const { args, words, out, context } = running
  const named = every(words, "team")
  const teams = named.length > 0 ? named : ["home"]
  if (args["print-sql"]) {
    const sql = setUpSql(teams)
    out.result({ sql }, sql)
    return
  }
  const signal = context.signal
  const folder = join(context.paths().data, "team-engine", "nats")
  const serving = await serveTeam({ folder, teams, ...placeOf(args.listen) }, { say: line => out.note(line) })
  try {
    out.result({ folder, urls: serving.urls }, () => {
      for (const [team, url] of Object.entries(serving.urls)) out.line(`${team}  mettle team join "${url}"`)
      out.note("The address holds the team's password: send it as you would send one. Ctrl-C drains and stops.")
    })
    await told(signal)
  } finally {
    await serving.supervised.stop()
  }
}

/** "host:port", "host" or "port". */
function placeOf(text: string | undefined): { readonly host?: string; readonly port?: number } {
  if (text === undefined) return {}
  const parts = /^(?:(.*?):)?(\d{1,5})$/.exec(text)
  const host = parts ? parts[1] : text
  const port = parts ? Number(parts[2]) : undefined
  if (host === "" || /\s/.test(text) || (port !== undefined && port > 65_535))
    throw usage(NAME, `--listen takes host:port, not "${text}"`)
  return { ...(host === undefined ? {} : { host }), ...(port === undefined ? {} : { port }) }
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
