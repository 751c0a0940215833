// Three failing commands in a row: the request that follows must hold the breaker's word, first without a known fix, then,
// once earlier runs have shown what helps, with it. Only where the client tells of a failure at once and takes an answer.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { check, END } from "./check.mjs"
import { HELPED, learned } from "./learned.mjs"
import { mettleJson } from "./sandbox.mjs"
import { normal, play } from "./scenes.mjs"

const WORD = "Note from mettle, about how this session goes: the last 3 tool calls failed one after another."
const UNKNOWN = "No fix is known from earlier work"

export const stuckScripts = client => {
  const step = command => ({ tools: [client.shell(command)] })
  const three = command => [step(command), step(command), step(command)]
  return {
    stuck: [...three("node absent.mjs"), { text: END }],
    // The first call is held once, since what helps is known; the same call again is let through.
    unteachable: [step("node build.mjs"), ...three("node build.mjs"), { text: END }],
  }
}

export async function stuck(run) {
  const { client, sandbox, requests } = run
  if (client.name !== "claude-code") return []
  const asked = (script, step) => requests.filter(r => r.script === script && r.step === step).at(-1)?.text ?? ""
  const words = text => JSON.stringify(text).slice(1, -1)
  const spoken = events => events.filter(({ type }) => type === "intervention.made")
  const known = () => mettleJson(sandbox, "cards").cards.find(({ statement }) => statement.includes(HELPED))
  const alone = await play(run, "play:stuck run it until it works")
  // What helps is taught by the scene before; alone, this one plays it.
  if (!known()) await learned(run)
  rmSync(join(sandbox.project, "generated.txt"), { force: true })
  const taught = await play(run, "play:unteachable build it until it works")
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
    check("what helps is a card", known(), known()?.statement ?? "none"),
    check(
      "with the known fix, once one exists",
      told.includes(words(WORD)) &&
        told.slice(told.lastIndexOf(words(WORD))).search(/generate\.mjs|fix named above/) > 0,
      `${spoken(taught.events).length} logged; the fix in the request: ${told.includes(words(HELPED))}`,
    ),
    check("the breaker lists both", trips.filter(({ made }) => made !== null).length >= 2, `${trips.length} trips`),
  ]
}
