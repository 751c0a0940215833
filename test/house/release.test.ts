// Publishing is one command by a person: the name is asked for, not assumed, and nothing of ours runs at an install.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ROOT } from "./source.ts"

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))

/** The tool against a registry that answers as told. */
async function checked(status: number, answer: object): Promise<string> {
  const server = createServer((request, response) => {
    const told = request.url === "/mettle" ? [status, answer] : [404, {}]
    response.writeHead(Number(told[0]), { "content-type": "application/json" }).end(JSON.stringify(told[1]))
  })
  await new Promise<void>(listening => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  try {
    return await new Promise(done => {
      const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: "0" }
      const child = spawn(process.execPath, [join(ROOT, "tools", "release.mjs"), "check"], { env })
      let said = ""
      for (const stream of [child.stdout, child.stderr]) stream.on("data", chunk => (said += chunk))
      child.on("close", () => done(said))
    })
  } finally {
    server.close()
  }
}

describe("publishing", () => {
  it("a free name is said to be free", async () => {
    expect(await checked(404, {})).toContain("the name mettle is free")
  })
  it("a version that is there already is refused", async () => {
    const told = await checked(200, { versions: { [manifest.version]: {} }, maintainers: [{ name: "us" }] })
    expect(told).toContain(`not ready: mettle@${manifest.version} is published already`)
  })
  it("a registry that does not say so is no yes", async () => {
    expect(await checked(503, {})).toContain("not ready:")
  })
  it("no script of ours runs at an install, and what is published is listed", () => {
    for (const script of ["preinstall", "install", "postinstall"]) expect(manifest.scripts[script]).toBeUndefined()
    expect(manifest.files).toEqual(expect.arrayContaining(["dist", "bin"]))
    expect(manifest.private).toBe(false)
  })
  it("the workflow asks for provenance and for the name, after the tests", () => {
    const text = readFileSync(join(ROOT, ".github", "workflows", "release.yml"), "utf8")
    const at = ["npm test", "tools/release.mjs check", "npm publish --provenance"].map(step => text.indexOf(step))
    expect(at.every(place => place > 0)).toBe(true)
    expect([...at].sort((a, b) => a - b)).toEqual(at)
    expect(text).toContain("id-token: write")
  })
})
