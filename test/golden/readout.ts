// All that a machine makes of a log, in short: a few digits for each of its tables and for each thing it would say. Every part of
// a rule that acts on the log moves one of them, and its name says where to look. Numbers compare at nine digits, on any engine.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Params } from "../../src/core/rules/rule.ts"
import { canonical } from "../../src/core/views/dump.ts"
import { read } from "../../src/core/views/read.ts"
import { readPatterns } from "../../src/memory/acting/rule-params.ts"
import { importLog } from "../../src/memory/acting/transfer.ts"
import { breakerNow, readTriggers } from "../../src/memory/checks/breaker.ts"
import { readReceipt } from "../../src/memory/measuring/receipt.ts"
import { trustReport } from "../../src/memory/measuring/trust.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { readStanding } from "../../src/memory/packs/learned.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { explainCard } from "../../src/memory/reading/explain.ts"
import { workLearned } from "../../src/memory/reading/find.ts"
import { episodeHistory, readHistory } from "../../src/memory/reading/history.ts"
import { inbox } from "../../src/memory/reading/review.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import { memoryReadings } from "../../src/store/readings.ts"

/** The recorded logs. A file may hold several, one behind the other: each begins with its header, which says what it tells. */
export const recordedLogs = (): readonly { readonly name: string; readonly lines: readonly string[] }[] =>
  readdirSync(LOGS).flatMap(file =>
    readFileSync(join(LOGS, file), "utf8")
      .split(/^(?=\{"mettle":"log")/m)
      .map(text => text.split("\n").filter(Boolean))
      .map(lines => ({
        name: (JSON.parse(lines[0]!) as { story?: string }).story ?? file.replace(".jsonl", ""),
        lines,
      })),
  )

const LOGS = join(import.meta.dirname, "logs")
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** When it is asked: soon after, and when what falls due has fallen due. */
const ASKED = [HOUR, 45 * DAY]
const PROMPTS = 4
/** A text reads the same under every machine: read once for all. */
const readings = memoryReadings()

export const short = (value: unknown, besides: readonly string[] = []): string =>
  createHash("sha256")
    .update(canonical(plain(value, besides)))
    .digest("hex")
    .slice(0, 4)
const plain = (value: unknown, besides: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (key, v) =>
    besides.includes(key) ? undefined : Number.isFinite(v) && v % 1 ? Number(v.toPrecision(9)) : v,
  )

export async function readout(
  lines: readonly string[],
  preset: string,
  params: Readonly<Record<string, Params>> = {},
  /** fields that are not looked at */
  besides: readonly string[] = [],
): Promise<Record<string, string>> {
  const events = lines.flatMap(line => (JSON.parse(line) as { event?: { ts: number } }).event ?? [])
  const last = events.reduce((at, event) => Math.max(at, event.ts), 0)
  let now = last
  const memory = memoryOver(ramPorts(new Uint8Array(16)), {
    ...{ now: () => now, randomBytes: dice(), engine: "golden", preset, params, controlShare: 0.1, readings },
  })
  await importLog(memory, lines)
  memory.catchUp()
  const told: Record<string, string> = {}
  for (const later of ASKED) {
    now = last + later
    await settle(memory)
    if (later === ASKED[0])
      for (const table of memory.views.tables())
        told[table] = short([...memory.views.range(table, "", "\x7f")], besides)
    const days = Math.round(later / DAY)
    for (const [what, value] of Object.entries(asked(memory))) told[`${what} +${days}d`] = short(value, besides)
  }
  return told
}

function asked(memory: Memory): Record<string, unknown> {
  const cards = read.card.list(memory.views).map(([, card]) => card)
  const episodes = readHistory(memory)
  const scopes = [...new Set(episodes.map(episode => episode.scope))]
  const prompts = cards.slice(0, PROMPTS).map(card => memory.text(card.statement) ?? "")
  const packs = scopes.flatMap(scope =>
    ["", ...prompts].map(
      prompt => makePack(memory, { scope, prompt, placement: prompt === "" ? "session_start" : "prompt" }).pack,
    ),
  )
  return {
    pack: packs,
    why: cards.map(card => explainCard(memory, card)),
    history: episodes.map(episode => episodeHistory(memory, episode)),
    receipt: episodes.map(episode => readReceipt(memory, episode)),
    breaker: [episodes.map(({ id }) => breakerNow(memory, id)), readTriggers(memory)],
    trust: trustReport(memory, { now: memory.parts.now() }),
    learned: workLearned(memory, null),
    standing: scopes.map(scope => readStanding(memory, scope)),
    patterns: readPatterns(memory),
    review: inbox(memory),
  }
}
