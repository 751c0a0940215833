// A long log as a home has after months: sessions whose lengths, tools and texts are drawn from figures of the agent-transcripts data
// set (counts and quantiles only; every word is made up here), lived through a real memory, so that cards are proposed, packs shown,
// calls checked, episodes credited, work reverted later, cards judged by their person, and something forgotten.
import { type Draft, observed } from "../src/core/events/draft.ts"
import { episodeId, hashId } from "../src/core/ids.ts"
import type { ToolDoes } from "../src/core/model.ts"
import { seeded } from "../src/core/stats.ts"
import { read } from "../src/core/views/read.ts"
import { actOnCard } from "../src/memory/acting/card-acts.ts"
import { checkAction } from "../src/memory/checks/checks.ts"
import { forget } from "../src/memory/forgetting/forget.ts"
import type { Memory } from "../src/memory/memory.ts"
import { makePack } from "../src/memory/packs/packs.ts"
import { settle } from "../src/memory/tending/settle.ts"

/** Quantiles 0, .1, .25, .5, .75, .9, .95, .99, 1 of 278 sessions, 1,603 prompts and 13,176 calls; long texts were clipped there. */
const AT = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1]
const PROMPTS = [1, 1, 1, 3, 7, 14, 22, 31, 42]
const CALLS = [0, 0, 0, 3, 9, 23, 35, 71, 249]
const PROMPT_CHARS = [4, 20, 50, 107, 272, 640, 1431, 6024, 6025]
const REPLY_CHARS = [5, 46, 66, 107, 243, 955, 1563, 4023, 4025]
const TOOLS: readonly (readonly [
  share: number,
  tool: string,
  does: ToolDoes,
  failed: number,
  out: readonly number[],
])[] = [
  [0.26, "Read", "reads", 0.012, [46, 413, 413, 413, 413, 413, 413, 413, 413]],
  [0.51, "Bash", "runs", 0.064, [0, 42, 132, 491, 1194, 1513, 1513, 1513, 1513]],
  [0.76, "Edit", "edits", 0.024, [58, 99, 112, 175, 267, 413, 413, 413, 413]],
  [0.9, "Grep", "searches", 0.009, [10, 16, 118, 413, 413, 413, 413, 413, 413]],
  [0.94, "Glob", "searches", 0.009, [14, 14, 53, 146, 413, 413, 413, 413, 413]],
  [1, "TodoWrite", "plans", 0, [20, 30, 40, 60, 80, 100, 120, 200, 400]],
]
/** shares of results that repeat an earlier one of the session, and of prompts that speak of the work before */
const REPEATED = 0.33
const [STANDING, WRONG, THANKS, LATER] = [0.04, 0.06, 0.08, 0.01]
const REPOS = 12

const WORDS =
  "cart total login page shop price tax user order queue retry cache index parser token worker report mail import export route guard table column filter search result banner layout button form field label test fixture stub server client socket stream buffer header cookie session policy budget ledger invoice refund stock parcel label printer scanner camera photo album thumb crop resize upload download archive bundle module loader plugin hook event signal slot frame timer clock date zone locale".split(
    " ",
  )
const RULES = [
  "pnpm",
  "ruff",
  "named exports",
  "the staging bucket",
  "vitest",
  "tabs",
  "the typed client",
  "feature flags",
  "zod",
  "small commits",
]
const RUNS = [
  "pnpm test",
  "mise run test",
  "go test ./...",
  "pnpm build",
  "git status",
  "git commit -m wip",
  "mise run lint",
  "rg -n",
  "ls -la",
  "tsc -p .",
]

export interface LongLog {
  readonly events: number
  readonly types: Readonly<Record<string, number>>
  readonly cards: number
}

/** The memory must know its time and chance from `now` and `dice` here. */
export interface World {
  now: number
}

