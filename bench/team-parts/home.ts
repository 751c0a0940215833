// A home of a team for bench/team.ts, on a disk: it has taken in what the team says, and has sixty episodes of its own.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { loadConfig } from "../../src/config.ts"
import { observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { type Opened, openMemoryAt } from "../../src/open.ts"
import type { Membership } from "../../src/team/membership.ts"
import type { SharedLog } from "../../src/team/shared-log.ts"
import { openSharedViews } from "../../src/team/shared-views.ts"
import { newIdentity } from "../../src/team/signing.ts"
import { leaveForRecall, sync } from "../../src/team/sync.ts"

export const REPO = "a".repeat(32)
export const PARTITION = `repo:${REPO}`
export const TEAM = "0123456789ab"
export const WORDS = ["ledger", "router", "schema", "broker"]

export async function homeWith(dir: string, log: SharedLog): Promise<Opened> {
  mkdirSync(dir, { mode: 0o700 })
  let chance = 1
  const opened = openMemoryAt({
    dir,
    config: loadConfig({ userDir: join(dir, "none") }),
    now: Date.now,
    random: bytes => {
      const made = Buffer.alloc(Math.max(16, bytes))
      made.writeUInt32BE(chance++, 4)
      return made
    },
  })
  const membership: Membership = {
    ...{ team: TEAM, url: "memory:bench", name: "me", partitions: [PARTITION], agreedAt: null, joinedAt: 1 },
  }
  const views = openSharedViews(dir, TEAM)
  const identity = newIdentity()
  await sync({ memory: opened.memory, log, views, membership, identity })
  await ownWork(opened)
  leaveForRecall(opened.memory, views, membership, identity.author)
  views.close()
  return opened
}

/** Sixty episodes of this home's own, so that both sides choose from evidence of their own. */
async function ownWork({ memory }: Opened): Promise<void> {
  const client = "claude-code"
  for (let n = 0; n < 60; n++) {
    const session = `own-${n}`
    const ts = Date.now() - (60 - n) * 3_600_000
    const source = (record: string) => ({ client, session, record })
    const where = { ts, episode: episodeId(client, session), scope: REPO }
    const prompt = `the ${WORDS[n % 4]} of the ${WORDS[(n * 3) % 4]} fails ${n}`
    await memory.record([
      observed("episode.opened", source("open"), where, {
        ...{ client, clientVersion: null, model: null, interactive: true, parent: null },
        ...{ start: "startup", cwd: null, branch: null, head: null },
      }),
      observed("prompt.submitted", source("p"), where, { author: "user", prompt, chars: prompt.length }),
    ])
    memory.catchUp()
    const { draft } = makePack(memory, { scope: REPO, episode: where.episode, placement: "prompt", prompt })
    const ok = n % 3 !== 0
    await memory.record([
      { ...draft, ts },
      observed("tool.finished", source("t"), where, {
        ...{
          call: "t",
          tool: "Bash",
          does: "runs",
          ok,
          exitCode: ok ? 0 : 1,
          known: "exit",
          rejected: false,
          cancelled: false,
        },
        ...{ interrupted: false, durationMs: 5, input: "npm test", path: null, stderr: null, agent: null },
        output: ok ? "Tests: 7 passed, 7 total" : "Tests: 3 failed, 4 passed, 7 total",
      }),
      observed("episode.closed", source("c"), where, { reason: "exit" }),
    ])
    memory.catchUp()
  }
}
