// Search of a memory on disk: follows the fold, is filled when it is missing or another embedder made it, and is the same
// after a rebuild.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { loadConfig } from "../../src/config.ts"
import { observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { findCards, findEpisodes } from "../../src/memory/reading/find.ts"
import { embedMissing } from "../../src/memory/tending/embed.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { openMemoryAt } from "../../src/open.ts"
import { openDatabase } from "../../src/store/sqlite.ts"
import { viewFiles } from "../../src/store/view-files.ts"

const dir = mkdtempSync(join(tmpdir(), "mettle-test-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const NOW = Date.UTC(2026, 0, 5)
const chance = dice()
const open = () =>
  openMemoryAt({
    dir,
    config: loadConfig({ userDir: join(dir, "config") }),
    now: () => NOW,
    random: chance,
  })
const SCOPE = "b".repeat(32)

it("[S4-52] [S4-53] follows the fold, survives the loss of its tables, re-embeds for another model, equals a rebuild", async () => {
  const { memory, store } = open()
  const id = episodeId("claude-code", "one")
  const where = { ts: NOW, episode: id, scope: SCOPE }
  const source = (record: string) => ({ client: "claude-code", session: "one", record })
  await memory.record([
    observed("episode.opened", source("open"), where, {
      client: "claude-code",
      clientVersion: null,
      model: null,
      interactive: true,
      parent: null,
      start: "startup",
      cwd: "/w",
      branch: "main",
      head: null,
    }),
    observed("prompt.submitted", source("p0"), where, {
      author: "user",
      prompt: "always use pnpm, never npm, for the web shop",
      chars: 44,
    }),
    observed("turn.ended", source("t0"), where, { reason: "end", inputTokens: null, outputTokens: null }),
  ])
  await settle(memory)
  const asked = { query: "npm install", scopes: [`repo:${SCOPE}`], most: 5 }
  const cards = findCards(memory, asked)
  expect(cards.map(card => card.statement)).toEqual([expect.stringContaining("pnpm")])
  expect(findEpisodes(memory, { ...asked, query: "web shop" })).toMatchObject([{ id }])
  memory.rebuild()
  expect(findCards(memory, asked)).toEqual(cards)
  await memory.close()
  await store.close()

  const sql = openDatabase({ path: viewFiles(dir)[0]!.path, synchronous: "OFF" })
  sql.exec(
    "DROP TABLE card_fts; UPDATE search_state SET model = 'an older table'; CREATE VIRTUAL TABLE card_fts USING fts5(terms)",
  )
  sql.close()
  const again = open()
  again.memory.catchUp()
  expect(findCards(again.memory, asked)).toEqual(cards)
  const embedder = (model: string) => ({
    id: model,
    dims: 2,
    embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0)),
  })
  expect(await embedMissing(again.memory, embedder("http:a"))).toBe(1)
  expect(await embedMissing(again.memory, embedder("http:a"))).toBe(0)
  expect(await embedMissing(again.memory, embedder("http:b"))).toBe(1)
  expect(again.memory.search.withoutVector("card", "http:a", 9)).toHaveLength(1)
  await again.memory.close()
  await again.store.close()
})
