// Tells stories into a real store on disk, through the product's own record, settle and packs, with a clock moved by hand. What
// the dashboard's checks look at afterwards was made the way an agent's work makes it.

import { randomBytes } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { loadConfig } from "../../src/config.ts"
import { type Draft, observed } from "../../src/core/events/draft.ts"
import { doesByName } from "../../src/core/events/tool-names.ts"
import { episodeId } from "../../src/core/ids.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { openMemoryAt } from "../../src/open.ts"
import { privateDir, resolvePaths } from "../../src/paths.ts"
import { readRepository } from "../../src/world/repository.ts"

export interface Result {
  readonly ok: boolean
  readonly output?: string
}
export interface Telling {
  readonly id: string
  says(text: string): Promise<void>
  replies(text: string): Promise<void>
  /** false: it was held, and did not run */
  runs(command: string, result: Result): Promise<boolean>
  edits(path: string): Promise<void>
  commits(): Promise<void>
  ends(): Promise<void>
}
export interface Teller {
  readonly memory: Memory
  readonly scope: string
  now(): number
  /** minutes */
  later(minutes: number): void
  opens(name: string, how?: { scope?: string; packs?: boolean; at?: number }): Promise<Telling>
  close(): Promise<void>
}

const MINUTE = 60_000

/** `folder` becomes METTLE_HOME's parent; the repository shop-api lies beside it. */
export function teller(folder: string, start: number): Teller {
  const home = join(folder, "home")
  const repo = join(folder, "shop-api")
  // An origin names the repository wherever the folder is copied to.
  for (const dir of ["objects", "refs"]) mkdirSync(join(repo, ".git", dir), { recursive: true })
  writeFileSync(join(repo, ".git", "HEAD"), "ref: refs/heads/main\n")
  writeFileSync(join(repo, ".git", "config"), '[remote "origin"]\n\turl = https://git.invalid/shop/shop-api.git\n')
  const paths = resolvePaths({ METTLE_HOME: home })
  for (const dir of [home, paths.data, paths.config]) privateDir(dir)
  let now = start
  const { memory } = openMemoryAt({
    dir: paths.data,
    config: loadConfig({ userDir: paths.config }),
    now: () => now,
    random: n => randomBytes(n),
  })
  const scope = readRepository(repo).identity.id
  const later = (minutes: number): void => {
    now += minutes * MINUTE
  }

  async function opens(name: string, how: { scope?: string; packs?: boolean; at?: number } = {}): Promise<Telling> {
    if (how.at !== undefined) now = how.at
    const place = how.scope ?? scope
    const id = episodeId("claude-code", name)
    let n = 0
    const where = () => ({ ts: now, episode: id, scope: place })
    const source = (record: string) => ({ client: "claude-code", session: name, record })
    const put = async (...drafts: Draft[]): Promise<void> => {
      await memory.record(drafts)
      later(0.4)
    }
    const call = (tool: string, more: object) =>
      observed("tool.finished", source(`call-${n++}`), where(), {
        ...{
          call: `call-${n}`,
          tool,
          does: doesByName(tool),
          ok: true,
          exitCode: null,
          known: "exit",
          rejected: false,
          cancelled: false,
        },
        ...{ interrupted: false, durationMs: 900, input: null, path: null, output: null, stderr: null, agent: null },
        ...more,
      } as never)
    await put(
      observed("episode.opened", source("open"), where(), {
        ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
        ...{ start: "startup", cwd: repo, branch: "main", head: null },
      }),
    )
    return {
      id,
      async says(text) {
        await put(
          observed("prompt.submitted", source(`p${n++}`), where(), {
            author: "user",
            prompt: text,
            chars: text.length,
          }),
        )
        if (how.packs === false) return
        await settle(memory)
        const built = makePack(memory, { scope: place, episode: id, placement: "prompt", prompt: text })
        await memory.record([...(built.drawn ? [built.drawn] : []), built.draft])
        memory.catchUp()
      },
      async replies(text) {
        await put(
          observed("agent.replied", source(`r${n++}`), where(), {
            ...{ text, chars: text.length, inputTokens: null, outputTokens: null },
          }),
          observed("turn.ended", source(`t${n++}`), where(), { reason: "end", inputTokens: null, outputTokens: null }),
        )
      },
      async runs(command, { ok, output }) {
        if (how.packs !== false) {
          const action = { command, path: null, content: null, error: null }
          const { draft, hold } = checkAction(memory, { scope: place, episode: id, action, mode: "hold" })
          if (draft) await memory.record([draft])
          later(0.4)
          if (hold !== null) return false
        }
        await put(call("Bash", { ok, exitCode: ok ? 0 : 1, input: command, output: output ?? "" }))
        return true
      },
      edits: path => put(call("Edit", { known: "client", path })),
      commits: () =>
        put(
          call("Bash", { exitCode: 0, input: 'git commit -m "done"', output: "[main 1a2b3c4] done\n 1 file changed" }),
          observed("change.observed", source(`c${n++}`), where(), {
            ...{ change: "commit", commit: "1a2b3c4d".repeat(5), turn: null, share: null, days: null, files: [] },
            branch: "main",
          }),
        ),
      async ends() {
        await put(observed("episode.closed", source("close"), where(), { reason: "exit" }))
        if (how.packs !== false) await settle(memory)
      },
    }
  }
  return { memory, scope, now: () => now, later, opens, close: () => memory.close() }
}
