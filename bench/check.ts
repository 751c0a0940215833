// What `check` would have said over real sessions, lived again in the order of time: holds and warnings per 100 tool
// calls (bar: 1), every one of them with its context for reading by hand, how many proved right by what followed and by
// hand (bench/hand-read, one verdict per place), and how many failures that had been solved before were answered.

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { claudeCode } from "../src/clients/claude-code/claude-code.ts"
import type { World } from "../src/clients/client.ts"
import { commandName } from "../src/core/again/known-by.ts"
import { WARNING_VERDICTS } from "../src/core/look/failures.ts"
import { bounded, hindsight, inTime, pastCalls } from "../src/memory/past/hindsight.ts"
import { lookBack } from "../src/memory/past/look.ts"
import { readCards } from "../src/memory/reading/read.ts"
import { lookAlikes } from "./look-alikes.ts"
import { repeatedCalls } from "./repeated-calls.ts"
import { claudeSessions } from "./transcripts-as-claude.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
  readonly args: readonly string[]
}
const SCOPE = "b".repeat(32)

export async function run({ shared, json, args }: Args): Promise<Record<string, unknown>> {
  const say = (line = ""): void => {
    if (!json) process.stdout.write(`${line}\n`)
  }
  const all = await claudeSessions(shared, "/home/dev/cli")
  const limit = Number(args.find(a => a.startsWith("--sessions="))?.slice(11) ?? all.length)
  const sessions = all.slice(0, limit)
  const world: World = { now: 0, scope: SCOPE, branch: null, head: null, env: {}, tail: () => null, ours: () => false }
  const drafts = sessions.map(s => [...claudeCode.backfill!(s.lines, world, s.id)].flatMap(h => h.drafts.map(bounded)))
  const start = performance.now()
  const past = await hindsight(inTime(drafts), { scope: SCOPE, engine: process.versions.v8 })
  const seconds = (performance.now() - start) / 1000
  const calls = pastCalls(past.memory)
  const byCall = new Map(calls.map((c, i) => [`${c.episode.id}/${c.tool.call}`, { c, i }]))
  say(
    `${sessions.length} sessions, ${calls.length} calls, ${calls.filter(c => c.tool.ok === false).length} failed, ${seconds.toFixed(1)} s`,
  )
  for (const said of past.said) {
    const at = byCall.get(`${said.episode}/${said.call}`)
    say(
      `\n${new Date(said.at).toISOString()} ${said.held ? "HOLD" : "tell"} ${said.placement} [${said.kind}] ok=${at?.c.tool.ok} ${placeOf(said)}`,
    )
    say(`  $ ${said.command.slice(0, 200).replaceAll("\n", "\\n")}`)
    say(`  “${said.statement}”`)
    say(`  ${said.why}; remedy: ${said.remedy}`)
    if (at) {
      const out = at.c.tool.output === null ? "" : (past.memory.text(at.c.tool.output) ?? "")
      say(`  out: ${out.slice(0, 160).replaceAll("\n", "\\n")}`)
      for (const next of calls
        .slice(at.i + 1)
        .filter(c => c.episode.id === said.episode)
        .slice(0, 4))
        say(
          `    then ${next.tool.tool} ${next.tool.ok} ${(next.command === null ? (next.tool.path && past.memory.text(next.tool.path)) || "" : commandName(next.command)).slice(0, 110)}`,
        )
    }
  }
  const back = lookBack(past, null)
  const verdicts = Object.fromEntries(WARNING_VERDICTS.map(v => [v, back.warnings.filter(w => w.verdict === v).length]))
  // Every failure after the first one that was solved is one that check could have answered.
  const repeats = back.again.reduce((sum, a) => sum + a.again, 0)
  const told = new Set(past.said.map(s => `${s.episode}/${s.call}`))
  const repeated = repeatedCalls(past.memory)
  const covered = repeated.filter(c => told.has(c.id)).length
  const itself = repeated.filter(c => c.saysItself).length
  say("\nfailures solved before that came back")
  for (const b of back.again)
    say(`  ${b.again} again, ${b.minutes} min  ${b.what.slice(0, 60)} | ${b.line.slice(0, 120)}`)
  say("\nnegative results known at the end")
  for (const card of readCards(past.memory))
    if (card.kind === "negative_result") say(`  ${(card.statement ?? "").slice(0, 220)}`)
  const read = JSON.parse(readFileSync(resolve("bench/hand-read/warnings.json"), "utf8")) as {
    readonly verdicts: Readonly<Record<string, "right" | "false">>
  }
  const byHand = past.said.map(s => read.verdicts[placeOf(s)] ?? "unread")
  const alike = lookAlikes(past.memory, calls)
  const same = JSON.parse(readFileSync(resolve("bench/hand-read/again.json"), "utf8")) as {
    readonly same: readonly string[]
    readonly saysItself: readonly string[]
    readonly other: readonly string[]
  }
  const nameOf = (a: (typeof alike)[number]): string => placeOf({ episode: a.call.episode.id, call: a.call.tool.call })
  const trulySame = alike.filter(a => same.same.includes(nameOf(a)))
  if (args.includes("--places"))
    for (const a of alike) {
      const out = a.call.tool.output === null ? "" : (past.memory.text(a.call.tool.output) ?? "")
      const isTold = told.has(`${a.call.episode.id}/${a.call.tool.call}`)
      say(
        `again ${nameOf(a)} ${isTold ? "told" : "-"} ${a.call.tool.tool} ${(a.call.command ?? (a.call.tool.path && past.memory.text(a.call.tool.path)) ?? "").slice(0, 90)} | ${a.line} | ${out.slice(0, 260).replaceAll("\n", "\\n")}`,
      )
    }
  if (args.includes("--places")) for (const s of past.said) say(`${placeOf(s)} ${s.statement}`)
  const hand = (verdict: string): number => byHand.filter(v => v === verdict).length
  const per = (n: number): number => Math.round((1e4 * n) / calls.length) / 100
  const before = past.said.filter(s => s.placement === "before_tool")
  const figures = {
    sessions: sessions.length,
    calls: calls.length,
    failed: calls.filter(c => c.tool.ok === false).length,
    held: before.filter(s => s.held).length,
    told_before: before.filter(s => !s.held).length,
    told_after: past.said.length - before.length,
    per_100_calls: per(past.said.length),
    by_what_followed: JSON.stringify(verdicts),
    read_by_hand: JSON.stringify({ right: hand("right"), false: hand("false"), unread: hand("unread") }),
    precision_by_hand: hand("right") / Math.max(1, hand("right") + hand("false")),
    false_per_100_calls: per(hand("false")),
    repeated_failures: repeats,
    repeated_failures_answered: covered,
    repeated_failures_that_say_it_themselves: itself,
    look_alikes: alike.length,
    look_alikes_unread: alike.filter(a => !same.same.includes(nameOf(a)) && !same.other.includes(nameOf(a))).length,
    same_by_hand: trulySame.length,
    same_by_hand_that_say_it_themselves: trulySame.filter(a => same.saysItself.includes(nameOf(a))).length,
    same_by_hand_answered: trulySame.filter(a => told.has(`${a.call.episode.id}/${a.call.tool.call}`)).length,
    seconds: Math.round(seconds * 10) / 10,
  }
  say(
    `\n${Object.entries(figures)
      .map(([k, v]) => `${k} ${v}`)
      .join(" · ")}`,
  )
  return figures
}

/** Names a warning without a word of it: where it would have been said, and at what. */
const placeOf = (s: { readonly episode: string; readonly call: string }): string =>
  createHash("sha256").update(`${s.episode}/${s.call}`).digest("hex").slice(0, 12)
