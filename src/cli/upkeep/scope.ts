// mettle config scope: which repository this is, why, and what shares its memory. Names and merges are the user's settings.
import { saveSetting } from "../../config.ts"
import { MettleError } from "../../core/errors.ts"
import { onlyOne } from "../../core/nearest.ts"
import { count } from "../../core/say-number.ts"
import { domainsOf, isScopeId, mergedInto, settledId } from "../../core/scope.ts"
import { cameFrom, goAlong, goesFrom, sendBack, type Whereabouts } from "../../memory/acting/take-along.ts"
import { act, defineMettleCommand, FLAGS, type Running, usage, word } from "../command.ts"
import { changeMemory, readMemory, whereaboutsOf } from "../context.ts"

const args = {
  act: act(["show", "set", "unset", "merge", "unmerge", "tag", "untag"]),
  a: word(),
  b: word(),
  "dry-run": FLAGS["dry-run"],
} as const

export const command = defineMettleCommand({
  name: "config scope",
  examples: [
    ["mettle config scope", "id, why, domains, merges"],
    ["mettle config scope set shop", "name it: all folders of that name are one scope"],
    ["mettle config scope unset", "back to what git says"],
    ["mettle config scope merge 4f1c22 9ab0e3", "count the first as the second (ids or their start)"],
    ["mettle config scope unmerge 4f1c22", "take that back"],
    ["mettle config scope tag typescript", "put this repository into a domain"],
    ["mettle config scope untag typescript", "take it out"],
  ],
  args,
  run: async running => {
    await ACTS[running.args.act ?? "show"](running)
  },
})

type Run = Running<typeof args>
const need = (value: string | undefined, what: string): string => {
  if (value === undefined || value === "") throw usage(command, `needs ${what}`)
  return value
}

const ACTS: Readonly<Record<NonNullable<Run["args"]["act"]>, (running: Run) => void | Promise<void>>> = {
  show,
  set: running => name(running, need(running.args.a, "a name")),
  unset: running => name(running, null),
  merge,
  unmerge,
  tag: running => tag(running, true),
  untag: running => tag(running, false),
}

async function show(running: Run): Promise<void> {
  const { out, context } = running
  const { values } = context.config()
  const repository = context.repository()
  const { identity, kind, top, within, origin, remotes, branch, head } = repository
  const scope = context.scope()
  const known = running.context.known()
  const domains = domainsOf(known, values.domains)
  const merges = Object.keys(values["scope.merges"]).filter(id => mergedInto(id, values["scope.merges"]) === scope.id)
  const came = cameFrom(await readMemory(context, out), scope.id).filter(id => id !== identity.id)
  const merged = [...new Set([...merges, ...came])]
  const fork = remotes.upstream && remotes.upstream !== origin ? remotes.upstream : null
  out.result(
    {
      ...{ ...scope, found: identity.id, kind, top, within, origin, remotes, branch, head },
      ...{ domains, merged, fork_of: fork },
    },
    () => {
      const row = (label: string, text: string | null) => {
        if (text) out.line(`${label.padEnd(9)} ${text}`)
      }
      row("scope", `${scope.id.slice(0, 8)}  ${scope.key}`)
      row("because", scope.because)
      row("folder", kind === "none" ? `${top} (no git)` : `${top} (${kind})`)
      row("within", within && `${within} (one scope for the whole repository)`)
      row("branch", branch && `${branch}${head ? ` at ${head.slice(0, 8)}` : ""}`)
      row("fork of", fork && `${fork} (another origin, so another scope; mettle config scope merge joins them)`)
      row("domains", domains.join(", ") || "none (mettle config scope tag <domain>)")
      row("merged", merged.map(id => id.slice(0, 8)).join(", "))
    },
  )
}

async function name(running: Run, chosen: string | null): Promise<void> {
  const { found } = running.context.known()
  const { values } = running.context.config()
  const names = { ...values["scope.names"] }
  if (chosen === null) delete names[found]
  else names[found] = chosen
  const decisions = { ...values, "scope.names": names }
  const here = { ...whereaboutsOf(running.context), decisions }
  const along = await takeAlong(running, settledId(found, values), settledId(found, decisions), here)
  const said = chosen === null ? "the scope is what git says again" : `this is "${chosen}" from now on`
  save(running, "scope.names", names, `${said}${along}`)
}

