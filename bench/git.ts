// What a sync over a git remote costs: bytes on the remote, seconds and connections, for a home that has nothing to say, one that
// sends a day's work, and one that joins late. A bare remote on this disk: a far one adds its distance per connection.
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { WORDLESS } from "../src/core/shared/bodies.ts"
import { memoryViews } from "../src/store/ram/views.ts"
import { sharedLogOn } from "../src/team/engines/git.ts"
import type { Envelope, SharedLog } from "../src/team/shared-log.ts"
import { pull } from "../src/team/shared-views.ts"
import { mate } from "./team-parts/mates.ts"

const PARTITION = "repo:bench"
const DAY = 22

const bytesUnder = (dir: string): number =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(e => e.isFile())
    .reduce((sum, e) => sum + statSync(join(e.parentPath, e.name)).size, 0)

export async function run({ json }: { shared: string; json: boolean; args: readonly string[] }) {
  const root = mkdtempSync(join(tmpdir(), "mettle-bench-git-"))
  const remote = join(root, "remote.git")
  execFileSync("git", ["init", "--quiet", "--bare", remote])
  const open = async (name: string) => {
    const state = join(root, name)
    mkdirSync(state)
    if (name !== "ann") copyFileSync(join(root, "ann", "seal"), join(state, "seal"))
    return again(name)
  }
  const again = (name: string) =>
    sharedLogOn(`git+file://${remote}`, { state: join(root, name), wordless: WORDLESS, freshMs: 10_000 })
  const rows: { what: string; envelopes: number; seconds: number; trips: number; bytes: number }[] = []
  const measured = async (
    what: string,
    envelopes: number,
    of: { readonly trips: () => number },
    act: () => Promise<unknown>,
  ): Promise<void> => {
    const [size, trips, began] = [bytesUnder(remote), of.trips(), performance.now()]
    await act()
    const seconds = Math.round(performance.now() - began) / 1000
    rows.push({ what, envelopes, seconds, trips: of.trips() - trips, bytes: bytesUnder(remote) - size })
  }
  try {
    const ann = await open("ann")
    const m = mate("ann", PARTITION, 20, 20_000)
    const episodes = (from: number, n: number): readonly Envelope[] =>
      Array.from({ length: n }, (_, i) => m.episode(from + i, m.cards))
    await ann.log.append(m.opening)
    const views = memoryViews()
    await pull(ann.log, views, [PARTITION])
    await measured("a day's work is sent", DAY, ann, async () => {
      await ann.log.append(episodes(0, DAY))
      await pull(ann.log, views, [PARTITION])
    })
    for (let day = 1; day < 30; day++) await ann.log.append(episodes(day * DAY, DAY))
    const late = memoryViews()
    const handles: { readonly log: SharedLog; readonly trips: () => number }[] = []
    const bob = { trips: () => handles.at(-1)?.trips() ?? 0 }
    await measured("a late home joins and takes a month", 30 * DAY + 21, bob, async () => {
      handles.push(await open("bob"))
      await pull(handles[0]!.log, late, [PARTITION])
    })
    await handles.pop()!.log.close()
    await measured("nothing to say, opened anew", 0, bob, async () => {
      handles.push(await again("bob"))
      await pull(handles[0]!.log, late, [PARTITION])
      await handles[0]!.log.sweep()
    })
    for (const { log } of [ann, ...handles]) await log.close()
    if (!json)
      for (const row of rows)
        console.log(
          `${row.what}: ${row.envelopes} envelopes, ${row.seconds} s, ${row.trips} connections, ${row.bytes} bytes more on the remote`,
        )
    return { rows, remoteBytes: bytesUnder(remote) }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
