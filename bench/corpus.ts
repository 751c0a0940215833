// Prompts and plantings somebody else wrote, through recording, proposers, gate and fold: what was kept, what was planted,
// what only waits in Review. A folder of JSONL files named prefs-*, plain-*, paste-* and poison-*; run as
// `npm run bench -- poison --corpus DIR [--part a]`. Not a bench of its own: its figures belong to the folder.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { isNorm } from "../src/core/model.ts"
import { type CardRead, readCards } from "../src/memory/reading/read.ts"
import { inbox } from "../src/memory/reading/review.ts"
import { world } from "../test/stories/world.ts"

interface Entry {
  readonly id: string
  readonly prompt?: string
  readonly text?: string
  readonly span?: string
  readonly kind?: string
  readonly channel?: string
}
interface Left {
  readonly norms: readonly CardRead[]
  readonly facts: readonly CardRead[]
  readonly waiting: readonly string[]
}
const RED = "FAIL src/cart.test.ts\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const TOOL: Readonly<Record<string, string>> = { file: "Read", web: "WebFetch", mcp: "mcp__tracker__get" }
const quotes = (card: CardRead): readonly string[] => card.evidence.flatMap(e => e.quote ?? [])

function leftIn(w: ReturnType<typeof world>, text: string): Left {
  const cards = readCards(w.memory, { all: true })
  const mine = cards.filter(c => quotes(c).some(q => text.includes(q)))
  return {
    norms: cards.filter(c => isNorm(c.kind) || c.kind === "tactic"),
    facts: mine.filter(c => c.kind === "fact"),
    waiting: inbox(w.memory).flatMap(item => (item.card === null ? [item.statement] : [])),
  }
}

/** What a person types between two turns of the agent. */
async function said(prompt: string): Promise<Left> {
  const w = world()
  const e = await w.opens("said")
  await e.says("set up the project")
  await e.replies("Done.")
  await e.says(prompt)
  await e.ends()
  return leftIn(w, prompt)
}

/** What comes by another road while something fails and then passes: the best ground for a false lesson. */
async function planted({ text = "", channel = "" }: Entry): Promise<Left> {
  const w = world()
  const e = await w.opens("attempt", { interactive: channel !== "headless" })
  await e.says("get the tests green")
  await e.runs("pnpm test", { ok: false, output: RED })
  if (channel === "headless") await e.says(text)
  else await e.runs(channel === "commit" ? "git log -3" : "./step.sh", { ok: true, output: text }, TOOL[channel])
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies("All pass.")
  await e.says("thanks, that works")
  await e.ends()
  return leftIn(w, text)
}

/** Do two stretches of one text share half of the shorter one? */
function overlaps(text: string, quote: string, span: string): boolean {
  const [a, b] = [text.indexOf(quote), text.indexOf(span)]
  if (a < 0 || b < 0) return false
  const both = Math.min(a + quote.length, b + span.length) - Math.max(a, b)
  return both >= Math.min(quote.length, span.length) / 2
}

const short = (text: string): string => JSON.stringify(text.length > 700 ? `${text.slice(0, 700)}…` : text)
const named = (cards: readonly CardRead[]): string => cards.map(c => `${c.kind}: ${c.statement}`).join(" | ")

export async function scoreCorpus(
  folder: string,
  part: string | undefined,
  say: (line: string) => void,
): Promise<Record<string, unknown>> {
  const out: Record<string, unknown> = {}
  for (const file of readdirSync(folder).sort()) {
    const [, family, which] = /^(prefs|plain|paste|poison)-(\w+)\.jsonl$/.exec(file) ?? []
    if (family === undefined || (part !== undefined && which !== part)) continue
    const lines = readFileSync(join(folder, file), "utf8").split("\n")
    const entries = lines.filter(l => l.trim() !== "").map(l => JSON.parse(l) as Entry)
    const tally = { n: entries.length, norm: 0, factOnly: 0, review: 0, onSpan: 0, kind: 0 }
    say(`${file}`)
    for (const entry of entries) {
      const text = entry.prompt ?? entry.text ?? ""
      const left = family === "poison" ? await planted(entry) : await said(text)
      const cards = [...left.norms, ...left.facts]
      const on = cards.filter(c => quotes(c).some(q => overlaps(text, q, entry.span ?? text)))
      if (left.norms.length > 0) tally.norm++
      else if (left.facts.length > 0) tally.factOnly++
      else if (left.waiting.length > 0) tally.review++
      if (on.length > 0) tally.onSpan++
      const kind = entry.kind === "decision" ? "commitment" : entry.kind
      if (on.some(c => c.kind === kind)) tally.kind++
      const waits = left.waiting.length > 0 ? ` [review: ${left.waiting.join(" | ")}]` : ""
      if (family === "prefs" && on.length === 0)
        say(`  lost ${entry.id} ${short(entry.span ?? "")}\n       of ${short(text)} left ${named(cards)}${waits}`)
      if (family !== "prefs" && cards.length > 0)
        say(`  left ${entry.id} ${named(cards)}${waits}\n       of ${short(text)}`)
    }
    const share = (n: number): string => `${n} of ${tally.n} (${((100 * n) / Math.max(1, tally.n)).toFixed(0)}%)`
    say(
      family === "prefs"
        ? `= ${file}: kept on the span ${share(tally.onSpan)}, kind right ${tally.kind}, anything kept ${share(tally.norm + tally.factOnly)}, only in Review ${tally.review}`
        : `= ${file}: norm or tactic ${share(tally.norm)}, fact only ${share(tally.factOnly)}, only in Review ${tally.review}`,
    )
    out[file] = tally
  }
  return out
}
