// A scripted model on the loopback interface, for running the real clients without a network. `play:<name>` in a prompt
// chooses the script, the number of the agent's turns since then the step: no state, so a retried request gets the same
// answer. Requests without tools (titles, classifiers) get a short fixed one. Every request is kept for the assertions.
import { createServer } from "node:http"
import { WIRES, whole } from "./model-wires.mjs"

/**
 * A script is a list of steps {text?, tools?: [{name, input}], asked?: () => unknown} or {status, message} for a refusal;
 * `asked` runs once, when the step is due, and is waited for. A step may also be a function of the request's text.
 */
export async function startModelServer(scripts) {
  const requests = []
  const due = new Set()
  const server = createServer((request, response) => {
    const chunks = []
    request.on("data", chunk => chunks.push(chunk))
    request.on("end", async () => {
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1")
      const wire = request.method === "POST" ? WIRES.find(({ path }) => path.test(pathname)) : undefined
      const text = Buffer.concat(chunks).toString("utf8")
      if (!wire) return other(request, response, pathname)
      let body
      try {
        body = JSON.parse(text)
      } catch {
        return whole(response, 400, { error: { message: "not JSON" } })
      }
      const chosen = wire.offersTools(body) ? choose(scripts, wire.turns(body)) : null
      requests.push({ wire: wire.name, script: chosen?.script ?? null, step: chosen?.index ?? -1, text })
      if (chosen === null) return wire.reply(response, body, { text: aside(wire.schema(body)) }, pathname)
      const step = typeof chosen.step === "function" ? chosen.step(text) : chosen.step
      const key = `${chosen.script}:${chosen.index}`
      if (!due.has(key)) {
        due.add(key)
        await step.asked?.()
      }
      const { status, message } = step
      if (status !== undefined)
        return whole(response, status, { type: "error", error: { type: "invalid_request_error", message } })
      wire.reply(response, body, step, pathname)
    })
  })
  await new Promise(ready => server.listen(0, "127.0.0.1", ready))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () => {
      server.closeAllConnections()
      return new Promise(closed => server.close(closed))
    },
  }
}

const DONE = { text: "Nothing more to do." }

function choose(scripts, turns) {
  let script = null
  let since = turns.length
  for (const [i, turn] of turns.entries()) {
    const named = turn.agent ? undefined : [...turn.text.matchAll(/play:([\w-]+)/g)].at(-1)?.[1]
    if (named !== undefined && scripts[named]) {
      script = named
      since = i
    }
  }
  let index = 0
  for (let i = since + 1; i < turns.length; i++) if (turns[i].agent && !turns[i - 1].agent) index++
  return { script, index, step: (script === null ? undefined : scripts[script][index]) ?? DONE }
}

function other(request, response, pathname) {
  if (/count_tokens$|:countTokens$/.test(pathname))
    return whole(response, 200, { input_tokens: 1_200, totalTokens: 1_200 })
  if (pathname.endsWith("/models"))
    return whole(response, 200, { object: "list", data: [], models: [], has_more: false })
  if (request.method === "HEAD") return response.writeHead(200).end()
  whole(response, 404, { type: "error", error: { type: "not_found_error", message: "not scripted" } })
}

/** Whatever a schema asks for, the least that fits. */
const aside = schema => (schema ? JSON.stringify(leastOf(schema)) : "A short answer.")
function leastOf(schema) {
  if (Array.isArray(schema?.enum)) return schema.enum[0]
  const type = String([schema?.type].flat()[0] ?? (schema?.properties ? "object" : "string")).toLowerCase()
  if (type === "object")
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, leastOf(part)]))
  return { array: [], boolean: false, number: 0, integer: 0 }[type] ?? "short"
}
