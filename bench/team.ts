// What sharing costs and what it buys: a pack with teammates' evidence against one without, the days until a planted harmful
// card is called harmful with 1, 5 and 20 people, and 10, 100 and 1,000 writers on one log, folded by one machine.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { LearnParams } from "../src/core/learn/params.ts"
import { SHARED_TABLE } from "../src/core/shared/tables.ts"
import { ruleFor } from "../src/core/views/context.ts"
import { TABLE } from "../src/core/views/tables.ts"
import { makePack } from "../src/memory/packs/packs.ts"
import { readPooled, withTeam, writePooled } from "../src/memory/packs/pooled.ts"
import { readCards } from "../src/memory/reading/read.ts"
import type { Opened } from "../src/open.ts"
import { viewFiles } from "../src/store/view-files.ts"
import type { Envelope, SharedLog } from "../src/team/shared-log.ts"
import { openSharedViews, pull } from "../src/team/shared-views.ts"
import { isGenuine } from "../src/team/signing.ts"
import { memorySharedLog } from "../test/team/engines/memory.ts"
import { homeWith, PARTITION, REPO, TEAM, WORDS } from "./team-parts/home.ts"
import { type Mate, mate } from "./team-parts/mates.ts"
import { type VerdictTime, verdictTime } from "./team-parts/verdict-time.ts"

const DAY = Math.floor(Date.now() / 86_400_000)
const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

