// The plugin that runs inside OpenCode: hands its hooks to the launcher and applies the answer. No dependencies (with
// any, OpenCode would wait for an npm install), every hook caught and timed: a throw or a slow await hurts the person.
// Ground truth: the adapter src/clients/opencode/opencode.ts, which reads what this sends.

/** In the npm package ("package") the command may use the program that lies beside it. */
export const opencodePlugin = (
  command: string,
  from: "init" | "package" = "init",
): string => `// mettle: memory for coding agents. ${from === "init" ? "Written by mettle init, removed by mettle uninstall; changes here are lost." : "Named in opencode.json as the plugin mettle."}
import { spawn } from "node:child_process"${from === "init" ? "" : '\nimport { fileURLToPath } from "node:url"'}

const COMMAND = ${JSON.stringify(command)}${from === "init" ? "" : '\nprocess.env.METTLE_PACKAGE = fileURLToPath(new URL("../..", import.meta.url))'}
const LIMIT_MS = 900
const FORWARDED = new Set(["session.created", "session.error", "session.compacted", "session.deleted"])

function send(payload, wanted) {
  return new Promise(resolve => {
    let out = ""
    let timer
    const finish = () => {
      clearTimeout(timer)
      let answer = null
      try {
        answer = wanted && out.trim() !== "" ? JSON.parse(out) : null
      } catch {}
      resolve(answer)
    }
    try {
      const stdio = ["pipe", wanted ? "pipe" : "ignore", "ignore"]
      const child =
        process.platform === "win32"
          ? spawn(COMMAND, { stdio, shell: true, windowsHide: true })
          : spawn("/bin/sh", ["-c", COMMAND], { stdio })
      timer = setTimeout(() => {
        try {
          child.kill("SIGKILL")
        } catch {}
        finish()
      }, LIMIT_MS)
      child.on("error", finish)
      child.on("close", finish)
      if (wanted) child.stdout.on("data", chunk => (out += chunk))
      child.stdin.on("error", () => {})
      child.stdin.end(JSON.stringify(payload))
    } catch {
      finish()
    }
  })
}

export const MettlePlugin = async ({ directory, client }) => {
  const parents = new Map()
  const starts = new Map()
  const finished = new Set()
  // One after the other: what happened first is told first.
  let queue = Promise.resolve()
  const frame = (hook, session, input, output) => ({ hook, input, output, directory, parent: parents.get(session) ?? null })
  const tell = payload => {
    queue = queue.then(() => send(payload, false)).catch(() => {})
  }
  // One line for the person, where there is a screen.
  const show = message => {
    try {
      Promise.resolve(client?.tui?.showToast?.({ body: { message, variant: "info" } })).catch(() => {})
    } catch {}
  }
  const ask = async payload => {
    try {
      await queue
      const answer = await send(payload, true)
      if (answer?.notice) show(answer.notice)
      return answer
    } catch {
      return null
    }
  }
  const quiet = work => async (input, output) => {
    try {
      return await work(input, output)
    } catch (error) {
      if (error instanceof Held) throw error
    }
  }
  class Held extends Error {}

  return {
    event: quiet(async ({ event }) => {
      const { type, properties = {} } = event ?? {}
      const info = properties.info ?? {}
      if (type === "session.created" && info.parentID) parents.set(info.id, info.parentID)
      const part = properties.part ?? {}
      const failed = type === "message.part.updated" && part.type === "tool" && part.state?.status === "error"
      const done = type === "message.updated" && info.role === "assistant" && info.time?.completed && !finished.has(info.id)
      if (done) finished.add(info.id)
      if (finished.size > 1000) finished.clear()
      if (FORWARDED.has(type) || failed || done)
        tell(frame("event", properties.sessionID ?? info.sessionID ?? part.sessionID ?? info.id, event))
    }),
    "chat.message": quiet(async (input, output) => {
      const answer = await ask(frame("chat.message", input.sessionID, input, output))
      const last = output.parts?.at(-1)
      if (!answer?.context || !last) return
      const id = String(last.id ?? "prt_").slice(0, 16).padEnd(16, "0") + "zz" + Math.random().toString(36).slice(2).padEnd(12, "0").slice(0, 12)
      output.parts.push({ id, messageID: output.message.id, sessionID: input.sessionID, type: "text", text: answer.context, synthetic: true })
    }),
    "tool.execute.before": quiet(async (input, output) => {
      const answer = await ask(frame("tool.execute.before", input.sessionID, input, output))
      if (answer?.hold) throw new Held(answer.hold)
    }),
    "tool.execute.after": quiet(async (input, output) => {
      const exit = output?.metadata?.exit
      const payload = frame("tool.execute.after", input.sessionID, input, output)
      if (typeof exit !== "number" || exit === 0) return tell(payload)
      const answer = await ask(payload)
      if (answer?.context && typeof output.output === "string") output.output += "\\n\\n" + answer.context
    }),
    "experimental.text.complete": quiet(async (input, output) => {
      tell(frame("experimental.text.complete", input.sessionID, input, output))
    }),
    "experimental.chat.system.transform": quiet(async (input, output) => {
      const session = input?.sessionID
      if (!session || !Array.isArray(output?.system)) return
      // Asked once: the text stays the same for the whole session, so that prompt caches hold.
      if (!starts.has(session))
        starts.set(session, ask(frame("experimental.chat.system.transform", session, { sessionID: session }, {})))
      const answer = await starts.get(session)
      if (answer?.context) output.system.push(answer.context)
    }),
    dispose: quiet(async () => {
      for (const session of starts.keys()) tell(frame("dispose", session, { sessionID: session }, {}))
      await Promise.race([queue, new Promise(resolve => setTimeout(resolve, LIMIT_MS))])
    }),
  }
}
`
