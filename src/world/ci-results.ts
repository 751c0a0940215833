// How continuous integration took a commit: from a file that a local runner keeps in the git folder (a clone does not bring
// it), and from the gh program when the user switched that on. gh stands in a folder of ours and is told the repository.

import { execFile } from "node:child_process"
import { join } from "node:path"
import { parsed } from "../core/loose.ts"
import { readSmall } from "./foreign-files.ts"
import { COMMIT } from "./repository.ts"

/** One JSON object per line: {"commit": "<id>", "ok": true}, oldest first. The last line about a commit counts. */
const CI_FILE = "ci-results.jsonl"
const FILE_BYTES = 4 * 1024 * 1024
const MOST_ASKED = 10

/** id → passed or not, each time that changed; a commit that is not there, or still runs, is not known. */
export function localResults(common: string): ReadonlyMap<string, readonly boolean[]> {
  const found = new Map<string, boolean[]>()
  for (const line of (readSmall(join(common, CI_FILE), FILE_BYTES) ?? "").split("\n")) {
    const { commit, ok } = parsed(line) ?? {}
    if (typeof commit === "string" && COMMIT.test(commit) && typeof ok === "boolean") {
      const told = found.get(commit)
      if (!told) found.set(commit, [ok])
      else if (told.at(-1) !== ok) told.push(ok)
    }
  }
  return found
}

interface GhOptions {
  readonly origin: string
  readonly commits: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly left: () => number
}

export async function ghResults(options: GhOptions): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>()
  if (!/^[A-Za-z0-9.-]+\/[\w.-]+\/[\w.-]+$/.test(options.origin)) return found
  for (const commit of options.commits.slice(0, MOST_ASKED)) {
    const out = await gh(options, commit)
    // A missing program or no log-in: the other commits would fare no better.
    if (out === null) break
    const runs = parsed(out) ?? {}
    const done = Array.isArray(runs) ? runs.filter(run => run?.status === "completed") : []
    const told = done.filter(run => run.conclusion === "success" || run.conclusion === "failure")
    if (told.length > 0)
      found.set(
        commit,
        told.every(run => run.conclusion === "success"),
      )
  }
  return found
}

const gh = ({ origin, cwd, env, left }: GhOptions, commit: string): Promise<string | null> =>
  new Promise(resolve => {
    const names = ["PATH", "HOME", "XDG_CONFIG_HOME", "GH_CONFIG_DIR", "GH_HOST", "GH_TOKEN", "GITHUB_TOKEN"]
    const passed = Object.fromEntries(names.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])))
    const child = execFile(
      "gh",
      ["run", "list", "-R", origin, "--commit", commit, "--limit", "20", "--json", "status,conclusion"],
      {
        ...{ cwd, timeout: Math.max(1, Math.min(5_000, left())), killSignal: "SIGKILL", maxBuffer: 256 * 1024 },
        env: { ...passed, GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1" } as NodeJS.ProcessEnv,
        encoding: "utf8",
      },
      (error, out) => resolve(error ? null : out),
    )
    child.stdin?.end()
  })
