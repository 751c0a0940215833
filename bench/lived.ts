// Real sessions of several repositories, each lived again by itself in the order of time, as its people would have had it: cards in
// use at the end, warnings, failures that came back, orders said again. Every card and warning has a name for reading by hand
// (bench/hand-read/lived.json: names and verdicts, no text). --repo NAME: only that one · --text: what is to be read.

import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { claudeCode } from "../src/clients/claude-code/claude-code.ts"
import type { World } from "../src/clients/client.ts"
import { isNorm } from "../src/core/model.ts"
import { read } from "../src/core/views/read.ts"
import { bounded, hindsight, inTime } from "../src/memory/past/hindsight.ts"
import { lookBack } from "../src/memory/past/look.ts"
import type { BenchArgs } from "./main.ts"
import { repeatedCalls } from "./repeated-calls.ts"
import { claudeSessions, type PastSession } from "./transcripts-as-claude.ts"

const SETS = ["agent-transcripts", "agent-transcripts-2"]
const SCOPE = "d".repeat(32)
const CARD = ["wanted", "perhaps", "unwanted"] as const
const WARNING = ["right", "false"] as const
type Verdict = (typeof CARD)[number] | (typeof WARNING)[number]

export async function run({ shared, json, args }: BenchArgs): Promise<Record<string, unknown>> {
  const only = args.includes("--repo") ? args[args.indexOf("--repo") + 1] : undefined
  const say = (line: string): void => void (json || process.stdout.write(`${line}\n`))
  const sheet = resolve("bench/hand-read/lived.json")
  const verdicts: Readonly<Record<string, Verdict>> = existsSync(sheet)
    ? JSON.parse(readFileSync(sheet, "utf8")).verdicts
    : {}
  const repositories = new Map<string, PastSession[]>()
  for (const set of SETS)
    for (const session of await claudeSessions(shared, "/home/dev/work", set)) {
      const repository = session.source.split(":")[0]!
      if (only === undefined || only === repository)
        repositories.set(repository, [...(repositories.get(repository) ?? []), session])
    }
  const tally = (of: readonly Verdict[], names: readonly string[]): string => {
    const found = of.map(v => `${names.filter(n => verdicts[n] === v).length} ${v}`)
    return [...found, `${names.filter(n => !verdicts[n]).length} unread`].join(", ")
  }
  const figures: Record<string, unknown> = {}
  const all = { norms: [] as string[], learned: [] as string[], warnings: [] as string[] }
  for (const [repository, sessions] of repositories) {
    const past = await hindsight(inTime(sessions.map(draftsOf)), { scope: SCOPE, engine: process.versions.v8 })
    const back = lookBack(past, null)
    const cards = read.card.list(past.memory.views).map(([, card]) => card)
    const named = (text: string): string =>
      createHash("sha256").update(`${repository} ${text}`).digest("hex").slice(0, 12)
    const kept = back.kept.map(k => ({ ...k, name: named(k.statement) }))
    const norms = kept.filter(k => isNorm(k.kind)).map(k => k.name)
    const learned = kept.filter(k => !isNorm(k.kind)).map(k => k.name)
    const told = past.said.map(s => ({ ...s, name: named(`${s.episode}/${s.call}`) }))
    const warnings = told.map(s => s.name)
    all.norms.push(...norms)
    all.learned.push(...learned)
    all.warnings.push(...warnings)
    if (args.includes("--text")) {
      for (const k of kept)
        say(`card ${k.name} ${verdicts[k.name] ?? "unread"} [${k.kind}, ${k.times}x] ${oneLine(k.statement, 260)}`)
      for (const s of told)
        say(
          `told ${s.name} ${verdicts[s.name] ?? "unread"} [${s.kind}, ${s.placement}${s.held ? ", held" : ""}] $ ${oneLine(s.command, 120)} | ${oneLine(s.statement, 160)} | ${oneLine(s.remedy ?? "", 120)}`,
        )
      for (const r of back.repeats) say(`said again ${r.episodes}x [${r.kind}] ${oneLine(r.statement, 160)}`)
    }
    const again = repeatedCalls(past.memory).map(c => c.id)
    const answered = new Set(past.said.map(s => `${s.episode}/${s.call}`))
    figures[repository] = {
      sessions: sessions.length,
      calls: back.calls,
      failed: back.failed,
      norms_kept: norms.length,
      norms_by_hand: tally(CARD, norms),
      learned_from_work: learned.length,
      learned_by_hand: tally(CARD, learned),
      only_heard: cards.filter(c => c.stage === "trial").length,
      warnings: told.length,
      held: told.filter(s => s.held).length,
      warnings_by_hand: tally(WARNING, warnings),
      failures_came_back: again.length,
      answered: again.filter(id => answered.has(id)).length,
      said_again: back.repeats.length,
    }
    say(
      `${repository}: ${Object.entries(figures[repository] as object)
        .map(([k, v]) => `${k} ${v}`)
        .join(" · ")}`,
    )
  }
  const cards = [...all.norms, ...all.learned]
  const share = (names: readonly string[], of: readonly Verdict[]): string =>
    `${names.filter(n => of.includes(verdicts[n]!)).length} of ${names.length}`
  const together = {
    cards: cards.length,
    cards_wanted: share(cards, ["wanted"]),
    cards_wanted_or_perhaps: share(cards, ["wanted", "perhaps"]),
    norms_by_hand: tally(CARD, all.norms),
    learned_by_hand: tally(CARD, all.learned),
    warnings_right: share(all.warnings, ["right"]),
    warnings_by_hand: tally(WARNING, all.warnings),
  }
  say(`together: ${JSON.stringify(together)}`)
  return { ...figures, together }
}

const WORLD: World = { now: 0, scope: SCOPE, branch: null, head: null, env: {}, tail: () => null, ours: () => false }
const draftsOf = (s: PastSession) => [...claudeCode.backfill!(s.lines, WORLD, s.id)].flatMap(h => h.drafts.map(bounded))
const oneLine = (text: string, most: number): string => text.replace(/\s+/g, " ").slice(0, most)
