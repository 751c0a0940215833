// `mettle open` and the browser: it is led in by a private page, never by an argument that others can read.
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openDoorway } from "../../src/cli/upkeep/open.ts"
import { observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { raw } from "../http/served.ts"
import { happened, NOW } from "./stage.ts"
import { folder, world } from "./world.ts"

const request = (port: number, path: string, ...more: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Connection: close", ...more, "", ""].join("\r\n")

describe("[security 7] the token stands in no list of processes", () => {
  it("the browser gets the name of a page that only the user can read; it goes once somebody came with the token", async () => {
    const bin = folder()
    const pipe = join(folder(), "seen")
    execFileSync("mkfifo", [pipe])
    // Says what it was given, and what anybody may do with that file.
    const browser = `#!/bin/sh\n{ echo "$*"; ls -l "$1" | cut -c1-10; cat "$1"; } > '${pipe}'\n`
    writeFileSync(join(bin, "xdg-open"), browser, { mode: 0o755 })
    let interrupt: () => void = () => {}
    const { run, home } = world()
    let said: (line: string) => void
    const line = new Promise<string>(resolve => (said = resolve))
    const ended = run(["open", "--json"], {
      env: { PATH: `${bin}:${process.env.PATH}`, HOME: home },
      stdout: text => said(text),
      onInterrupt: stop => {
        interrupt = stop
        return () => {}
      },
    })
    const { url, port, token } = JSON.parse(await line) as { url: string; port: number; token: string }
    const [args, mode, ...page] = (await readFile(pipe, "utf8")).split("\n")
    expect(args).not.toContain(token)
    expect(args).toMatch(/\/data\/open-\d+\.html$/)
    expect(mode).toBe("-rw-------")
    expect(page.join("\n")).toContain(`content="0;url=${url}"`)
    const arrival = request(
      port,
      "/",
      ...["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
    )
    expect((await raw(port, arrival)).status).toBe(200)
    expect(existsSync(args!), "the shell alone is nobody yet").toBe(true)
    expect((await raw(port, request(port, "/status.json", "Authorization: Bearer wrong"))).status).toBe(401)
    expect(existsSync(args!), "nor is a wrong token").toBe(true)
    expect((await raw(port, request(port, "/status.json", `Authorization: Bearer ${token}`))).status).toBe(200)
    expect(existsSync(args!)).toBe(false)
    expect((await raw(port, arrival)).status, "the door is shut again").toBe(403)
    interrupt()
    expect((await ended).code).toBe(130)
  })

  it("what a killed server left behind is swept; another server's page that is still new is not", () => {
    const dir = folder()
    for (const port of [1, 2]) writeFileSync(join(dir, `open-${port}.html`), "old")
    writeFileSync(join(dir, "other.html"), "mine")
    utimesSync(join(dir, "open-1.html"), 1, 1)
    const doorway = openDoorway(dir, 3, "http://127.0.0.1:3/#token=abc")
    expect(readdirSync(dir).sort()).toEqual(["open-2.html", "open-3.html", "other.html"])
    doorway.close()
    expect(doorway.isOpen()).toBe(false)
    expect(readdirSync(dir).sort()).toEqual(["open-2.html", "other.html"])
  })
})

describe("[W4] a long log whose cards another build made", () => {
  it("is read again in the terminal, which says so, before anybody is led to a page", async () => {
    const { run, home, cwd } = world()
    await happened({ run, home, cwd }, async (_, { memory }) => {
      const where = { ts: NOW, episode: episodeId("claude-code", "long"), scope: null }
      const source = (i: number) => ({ client: "claude-code", session: "long", record: `r${i}` })
      const reply = { text: "Done.", chars: 5, inputTokens: null, outputTokens: null }
      await memory.record(Array.from({ length: 1200 }, (_, i) => observed("agent.replied", source(i), where, reply)))
    })
    const data = join(home, "data")
    for (const name of readdirSync(data)) if (name.startsWith("views")) rmSync(join(data, name))
    const said: string[] = []
    let interrupt: () => void = () => {}
    const ended = run(["open", "--no-browser", "--json"], {
      tty: { stdin: false, stdout: false, stderr: true },
      stderr: text => said.push(text),
      stdout: text => {
        said.push(text)
        interrupt()
      },
      onInterrupt: stop => {
        interrupt = stop
        return () => {}
      },
    })
    expect((await ended).code).toBe(130)
    const address = said.findIndex(text => text.includes('"url"'))
    expect(said.slice(0, address).join("")).toMatch(/reading the log again .* 0\/12\d\d/)
  })
})

describe("what is deleted while somebody looks at it", () => {
  it("mettle uninstall --data ends the dashboard: nothing holds open what is gone", async () => {
    const { run, home, cwd } = world()
    await happened({ run, home, cwd }, async open => (await open("one")).says("hello"))
    let said: (line: string) => void
    const line = new Promise<string>(resolve => (said = resolve))
    const serving = run(["open", "--no-browser", "--json"], { stdout: text => said(text) })
    const { port } = JSON.parse(await line) as { port: number }
    expect((await run(["uninstall", "--data", "--yes"], { env: { HOME: home } })).code).toBe(0)
    expect((await serving).code).toBe(0)
    expect(existsSync(join(home, "data"))).toBe(false)
    expect((await raw(port, request(port, "/"))).status, "nobody answers").toBe(0)
  })
})
