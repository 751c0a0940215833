// Threats 7 and 22: another user of the same machine, played by `nobody`: reads no file, gets no answer, cannot stand where our
// socket will be, sees no words in process arguments. And links planted where our files will be: refused, their targets unchanged.

import { spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { socketPath } from "../src/paths.ts"
import { claude, type Home, home, PERSON, until } from "../torture/home.ts"
import { start } from "../torture/processes.ts"
import type { Family } from "./family.ts"
import { mettle } from "./secrets.ts"

const CANARY = "quagga-3317"
const as = (script: string) =>
  spawnSync("runuser", ["-u", "nobody", "--", "sh", "-c", script], { encoding: "utf8", timeout: 60_000, cwd: "/" })

export const otherUser: Family = {
  name: "other-user",
  threats: [7, 22],
  title: "another user of this machine, and planted links",
  run: async () => {
    const failures: string[] = []
    const left: string[] = []
    let attempts = 0
    // A folder that others may walk into: what protects must be ours, not the tests'.
    const dir = realpathSync(mkdtempSync(join(tmpdir(), "mettle-shared-")))
    chmodSync(dir, 0o755)
    try {
      const h = home(join(dir, "h"))
      chmodSync(join(dir, "h"), 0o755)
      const talk = claude(h.project, "s1")
      const resident = await h.resident()
      await h.hook(talk.start(), PERSON)
      await h.hook(talk.prompt("p1", `always say ${CANARY} in commits`), PERSON)
      const board = start(
        process.execPath,
        [join(process.cwd(), "bin", "mettle"), "open", "--no-browser", "--json"],
        h.env,
        undefined,
        h.project,
      )
      await until(() => board.printed().includes("\n"), 120_000)
      const { port } = JSON.parse(board.printed().split("\n")[0]!) as { port: number }
      const can = spawnSync("runuser", ["-u", "nobody", "--", "true"]).status === 0
      if (!can) left.push("another user (runuser needs root)")
      else {
        attempts += 6
        const read = as(
          `find '${h.env.METTLE_HOME}' -type f -readable 2>/dev/null | wc -l; grep -rl ${CANARY} '${h.env.METTLE_HOME}' 2>/dev/null | wc -l`,
        )
        if (read.stdout.trim().split("\n").join(" ") !== "0 0")
          failures.push(`another user reads files: ${read.stdout.trim()}`)
        const sock = socketPath(h.paths.runtime)
        const asked = as(
          `curl -s -m 20 -o /dev/null -w '%{http_code}' --unix-socket '${sock}' http://mettle/hook/claude-code -d '{}' ; true`,
        )
        if (asked.stdout.trim() !== "000") failures.push(`another user reaches the socket: ${asked.stdout}`)
        const web = as(
          `curl -s -m 20 -o /dev/null -w '%{http_code}' http://127.0.0.1:${port}/status.json; echo; curl -s -m 20 -o /dev/null -w '%{http_code}' http://127.0.0.1:${port}/cards.json`,
        )
        if (web.stdout.trim() !== "401\n401") failures.push(`another user is answered: ${JSON.stringify(web.stdout)}`)
        const bound = as(
          `mkdir -p '${h.paths.runtime}' && touch '${sock}.x' && echo made; rm -f '${sock}' && echo gone`,
        )
        if (/made|gone/.test(bound.stdout)) failures.push(`another user writes where the socket is: ${bound.stdout}`)
        const words = as(`cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '`)
        if (words.stdout.includes(CANARY)) failures.push("words of a prompt stand in process arguments")
        // A runtime folder that somebody else made first.
        const squat = join(dir, "squat")
        mkdirSync(squat)
        chmodSync(squat, 0o777)
        as(`mkdir -p '${squat}/mettle' && chmod 777 '${squat}/mettle'`)
        const env = {
          ...h.env,
          METTLE_HOME: "",
          XDG_RUNTIME_DIR: squat,
          XDG_DATA_HOME: join(dir, "xd"),
          XDG_STATE_HOME: join(dir, "xs"),
          XDG_CONFIG_HOME: join(dir, "xc"),
          XDG_CACHE_HOME: join(dir, "xk"),
        }
        const squatted = await start(
          process.execPath,
          [h.bundle, "resident"],
          { ...env, METTLE_RESIDENT_IDLE_MS: "1500" },
          undefined,
          h.project,
        ).ended
        if (existsSync(join(squat, "mettle", "hook.sock")))
          failures.push("a resident listens in a folder of somebody else")
        if (squatted.out !== "") failures.push("the refused resident printed something")
      }
      board.child.kill("SIGTERM")
      resident.child.kill("SIGTERM")
      await Promise.all([board.ended, resident.ended])
      for (const path of [h.paths.data, h.paths.state, h.paths.config, join(h.paths.data, "log.db")]) {
        attempts++
        const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
        if ((mode & 0o077) !== 0)
          failures.push(`${path.slice(dir.length)} is open to others: ${(mode & 0o777).toString(8)}`)
      }
      failures.push(...(await planted(h, dir, n => (attempts += n))))
    } finally {
      rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
    return { attempts, figures: { failures: failures.length }, failures, left }
  },
}

/** Links where our files and folders will be, to a file that must stay as it is. */
async function planted(h: Home, dir: string, tried: (n: number) => void): Promise<string[]> {
  const failures: string[] = []
  const victim = join(dir, "victim")
  // Views are named after what folds them: the name is looked up where a hook has run.
  const first = JSON.stringify(claude(h.project, "s0").prompt("p0", "hello"))
  await start(process.execPath, [h.bundle, "hook", "claude-code"], { ...h.env, ...PERSON }, first, h.project).ended
  const views = readdirSync(h.paths.data).find(name => /^views-.*\.db$/.test(name))
  if (views === undefined) return ["no hook left views to plant a link for"]
  const places = [
    "data",
    "state",
    "config",
    "cache",
    "data/log.db",
    `data/${views}`,
    "data/ballast",
    "state/hooks.tally",
    "state/hooks.failures",
    "state/spool",
    "run",
    "config/config.json",
  ]
  for (const place of places) {
    tried(1)
    const fresh = join(dir, `planted-${place.replaceAll("/", "-")}`)
    const env = { ...h.env, METTLE_HOME: fresh }
    const isFolder = !place.includes(".") && !place.includes("ballast") && !place.includes("hooks")
    rmSync(victim, { recursive: true, force: true })
    if (isFolder) mkdirSync(victim)
    else writeFileSync(victim, "{}", { mode: 0o644 })
    const path = join(fresh, place)
    mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 })
    symlinkSync(victim, path)
    const talk = claude(h.project, "s1")
    const ran = await start(
      process.execPath,
      [h.bundle, "hook", "claude-code"],
      { ...env, ...PERSON },
      JSON.stringify(talk.prompt("p1", `always ${CANARY}`)),
      h.project,
    ).ended
    if (ran.code !== 0 || ran.err !== "") failures.push(`${place}: the hook said ${ran.code} ${ran.err.slice(0, 80)}`)
    await mettle(h, ["note", `use ${CANARY}`], "", env)
    const touched = isFolder
      ? spawnSync("ls", ["-A", victim], { encoding: "utf8" }).stdout.trim()
      : readFileSync(victim, "utf8") === "{}"
        ? ""
        : `${readFileSync(victim).length} bytes`
    if (touched !== "") failures.push(`${place}: what the link points to was written: ${touched.slice(0, 80)}`)
  }
  return failures
}
