// The store that bench/hook.ts measures on: as many live cards as asked, of words that its prompts share here and there.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { loadConfig } from "../src/config.ts"
import { authored, type Draft, proposalId } from "../src/core/events/draft.ts"
import { sha256 } from "../src/core/ids.ts"
import { readCards } from "../src/memory/reading/read.ts"
import { settle } from "../src/memory/tending/settle.ts"
import { dice } from "../src/memory/without-disk.ts"
import { openMemoryAt } from "../src/open.ts"
import { readRepository } from "../src/world/repository.ts"

const PER_REPO = 260
const NORMS = 60
const KINDS = ["preference", "constraint", "commitment"] as const
const WORDS =
  "payments queue search broker render worker index retry ledger cache module page schema deploy router parser".split(
    " ",
  )
const SYLLABLES = "ba ke lo mi nu ra se ti vo zu pra sto gle dri".split(" ")
/** A word that no other number gives, so that no two statements say the same. */
const odd = (n: number): string =>
  [n, n >> 3, n * 7, n * 13 + 5].map(k => SYLLABLES[Math.abs(k) % SYLLABLES.length]!).join("") + (n % 97)
const statement = (i: number): string =>
  `the ${odd(i)} ${WORDS[i % 16]} writes ${odd(i * 31 + 7)} before the ${WORDS[(i * 5) % 16]} ${odd(i * 17 + 3)} reads it`

/** Returns how many are live: admission has budgets. */
export async function fill(dataDir: string, home: string, project: string, cards: number): Promise<number> {
  const config = loadConfig({ userDir: join(home, "none") })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const random = dice()
  const now = Date.now()
  const { memory, store } = openMemoryAt({ dir: dataDir, config, now: () => now, random, groupMs: 0 })
  const here = readRepository(project).identity.id
  const drafts: Draft<"note.written">[] = []
  // Admission has a budget per repository: one is full, and so are as many others as it takes.
  for (let i = 0; i < cards; i++) {
    const scope =
      i < PER_REPO
        ? here
        : sha256(`repo ${Math.floor(i / PER_REPO)}`)
            .toString("hex")
            .slice(0, 32)
    const kind = i % PER_REPO < NORMS ? KINDS[i % 3]! : ("fact" as const)
    const where = { ts: now - 86_400_000, episode: null, scope }
    drafts.push(authored("note.written", random(16), where, { by: "user", text: statement(i), kind, tier: "repo" }))
  }
  for (let from = 0; from < drafts.length; from += 500) {
    const batch = drafts.slice(from, from + 500)
    const { ids } = await memory.record(batch)
    const proposals = ids.map((id, i): Draft => {
      const { data, ts, episode, scope } = batch[i]!
      const blob = String((memory.parts.log.get(id)!.data as { text: string }).text)
      const text = memory.parts.blobs.get(blob)!
      const hash = memory.parts.blobs.hash(text)
      const evidence = { kind: "user_span" as const, event: id, blob, start: 0, end: text.length, hash }
      const kind = data.kind ?? "fact"
      return {
        type: "card.proposed",
        id: proposalId("note@1", kind, [evidence]),
        ts,
        episode,
        scope,
        data: {
          proposer: "note@1",
          provenance: "note",
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
  // As any store that hooks meet: what was noted has been looked at.
  await settle(memory)
  const live = readCards(memory).length
  await memory.close()
  await store.close()
  return live
}
