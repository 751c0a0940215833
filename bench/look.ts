// How long `mettle look` takes over 30 real sessions (bar: 15 s), turned back into Claude Code's own files in a folder that
// is gone afterwards, and what it finds. The command runs as a person would run it, without the start of the process.
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Io } from "../src/cli/io.ts"
import { main } from "../src/cli/main.ts"
import { claudeSessions, writeClaudeHome } from "./transcripts-as-claude.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
  readonly args: readonly string[]
}
const SESSIONS = 30
const BAR_SECONDS = 15

export async function run({ shared, json, args }: Args): Promise<Record<string, unknown>> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mettle-look-")))
  try {
    const repo = join(folder, "cli")
    const home = join(folder, "home")
    mkdirSync(repo)
    mkdirSync(home)
    const wanted = Number(args.find(a => a.startsWith("--sessions="))?.slice(11) ?? SESSIONS)
    const sessions = (await claudeSessions(shared, repo)).slice(-wanted)
    writeClaudeHome(home, repo, sessions)
    const bytes = sizeOf(home)
    const before = treeOf(folder)
    const now = Math.max(...sessions.map(s => s.endedAt)) + 60_000
    const days = Math.ceil((now - Math.min(...sessions.map(s => s.startedAt))) / 86_400_000) + 1
    const flags = ["--repo", repo, "--days", String(days)]
    const start = performance.now()
    const asJson = await look(["look", ...flags, "--json"], folder, home, now)
    const seconds = (performance.now() - start) / 1000
    const report = JSON.parse(asJson.text) as Record<string, unknown[]> & Record<string, number>
    const untouched = JSON.stringify(treeOf(folder)) === JSON.stringify(before)
    if (!json) process.stdout.write(`${(await look(["look", ...flags], folder, home, now)).text}\n`)
    const figures = {
      sessions: report.sessions,
      megabytes: Math.round(bytes / 1e5) / 10,
      prompts: report.prompts,
      calls: report.calls,
      failed: report.failed,
      repeats: report.repeats!.length,
      again: report.again!.length,
      warnings: report.warnings!.length,
      seconds: Math.round(seconds * 10) / 10,
      bar_seconds: BAR_SECONDS,
      left_nothing_behind: untouched,
      exit: asJson.code,
    }
    if (!json)
      process.stdout.write(
        `${Object.entries(figures)
          .map(([k, v]) => `${k} ${v}`)
          .join(" · ")}\n`,
      )
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function look(words: readonly string[], cwd: string, home: string, now: number) {
  let text = ""
  const io: Io = {
    stdout: chunk => {
      text += chunk
    },
    stderr: () => undefined,
    stdin: (async function* () {})(),
    tty: { stdin: false, stdout: false, stderr: false },
    columns: 80,
    env: { HOME: home, LANG: "en_GB.UTF-8" },
    cwd,
    platform: process.platform,
    now: () => now,
    random: bytes => new Uint8Array(bytes),
    onInterrupt: () => () => undefined,
    exit: () => undefined,
  }
  const code = await main(words, io)
  return { code, text }
}

function treeOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(e => join(e.parentPath, e.name))
    .sort()
    .map(path => `${path} ${statSync(path).mtimeMs}`)
}
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(e => e.isFile())
    .reduce((sum, e) => sum + statSync(join(e.parentPath, e.name)).size, 0)
