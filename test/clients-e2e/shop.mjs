// Our shop windows, used as a stranger uses them: a fresh HOME, the client's own command, a git remote or a registry on the loopback
// interface. Installed alone it says once what is missing; with the program it records; then it is updated and removed.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { startRegistry } from "../release/registry.mjs"
import { check } from "./check.mjs"
import { startRemote } from "./git-remote.mjs"
import { counted, ONCE } from "./plugin.mjs"
import { endResidents, makeSandbox, mettleJson, root, start } from "./sandbox.mjs"
import { normal, play } from "./scenes.mjs"

const WINDOWS = [".claude-plugin", ".cursor-plugin", ".agents", "gemini-extension.json", "hooks", "plugin", "LICENSE"]

const NEXT = "9.9.9"

export async function shop(run) {
  const { client, server } = run
  if (!client.shop) return []
  const sandbox = makeSandbox(join(run.sandbox.place, "shop"), run.sandbox.mettlePackage)
  const settled = client.settle(sandbox, server.url)
  client.shop.prepare?.(sandbox)
  const goods = client.shop.from === "registry" ? await shelf(sandbox) : await remote(sandbox)
  const env = { ...settled, ...(client.shop.from === "registry" ? { npm_config_registry: goods.url } : {}) }
  const alone = { ...run, sandbox, env }
  const checks = []
  const step = async (name, lines, input = null) => {
    const begun = Date.now()
    let last = { code: 0, out: "", err: "" }
    for (const words of lines)
      if (last.code === 0) last = await start(sandbox, [...run.program, ...words], { env, limitMs: 120_000, input })
    const said = `${last.out}${last.err}`.trim().split("\n").at(-1) ?? ""
    const typed = lines.map(words => words.join(" ").replaceAll(goods.url, "<url>")).join(" && ")
    checks.push(
      check(
        name,
        last.code === 0,
        `${((Date.now() - begun) / 1000).toFixed(1)} s: ${typed}${/fail|error/i.test(said) || last.code !== 0 ? `: ${said.slice(0, 200)}` : ""}`,
      ),
    )
    return last
  }
  const before = readFileSync(client.shop.settings(sandbox), "utf8")
  try {
    await step("shop: installed", client.shop.install(goods.url))
    const noted = client.shop.noted(sandbox)
    checks.push(
      check("shop: the client knows it", existsSync(noted) && readFileSync(noted, "utf8").includes("mettle"), ""),
    )
    if (client.shop.from !== "registry") {
      const first = await start(sandbox, run.command("play:twice go on"), { env })
      checks.push(normal(first, "shop: finished, plugin without program"))
      const said = saidIn(sandbox.home)
      checks.push(check("shop: what is missing is said once", said.length === 1, said.join(", ") || "never"))
    }
    const init = mettleJson(sandbox, "init", "--yes")
    const state = JSON.stringify({ plugins: init.plugins, clients: init.clients.map(one => one.client) })
    checks.push(check("shop: init leaves its settings alone", init.plugins.includes(client.name), state))
    const used = await play({ ...alone, env: { ...env, METTLE_HOME: sandbox.mettleHome } }, "play:twice go on")
    checks.push(normal(used.done, "shop: finished, with the program"))
    checks.push(check("shop: it records", counted(used.events) === ONCE, counted(used.events)))
    {
      goods.renew()
      const updated = await step("shop: updated", client.shop.update(goods.next), client.shop.yes ?? null)
      const listed = client.shop.list ? await start(sandbox, [...run.program, ...client.shop.list], { env }) : null
      const seen = `${listed?.out}${listed?.err}${readFileSync(noted, "utf8")}`
      const told = `${updated.out}${updated.err}`.trim().slice(-300)
      checks.push(check("shop: the new version is there", seen.includes(goods.next), told))
    }
    if (client.shop.remove) await step("shop: removed", client.shop.remove)
    else client.shop.takeOut(sandbox)
    checks.push(
      check("shop: it is gone", !existsSync(noted) || !client.shop.has(readFileSync(noted, "utf8")), basename(noted)),
    )
    checks.push(...left(sandbox, client, before))
    return checks
  } finally {
    await goods.close()
    endResidents(sandbox.place)
  }
}

/** What stays after its own command and ours: nothing of mettle in the client's settings, and nothing of ours in HOME. */
function left(sandbox, client, before) {
  mettleJson(sandbox, "uninstall", "--yes", "--data")
  const after = readFileSync(client.shop.settings(sandbox), "utf8")
  const lines = text => new Set(text.split("\n").map(line => line.trim().replace(/,$/, "")))
  const more = [...lines(after)].filter(line => !lines(before).has(line))
  const lost = [...lines(before)].filter(line => !lines(after).has(line))
  const same = after === before ? "to the byte" : `by the client itself: +${more.join(" ")} -${lost.join(" ")}`
  return [
    check("shop: its settings are as before", lost.length === 0 && !/mettle/i.test(more.join("")), same.slice(0, 200)),
    check("shop: nothing of ours is left", !existsSync(sandbox.mettleHome), ""),
  ]
}

/** The marks that say that something was said, left by our launcher in the plugin's own folder. */
const saidIn = home =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.name === ".said")
    .map(entry => join(entry.parentPath, entry.name).slice(home.length + 1))

/** What lies at the root of our repository, as a repository of its own that can be renewed. */
async function remote({ place, env }) {
  const work = join(place, "mettle")
  const bare = join(place, "remote", "mettle.git")
  mkdirSync(work)
  for (const name of WINDOWS) cpSync(join(root, name), join(work, name), { recursive: true })
  const git = (...words) => {
    const done = spawnSync("git", words, { cwd: work, env, encoding: "utf8" })
    if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`)
  }
  git("init", "-q", "-b", "main")
  const keep = () => {
    git("add", "-A")
    git("commit", "-q", "-m", "Goods")
  }
  keep()
  git("clone", "-q", "--bare", work, bare)
  const serving = await startRemote(bare)
  const renew = () => {
    const files = readdirSync(work, { recursive: true, withFileTypes: true }).filter(entry =>
      entry.name.endsWith(".json"),
    )
    for (const file of files.map(entry => join(entry.parentPath, entry.name)).filter(path => !path.includes("/.git/")))
      writeFileSync(file, readFileSync(file, "utf8").replace(/"version": "\d+\.\d+\.\d+"/g, `"version": "${NEXT}"`))
    keep()
    git("push", "-q", bare, "main")
  }
  return { ...serving, renew, next: NEXT }
}

/** The package and what it needs, packed from what lies here. */
async function shelf({ place, mettlePackage }) {
  const folder = join(place, "shelf")
  mkdirSync(folder)
  const needed = ["@photostructure/sqlite", "node-addon-api", "node-gyp-build"].map(name =>
    join(root, "node_modules", name),
  )
  const pack = path => {
    const words = ["pack", "--ignore-scripts", "--pack-destination", folder, path]
    const done = spawnSync("npm", words, { cwd: place, encoding: "utf8" })
    if (done.status !== 0) throw new Error(`npm pack: ${done.stderr.slice(-300)}`)
  }
  for (const path of [mettlePackage, ...needed]) pack(path)
  const registry = await startRegistry(folder)
  const renew = () => {
    const newer = join(place, "newer")
    cpSync(mettlePackage, newer, { recursive: true })
    const manifest = join(newer, "package.json")
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version: NEXT }))
    pack(newer)
    registry.read()
  }
  return { ...registry, renew, next: NEXT }
}
