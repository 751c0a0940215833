// A store on disk with a past, for tests of what is done while somebody waits: opened with a hook's patience or without,
// and every event that is read from its log is counted.
import { mkdtempSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadConfig } from "../../src/config.ts"
import { type Draft, observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { HOOK_PATIENCE, type Patience } from "../../src/memory/folding.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { type Opened, openMemoryAt } from "../../src/open.ts"

export const SCOPE = "c".repeat(32)
export const BANNED = "never run terraform destroy in this repo"
const MINUTE = 60_000
const opened: Opened[] = []
export async function closeAll(): Promise<void> {
  for (const { memory, store } of opened.splice(0)) {
    await memory.close()
    await store.close()
  }
}

export function stage() {
  const dir = mkdtempSync(join(tmpdir(), "mettle-brief-"))
  let now = Date.UTC(2026, 3, 1, 9)
  let n = 0
  const random = dice()
  const config = loadConfig({ userDir: join(dir, "config") })
  const open = (patience?: Patience, preset?: string) => {
    const one = openMemoryAt({
      ...{ dir, config, now: () => now, random, groupMs: 0 },
      ...(patience ? { patience } : {}),
      ...(preset ? { preset } : {}),
    })
    opened.push(one)
    const { log } = one.memory.parts
    const { read } = log
    let events = 0
    Object.assign(log, {
      read: (from: number, limit: number) => {
        const found = read(from, limit)
        events += found.length
        return found
      },
    })
    return { ...one, eventsRead: () => events }
  }
  const whole = open().memory
  /** An episode as a client tells it: a prompt, its tools, its end. */
  const episode = (name: string, prompt: string, tools = 2): readonly Draft[] => {
    const id = episodeId("claude-code", name)
    const source = () => ({ client: "claude-code", session: name, record: String(n++) })
    const where = () => ({ ts: (now += MINUTE), episode: id, scope: SCOPE })
    const quiet = { inputTokens: null, outputTokens: null }
    return [
      observed("episode.opened", source(), where(), {
        ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
        ...{ start: "startup", cwd: "/w", branch: null, head: null },
      }),
      observed("prompt.submitted", source(), where(), { author: "user", prompt, chars: prompt.length }),
      ...Array.from({ length: tools }, (_, i) =>
        observed("tool.finished", source(), where(), {
          ...{
            call: `c${n}`,
            tool: "Bash",
            does: "runs",
            ok: true,
            exitCode: 0,
            known: "exit",
            input: `make part-${i}`,
          },
          ...{ output: "ok", rejected: false, cancelled: false, interrupted: false, durationMs: 5 },
          ...{ path: null, stderr: null, agent: null },
        }),
      ),
      observed("turn.ended", source(), where(), { reason: "end", ...quiet }),
      observed("episode.closed", source(), where(), { reason: "exit" }),
    ]
  }
  const reverted = (name: string): Draft =>
    observed(
      "change.observed",
      { client: "git", session: name, record: `${n++}` },
      { ts: (now += MINUTE), episode: episodeId("claude-code", name), scope: SCOPE },
      { change: "revert", commit: "abc", turn: 0, share: null, days: null, files: [], branch: null },
    )
  return {
    dir,
    whole,
    open,
    episode,
    reverted,
    hook: (more: Partial<Patience> = {}) => open({ ...HOOK_PATIENCE, ...more }),
    tell: async (...drafts: readonly Draft[]): Promise<void> => void (await whole.record(drafts)),
    settled: () => settle(whole),
    views: (): readonly string[] => readdirSync(dir).filter(name => /^views-.*\.(?:db|new)$/.test(name)),
  }
}
