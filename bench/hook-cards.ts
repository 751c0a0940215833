// The store that bench/hook.ts measures on: as many live cards as asked, of words that its prompts share here and there.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { loadConfig } from "../src/config.ts"
import { authored, type Draft, proposalId } from "../src/core/events/draft.ts"
import { readCards } from "../src/memory/read.ts"
import { openMemoryAt } from "../src/open.ts"
import { readRepository } from "../src/store/repository.ts"

/** Returns how many are live: admission has budgets. */
export async function fill(dataDir: string, home: string, project: string, cards: number): Promise<number> {
  const config = loadConfig({ userDir: join(home, "none") })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  let chance = 1
  const random = (bytes: number): Uint8Array => {
    const made = Buffer.alloc(Math.max(16, bytes))
    made.writeUInt32BE(chance++, 10)
    return made
  }
  const now = Date.now()
  const { memory, store } = openMemoryAt({ dir: dataDir, config, now: () => now, random, groupMs: 0 })
  const scope = readRepository(project).identity.id
  const where = { ts: now - 86_400_000, episode: null, scope }
  const drafts: Draft[] = []
  const words = [
    "payments",
    "queue",
    "search",
    "broker",
    "render",
    "worker",
    "index",
    "retry",
    "ledger",
    "cache",
    "module",
    "page",
    "schema",
    "deploy",
    "router",
    "parser",
  ]
  const kinds = ["preference", "constraint", "commitment"] as const
  for (let i = 0; i < cards; i++) {
    const text = `keep ${words[i % 16]} ${words[(i * 7) % 16]} ${i} apart from ${words[(i * 3) % 16]} number ${i * 17}`
    drafts.push(authored("note.written", random(16), where, { by: "user", text, kind: kinds[i % 3]!, tier: "repo" }))
  }
  for (let from = 0; from < drafts.length; from += 500) {
    const batch = drafts.slice(from, from + 500)
    const { ids } = await memory.record(batch)
    const proposals = ids.map((id, i): Draft => {
      const blob = String((memory.parts.log.get(id)!.data as { text: string }).text)
      const text = memory.parts.blobs.get(blob)!
      const evidence = {
        kind: "user_span" as const,
        event: id,
        blob,
        start: 0,
        end: text.length,
        hash: memory.parts.blobs.hash(text),
      }
      const kind = kinds[(from + i) % 3]!
      return {
        type: "card.proposed",
        id: proposalId("note@1", kind, [evidence]),
        ...where,
        data: {
          proposer: "note@1",
          kind,
          statement: text,
          tier: "repo",
          topic: text.slice(0, 30),
          tags: [],
          turn: null,
          evidence: [evidence],
        },
      }
    })
    await memory.record(proposals)
  }
  memory.catchUp()
  const live = readCards(memory).length
  await memory.close()
  await store.close()
  return live
}
