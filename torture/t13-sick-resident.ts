// T-13: a resident that is ill in every way we could think of stands between hook and log. The host must not notice, and what
// the hook had to say must be in the log, in the spool, or counted.

import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createPlain, type Socket } from "node:net"
import { join } from "node:path"
import { deafMark, socketPath } from "../src/paths.ts"
import { openDatabase } from "../src/store/sqlite.ts"
import { claude, type Home, home, misbehaved, PERSON, pause } from "./home.ts"
import { sized, type Torture } from "./torture.ts"

type Undo = () => void | Promise<void>
type Illness = (h: Home) => Undo | Promise<Undo>

const http =
  (answer: (request: IncomingMessage, response: ServerResponse) => void): Illness =>
  h => {
    mkdirSync(h.paths.runtime, { recursive: true, mode: 0o700 })
    rmSync(socketPath(h.paths.runtime), { force: true, recursive: true })
    const server = createServer(answer)
    server.on("checkContinue", (request, response) => {
      response.writeContinue()
      answer(request, response)
    })
    server.on("clientError", (_, socket) => socket.destroy())
    return listening(h, server)
  }
const raw =
  (answer: (socket: Socket) => void): Illness =>
  h => {
    mkdirSync(h.paths.runtime, { recursive: true, mode: 0o700 })
    rmSync(socketPath(h.paths.runtime), { force: true, recursive: true })
    return listening(
      h,
      createPlain(socket => {
        socket.on("error", () => {})
        answer(socket)
      }),
    )
  }
const listening = (h: Home, server: ReturnType<typeof createPlain>): Promise<Undo> =>
  new Promise(resolve =>
    server.listen(socketPath(h.paths.runtime), () =>
      resolve(() => {
        ;(server as { closeAllConnections?: () => void }).closeAllConnections?.()
        server.close()
        rmSync(socketPath(h.paths.runtime), { force: true, recursive: true })
      }),
    ),
  )
/** Takes the whole body, then does something. */
const swallowed =
  (then: (response: ServerResponse) => void) => (request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    request.on("end", () => then(response))
  }

/** `swallows`: the illness may take the payload and keep it to itself, so that nobody else can have it: then it is counted. */
const ILLNESSES: Readonly<Record<string, { readonly make: Illness; readonly swallows?: boolean }>> = {
  stopped: {
    make: async h => {
      const resident = await h.resident()
      resident.child.kill("SIGSTOP")
      return async () => {
        resident.child.kill("SIGKILL")
        await resident.ended
        for (const path of [socketPath(h.paths.runtime), deafMark(h.paths.runtime)]) rmSync(path, { force: true })
      }
    },
  },
  killed: {
    make: async h => {
      const resident = await h.resident()
      resident.child.kill("SIGKILL")
      await resident.ended
      return () => {}
    },
  },
  "accepts and says nothing": { make: raw(() => {}) },
  "hangs up at once": { make: raw(socket => socket.destroy()) },
  "half a status line": { make: raw(socket => void socket.end("HTTP/1.1 20")) },
  noise: { make: raw(socket => void socket.end(Buffer.alloc(4096, 0xa5))) },
  "no HTTP": { make: raw(socket => void socket.end("220 smtp ready\r\n")) },
  "endless headers": {
    make: raw(socket => {
      const more = setInterval(() => socket.write(`x-more: ${"y".repeat(500)}\r\n`), 5)
      socket.write("HTTP/1.1 200 OK\r\n")
      socket.on("close", () => clearInterval(more))
    }),
  },
  "500": { make: http((_, response) => response.writeHead(500).end("oops")), swallows: true },
  "413": { make: http((_, response) => response.writeHead(413).end()), swallows: true },
  "404": { make: http((_, response) => response.writeHead(404).end()), swallows: true },
  "409 after continue": { make: http((_, response) => response.writeHead(409).end()), swallows: true },
  "500 after the body": { make: http(swallowed(response => response.writeHead(500).end("oops"))), swallows: true },
  slow: { make: http(swallowed(response => void setTimeout(() => response.end("{}"), 3_000))), swallows: true },
  "half an answer": {
    make: http(
      swallowed(response => {
        response.writeHead(200, { "content-length": "500" })
        response.write('{"hookSpecificOutput":{"addit')
        setTimeout(() => response.destroy(), 100)
      }),
    ),
    swallows: true,
  },
  "a socket of nobody": {
    make: h => {
      mkdirSync(h.paths.runtime, { recursive: true, mode: 0o700 })
      spawnSync(process.execPath, [
        "-e",
        `require("net").createServer().listen(${JSON.stringify(socketPath(h.paths.runtime))},()=>process.kill(process.pid,"SIGKILL"))`,
      ])
      return () => rmSync(socketPath(h.paths.runtime), { force: true })
    },
  },
  "a file in its place": {
    make: h => {
      mkdirSync(h.paths.runtime, { recursive: true, mode: 0o700 })
      writeFileSync(socketPath(h.paths.runtime), "stale")
      return () => rmSync(socketPath(h.paths.runtime), { force: true })
    },
  },
  "a folder in its place": {
    make: h => {
      mkdirSync(socketPath(h.paths.runtime), { recursive: true })
      return () => rmSync(socketPath(h.paths.runtime), { force: true, recursive: true })
    },
  },
  "the database locked": {
    make: h => {
      const db = openDatabase({ path: join(h.paths.data, "log.db"), busyMs: 0 })
      db.exec("BEGIN EXCLUSIVE")
      return () => {
        db.exec("ROLLBACK")
        db.close()
      }
    },
  },
  "the database locked, with a resident": {
    make: async h => {
      const resident = await h.resident()
      const db = openDatabase({ path: join(h.paths.data, "log.db"), busyMs: 2_000 })
      db.exec("BEGIN EXCLUSIVE")
      return async () => {
        db.exec("ROLLBACK")
        db.close()
        resident.child.kill("SIGTERM")
        await resident.ended
      }
    },
  },
}