export async function live(memory: Memory, world: World, wanted: number, say: (n: number) => void): Promise<LongLog> {
  const random = seeded("long log")
  const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const drawn = (of: readonly number[]): number => {
    const u = random()
    const i = AT.findIndex(at => at >= u)
    if (i <= 0) return of[0]!
    const share = (u - AT[i - 1]!) / (AT[i]! - AT[i - 1]!)
    return Math.round(of[i - 1]! + share * (of[i]! - of[i - 1]!))
  }
  const words = (chars: number): string => {
    let text = any(WORDS)
    while (text.length < chars) text += `${random() < 0.08 ? ".\n" : " "}${any(WORDS)}`
    return text.slice(0, Math.max(1, chars))
  }
  const prompt = (): string => {
    const u = random()
    if (u < STANDING)
      return `${any(["always", "from now on", "never", "please always", "in this repo, always"])} use ${any(RULES)} for the ${any(WORDS)} ${any(WORDS)}`
    if (u < STANDING + WRONG) return `no, that is wrong: the ${any(WORDS)} ${any(WORDS)} still fails`
    if (u < STANDING + WRONG + THANKS) return `thanks, that works. now the ${any(WORDS)} ${any(WORDS)}`
    if (u < STANDING + WRONG + THANKS + LATER) return `the ${any(WORDS)} ${any(WORDS)} change from yesterday broke prod`
    return `add the ${words(drawn(PROMPT_CHARS))}`
  }
  const output = (tool: string, ok: boolean, chars: number): string => {
    const said = words(chars)
    if (tool !== "Bash") return ok ? said : `<tool_use_error>File has not been read: ${any(WORDS)}</tool_use_error>`
    if (!ok)
      return `${said}\nFAIL src/${any(WORDS)}.test.ts > ${any(WORDS)}\nAssertionError: expected ${Math.floor(random() * 9)} to be 4\nTests  1 failed | 79 passed (80)`
    return random() < 0.4 ? `${said}\nTest Files  12 passed (12)\n     Tests  80 passed (80)` : said
  }
  const types: Record<string, number> = {}
  let events = 0
  const record = async (drafts: readonly Draft[]): Promise<void> => {
    events += (await memory.record(drafts)).added
    for (const { type } of drafts) types[type] = (types[type] ?? 0) + 1
  }
  const forgetAt = [0.02, 0.05].map(share => Math.round(share * wanted))

  for (let s = 0; events < wanted; s++) {
    const session = `s${s}`
    const [episode, repo] = [episodeId("bench", session), Math.floor(random() * REPOS)]
    const scope = hashId("repo", repo)
    let n = 0
    const at = () => ({ ts: (world.now += 1000 + Math.floor(random() * 9000)), episode, scope })
    const source = () => ({ client: "bench", session, record: String(n++) })
    const show = async (placement: "session_start" | "prompt", asked: string): Promise<void> => {
      memory.catchUp()
      const { draft, drawn: own } = makePack(memory, { scope, episode, placement, prompt: asked })
      await record(own ? [own, draft] : [draft])
    }
    world.now += 600_000 + Math.floor(random() * 7_200_000)
    await record([
      observed("episode.opened", source(), at(), {
        ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
        ...{ start: "startup", cwd: `/w/${repo}`, branch: "main", head: null },
      }),
    ])
    await show("session_start", "")
    const seen: string[] = []
    for (let p = drawn(PROMPTS); p > 0; p--) {
      const text = prompt()
      await record([observed("prompt.submitted", source(), at(), { author: "user", prompt: text, chars: text.length })])
      await show("prompt", text)
      const work: Draft[] = []
      for (let k = drawn(CALLS); k > 0; k--) {
        const u = random()
        const [, tool, does, failed, out] = TOOLS.find(([share]) => u <= share)!
        const call = `c${n}`
        const path = tool === "Bash" || tool === "TodoWrite" ? null : `/w/${repo}/src/${any(WORDS)}/${any(WORDS)}.ts`
        const input =
          tool === "Bash" ? `${any(RUNS)} ${any(WORDS)}` : JSON.stringify({ file_path: path, text: words(90) })
        const ok = random() >= failed
        const said = random() < REPEATED && seen.length > 0 ? any(seen) : output(tool, ok, drawn(out))
        seen.push(said)
        if (tool === "Bash" && random() < 0.1) {
          const { draft } = checkAction(memory, {
            scope,
            episode,
            call,
            action: { command: input, path, content: null, error: null },
            mode: "hold",
          })
          if (draft) work.push(draft)
        }
        work.push(
          observed("tool.called", source(), at(), { call, tool, does, input, path, agent: null }),
          observed("tool.finished", source(), at(), {
            ...{ call, tool, does, ok, exitCode: tool === "Bash" ? (ok ? 0 : 1) : null, known: "client" },
            ...{ rejected: false, cancelled: false, interrupted: false, durationMs: Math.floor(random() * 5000) },
            ...{ input, path, output: said, stderr: null, agent: null },
          }),
        )
      }
      const reply = words(drawn(REPLY_CHARS))
      const tokens = { inputTokens: null, outputTokens: null }
      work.push(
        observed("agent.replied", source(), at(), { text: reply, chars: reply.length, ...tokens }),
        observed("turn.ended", source(), at(), { reason: random() < 0.04 ? "interrupt" : "end", ...tokens }),
      )
      await record(work)
    }
    // One in five is left open, and ends by idle time.
    if (random() < 0.8) await record([observed("episode.closed", source(), at(), { reason: "exit" })])
    if (random() < 0.1)
      await record([
        observed("change.observed", source(), at(), {
          ...{ change: any(["revert", "commit", "survival"] as const), commit: null, turn: null, share: random() },
          ...{ days: null, files: [], branch: null },
        }),
      ])
    events += (await settle(memory)).proposed
    const cards = random() < 0.15 ? read.card.list(memory.views) : []
    if (cards.length > 0) {
      const [id] = any(cards)
      await actOnCard(memory, any(["confirm", "verify", "pin", "archive"] as const), id).catch(() => undefined)
      events = memory.parts.log.head()
    }
    if (forgetAt[0] !== undefined && events >= forgetAt[0]) {
      forgetAt.shift()
      await forget(memory, { episode })
    }
    say(events)
  }
  memory.catchUp()
  return { events: memory.parts.log.head(), types, cards: read.card.list(memory.views).length }
}
