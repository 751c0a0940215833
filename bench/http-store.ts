// The store that bench/http.ts measures on: episodes through the log (ordinary ones of a dozen messages, one of 500, over the
// last two months), and the cards of one repository written again for others, as the fold writes rows.
import { join } from "node:path"
import { loadConfig } from "../src/config.ts"
import { type Draft, observed } from "../src/core/events/draft.ts"
import { episodeId, hashId } from "../src/core/ids.ts"
import { scopeKey } from "../src/core/views/state.ts"
import { TABLE } from "../src/core/views/tables.ts"
import type { Memory } from "../src/memory/memory.ts"
import { cardRows } from "../src/memory/reading/read.ts"
import { ledgerRows } from "../src/memory/reading/review.ts"
import { indexChanged } from "../src/memory/search-docs.ts"
import { settle } from "../src/memory/tending/settle.ts"
import { dice } from "../src/memory/without-disk.ts"
import { openMemoryAt } from "../src/open.ts"
import { readRepository } from "../src/world/repository.ts"

const DAY = 86_400_000
const LONG = 500

/** Returns how many messages there are, and how many cards. */
export async function addEpisodes(
  dataDir: string,
  home: string,
  project: string,
  episodes: number,
  cards: number,
): Promise<{ readonly messages: number; readonly cards: number }> {
  const config = loadConfig({ userDir: join(home, "none") })
  const random = dice(9_000_000)
  const end = Date.now() - 3_600_000
  const { memory, store } = openMemoryAt({ dir: dataDir, config, now: () => end, random })
  const scope = readRepository(project).identity.id
  let messages = 0
  let drafts: Draft[] = []
  for (let i = 0; i < episodes; i++) {
    const session = `bench-${i}`
    const id = episodeId("claude-code", session)
    let at = end - 60 * DAY + Math.floor((i / episodes) * 60 * DAY)
    let n = 0
    const where = () => ({ ts: (at += 20_000), episode: id, scope })
    const source = () => ({ client: "claude-code", session, record: `r${n++}` })
    const put = (draft: Draft): void => void drafts.push(draft)
    put(
      observed("episode.opened", source(), where(), {
        ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
        ...{ start: "startup", cwd: project, branch: "main", head: null },
      }) as Draft,
    )
    const turns = i === 0 ? LONG / 5 : 3
    for (let turn = 0; turn < turns; turn++) {
      const bad = (i + turn) % 5 === 0
      const prompt = `${bad ? "no, that is wrong, " : ""}change the ${["parser", "router", "cache"][turn % 3]} of module ${i} so that it ${turn % 2 ? "retries" : "logs"}`
      put(observed("prompt.submitted", source(), where(), { author: "user", prompt, chars: prompt.length }) as Draft)
      for (let call = 0; call < 3; call++) {
        const ok = !(bad && call === 1)
        put(
          observed("tool.finished", source(), where(), {
            ...{
              call: `c${turn}-${call}`,
              tool: "Bash",
              does: "runs",
              ok,
              exitCode: ok ? 0 : 1,
              known: "exit",
              rejected: false,
            },
            ...{ cancelled: false, interrupted: false, durationMs: 700, path: null, stderr: null, agent: null },
            input: call === 1 ? "pnpm test" : `sed -n 1,40p src/module-${i}.ts`,
            output: ok
              ? `Tests: ${7 + turn} passed, run ${i}\n${"line of output\n".repeat(20)}`
              : `Error: boom ${i}\nTests: 1 failed`,
          }) as Draft,
        )
      }
      const text = `I changed module ${i}, step ${turn}. ${"The reasons are these. ".repeat(8)}`
      put(
        observed("agent.replied", source(), where(), {
          text,
          chars: text.length,
          inputTokens: 900,
          outputTokens: 80,
        }) as Draft,
      )
      put(observed("turn.ended", source(), where(), { reason: "end", inputTokens: null, outputTokens: null }) as Draft)
      messages += 5
    }
    put(observed("episode.closed", source(), where(), { reason: "exit" }) as Draft)
    if (drafts.length > 2000 || i === episodes - 1) {
      await memory.record(drafts)
      drafts = []
    }
  }
  await settle(memory)
  store.compact()
  multiply(memory, cards)
  store.flush()
  await memory.close()
  await store.close()
  return { messages, cards: Math.max(cards, cardRows(memory).length) }
}

/** Cards with other words in other repositories, each with its line in the ledger and its place in the search. */
function multiply(memory: Memory, cards: number): void {
  const own = cardRows(memory).filter(card => card.scope.tier === "repo")
  const lines = ledgerRows(memory)
  const rows = memory.views
  for (let n = cardRows(memory).length; n < cards; n++) {
    const like = own[n % own.length]!
    const id = hashId("card", n)
    const scope = { tier: "repo" as const, id: hashId("repo", Math.floor(n / own.length)) }
    const statement = memory.parts.blobs.put(`${memory.text(like.statement)} in part ${n}`)
    TABLE.card.set(rows, id, { ...like, id, scope, statement, bornSeq: like.bornSeq + n })
    TABLE.scopeCards.set(rows, `${scopeKey(scope)}/${id}`, 1)
    const line = lines.find(entry => entry.card === like.id)
    if (line) TABLE.ledger.set(rows, `-/b${String(n).padStart(9, "0")}`, { ...line, card: id, proposal: id, statement })
  }
  memory.views.flush(memory.views.seq(), () => indexChanged(memory))
}
