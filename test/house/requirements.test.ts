// The audit of the seeds' requirements (docs/requirements.md) against the code: every id once, every file there, and
// where a row gives no reason of its own, one of its files speaks of the id.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { sources } from "./source.ts"

const root = join(import.meta.dirname, "..", "..")
const COUNTS = { S0: 74, S1: 86, S2: 112, S3: 66, S4: 77 } as const
const ids = Object.entries(COUNTS).flatMap(([seed, n]) =>
  Array.from({ length: n }, (_, i) => `${seed}-${String(i + 1).padStart(2, "0")}`),
)
const rows = readFileSync(join(root, "docs", "requirements.md"), "utf8")
  .split("\n")
  .filter(line => /^\| S\d-/.test(line))
  .map(line => {
    const [, id, state, how, files] = line.split("|").map(cell => cell.trim()) as [
      string,
      string,
      string,
      string,
      string,
    ]
    return { id, state, how, files: [...files.matchAll(/`([^`]+)`/g)].map(found => found[1]!) }
  })

/** Ids a file speaks of, ranges such as "S0-24 … S0-27" and "S0-24..27" included. */
const spokenOf = new Map<string, ReadonlySet<string>>()
function idsIn(file: string): ReadonlySet<string> {
  let known = spokenOf.get(file)
  if (known) return known
  const found = new Set<string>()
  for (const m of readFileSync(join(root, file), "utf8").matchAll(
    /S(\d)-(\d+)(?:\s*(?:\.\.|…|to)\s*(?:S\d-)?(\d+))?/g,
  )) {
    const from = Number(m[2])
    const to = Math.max(from, Number(m[3] ?? from))
    for (let n = from; n <= Math.min(to, from + 40); n++) found.add(`S${m[1]}-${String(n).padStart(2, "0")}`)
  }
  spokenOf.set(file, (known = found))
  return known
}

describe("docs/requirements.md", () => {
  test("holds every requirement of the seeds once, in order", () => {
    expect(rows.map(r => r.id)).toEqual(ids)
  })

  test("says of each done, differently or declined, with a reason for the last two", () => {
    expect(rows.filter(r => !["done", "differently", "declined"].includes(r.state))).toEqual([])
    expect(rows.filter(r => r.state !== "done" && r.how === "")).toEqual([])
  })

  test("names files that are there", () => {
    const missing = rows.flatMap(r => r.files.filter(f => !existsSync(join(root, f))).map(f => `${r.id}: ${f}`))
    expect(missing).toEqual([])
    expect(rows.filter(r => r.files.length === 0).map(r => r.id)).toEqual([])
  })

  test("points at files that speak of the id, where it gives no reason", () => {
    const silent = rows.filter(r => r.how === "" && !r.files.some(f => idsIn(f).has(r.id)))
    expect(silent.map(r => r.id)).toEqual([])
  })

  test("every decision that is cited is one that was settled", () => {
    const settled = new Set(
      [...readFileSync(join(root, "docs/decisions/settled.md"), "utf8").matchAll(/^\| (D\d\d) \|/gm)].map(m => m[1]!),
    )
    expect(settled.size).toBe(76)
    const cited = [...sources("src"), ...sources("test")].flatMap(file =>
      [...file.text.matchAll(/\bD\d\d\b/g)].map(m => m[0]),
    )
    expect(cited.length).toBeGreaterThan(100)
    expect(cited.filter(id => !settled.has(id))).toEqual([])
  })
})
