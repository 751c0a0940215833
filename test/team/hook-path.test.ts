// Hooks and the resident write this machine's log and nothing else: no engine of a shared log can be reached from them.
import { readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { describe, expect, it } from "vitest"

const ROOT = join(import.meta.dirname, "..", "..")
/** Every file that a file loads, now or later; what is only a type is not loaded. */
function reached(start: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const walk = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(file, "utf8")
    const loads = text.matchAll(
      /(?:^|\n)(?:import|export)\s+(?!type\b)[^"']*?from\s+"(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)/g,
    )
    for (const [, now, later] of loads) walk(join(dirname(file), (now ?? later)!))
  }
  walk(join(ROOT, start))
  return new Set([...seen].map(file => relative(ROOT, file)))
}

describe("[D43] what a hook can reach", () => {
  it.each(["src/hook/hook-answer.ts", "src/hook/resident.ts"])(
    "%s reaches no engine, no sync and no git transport",
    start => {
      const files = [...reached(start)]
      expect(files.length).toBeGreaterThan(20)
      expect(files.filter(file => /^src\/team\/(?:engines\/|sync|home|shared-views|outbox)/.test(file))).toEqual([])
    },
  )
  it("the command does reach them, so the walk sees what is there", () => {
    expect([...reached("src/cli/team/team.ts")]).toContain("src/team/engines/git-run.ts")
  })
})
