// Three failing commands in a row: the request that follows must hold the breaker's word, first without a known fix, then,
// once earlier runs have shown what helps, with it. Only where the client tells of a failure at once and takes an answer.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { check, END } from "./check.mjs"
import { mettle, mettleJson, put } from "./sandbox.mjs"
import { normal, play } from "./scenes.mjs"

const WORD = "Note from mettle, about how this session goes: the last 3 tool calls failed one after another."
const UNKNOWN = "No fix is known from earlier work"
const FIX = "Run `node fetch-schema.mjs` before `node migrate.mjs`"
const MIGRATE = 'import { readFileSync } from "node:fs"\nconsole.log(readFileSync("schema.txt", "utf8"))\n'
const FETCH = 'import { writeFileSync } from "node:fs"\nwriteFileSync("schema.txt", "fetched")\n'

export const stuckScripts = client => {
  const step = command => ({ tools: [client.shell(command)] })
  const three = command => [step(command), step(command), step(command)]
  return {
    stuck: [...three("node absent.mjs"), { text: END }],
    teach: [step("node migrate.mjs"), step("node fetch-schema.mjs"), step("node migrate.mjs"), { text: END }],
    // The first call is held once, since what helps is known; the same call again is let through.
    unteachable: [step("node migrate.mjs"), ...three("node migrate.mjs"), { text: END }],
  }
}

export async function stuck(run) {
  const { client, sandbox, requests } = run
  if (client.name !== "claude-code") return []
  const asked = (script, step) => requests.filter(r => r.script === script && r.step === step).at(-1)?.text ?? ""
  const words = text => JSON.stringify(text).slice(1, -1)
  const spoken = events => events.filter(({ type }) => type === "intervention.made")
  const alone = await play(run, "play:stuck run it until it works")
  put(join(sandbox.project, "migrate.mjs"), MIGRATE)
  put(join(sandbox.project, "fetch-schema.mjs"), FETCH)
  for (const round of ["first", "second"]) {
    rmSync(join(sandbox.project, "schema.txt"), { force: true })
    await play(run, `play:teach bring the migration in order, ${round} time`)
    mettle(sandbox, "settle")
  }
  rmSync(join(sandbox.project, "schema.txt"), { force: true })
  const card = mettleJson(sandbox, "cards").cards.find(({ statement }) => statement.includes("fetch-schema"))
  const known = await play(run, "play:unteachable run the migration until it works")
  const told = asked("unteachable", 4)
  const trips = mettleJson(sandbox, "breaker").trips
  return [
    normal(alone.done, "finished, three failures in a row"),
    check(
      "[S2-37] not before the third failure",
      !asked("stuck", 2).includes(words(WORD)),
      `${asked("stuck", 2).length} characters`,
    ),
    check(
      "[S2-37, S2-41] the next request holds it",
      asked("stuck", 3).includes(words(WORD)) && asked("stuck", 3).includes(UNKNOWN),
      `${spoken(alone.events).length} interventions logged`,
    ),
    check("what helps became a card", card, card ? card.statement : "none"),
    check(
      "with the known fix, once one exists",
      told.includes(words(WORD)) &&
        told.slice(told.lastIndexOf(words(WORD))).search(/fetch-schema|fix named above/) > 0,
      `${spoken(known.events).length} logged; the fix in the request: ${told.includes(words(FIX))}`,
    ),
    check("the breaker lists both", trips.filter(({ made }) => made !== null).length >= 2, `${trips.length} trips`),
  ]
}
