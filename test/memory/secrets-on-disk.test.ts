// Secrets on a real disk: recorded through a memory, settled and packed, no 12-character piece of any stands in a file.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { type Draft, observed } from "../../src/core/events/draft.ts"
import { parseEvent } from "../../src/core/events/registry.ts"
import { episodeId } from "../../src/core/ids.ts"
import { redact } from "../../src/core/redact/redact.ts"
import { Memory } from "../../src/memory/memory.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { openStore } from "../../src/store/store.ts"
import { openViews } from "../../src/store/view-store.ts"
import { survives } from "../core/redact/corpus-secrets.ts"
import { rollDice } from "../core/redact/dice.ts"
import { secondSecretRows } from "../core/redact/second-corpus.ts"
import { thirdSecretRows } from "../core/redact/third-corpus.ts"

const SCOPE = "c".repeat(32)
const PIECE = 12
const dirs: string[] = []
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

/** All bytes of the directory, and how many files they came from. */
const everything = (dir: string): { readonly bytes: Buffer; readonly files: number } => {
  const parts = (readdirSync(dir, { recursive: true }) as string[])
    .map(name => join(dir, name))
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path))
  return { bytes: Buffer.concat(parts), files: parts.length }
}

/** A public prefix ("access_token", a run of one letter) stands in many a file; a rolled piece does not. */
const isTelling = (piece: string): boolean => /\d/.test(piece) && new Set(piece).size >= 6

describe("secrets on disk", () => {
  it("[security-4] a byte search of every file finds no piece of any secret after record, settle and pack", async () => {
    const dir = mkdtempSync(join(tmpdir(), "mettle-secrets-"))
    dirs.push(dir)
    const store = openStore({ dir, groupMs: 0, validate: parseEvent })
    let n = 1
    const memory = new Memory({
      log: store.log,
      blobs: store.blobs,
      meta: store.meta,
      openViews: fingerprint => openViews({ dir, fingerprint }),
      now: () => Date.UTC(2026, 1, 1),
      randomBytes: () => Buffer.from(String(n++).padStart(16, "0")),
      engine: "test",
    })
    // Rows the rules are known to miss would only repeat what the corpus tests count.
    const rows = [...secondSecretRows(rollDice(41)), ...thirdSecretRows(rollDice(42))].filter(
      (row, i) => i % 2 === 0 && !row.secrets.some(secret => survives(secret, redact(row.text).text)),
    )
    expect(rows.length).toBeGreaterThan(250)
    const episode = episodeId("claude-code", "secrets")
    let k = 0
    const source = () => ({ client: "claude-code", session: "secrets", record: String(k++) })
    const where = () => ({ ts: Date.UTC(2026, 0, 1) + k * 1000, episode, scope: SCOPE })
    const drafts: Draft[] = [
      observed("episode.opened", source(), where(), {
        client: "claude-code",
        clientVersion: null,
        model: null,
        interactive: true,
        parent: null,
        start: "startup",
        cwd: "/w",
        branch: null,
        head: null,
      }),
    ]
    rows.forEach(({ text }, i) => {
      const says = `always remember this for the next time:\n${text}\nnever forget it`
      if (i % 3 === 0)
        drafts.push(
          observed("prompt.submitted", source(), where(), { author: "user", prompt: says, chars: says.length }),
        )
      else if (i % 3 === 1)
        drafts.push(
          observed("agent.replied", source(), where(), { text: says, chars: 1, inputTokens: null, outputTokens: null }),
          observed("turn.ended", source(), where(), { reason: "end", inputTokens: null, outputTokens: null }),
        )
      else
        drafts.push(
          observed("tool.finished", source(), where(), {
            call: `call-${i}`,
            tool: "Bash",
            does: "runs",
            ok: false,
            exitCode: 1,
            known: "exit",
            rejected: false,
            cancelled: false,
            interrupted: false,
            durationMs: 1,
            input: text,
            path: null,
            output: text,
            stderr: text,
            agent: null,
          }),
        )
    })
    drafts.push(observed("episode.closed", source(), where(), { reason: "exit" }))
    await memory.record(drafts)
    await settle(memory)
    const built = makePack(memory, { scope: SCOPE, placement: "prompt", prompt: rows[0]!.text })
    await memory.record([built.draft])
    store.flush()

    const { bytes, files } = everything(dir)
    expect(files).toBeGreaterThan(0)
    expect(bytes.indexOf("[masked: "), "what was recorded is there, masked").toBeGreaterThan(0)
    const found = rows.filter(row =>
      row.secrets.some(secret => {
        if (secret.length < PIECE) return bytes.indexOf(secret) >= 0
        for (let at = 0; at + PIECE <= secret.length; at += PIECE / 2) {
          const piece = secret.slice(at, at + PIECE)
          if (isTelling(piece) && bytes.indexOf(piece) >= 0) return true
        }
        return false
      }),
    )
    expect(found.map(row => row.id)).toEqual([])
    await memory.close()
  }, 60_000)
})
