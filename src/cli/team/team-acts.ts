// Acts of mettle team besides sharing. What a keeper decides; each asks for the home only
// once it is clear what is wanted. And `serve`: a local engine for a small team, looked after until Ctrl-C.

import { join } from "node:path"
import { type HomeOf, teamNamed } from "../../team/home.ts"
import * as keeper from "../../team/keeper.ts"
import { serveTeam, setUpSql } from "../../team/serve.ts"
import { every, flag, type Running, usage, value } from "../command.ts"
import type { Context } from "../context.ts"
import { confirm, ended } from "../io.ts"
import { clean, type Out } from "../print.ts"

interface Asked {
  readonly args: {
    readonly subject?: string | undefined
    readonly team?: string | undefined
    readonly yes?: boolean | undefined
    readonly input?: boolean | undefined
  }
  readonly out: Out
  readonly context: Context
}
type Home = () => Promise<HomeOf>

const { deciding, isCode, letIn } = keeper
const UNCHANGED = "nothing was changed"
function memberIn({ args }: Asked, act: string): string {
  if (args.subject === undefined) throw usage({ name: "team" }, `${act} needs a member`)
  return args.subject
}

export async function revoke(asked: Asked, open: Home): Promise<void> {
  const { args, out, context } = asked
  const who = memberIn(asked, "revoke")
  const home = await open()
  const membership = teamNamed(home.data, args.team)
  const goes = await confirm(context.io, args, `Drop everything ${clean(who)} shared, for everybody, for good?`)
  const scopes = goes ? await deciding(home, membership, parts => keeper.revoke(parts, who)) : []
  const done = scopes.length > 0
  out.result({ revoked: done, scopes }, done ? `revoked in ${scopes.join(", ")}` : UNCHANGED)
}

export async function admit(asked: Asked, open: Home): Promise<void> {
  const who = memberIn(asked, "admit")
  if (isCode(who)) return letInBy(asked, open, who, false)
  const home = await open()
  const team = teamNamed(home.data, asked.args.team)
  const scopes = await deciding(home, team, parts => keeper.admit(parts, who))
  const done = scopes.length > 0
  asked.out.result({ admitted: done, scopes }, done ? `admitted in ${scopes.join(", ")}` : UNCHANGED)
}

export async function pair(asked: Asked, open: Home): Promise<void> {
  const { subject } = asked.args
  if (subject === undefined || !isCode(subject))
    throw usage({ name: "team" }, "pair needs the code that your other machine shows")
  return letInBy(asked, open, subject, true)
}

/** A machine that knocked: this person's own, or a teammate's. */
async function letInBy({ args, out, context }: Asked, open: Home, code: string, mine: boolean): Promise<void> {
  const home = await open()
  const question = mine
    ? `Is ${clean(code)} a machine of yours? It will speak as you.`
    : `Is ${clean(code)} a teammate's machine? It will read everything shared here.`
  const goes = await confirm(context.io, args, question)
  if (goes) await letIn(home, teamNamed(home.data, args.team), code, mine)
  out.result({ admitted: goes, mine }, goes ? "let in; mettle team sync there goes on" : UNCHANGED)
}

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
    await ended(signal)
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