export async function run({
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "mettle-team-")))
  const parts = args.filter(arg => !arg.startsWith("--"))
  const wants = (part: string): boolean => parts.length === 0 || parts.includes(part)
  const worlds = Number(args.find(arg => arg.startsWith("--worlds="))?.slice("--worlds=".length) ?? 2)
  try {
    return {
      ...(wants("recall") ? { recall: await recall(dir) } : {}),
      ...(wants("verdict") ? { verdict: await verdictTimes(worlds) } : {}),
      ...(wants("scale") ? { scale: await scale(dir) } : {}),
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Everybody says who they are and what they know, then works. */
async function crowd(log: SharedLog, people: number, cards: number, episodes: number) {
  const mates = Array.from({ length: people }, (_, i) => mate(`mate-${i}`, PARTITION, cards, DAY))
  const known = mates.flatMap(m => m.cards).slice(0, 100)
  const start = performance.now()
  const envelopes: Envelope[] = mates.flatMap(m => m.opening)
  for (let n = 0; n < episodes; n++) for (const m of mates) envelopes.push(m.episode(n, known))
  const signed = performance.now() - start
  const append = performance.now()
  for (let i = 0; i < envelopes.length; i += 200) await log.append(envelopes.slice(i, i + 200))
  return { mates, envelopes, signMs: signed, appendMs: performance.now() - append }
}

/**
 * One store, opened three times: with what ten teammates saw of its cards; without; and without, but with the same belief as
 * if it had been learned at home. The last one tells what sharing itself costs: who knows more also shows more.
 */
async function recall(dir: string): Promise<Record<string, unknown>> {
  const log = memorySharedLog()
  await crowd(log, 10, 12, 40)
  const homes = await Promise.all(SIDES.map(name => homeWith(join(dir, name), log)))
  const sides = Object.fromEntries(SIDES.map((name, i) => [name, homes[i]!])) as Record<Side, Opened>
  const pooled = readCards(sides.with.memory).filter(c => readPooled(sides.with.memory, c.id)).length
  learnAtHome(sides.same.memory)
  for (const side of [sides.same, sides.without]) {
    writePooled(side.memory.parts.meta, TEAM, new Map(), "")
    side.memory.parts.meta.set("pooled", "") // as in a home that never shared
  }
  const prompts = Array.from(
    { length: 40 },
    (_, i) => `the ${WORDS[i % 4]} of the ${WORDS[(i * 3) % 4]} fails before ${i}`,
  )
  const none = (): Record<Side, number[]> => ({ with: [], without: [], same: [] })
  const [alone, whole, cpu, shown] = [none(), none(), none(), none()]
  /** The pack alone, by the clock and by the processor, and with its record durable: what a prompt waits for. */
  const pack = async (side: Side, prompt: string, counts: boolean): Promise<void> => {
    const { memory } = sides[side]
    const before = process.cpuUsage()
    const start = performance.now()
    const { draft, pack: made } = makePack(memory, { scope: REPO, placement: "prompt", prompt })
    const built = performance.now() - start
    const { user, system } = process.cpuUsage(before)
    await memory.record([draft])
    if (!counts) return
    alone[side].push(built)
    cpu[side].push((user + system) / 1000)
    whole[side].push(performance.now() - start)
    shown[side].push(made.items.length)
  }
  for (let turn = 0; turn < 15; turn++)
    for (const prompt of prompts)
      for (let i = 0; i < SIDES.length; i++) await pack(SIDES[(i + turn) % SIDES.length]!, prompt, turn >= 3)
  const row = (of: Record<Side, number[]>, share: number) => {
    const [yes, no, same] = [at(of.with, share), at(of.without, share), at(of.same, share)]
    return {
      ...{ with: round(yes, 3), without: round(no, 3), same: round(same, 3) },
      ...{ ratio: round(yes / no, 3), ratioSame: round(yes / same, 3) },
    }
  }
  const mean = (of: Record<Side, number[]>) => {
    const [yes, no, same] = SIDES.map(side => of[side].reduce((sum, x) => sum + x, 0) / of[side].length)
    return {
      ...{ with: round(yes!, 3), without: round(no!, 3), same: round(same!, 3) },
      ...{ ratio: round(yes! / no!, 3), ratioSame: round(yes! / same!, 3) },
    }
  }
  for (const { memory, store } of homes) {
    await memory.close()
    await store.close()
  }
  const figures = {
    packs: alone.with.length,
    cards: pooled,
    shown: mean(shown),
    prompt50: row(whole, 0.5),
    prompt95: row(whole, 0.95),
    pack50: row(alone, 0.5),
    pack95: row(alone, 0.95),
    packCpu50: row(cpu, 0.5),
    packCpu: mean(cpu),
  }
  console.log(
    `\nwith teammates' evidence on ${pooled} cards, without, and with the same belief from home; ${figures.packs} prompts each, in turn (bar 1.1 ×)`,
  )
  const told = (label: string, r: ReturnType<typeof row>, unit = "ms") =>
    console.log(
      `  ${label.padEnd(28)} ${r.with} ${unit} with, ${r.without} without (${r.ratio} ×), ${r.same} with the same belief (${r.ratioSame} ×)`,
    )
  told("pack and its record, p50", figures.prompt50)
  told("pack and its record, p95", figures.prompt95)
  told("the pack alone, p50", figures.pack50)
  told("the pack alone, p95", figures.pack95)
  told("the pack alone, CPU, p50", figures.packCpu50)
  told("the pack alone, CPU, mean", figures.packCpu)
  told("cards shown, mean", figures.shown, "cards")
  return figures
}

const SIDES = ["with", "without", "same"] as const
type Side = (typeof SIDES)[number]

/** Puts what teammates saw into this home's own belief, as if it had seen it itself. */
function learnAtHome(memory: Opened["memory"]): void {
  const context = memory.context()
  const rule = ruleFor(context, "value")
  const cards = TABLE.card.list(context.rows).map(([, card]) => card)
  const belief = withTeam(memory, rule.posterior?.(context, true), cards, rule.params as { learn?: LearnParams })
  const brief = rule.tables?.[1]
  if (brief) context.rows.set(brief.name, "all", belief)
}

/** Every team lives as many days in all: more of them would take hours, since everybody's own memory is folded. */
const PERSON_DAYS = 365
const DRAWN_DAYS = 14

/** How long until it is known: one person by what their own memory says and by the team's word, then as many as pool. */
async function verdictTimes(worlds: number): Promise<Record<string, unknown>> {
  console.log(
    `\na planted harmful card among 12 (2 help, 9 do nothing); ${worlds} worlds (seeds verdict-0 to verdict-${worlds - 1}), 5 episodes a day each, ${PERSON_DAYS} days of one person or as many of all together, through everybody's own fold and the shared log`,
  )
  const out: Record<string, unknown> = {}
  for (const people of [1, 5, 20]) {
    const days = Math.floor(PERSON_DAYS / people)
    const of = async (many: number, limit: number, drawn: boolean): Promise<VerdictTime[]> => {
      const runs: VerdictTime[] = []
      for (let i = 0; i < many; i++) runs.push(await verdictTime(`verdict-${i}`, people, limit, drawn))
      return runs
    }
    const runs = await of(worlds, days, false)
    const [drawn] = await of(1, DRAWN_DAYS, true)
    const shownPerDay = round(drawn!.shown)
    for (const by of people === 1 ? (["own", "pooled"] as const) : (["pooled"] as const)) {
      const found = runs.map(r => r[by] ?? days + 1)
      const figures = {
        ...{ median: at(found, 0.5), low: at(found, 0.1), high: at(found, 0.9) },
        ...{ found: found.filter(day => day <= days).length, worlds, days, shownPerDay, through: "fold" },
        wrong: runs.reduce((sum, r) => sum + r.wrong, 0),
        of: runs.reduce((sum, r) => sum + r.wronged, 0),
      }
      const told = (d: number): string => (d > days ? `> ${days}` : String(d))
      console.log(
        `  ${`${people}, ${by}`.padEnd(11)} "harms" after ${told(figures.median)} days (10 % to 90 %: ${told(figures.low)} to ${told(figures.high)}) in ${figures.found} of ${worlds} when shown by relevance, ${figures.wrong} of ${figures.of} harmless cards called harmful then; as packs are drawn it is shown at ${shownPerDay} prompts a day each over ${DRAWN_DAYS} days of the first world`,
      )
      out[by === "own" ? "alone" : `pooled${people}`] = figures
    }
  }
  return out
}

/** As many writers as asked on one partition, and one machine that folds all of it: the slope is what counts. */
async function scale(dir: string): Promise<Record<string, unknown>> {
  console.log("\nwriters on one partition, 1 card and 6 episodes each, folded by one machine")
  const out: Record<string, unknown> = {}
  for (const writers of [10, 100, 1000]) {
    const log = memorySharedLog()
    const { mates, envelopes, signMs, appendMs } = await crowd(log, writers, 1, 6)
    const folder = join(dir, `scale-${writers}`)
    mkdirSync(folder, { mode: 0o700 })
    const views = openSharedViews(folder, TEAM)
    const check = performance.now()
    for (const e of envelopes.slice(0, 500)) if (!isGenuine(e)) throw new Error("a signature does not hold")
    const verifyUs = (1000 * (performance.now() - check)) / Math.min(500, envelopes.length)
    const start = performance.now()
    const { entries, refused } = await pull(log, views, [PARTITION])
    const foldMs = performance.now() - start
    await oneMore(log, mates[0]!, mates.flatMap(m => m.cards).slice(0, 100))
    const again = performance.now()
    await pull(log, views, [PARTITION])
    const nextMs = performance.now() - again
    const pooledCards = SHARED_TABLE.pooled.list(views).length
    // Closing writes the journal into the file: only then its size says something.
    views.close()
    const bytes = statSync(viewFiles(join(folder, "team", TEAM, "views"))[0]!.path).size
    const figures = {
      writers,
      entries,
      refused: Object.keys(refused).length,
      bytesPerEnvelope: Math.round(envelopes.reduce((sum, e) => sum + JSON.stringify(e).length, 0) / envelopes.length),
      signUs: round((1000 * signMs) / envelopes.length, 0),
      appendUs: round((1000 * appendMs) / envelopes.length, 0),
      verifyUs: round(verifyUs, 0),
      foldUsPerEntry: round((1000 * foldMs) / entries, 0),
      foldSeconds: round(foldMs / 1000),
      oneMoreMs: round(nextMs, 1),
      pooledCards,
      viewsMb: round(bytes / 1e6, 1),
    }
    console.log(
      `  ${String(writers).padStart(5)}: ${entries} envelopes of ${figures.bytesPerEnvelope} bytes, sign ${figures.signUs} µs, verify ${figures.verifyUs} µs, fold ${figures.foldUsPerEntry} µs each (${figures.foldSeconds} s in all), one more episode ${figures.oneMoreMs} ms, views ${figures.viewsMb} MB`,
    )
    out[`writers${writers}`] = figures
  }
  return out
}

async function oneMore(log: SharedLog, who: Mate, known: readonly string[]): Promise<void> {
  await log.append([who.episode(1000, known)])
}
