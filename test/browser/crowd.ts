// A crowd: ten thousand cards in a thousand repositories, a thousand episodes, one of them of 500 messages. Written in batches through
// the product's own record and fold; the notes stand for what people typed.
import { randomBytes } from "node:crypto"
import { authored, type Draft, observed, proposalId } from "../../src/core/events/draft.ts"
import { episodeId, hashId } from "../../src/core/ids.ts"
import { topicKey } from "../../src/core/words/statement.ts"
import { tellLong } from "./story.ts"
import { type Teller, teller } from "./teller.ts"

const THINGS = ["cart", "invoice", "mailer", "login", "search", "importer", "worker", "gateway", "report", "cache"]
const DOES = ["reads", "writes", "waits for", "retries", "skips", "logs", "signs", "rounds", "caches", "drops"]
const WHAT = ["orders", "tokens", "prices", "files", "events", "users", "rows", "jobs", "keys", "pages"]

export interface CrowdSize {
  readonly cards: number
  readonly episodes: number
  readonly messages: number
}

export async function tellCrowd(
  folder: string,
  size: CrowdSize,
  now = Date.now(),
): Promise<{ readonly longest: string }> {
  const start = now - 60 * 86_400_000
  const t = teller(folder, start)
  await crowdOfEpisodes(t, size.episodes, start, now)
  await crowdOfCards(t, size.cards, start)
  const longest = await tellLong(t, "long", now - 6 * 3_600_000, size.messages)
  t.memory.catchUp()
  await t.close()
  return { longest }
}

async function crowdOfEpisodes(t: Teller, count: number, start: number, now: number): Promise<void> {
  const apart = (now - start - 86_400_000) / count
  let drafts: Draft[] = []
  for (let i = 0; i < count; i++) {
    const id = episodeId("claude-code", `crowd-${i}`)
    const at = (k: number) => ({ ts: Math.round(start + i * apart + k * 1000), episode: id, scope: scopeOf(t, i) })
    const source = (record: string) => ({ client: "claude-code", session: `crowd-${i}`, record })
    const ok = i % 5 !== 2
    const prompt = `${THINGS[i % 10]}: fix what ${DOES[(i >> 2) % 10]} ${WHAT[(i >> 4) % 10]}, number ${i}`
    drafts.push(
      observed("episode.opened", source("open"), at(0), {
        ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
        ...{ start: "startup", cwd: "/work/crowd", branch: "main", head: null },
      }),
      observed("prompt.submitted", source("p"), at(1), { author: "user", prompt, chars: prompt.length }),
      observed("tool.finished", source("c"), at(2), {
        ...{
          call: "c",
          tool: "Bash",
          does: "runs",
          ok,
          exitCode: ok ? 0 : 1,
          known: "exit",
          rejected: false,
          cancelled: false,
        },
        ...{ interrupted: false, durationMs: 10, input: "pnpm test", path: null, stderr: null, agent: null },
        output: ok ? "Tests: 7 passed, 7 total" : "FAIL\nTests: 1 failed, 7 total",
      }),
      observed("agent.replied", source("r"), at(3), { text: "Done.", chars: 5, inputTokens: null, outputTokens: null }),
      observed("episode.closed", source("close"), at(4), { reason: "exit" }),
    )
    if (drafts.length >= 1000 || i === count - 1) {
      await t.memory.record(drafts)
      drafts = []
    }
  }
  t.memory.catchUp()
}

const REPOS = 1000
const scopeOf = (t: Teller, i: number): string => (i % 10 === 0 ? t.scope : hashId("crowd", i % REPOS))

async function crowdOfCards(t: Teller, count: number, start: number): Promise<void> {
  for (let from = 0; from < count; from += 1000) {
    const batch = Array.from({ length: Math.min(1000, count - from) }, (_, k) => {
      const i = from + k
      const text = `the ${THINGS[i % 10]} ${DOES[Math.floor(i / 10) % 10]} ${WHAT[Math.floor(i / 100) % 10]} ${word(i)} ${word(i * 7 + 3)} before ${word(i * 13 + 5)}`
      const where = { ts: start + i * 1000, episode: null, scope: hashId("crowd", Math.floor((i * REPOS) / count)) }
      return {
        text,
        where,
        draft: authored("note.written", randomBytes(16), where, { by: "user", text, kind: "fact", tier: "repo" }),
      }
    })
    const before = t.memory.parts.log.head()
    await t.memory.record(batch.map(({ draft }) => draft))
    const stored = new Map(t.memory.parts.log.read(before, batch.length).map(event => [event.id, event]))
    const proposals = batch.map(({ text, where, draft }): Draft => {
      const blob = String((stored.get(draft.id)!.data as { text: string }).text)
      const hash = t.memory.parts.blobs.hash(text)
      const evidence = { kind: "user_span" as const, event: draft.id, blob, start: 0, end: text.length, hash }
      return {
        ...{ type: "card.proposed", id: proposalId("note@1", "fact", [evidence]), ...where },
        data: {
          ...{
            proposer: "note@1",
            provenance: "note",
            kind: "fact",
            statement: text,
            tier: "repo",
            topic: topicKey(text),
            tags: [],
          },
          ...{ turn: null, evidence: [evidence] },
        },
      }
    })
    await t.memory.record(proposals)
    t.memory.catchUp()
  }
}

/** A word of its own for every number, so that no two statements say the same. */
const word = (n: number): string => {
  const letters = "bcdfghklmnprstvz"
  const vowels = "aeiou"
  let rest = n + 17
  let text = ""
  for (let i = 0; i < 3; i++) {
    text += letters[rest % 16]! + vowels[(rest >> 4) % 5]!
    rest = Math.floor(rest / 16) + 7 * (i + 1)
  }
  return text
}
