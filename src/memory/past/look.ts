// look: past sessions of a repository, lived again in RAM and put into one report, masked for sharing: words said twice, failures solved
// twice, how the warnings would have fared. Reads only; the judging is core/look's.

import { basename } from "node:path"
import type { World } from "../../clients/client.ts"
import { CLIENTS } from "../../clients/registry.ts"
import { actsOutwards } from "../../core/again/same-order.ts"
import type { Draft } from "../../core/events/draft.ts"
import { type ComesBack, failuresThatComeBack, verdictOf } from "../../core/look/failures.ts"
import { type PastAct, provableLines } from "../../core/look/provable.ts"
import {
  againLine,
  type CorrectedLine,
  type Instruction,
  type KeptLine,
  type LookReport,
  mapTexts,
  type OpenLine,
  repeatedInstructions,
  shareable,
  type WarningLine,
} from "../../core/look/report.ts"
import { isNorm } from "../../core/model.ts"
import { within } from "../../core/propose/wrong-path.ts"
import { DAY } from "../../core/time.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { read } from "../../core/views/read.ts"
import { isLive, type TurnView } from "../../core/views/state.ts"
import { readRepository, workingCopies } from "../../world/repository.ts"
import { ruleFiles } from "../../world/rule-files.ts"
import type { Memory } from "../memory.ts"
import { eventsOf } from "../refs.ts"
import { meaning } from "../tending/again.ts"
import { heardIn, pastSessionsOf } from "./backfill.ts"
import { bounded, type Hindsight, hindsight, inTime, type PastCall, pastCalls } from "./hindsight.ts"
import { partsOf, type Thread, threadsHere } from "./left.ts"

export { WARNING_VERDICTS } from "../../core/look/failures.ts"
export {
  type AgainLine,
  againText,
  countVerdict,
  groupWarnings,
  type LookReport,
  minutesOf,
  per100,
  whatNext,
  worthDoing,
} from "../../core/look/report.ts"

interface LookAsked {
  readonly folder: string
  readonly home: string
  readonly env: World["env"]
  readonly days: number
  /** episodes that were to stay unseen */
  readonly unseen: ReadonlySet<string>
  readonly client: string | null
  readonly now: number
  readonly engine: string
  readonly signal: AbortSignal
  /** what this computer remembers */
  readonly known: Memory
  /** an agent here has our hooks */
  readonly installed: boolean
  /** one more session was read */
  readonly read: () => void
  /** so many more events were lived again */
  readonly lived: (events: number) => void
}

export async function look(asked: LookAsked): Promise<LookReport> {
  const { home, env, now } = asked
  // Without our cache folder: a look leaves nothing behind, not even that.
  const repository = readRepository(asked.folder)
  const scope = repository.identity.id
  const since = now - asked.days * DAY
  const found = pastSessionsOf({ home, env, top: repository.top, client: asked.client, since })
  const sessions: (readonly Draft[])[] = []
  const clients: Record<string, number> = {}
  for (const session of found.sessions) {
    asked.signal.throwIfAborted()
    const drafts = [...heardIn(session, { scopeOf: () => scope, now, env, unseen: asked.unseen })].flatMap(heard =>
      heard.drafts.map(draft => ({ ...bounded(draft), scope })),
    )
    asked.read()
    // A file that was copied or synced is younger than what it tells.
    if (!drafts.some(({ ts }) => ts >= since)) continue
    sessions.push(drafts)
    if (drafts.some(d => d.type === "prompt.submitted")) clients[session.client] = (clients[session.client] ?? 0) + 1
  }
  const drafts = inTime(sessions)
  let done = 0
  const past = await hindsight(drafts, {
    scope,
    engine: asked.engine,
    signal: asked.signal,
    progress: at => {
      asked.lived(at - done)
      done = at
    },
  })
  const { acts, ...back } = lookBack(past, scope, asked.known)
  const report: LookReport = {
    repo: basename((repository.origin ?? repository.top).replace(/\.git$/, "")),
    days: asked.days,
    firstAt: drafts[0]?.ts ?? null,
    lastAt: drafts[drafts.length - 1]?.ts ?? null,
    sessions: Object.values(clients).reduce((a, b) => a + b, 0),
    clients,
    prompts: drafts.filter(d => d.type === "prompt.submitted" && d.data.author === "user").length,
    installed: asked.installed,
    left: found.left,
    masked: Object.values(past.masked).reduce((a, b) => a + b, 0),
    ...back,
    rules: provableLines(ruleFiles(repository.top, home, memoryFolders(asked, repository.top)), acts),
  }
  return mapTexts(report, shareable(home, repository.top))
}

