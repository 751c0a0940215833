// A store with a past, for commands to look at: real drafts through the real record, into the world's own home.
import { join } from "node:path"
import { loadConfig } from "../../src/config.ts"
import { type Draft, observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { type Opened, openMemoryAt } from "../../src/open.ts"
import { privateDir } from "../../src/paths.ts"
import type { World } from "./world.ts"

export const NOW = 1_700_000_000_000
const MINUTE = 60_000

export interface Episode {
  readonly id: string
  says(text: string): Promise<void>
  replies(text: string): Promise<void>
  runs(command: string, ok: boolean, output?: string): Promise<void>
  ends(): Promise<void>
}

/** Opens the world's store, lets `story` happen in it, settles, closes. Time ends at `now`. */
export async function happened(
  world: World,
  story: (open: (session: string) => Promise<Episode>, opened: Opened) => Promise<void>,
  options: { readonly now?: number; readonly scope?: string } = {},
): Promise<void> {
  const scope = options.scope ?? (await world.run(["config", "scope", "--json"])).json().id
  let now = (options.now ?? NOW) - 120 * MINUTE
  const config = loadConfig({ userDir: join(world.home, "config"), projectDir: world.cwd, env: {}, flags: {} })
  const opened = openMemoryAt({
    dir: privateDir(join(world.home, "data")),
    config,
    now: () => now,
    random: dice(100_000),
  })
  const { memory, store } = opened
  const open = async (session: string): Promise<Episode> => {
    const id = episodeId("claude-code", session)
    let n = 0
    const where = () => ({ ts: now, episode: id, scope })
    const source = (record: string) => ({ client: "claude-code", session, record })
    const put = async (...drafts: Draft[]) => {
      await memory.record(drafts)
      now += MINUTE / 2
    }
    await put(
      observed("episode.opened", source("open"), where(), {
        client: "claude-code",
        clientVersion: null,
        model: null,
        interactive: true,
        parent: null,
        start: "startup",
        cwd: world.cwd,
        branch: "main",
        head: "f00dcafe0123456789",
      }),
    )
    return {
      id,
      says: text =>
        put(
          observed("prompt.submitted", source(`p${n++}`), where(), {
            author: "user",
            prompt: text,
            chars: text.length,
          }),
        ),
      replies: text =>
        put(
          observed("agent.replied", source(`r${n++}`), where(), {
            text,
            chars: text.length,
            inputTokens: null,
            outputTokens: null,
          }),
          observed("turn.ended", source(`t${n}`), where(), { reason: "end", inputTokens: null, outputTokens: null }),
        ),
      runs: (command, ok, output = "") => {
        const call = `call-${n++}`
        return put(
          observed("tool.finished", source(call), where(), {
            call,
            tool: "Bash",
            does: "runs",
            ok,
            exitCode: ok ? 0 : 1,
            known: "exit",
            rejected: false,
            cancelled: false,
            interrupted: false,
            durationMs: 900,
            input: command,
            path: null,
            output,
            stderr: null,
            agent: null,
          }),
        )
      },
      ends: () => put(observed("episode.closed", source("close"), where(), { reason: "exit" })),
    }
  }
  try {
    await story(open, opened)
    await settle(memory)
  } finally {
    await memory.close()
    await store.close()
  }
}

export const RED =
  "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
export const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"

/** A norm said once, a failure that was fixed, and an episode that still goes on. */
export async function ordinaryDay(world: World, now: number = NOW): Promise<void> {
  await happened(
    world,
    async open => {
      const first = await open("one")
      await first.says("set up the project")
      await first.runs("npm install", true, "added 200 packages")
      await first.replies("Done, I ran npm install.")
      await first.says("always use pnpm in this repo, never npm")
      await first.runs("pnpm test", false, RED)
      await first.runs("docker compose up -d redis", true, "Container redis started")
      await first.runs("pnpm test", true, GREEN)
      await first.replies("Redis was not running; tests pass now.")
      await first.ends()
    },
    { now },
  )
}
