// Threat 21: what leaves the machine. A day of use by default, every process watched for connections, then once more where there is
// no network at all; and with a model server chosen, only that host is spoken to.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { claude, home, PERSON } from "../torture/home.ts"
import { start } from "../torture/processes.ts"
import type { Family } from "./family.ts"

const WATCH = join(process.cwd(), "test", "hook", "network-watch.cjs")
const MAIN = join(process.cwd(), "bin", "mettle")
const COMMANDS: readonly (readonly string[])[] = [
  ["settle"],
  ["status"],
  ["cards"],
  ["cards", "search", "pnpm"],
  ["look"],
  ["history"],
  ["doctor"],
  ["pack", "run the tests"],
  ["export", "--cards"],
  ["import", "--dry-run"],
  ["team"],
  ["help"],
]

export const egress: Family = {
  name: "egress",
  threats: [21],
  title: "connections made by a default install",
  run: async ({ dir }) => {
    const failures: string[] = []
    const left: string[] = []
    let attempts = 0
    const day = async (name: string, wrap: readonly string[], log: string) => {
      const h = home(join(dir, name))
      mkdirSync(join(h.project, ".git"))
      const talk = claude(h.project, "s1")
      const env = { ...h.env, ...PERSON, NETWORK_WATCH: log }
      const [program, ...words] = [...wrap, process.execPath, ...(log === "" ? [] : ["--require", WATCH])]
      for (const payload of [
        talk.start(),
        talk.prompt("p", "always use pnpm; see https://example.com/x"),
        talk.after("t", "curl https://example.com", "ok"),
        talk.stop("p"),
        talk.end(),
      ]) {
        attempts++
        const ran = await start(
          program!,
          [...words, h.bundle, "hook", "claude-code"],
          env,
          JSON.stringify(payload),
          h.project,
        ).ended
        if (ran.code !== 0) failures.push(`${name}: a hook ended with ${ran.code}`)
      }
      for (const command of COMMANDS) {
        attempts++
        const ran = await start(program!, [...words, MAIN, ...command], env, "", h.project).ended
        if (ran.code !== 0 && !["import", "team"].includes(command[0]!))
          failures.push(`${name}: ${command.join(" ")} ended with ${ran.code}: ${ran.err.slice(0, 100)}`)
      }
    }
    const log = join(dir, "watch.log")
    await day("watched", [], log)
    const seen = existsSync(log) ? readFileSync(log, "utf8").split("\n") : []
    const watching = seen.filter(line => line.startsWith("watching")).length
    if (watching < 10) failures.push(`only ${watching} processes were watched`)
    for (const line of seen.filter(line => /^(?:connect|listen|datagram|dns) /.test(line)))
      failures.push(`by default: ${line.slice(0, 120)}`)
    if (spawnSync("unshare", ["-n", "true"]).status === 0) await day("alone", ["unshare", "-n"], "")
    else left.push("the day without a network (unshare needs root)")
    return { attempts, figures: { "processes watched": watching, connections: failures.length }, failures, left }
  },
}