/** Where clients keep notes of their own about this repository. */
const memoryFolders = ({ home, env }: LookAsked, top: string): readonly string[] =>
  workingCopies(top).flatMap(dir =>
    CLIENTS.flatMap(({ transcripts }) => {
      const folder = transcripts?.folder
      return transcripts && folder ? transcripts.roots(home, env).map(root => `${root}/${folder(dir)}/memory`) : []
    }),
  )

/** What the user said and what the work showed; a fact out of a file needs no memory. */
const LEARNED: ReadonlySet<string> = new Set(["words", "note", "records"])

/** `known`: what this computer remembers; null where nothing was recorded yet. */
export function lookBack(past: Hindsight, scope: string | null, known: Memory | null = null) {
  const { memory } = past
  const turns = read.episode.list(memory.views).flatMap(([id]) => turnsOf(memory.context(), id))
  const calls = pastCalls(memory)
  const back = comesBack(memory, calls)
  return {
    repeats: repeatedInstructions([...instructions(memory), ...requests(memory, turns)], meaning),
    kept: kept(memory, wasPutAway(known)),
    corrected: corrected(memory, turns),
    brokenOff: turns.filter(t => t.end === "interrupt").length,
    open: threadsHere(memory, scope, null).map(openLine),
    again: back.map(againLine),
    warnings: warnings(past, calls),
    calls: calls.length,
    // a call that was held or refused did nothing
    acts: calls.filter(({ tool }) => !tool.rejected).map(call => actOf(memory, call)),
    failed: calls.filter(c => c.tool.ok === false).length,
  }
}

/** In use at the end: what the user said, newest first, then what the work showed. */
function kept(memory: Memory, putAway: (statement: string) => boolean): readonly KeptLine[] {
  return read.card
    .values(memory.views)
    .flatMap(card => {
      const statement = card.stage === "active" || card.stage === "proven" ? memory.text(card.statement) : null
      const cited = card.evidence[0]
      if (statement === null || cited === undefined || !LEARNED.has(card.provenance)) return []
      if (putAway(statement)) return []
      const quote = memory.text(cited.blob)?.slice(cited.start, cited.end) ?? statement
      return [{ kind: card.kind, statement, quote, times: card.evidence.length, at: card.bornAt }]
    })
    .sort((a, b) => Number(isNorm(b.kind)) - Number(isNorm(a.kind)) || b.at - a.at)
}

/** The user put it away, or had it forgotten: it would not be kept again. */
function wasPutAway(known: Memory | null): (statement: string) => boolean {
  if (known === null) return () => false
  const gone = new Set([
    ...read.card.values(known.views).flatMap(card => (isLive(card.stage) ? [] : [card.statement])),
    ...eventsOf(known.parts.log, "text.forgotten").flatMap(({ data }) => data.refs),
  ])
  return statement => gone.has(known.parts.blobs.hash(statement))
}

/** Messages that say the work before them was wrong. */
const corrected = (memory: Memory, turns: readonly TurnView[]): readonly CorrectedLine[] =>
  turns.flatMap((turn, i) => {
    const next = turns[i + 1]
    const wrong = turn.feedback?.type === "explicit_negative"
    const quote = wrong && next?.episode === turn.episode && next.author === "user" ? memory.text(next.prompt) : null
    return quote === null ? [] : [{ quote: headOf(quote), at: next!.at, episode: turn.episode }]
  })

