// Homes of a team for stories: the memory in RAM of test/stories with a key, a membership and shared views of its own.

import { actOnCard, actOnWaiting } from "../../src/memory/acting/card-acts.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { waitingRule } from "../../src/memory/reading/review.ts"
import { memoryViews } from "../../src/store/ram/views.ts"
import type { HomeOf } from "../../src/team/home.ts"
import { deciding, revoke } from "../../src/team/keeper.ts"
import type { Membership } from "../../src/team/membership.ts"
import type { SharedLog } from "../../src/team/shared-log.ts"
import { type Identity, newIdentity } from "../../src/team/signing.ts"
import { type Synced, sync } from "../../src/team/sync.ts"
import { REPO, world } from "../stories/world.ts"

export const PARTITION = `repo:${REPO}`
export const RED =
  "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\n    at TCPConnectWrap.afterConnect\nTests: 3 failed, 4 passed, 7 total"
export const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"

/** What `mettle card confirm` does with what a teammate shared: a rule that waits, or a card. */
export async function nod(memory: Memory, id: string): Promise<void> {
  const waiting = waitingRule(memory, id)
  await (waiting ? actOnWaiting(memory, "confirm", waiting) : actOnCard(memory, "confirm", id))
}

export function home(
  name: string,
  log: SharedLog,
  over: Partial<Membership> = {},
  start?: number,
  identity: Identity = newIdentity(),
) {
  const w = world(start === undefined ? {} : { start })
  const views = memoryViews()
  const membership: Membership = {
    team: "0123456789ab",
    url: "memory:test",
    name,
    partitions: [PARTITION],
    agreedAt: 1,
    joinedAt: 1,
    ...over,
  }
  const parts = { memory: w.memory, log, views, membership, identity }
  return {
    ...w,
    ...parts,
    name,
    author: identity.author,
    sync: (more: Partial<typeof parts> = {}): Promise<Synced> => sync({ ...parts, ...more }),
  }
}
export type Home = ReturnType<typeof home>

/** A failure and its fix: a negative result with its remedy. Sessions of different homes have different names. */
export async function failThenFix(h: Home, session: string, step = "docker compose up -d redis"): Promise<void> {
  const e = await h.opens(`${h.name}-${session}`)
  await e.says("run the tests")
  await e.runs("pnpm test", { ok: false, output: RED })
  await e.runs(step, { ok: true, output: "Container redis started" })
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies("Redis was not running; tests pass now.")
  await e.ends()
  h.later(60 * 24)
}

/** An episode that gets a pack and ends well or badly. */
export async function works(
  h: Home,
  session: string,
  prompt: string,
  how: boolean | ((pack: string) => boolean),
): Promise<string> {
  const e = await h.opens(`${h.name}-${session}`)
  await e.says(prompt)
  const text = await e.pack(prompt)
  const well = typeof how === "boolean" ? how : how(text)
  await e.runs("pnpm test", { ok: well, output: well ? GREEN : RED })
  await e.replies("Done.")
  await e.says(well ? "perfect, thanks" : "no, that is wrong, it still fails")
  await e.ends()
  h.later(60 * 24)
  return text
}

/** As the command line does it: the team is opened for this one act. */
export const revoking = (of: HomeOf & { readonly membership: Membership }, who: string): Promise<readonly string[]> =>
  deciding(of, of.membership, parts => revoke(parts, who))