async function merge(running: Run): Promise<void> {
  const { values } = running.context.config()
  const a = await expand(running, need(running.args.a, "two ids"))
  const b = await expand(running, need(running.args.b, "two ids"))
  if (mergedInto(b, values["scope.merges"]) === a || a === b)
    throw new MettleError("E_USAGE", "a scope cannot be merged into itself", { hint: "mettle config scope" })
  const merges = { ...values["scope.merges"], [a]: b }
  const decisions = { ...values, "scope.merges": merges }
  // Whoever says so knows who shares them.
  const here = { ...whereaboutsOf(running.context), decisions, isShared: async () => false }
  const along = await takeAlong(running, a, mergedInto(b, merges), here)
  const undo = `(undo: mettle config scope unmerge ${a.slice(0, 8)})`
  save(running, "scope.merges", merges, `${a.slice(0, 8)} counts as ${b.slice(0, 8)}${along} ${undo}`)
}

/** Also what came along by itself goes back. */
async function unmerge(running: Run): Promise<void> {
  const { context, out, args } = running
  const written = need(args.a, "an id")
  const merges = { ...context.config().get("scope.merges") }
  const id = await expand(running, written)
  const to = Object.hasOwn(merges, id) ? mergedInto(id, merges) : context.scope().id
  const memory = await (args["dry-run"] ? readMemory : changeMemory)(context, out)
  const came = cameFrom(memory, to).includes(id) && id !== context.known().found
  if (!Object.hasOwn(merges, id) && !came)
    throw new MettleError("E_NOT_FOUND", `${written} is not merged into anything`, { hint: "mettle config scope" })
  delete merges[id]
  const cards = args["dry-run"] ? 0 : await sendBack(memory, id, to)
  const back = cards === 0 ? "" : `, with ${count(cards, "card")}`
  save(running, "scope.merges", merges, `${id.slice(0, 8)} stands alone again${back}`)
}

/** What was kept goes where it is looked for from now on; said in a few words. */
async function takeAlong(running: Run, from: string, to: string, here: Whereabouts): Promise<string> {
  if (from === to) return ""
  const { context, out, args } = running
  const memory = await (args["dry-run"] ? readMemory : changeMemory)(context, out)
  const { cards, stayWith } = args["dry-run"]
    ? await goesFrom(memory, from, to, here)
    : await goAlong(memory, from, to, here)
  if (cards === 0) return ""
  if (stayWith === null) return `, with ${count(cards, "card")}`
  // What came from here is not the other's.
  const back = args["dry-run"] ? 0 : await sendBack(memory, to, from)
  return `; kept with ${stayWith}: ${count(cards - back, "card")}${back === 0 ? "" : `, come back: ${back}`}`
}

function tag(running: Run, on: boolean): void {
  const domain = need(running.args.a, "a domain")
  const known = running.context.known()
  const domains = running.context.config().get("domains")
  const others = (domains[domain] ?? []).filter(written => domainsOf(known, { [domain]: [written] }).length === 0)
  const list = on ? [...others, known.origin ?? known.found] : others
  const { [domain]: _gone, ...rest } = domains
  const next = list.length > 0 ? { ...rest, [domain]: list } : rest
  save(
    running,
    "domains",
    next,
    on ? `this repository is in "${domain}"` : `this repository is no longer in "${domain}"`,
  )
}

/** A whole id, "." for here, or the start of an id that the settings or this folder know. */
async function expand(running: Run, written: string): Promise<string> {
  const { id, found } = running.context.known()
  if (written === ".") return found
  if (isScopeId(written)) return written
  const merges = running.context.config().get("scope.merges")
  const known = new Set([
    id,
    found,
    ...cameFrom(await readMemory(running.context, running.out), id),
    ...Object.keys(merges),
    ...Object.values(merges),
    ...Object.keys(running.context.config().get("scope.names")),
  ])
  const matches = [...known].filter(candidate => candidate.startsWith(written))
  return onlyOne(matches, written, "scope", "give all 32 digits: mettle config scope --json --repo <path> prints them")
}

function save(
  { out, context, args: { "dry-run": dryRun } }: Run,
  key: "scope.names" | "scope.merges" | "domains",
  value: Readonly<Record<string, unknown>>,
  said: string,
): void {
  if (!dryRun) saveSetting(context.basePaths().config, key, Object.keys(value).length === 0 ? undefined : value)
  out.result({ key, value, written: !dryRun }, dryRun ? `would be: ${said}` : said)
}