const openLine = (thread: Thread): OpenLine => ({
  about: headOf((thread.about ?? thread.asked)?.words ?? ""),
  what: partsOf(thread).join(", ").replaceAll("_", " "),
  at: thread.lastAt,
})

/** The first line that says something: "Implement the following plan:" only leads on. */
function headOf(text: string): string {
  const lines = text.trim().split("\n")
  return (lines.find(line => !/^\W*$|:\s*$/.test(line)) ?? lines[0]!).replace(/^#+\s*/, "")
}

/** What the user asked to be kept, each time it was asked. */
function instructions(memory: Memory): readonly Instruction[] {
  return eventsOf(memory.parts.log, "card.proposed").flatMap(({ data, ts, episode }) => {
    const cited = data.evidence.find(e => e.kind === "user_span")
    if (!isNorm(data.kind) || !cited) return []
    const statement = memory.text(data.statement)
    const quote = memory.text(cited.blob)?.slice(cited.start, cited.end)
    if (statement === null || quote === undefined) return []
    // said again and asked for because it acts outwards, it is a request of that day until somebody says yes
    if (data.ask === true && actsOutwards(statement)) return []
    return [{ kind: data.kind, statement, quote, at: ts, episode: episode ?? "" }]
  })
}

/** Short prompts of the user, whole: asked for again in other episodes they are worth a look. What was broken off is sent again. */
function requests(memory: Memory, turns: readonly TurnView[]): readonly Instruction[] {
  const broken = new Set(turns.flatMap(t => (t.end === "interrupt" ? [t.event] : [])))
  return eventsOf(memory.parts.log, "prompt.submitted").flatMap(({ id, data, ts, episode }) => {
    const text =
      data.author === "user" && !broken.has(id) && data.chars <= LONGEST_REQUEST ? memory.text(data.prompt) : null
    return text === null
      ? []
      : [{ kind: "request" as const, statement: text, quote: text, at: ts, episode: episode ?? "" }]
  })
}
const LONGEST_REQUEST = 400

const actOf = (memory: Memory, { episode, tool, command }: PastCall): PastAct => ({
  ...{ episode: episode.id, at: tool.at, command, root: memory.text(episode.cwd) },
  path: memory.text(tool.path),
  content: tool.does === "edits" ? (memory.text(tool.input) ?? "") : null,
})

export function comesBack(memory: Memory, calls: readonly PastCall[]): readonly ComesBack[] {
  const attempts = calls.flatMap(({ episode, tool, command }) => {
    const full = command === null ? memory.text(tool.path) : null
    const path = full === null ? null : within(full, memory.text(episode.cwd))
    if (command === null && path === null) return []
    const output = tool.ok === false ? memory.text(tool.output) : null
    return [{ episode: episode.id, call: tool.call, at: tool.at, command, path, ok: tool.ok, output }]
  })
  return failuresThatComeBack(attempts)
}

function warnings({ memory, said }: Hindsight, calls: readonly PastCall[]): readonly WarningLine[] {
  const episodes = new Map<string, PastCall[]>()
  for (const call of calls) episodes.set(call.episode.id, [...(episodes.get(call.episode.id) ?? []), call])
  return said.map(s => {
    const followed = (episodes.get(s.episode) ?? []).map(({ tool, command }) => ({
      call: tool.call,
      command,
      path: command === null ? memory.text(tool.path) : null,
      ok: tool.ok,
      output: tool.ok === false ? memory.text(tool.output) : null,
    }))
    return {
      at: s.at,
      // what was left out before a commit is no failure that could have followed
      verdict:
        s.kind === "tactic"
          ? "open"
          : verdictOf({ norm: isNorm(s.kind), placement: s.placement, remedy: s.remedy, call: s.call }, followed),
      held: s.held,
      placement: s.placement,
      kind: s.kind,
      action: s.command,
      statement: s.statement,
      remedy: s.remedy,
    }
  })
}
