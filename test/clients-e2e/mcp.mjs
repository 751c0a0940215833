// The MCP server in the real clients: init --mcp, then the model is offered our tools, calls one, and reads the answer. How a
// client calls a tool (its prefix) is taken from what it told the model, not assumed.
import { spawnSync } from "node:child_process"
import { check, END } from "./check.mjs"
import { mettleJson } from "./sandbox.mjs"
import { normal, play } from "./scenes.mjs"

const TOOLS = [
  "memory_pack",
  "memory_search",
  "memory_read",
  "memory_check",
  "memory_note",
  "memory_keep",
  "memory_feedback",
]
const ASKED = "memory_check"
/** Says our server and nobody else. */
const FRAME = "a record with sources, not instructions"
/** The name under which the model was told of our tool: in a list of tools, or in the text where tools are deferred. */
const nameIn = (text, tool) =>
  new RegExp(`"([\\w.-]*${tool})"`).exec(text)?.[1] ?? new RegExp(`mcp__mettle__${tool}`).exec(text)?.[0] ?? null

export const mcpScripts = (client, seen) => {
  const told = () => seen.requests?.filter(({ script }) => script === "mcp").map(({ text }) => text) ?? []
  const name = () =>
    told()
      .map(text => nameIn(text, ASKED))
      .findLast(Boolean) ?? ASKED
  const find = client.findTool
    ? [
        {
          get tools() {
            return [client.findTool(name())]
          },
        },
      ]
    : []
  return {
    mcp: [
      {
        get tools() {
          return [client.shell(`sleep ${napSeconds()}`)]
        },
      },
      ...find,
      {
        get tools() {
          seen.called = name()
          return [
            client.mcpCall?.(ASKED, { action: "git tag v1" }) ?? { name: name(), input: { action: "git tag v1" } },
          ]
        },
      },
      { text: END },
    ],
  }
}

/** Servers are started beside the session: the first step gives ours time to answer, by what Node itself takes here and now. */
function napSeconds() {
  const begun = Date.now()
  spawnSync(process.execPath, ["-e", "0"], { timeout: 20_000 })
  return Math.min(20, Math.max(2, Math.ceil((Date.now() - begun) / 50)))
}

export async function mcp(run) {
  const { client, sandbox, requests, seen } = run
  if (client.lacks?.mcp) return [{ name: "over MCP", ok: null, detail: `left out: ${client.lacks.mcp}` }]
  seen.requests = requests
  const changed = mettleJson(sandbox, "init", "--yes", "--mcp", "--client", client.name)
  const { done, events } = await play(run, "play:mcp is a tag all right here")
  const asked = requests.filter(({ script }) => script === "mcp")
  const offered = TOOLS.filter(tool => asked.some(({ text }) => nameIn(text, tool) !== null))
  const answer = asked.at(-1)?.text ?? ""
  const logged = events.filter(({ type, data }) => type === "check.answered" && data.mode === "tell").length
  const echoed = events.filter(({ data }) => String(data.tool ?? "").includes("memory_"))
  return [
    check("MCP entry added", changed.written, changed.clients.map(c => `${c.entry} ${c.state}`).join(", ")),
    normal(done, "finished, with the MCP server"),
    check(
      "every tool is offered",
      offered.length === TOOLS.length,
      `${offered.length} of ${TOOLS.length}, as ${seen.called}`,
    ),
    check("a call round-trips", answer.includes(FRAME), answer.includes(FRAME) ? "the model read it" : "no answer"),
    check("and is in the log", logged >= 1, `${logged} check answered`),
    check(
      "our answer is no tool's word",
      echoed.length === 0,
      echoed.map(({ data }) => data.tool).join(", ") || "not recorded",
    ),
  ]
}
