// One client's world: a fresh HOME, a project with one commit, a copy of the built package, and nothing of the caller's
// environment but PATH. What runs here is started by id and ended by id. No assertion stands here.
import { spawn, spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..")

/** A copy, as npm would install it: a build that runs meanwhile cannot pull it from under a client. */
export function copyPackage(to) {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  mkdirSync(to, { recursive: true })
  for (const name of [...files, "package.json"])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(to, name), { recursive: true })
  if (!existsSync(join(to, "dist", "cli.js"))) throw new Error("mettle has not been built: npm run build")
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"))
  return to
}

export function makeSandbox(folder, mettlePackage) {
  mkdirSync(folder, { recursive: true })
  const place = realpathSync(folder)
  const home = join(place, "home")
  const project = join(place, "project")
  const mettleHome = join(home, ".mettle")
  for (const dir of [home, project]) mkdirSync(dir, { recursive: true })
  const person = { NAME: "dev", EMAIL: "dev@example.com" }
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    SHELL: "/bin/sh",
    USER: "dev",
    // The machine may be busy: what the hooks do is asked here, bench/hook.ts and the torture suite ask how fast.
    METTLE_PATIENCE: "3",
    // Should this run be killed, a resident does not stay for long.
    METTLE_RESIDENT_IDLE_MS: "90000",
  }
  for (const [name, value] of Object.entries(person))
    for (const role of ["AUTHOR", "COMMITTER"]) env[`GIT_${role}_${name}`] = value
  put(join(project, "README.md"), "# A small project\n")
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-q", "-m", "Begin"],
  ]) {
    const done = spawnSync("git", words, { cwd: project, env, encoding: "utf8", timeout: 60_000 })
    if (done.status !== 0) throw new Error(`git ${words[0]}: ${done.stderr}`)
  }
  return { place, home, project, mettleHome, env, mettlePackage }
}

export function put(path, content) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`)
}

/** `mettle …` as the person in this world would type it. */
export function mettle(sandbox, ...words) {
  const done = spawnSync(process.execPath, [join(sandbox.mettlePackage, "bin", "mettle"), ...words], {
    cwd: sandbox.project,
    env: { ...sandbox.env, METTLE_HOME: sandbox.mettleHome },
    encoding: "utf8",
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  return { code: done.status, out: done.stdout ?? "", err: done.stderr ?? "" }
}

export function mettleJson(sandbox, ...words) {
  const { code, out, err } = mettle(sandbox, ...words, "--json")
  if (code !== 0) throw new Error(`mettle ${words.join(" ")} ended with ${code}: ${(err || out).trim().slice(0, 400)}`)
  return JSON.parse(out)
}

/** The log with its texts in place, in order. */
export function readLog(sandbox) {
  return mettleJson(sandbox, "export")
    .lines.slice(1)
    .map(({ event, texts }) => ({
      ...event,
      data: Object.fromEntries(
        Object.entries(event.data).map(([name, value]) => [
          name,
          typeof value === "string" && value.startsWith("b:") ? (texts[value] ?? value) : value,
        ]),
      ),
    }))
}

/** A program in this world, with nothing on stdin unless it is said, and a limit. */
export function start(sandbox, [program, ...words], { env = {}, limitMs = 180_000, input = null } = {}) {
  return new Promise(done => {
    const begun = Date.now()
    const child = spawn(program, words, {
      cwd: sandbox.project,
      env: { ...sandbox.env, ...env },
      stdio: [input === null ? "ignore" : "pipe", "pipe", "pipe"],
      detached: true,
    })
    child.stdin?.on("error", () => {})
    child.stdin?.end(input)
    let out = ""
    let err = ""
    let late = false
    child.stdout.on("data", chunk => (out += chunk))
    child.stderr.on("data", chunk => (err += chunk))
    const limit = setTimeout(() => {
      late = true
      try {
        process.kill(-child.pid, "SIGKILL")
      } catch {
        // Gone in this moment.
      }
    }, limitMs)
    const end = (code, ms = Date.now() - begun) => {
      clearTimeout(limit)
      done({ code, late, out, err, ms })
    }
    child.on("error", error => {
      err += error.message
      end(-1)
    })
    // Not "close": a resident that it left behind must not keep us.
    child.on("exit", code => {
      const ms = Date.now() - begun
      setTimeout(() => end(code ?? -1, ms), 50)
    })
  })
}

const ENTRY = /^hook\.c?js$/
/** A resident of this world, as a hook would start it; waits until it listens. */
export async function startResident({ mettleHome, env }) {
  const bin = join(mettleHome, "data", "bin")
  const entry = readdirSync(bin).find(name => ENTRY.test(name)) ?? "hook.cjs"
  const child = spawn(process.execPath, [join(bin, entry), "resident"], {
    cwd: "/",
    env: { ...env, METTLE_HOME: mettleHome },
    stdio: "ignore",
    detached: true,
  })
  child.unref()
  const socket = join(mettleHome, "run", "hook.sock")
  for (const limit = Date.now() + 60_000; !existsSync(socket) && Date.now() < limit; )
    await new Promise(again => setTimeout(again, 50))
  return existsSync(socket)
}

/** Residents of this world: processes that run its own copy of the bundle. */
export function residentsOf(place) {
  const found = []
  for (const [pid, words] of processes())
    if (words.includes(place) && /[\\/]hook\.c?js resident\b/.test(words)) found.push(pid)
  return found
}

function processes() {
  if (existsSync("/proc/self/cmdline"))
    return readdirSync("/proc")
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => {
        try {
          return [[Number(name), readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim()]]
        } catch {
          return []
        }
      })
  const listed = spawnSync("ps", ["-axo", "pid=,command="], { encoding: "utf8", timeout: 10_000 }).stdout ?? ""
  return listed.split("\n").flatMap(line => {
    const parts = /^\s*(\d+)\s+(.*)$/.exec(line)
    return parts ? [[Number(parts[1]), parts[2]]] : []
  })
}

export const endResidents = place => signalResidents(place, "SIGKILL")

export function signalResidents(place, signal) {
  const pids = residentsOf(place)
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // It left by itself.
    }
  return pids.length
}
