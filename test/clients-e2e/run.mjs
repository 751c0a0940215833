#!/usr/bin/env node
// npm run test:clients [-- name … --scenes=work,hung]: the real clients, pinned, against a scripted model, in a network that has nothing but
// loopback where the system allows it. One table, a closing line, non-zero when anything failed; --keep leaves the
// sandboxes. Not part of npm test, since it installs a gigabyte of other programs.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { asked } from "./asked.mjs"
import { CLIENTS } from "./clients.mjs"
import { delegated } from "./delegated.mjs"
import { install, PINNED, programOf } from "./install.mjs"
import { learned } from "./learned.mjs"
import { mcp } from "./mcp.mjs"
import { startModelServer } from "./model-server.mjs"
import { plugin } from "./plugin.mjs"
import { resumed } from "./resumed.mjs"
import { copyPackage, endResidents, makeSandbox, mettleJson } from "./sandbox.mjs"
import { damaged, hung, NOTES, orphan, scriptsFor, work } from "./scenes.mjs"
import { shop } from "./shop.mjs"
import { stuck } from "./stuck.mjs"
import { trial } from "./trial.mjs"
import { typed } from "./typed.mjs"
import { unasked } from "./unasked.mjs"

const words = process.argv.slice(2)
const wanted = words.filter(word => !word.startsWith("--"))
const clients = CLIENTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const named = words
  .find(word => word.startsWith("--scenes="))
  ?.slice("--scenes=".length)
  .split(",")
const scenes = [
  work,
  learned,
  stuck,
  asked,
  unasked,
  delegated,
  resumed,
  mcp,
  trial,
  orphan,
  hung,
  typed,
  plugin,
  shop,
  damaged,
].filter(({ name }) => named?.includes(name) ?? true)
/** Four minutes on a quiet machine of two cores; nobody should wait for ever. */
const LIMIT_MS = 900_000
const rows = []

if (!process.env.METTLE_E2E_INSIDE) {
  for (const { name } of clients)
    await install(name, { say: line => console.log(line) }).catch(error => console.log(error.message))
  const inside = { ...process.env, METTLE_E2E_INSIDE: "1" }
  const self = [process.execPath, fileURLToPath(import.meta.url), ...words]
  const net = process.getuid?.() === 0 ? "-n" : "-rn"
  const up = ["unshare", net, "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
  const alone = spawnSync(up[0], [...up.slice(1), "true"], { stdio: "ignore", timeout: 10_000 }).status === 0
  console.log(alone ? "network: loopback only" : "network: open (no namespace to be had here)")
  const [program, ...rest] = alone ? [...up, ...self] : self
  const { status } = spawnSync(program, rest, { stdio: "inherit", env: inside, timeout: LIMIT_MS })
  if (status === null) console.log("stopped: it took longer than a quarter of an hour")
  process.exit(status ?? 1)
}

const folder = mkdtempSync(join(tmpdir(), "mettle-e2e-"))
const began = Date.now()
try {
  const mettlePackage = copyPackage(join(folder, "package"))
  for (const client of clients) await runClient(client, mettlePackage)
} finally {
  endResidents(folder)
  if (words.includes("--keep")) console.log(`kept: ${folder}`)
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
const failed = rows.filter(({ ok }) => !ok).length
console.log(`\n${clients.length} clients in ${Math.round((Date.now() - began) / 1000)} s`)
console.log(`${rows.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 && rows.length > 0 ? 0 : 1

async function runClient(client, mettlePackage) {
  console.log(`\n${client.label} ${PINNED[client.name].version}`)
  const program = programOf(client.name)
  if (!program) return report([{ name: "installed", ok: false, detail: "could not be installed" }])
  const seen = {}
  const sandbox = makeSandbox(join(folder, client.name), mettlePackage)
  const server = await startModelServer(scriptsFor(client, sandbox, seen))
  try {
    const env = client.settle(sandbox, server.url)
    for (const note of NOTES) mettleJson(sandbox, "note", note)
    mettleJson(sandbox, "init", "--yes", "--client", client.name)
    const command = prompt => [...program, ...client.words(prompt)]
    const run = { client, sandbox, env, program, command, seen, server, requests: server.requests }
    for (const scene of scenes) report(await scene(run).catch(broken(scene.name)))
  } catch (error) {
    report(broken("set-up")(error))
  } finally {
    await server.close()
    endResidents(sandbox.place)
  }
}

function broken(name) {
  return error => [{ name: `${name} scene`, ok: false, detail: String(error?.stack ?? error).slice(0, 600) }]
}

function report(checks) {
  for (const row of checks) {
    if (row.ok !== null) rows.push(row)
    console.log(
      `  ${row.ok === null ? "--  " : row.ok ? "ok  " : "FAIL"}  ${row.name.padEnd(36)} ${row.detail}`.trimEnd(),
    )
  }
}