export const sickResident: Torture = {
  name: "T-13",
  title: "sick resident",
  method: `${Object.keys(ILLNESSES).length} illnesses of the resident or its socket, a prompt and a tool hook under each`,
  bar: "P3: exit 0, nothing on stderr, one JSON object or nothing, within a second; what was said is kept or counted",
  async run({ size, dir, say }) {
    const rounds = sized(size, { ci: 1, pr: 1, nightly: 10 })
    const failures: string[] = []
    const figures = {
      illnesses: Object.keys(ILLNESSES).length,
      hooks: 0,
      recorded: 0,
      spooled: 0,
      swallowed: 0,
      "slowest ms": 0,
    }
    const h = home(join(dir, "h"))
    await h.hook(claude(h.project, "first").start(), PERSON)
    let n = 0
    for (let round = 0; round < rounds; round++)
      for (const [name, { make, swallows }] of Object.entries(ILLNESSES)) {
        const undo = await make(h)
        const call = `t${n++}`
        const before = h.tally()
        const one = claude(h.project, `s${n}`)
        try {
          for (const payload of [one.after(call, "make"), one.prompt(`p${n}`, "and now the tests")]) {
            const ran = await h.hook(payload, PERSON)
            figures.hooks++
            figures["slowest ms"] = Math.max(figures["slowest ms"], Math.round(ran.ms))
            const bad = misbehaved(ran)
            if (bad) failures.push(`${name}: ${bad}`)
          }
        } finally {
          await undo()
        }
        const later = h.tally()
        const kept = (await h.events()).some(
          e => e.type === "tool.finished" && (e.data as { call: unknown }).call === call,
        )
        const counted = later.spooled + later.lost + later.unanswered - before.spooled - before.lost - before.unanswered
        if (kept) figures.recorded++
        else if (later.spooled > before.spooled) figures.spooled++
        else if (swallows && counted > 0) figures.swallowed++
        else failures.push(`${name}: the tool call is neither recorded nor spooled nor counted`)
        // Five failures in a row switch hooks off: none of this may count as one.
        if (later.failuresInARow > 0)
          failures.push(`${name}: counted as a failure of ours: ${JSON.stringify(later.reasons)}`)
        say(name)
        await pause(10)
      }
    await h.hook(claude(h.project, "last").start(), PERSON)
    return { figures, failures, stores: [h.paths.data] }
  },
}
