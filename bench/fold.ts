// Full rebuild of a synthetic log (events/s, peak RSS) and the tail of 100 events (p50, p95), on SQLite views.
// --events N (default 1,000,000).
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Draft, observed } from "../src/core/events/draft.ts"
import { parseEvent } from "../src/core/events/registry.ts"
import { episodeId } from "../src/core/ids.ts"
import { Memory } from "../src/memory/memory.ts"
import { memoryMeta } from "../src/memory/without-disk.ts"
import { sqliteSearch } from "../src/store/sqlite-search.ts"
import { openStore, type Store } from "../src/store/store.ts"
import { openViews } from "../src/store/view-store.ts"
import { builtInMeaning } from "../src/store/word-table.ts"

const PROMPTS = [
  "add a login page to the shop",
  "the cart total is wrong, fix it",
  "thanks, now write the tests",
  "always use pnpm in this repo, never npm",
  "why does the build fail?",
  "continue",
  "rename the helper and update the imports",
  "no, that is not what I meant",
]
const RUNS: readonly (readonly [string, boolean, string])[] = [
  ["pnpm test", true, "Test Files  12 passed (12)\n     Tests  80 passed (80)"],
  [
    "pnpm test",
    false,
    "FAIL src/cart.test.ts > total\nAssertionError: expected 3 to be 4\nTests  1 failed | 79 passed (80)",
  ],
  ["git status", true, "On branch main\nnothing to commit, working tree clean"],
  ["rg -n total src", true, "src/cart.ts:12:export function total() {"],
  ["pnpm build", true, "vite v7 building for production...\n✓ built in 1.2s"],
]

function* synthetic(events: number): Generator<Draft> {
  let made = 0
  for (let e = 0; made < events; e++) {
    const session = `s${e}`
    const episode = episodeId("bench", session)
    const scope = `${"r".repeat(30)}${String(e % 20).padStart(2, "0")}`.replace(/r/g, "a")
    let ts = Date.UTC(2025, 0, 1) + e * 3_600_000
    let n = 0
    const at = () => ({ ts: (ts += 2000), episode, scope })
    const source = () => ({ client: "bench", session, record: String(n++) })
    yield observed("episode.opened", source(), at(), {
      client: "claude-code",
      clientVersion: null,
      model: null,
      interactive: true,
      parent: null,
      start: "startup",
      cwd: "/w/shop",
      branch: "main",
      head: null,
    })
    made++
    for (let t = 0; t < 8; t++) {
      const prompt = `${PROMPTS[(e + t) % PROMPTS.length]} ${e % 97}`
      yield observed("prompt.submitted", source(), at(), { author: "user", prompt, chars: prompt.length })
      for (let k = 0; k < 5; k++) {
        const [command, ok, output] = RUNS[(e + t * 3 + k) % RUNS.length]!
        const call = `c${t}-${k}`
        yield observed("tool.called", source(), at(), {
          call,
          tool: "Bash",
          does: "runs",
          input: command,
          path: null,
          agent: null,
        })
        yield observed("tool.finished", source(), at(), {
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
          output: `${output}\n# ${e % 41}`,
          stderr: null,
          agent: null,
        })
      }
      yield observed("agent.replied", source(), at(), {
        text: `Done with step ${t}.`,
        chars: 18,
        inputTokens: null,
        outputTokens: null,
      })
      yield observed("turn.ended", source(), at(), { reason: "end", inputTokens: null, outputTokens: null })
      made += 13
    }
    yield observed("episode.closed", source(), at(), { reason: "exit" })
    made++
  }
}

function open(dir: string, store: Store): Memory {
  let views: ReturnType<typeof openViews>
  return new Memory({
    log: store.log,
    blobs: store.blobs,
    meta: memoryMeta(),
    openViews: fingerprint => (views = openViews({ dir, fingerprint })),
    openSearch: () => sqliteSearch(() => views.sql, builtInMeaning),
    now: () => Date.UTC(2026, 6, 1),
    randomBytes: () => Buffer.alloc(16),
    engine: process.versions.v8,
  })
}

export async function run({
  json,
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  const at = args.indexOf("--events")
  const wanted = at < 0 ? 1_000_000 : Number(args[at + 1])
  const dir = mkdtempSync(join(tmpdir(), "mettle-fold-"))
  const say = (text: string) => json || console.log(text)
  try {
    const store = openStore({ dir, groupMs: 0, validate: parseEvent })
    const memory = open(dir, store)
    let batch: Draft[] = []
    let total = 0
    const started = performance.now()
    for (const draft of synthetic(wanted)) {
      batch.push(draft)
      if (batch.length === 2000) {
        total += (await memory.record(batch)).added
        batch = []
      }
    }
    const tail = batch.slice(0, 0)
    if (batch.length > 0) total += (await memory.record(batch)).added
    say(`recorded ${total} events in ${((performance.now() - started) / 1000).toFixed(1)} s (redaction included)`)
    // In a process of its own, as `mettle rebuild` is: what recording left in this heap does not count.
    const child = spawnSync(
      process.execPath,
      ["-e", `import(${JSON.stringify(import.meta.url)}).then(m => m.rebuildAt(${JSON.stringify(dir)}))`],
      { encoding: "utf8" },
    )
    const { seconds, peak } = JSON.parse(child.stdout) as { seconds: number; peak: number }
    const rate = Math.round(total / seconds)
    say(
      `rebuild: ${total} events in ${seconds.toFixed(1)} s = ${rate} events/s, peak RSS ${(peak / 2 ** 20).toFixed(0)} MB (bar 300)`,
    )
    memory.catchUp()
    const times: number[] = []
    const more = synthetic(200 * 106)
    for (let i = 0; i < 100; i++) {
      tail.length = 0
      while (tail.length < 100) tail.push(rename(more.next().value as Draft, i))
      await memory.record(tail)
      const t = performance.now()
      memory.catchUp()
      times.push(performance.now() - t)
    }
    times.sort((a, b) => a - b)
    const p50 = times[50]!
    const p95 = times[95]!
    say(`tail of 100 events: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (bar 5 ms)`)
    const bytes = statSync(join(dir, "log.db")).size
    await memory.close()
    return {
      events: total,
      seconds,
      eventsPerSecond: rate,
      peakRssMb: Math.round(peak / 2 ** 20),
      tail100P50Ms: p50,
      tail100P95Ms: p95,
      logBytes: bytes,
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Rebuilds the store in a folder and prints what it took. */
export function rebuildAt(dir: string): void {
  const store = openStore({ dir, groupMs: 0, validate: parseEvent })
  const memory = open(dir, store)
  let peak = 0
  const started = performance.now()
  memory.rebuild(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  })
  console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, peak }))
}

/** Fresh episodes for the tail: the ids must not be known already. */
const rename = (draft: Draft, round: number): Draft =>
  ({
    ...draft,
    id: draft.id.slice(0, 28) + String(round).padStart(4, "0"),
    episode: `${draft.episode!.slice(0, 28)}beef`,
    ts: draft.ts + 500 * 86_400_000,
  }) as Draft
