// A sub-agent gets what the user asked for and is held like its parent, but its instructions are nobody's words; and a
// model that refuses a request ends the turn as an error. Claude Code only: the one client that reports both by hooks.
import { check } from "./check.mjs"
import { HELD, MARKER, normal, play } from "./scenes.mjs"

export const delegatedScripts = client =>
  client.delegate
    ? {
        parent: [{ tools: [client.delegate("play:child look after the tags")] }, { text: "All is done now." }],
        child: [{ tools: [client.shell("git tag by-a-child")] }, { text: "The child is done." }],
        refused: [{ status: 400, message: "this request is refused on purpose" }],
      }
    : {}

export async function delegated(run) {
  const { client, requests } = run
  if (!client.delegate) return []
  const { done, events } = await play(run, "play:parent go on")
  const of = type => events.filter(event => event.type === type).map(event => event.data)
  const asked = step => requests.find(r => r.script === "child" && r.step === step)?.text ?? ""
  const own = of("tool.finished").filter(({ agent }) => agent !== null)
  const refused = await play(run, "play:refused go on")
  const ended = refused.events.filter(({ type }) => type === "turn.ended").map(({ data }) => data.reason)
  return [
    normal(done, "finished, with a sub-agent"),
    check("sub-agent: gets the user's wishes", asked(0).includes(MARKER), ""),
    check("sub-agent: is held too", asked(1).includes(HELD), `${of("check.answered").length} checks`),
    check(
      "sub-agent: its call is its own",
      own.length === 1 && own[0].rejected,
      JSON.stringify(own.map(({ tool, ok, rejected }) => ({ tool, ok, rejected }))),
    ),
    check(
      "sub-agent: its orders are no prompt",
      of("prompt.submitted").every(({ author }) => author !== "user") && of("prompt.submitted").length === 1,
      JSON.stringify(of("prompt.submitted").map(({ author }) => author)),
    ),
    // Its hook is fired and not waited for: it may be missing, but it must not say that all went well.
    check(
      "refused request is no good end",
      ended.every(reason => reason === "error"),
      ended.join() || "not heard",
    ),
  ]
}
