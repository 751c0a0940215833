// Late evidence from git: what became of the work of past episodes, as change.observed. Looked for at settle and when a
// session begins, never while a hook waits; bounded; asking again adds nothing, since each finding has its own name.

import { type Became, becameOf, type PastCommit, type Work } from "../../core/became.ts"
import { type Draft, observed } from "../../core/events/draft.ts"
import { hashId } from "../../core/ids.ts"
import { within } from "../../core/propose/wrong-path.ts"
import { DAY } from "../../core/time.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { read } from "../../core/views/read.ts"
import { ghResults, localResults } from "../../world/ci-results.ts"
import { type GitHistory, readHistory, tipsOf } from "../../world/git-history.ts"
import type { Memory } from "../memory.ts"
import { workOf } from "./work-done.ts"

interface LatePlace {
  readonly scope: string | null
  /** the working copy's root */
  readonly top: string
  /** our own folder */
  readonly cacheDir: string
  /** host/owner/name of the remote, and what gh needs; absent = gh is not asked */
  readonly gh?: { readonly origin: string; readonly env: Readonly<Record<string, string | undefined>> }
}
const REACH = 45 * DAY
const HORIZONS = [1, 7, 30] as const
const MOST_EPISODES = 80
const BUDGET_MS = 8_000
/** Lines that must live on for work to count as merged though its commits did not. */
const SQUASHED = 0.8
/** Below this a commit that no branch holds was thrown away. */
const GONE = 0.3
/** A rebase under way leaves commits without a branch for a moment. */
const SETTLES = 10 * 60_000

interface Mark {
  readonly state: string
  /** when the next horizon falls due */
  readonly next: number
}

export async function lookForLateEvidence(
  memory: Memory,
  place: LatePlace,
  budgetMs = BUDGET_MS,
  clock: () => number = Date.now,
) {
  // Nothing moved since the last look.
  const quiet = { looked: false, observed: 0 }
  if (place.scope === null) return quiet
  const end = clock() + budgetMs
  const left = (): number => end - clock()
  const found = tipsOf(place.top)
  if (!found) return quiet
  memory.catchUp()
  const now = memory.parts.now()
  const works = worksOf(memory, place.scope, now - REACH)
  if (works.length === 0) return quiet
  const ci = localResults(found.git.common)
  const key = `late:${hashId(place.scope, place.top)}`
  const state = hashId(JSON.stringify([[...found.tips.refs], found.tips.head, [...ci], works.map(nameOf)]))
  const known = markOf(memory.parts.meta.get(key))
  if (known?.state === state && now < known.next && place.gh === undefined) return quiet
  const ids = [...new Set(works.flatMap(w => w.made))]
  const since = Math.min(...works.map(w => w.from)) - DAY
  const history = await readHistory(found, { cacheDir: place.cacheDir, since, ids, left })
  if (!history) return quiet
  const results = { ...place, ci, history, left, now, log: memory.parts.log, scope: place.scope }
  const became = becameOf(works, history, place.top)
  const drafts: Draft[] = []
  let next = Number.POSITIVE_INFINITY
  for (const each of [...became].sort((a, b) => b.work.to - a.work.to)) {
    const told = await findings(results, each)
    drafts.push(...told.drafts)
    next = Math.min(next, told.next)
  }
  drafts.push(...(await byGh(results, became)))
  const fresh = drafts.filter(d => memory.parts.log.get(d.id) === null)
  if (fresh.length > 0) await memory.record(fresh)
  // Out of time: the next look goes on where this one stopped.
  if (left() > 0) memory.parts.meta.set(key, JSON.stringify({ state, next } satisfies Mark))
  if (fresh.length > 0) memory.catchUp()
  return { looked: true, observed: fresh.length }
}

interface Looking extends LatePlace {
  readonly scope: string
  readonly ci: ReadonlyMap<string, readonly boolean[]>
  readonly history: GitHistory
  readonly left: () => number
  readonly now: number
  readonly log: Memory["parts"]["log"]
}

/** All that can be said of one turn's work now, and when there will be more to say. */
async function findings(looking: Looking, became: Became): Promise<{ drafts: readonly Draft[]; next: number }> {
  const { work, commits } = became
  const { history, now, left } = looking
  const drafts: Draft[] = []
  const last = commits.at(-1)
  if (last) drafts.push(told(looking, work, "commit", "commit", { commit: last.id, files: last.files.slice(0, 50) }))
  if (last && became.replaced.length > 0)
    drafts.push(told(looking, work, `amend/${last.id}`, "amend", { commit: last.id }))
  // What was written down before is not measured again.
  const known = (record: string): boolean => saidOf(looking, work, record).times > 0
  const [taken, back] = [saidOf(looking, work, "revert").times, saidOf(looking, work, "restored").times]
  const before = taken > back
  const gone = last || before ? null : await lostShare(looking, work, became.lost)
  const reverted = became.reverted || (gone !== null && gone < GONE)
  const commit = last?.id ?? became.lost.at(-1) ?? null
  // Taken back, put in place, taken back again: each turn of it is said, and said once.
  if (reverted && !before) drafts.push(told(looking, work, nth("revert", taken + 1), "revert", { commit }))
  else if (!reverted && before && last)
    drafts.push(told(looking, work, nth("restored", back + 1), "revert", { commit: last.id, share: 0 }))
  const branch = history.main?.name ?? null
  if (!known("merge") && (became.merged || (await squashed(looking, became))))
    drafts.push(told(looking, work, "merge", "merge", { commit, branch }))
  for (const c of commits) drafts.push(...ciDrafts(looking, work, c.id, looking.ci.get(c.id) ?? []))
  let next = Number.POSITIVE_INFINITY
  if (last && !reverted)
    for (const days of HORIZONS) {
      const due = last.done + days * DAY
      if (due > now) next = Math.min(next, due)
      else if (left() > 0) {
        const draft = told(looking, work, `survival/${days}`, "survival", { commit: last.id, days })
        if (looking.log.get(draft.id) !== null) continue
        const share = await survivalOf(looking, work, commits, due)
        if (share !== null) drafts.push({ ...draft, data: { ...draft.data, share } })
      }
    }
  return { drafts, next }
}

async function survivalOf(
  { history, top }: Looking,
  work: Work,
  commits: readonly PastCommit[],
  time: number,
): Promise<number | null> {
  const shares: number[] = []
  for (const c of commits.slice(-3)) {
    const share = await history.survival(c.id, ownFiles(work, c.files, top), time, work.branch)
    if (share !== null) shares.push(share)
  }
  return shares.length === 0 ? null : shares.reduce((a, b) => a + b, 0) / shares.length
}

/** What lives of commits that no branch holds any more; null when that cannot be told, or not yet. */
async function lostShare(
  { history, now, left, top }: Looking,
  work: Work,
  lost: readonly string[],
): Promise<number | null> {
  const id = lost.at(-1)
  if (id === undefined || now - work.to < SETTLES || left() <= 0) return null
  const files = await history.filesOf(id)
  return files === null ? null : history.survival(id, ownFiles(work, files, top), now, work.branch)
}

/** The work lives on in the main branch, though none of its commits does. */
async function squashed(looking: Looking, { work, commits, lost, reverted, merged }: Became): Promise<boolean> {
  const { history, left, top } = looking
  const id = commits.at(-1)?.id ?? lost.at(-1)
  if (merged || reverted || id === undefined || work.branch === null || left() <= 0) return false
  if (history.main === null || work.branch === history.main.name) return false
  const files = commits.at(-1)?.files ?? (await history.filesOf(id))
  const share = files === null ? null : await history.onMain(id, ownFiles(work, files, top))
  return share !== null && share >= SQUASHED
}

/** Of a commit's files those the turn edited; all of them when none is known. */
function ownFiles(work: Work, files: readonly string[], top: string): readonly string[] {
  const edited = new Set(work.edits.map(e => within(e.path, top)))
  const own = files.filter(file => edited.has(file))
  return own.length > 0 ? own : files
}

async function byGh(looking: Looking, became: readonly Became[]): Promise<readonly Draft[]> {
  if (looking.gh === undefined) return []
  const wanted = became.flatMap(b => b.commits.filter(c => looking.now - c.done < 14 * DAY && !looking.ci.has(c.id)))
  const commits = [...new Set(wanted.map(c => c.id))]
  const results = await ghResults({ ...looking.gh, commits, cwd: looking.cacheDir, left: looking.left })
  return became.flatMap(b =>
    b.commits.flatMap(c => (results.has(c.id) ? ciDrafts(looking, b.work, c.id, [results.get(c.id)!]) : [])),
  )
}

/** Red after green, green again: each change is said. `seen` is what is known of them now, oldest first. */
function ciDrafts(looking: Looking, work: Work, commit: string, seen: readonly boolean[]): readonly Draft[] {
  const record = (ok: boolean): string => `ci/${commit}/${ok}`
  const [green, red] = [saidOf(looking, work, record(true)), saidOf(looking, work, record(false))]
  const count = new Map([
    [true, green.times],
    [false, red.times],
  ])
  const all = green.times + red.times
  const last = green.seq > red.seq
  // A file that was begun anew, and gh, know only how it stands: then the last word counts.
  const fresh = all === 0 || seen[all - 1] === last ? seen.slice(all) : seen.slice(-1).filter(ok => ok !== last)
  return fresh.map(ok => {
    count.set(ok, count.get(ok)! + 1)
    return told(looking, work, nth(record(ok), count.get(ok)!), "ci", { commit, share: ok ? 1 : 0 })
  })
}

/** The first time has the plain name. */
const nth = (record: string, n: number): string => (n === 1 ? record : `${record}/${n}`)

/** How often something was written down of a turn's work, and where in the log the last time stands. */
function saidOf(looking: Looking, work: Work, record: string): { readonly times: number; readonly seq: number } {
  for (let times = 0, seq = 0; ; times++) {
    const event = looking.log.get(told(looking, work, nth(record, times + 1), "commit", {}).id)
    if (event === null) return { times, seq }
    seq = event.seq
  }
}

type Change = Draft<"change.observed">["data"]
function told(
  { scope, now }: Pick<Looking, "scope" | "now">,
  work: Work,
  record: string,
  change: Change["change"],
  facts: Partial<Change>,
): Draft<"change.observed"> {
  const source = { client: "git", session: work.episode, record: `${work.turn}/${record}` }
  const nothing = { commit: null, share: null, days: null, files: [], branch: null }
  return observed(
    "change.observed",
    source,
    { ts: now, episode: work.episode, scope },
    { ...nothing, ...facts, change, turn: work.turn },
  )
}

/** Turns of the last weeks that edited or committed something. */
function worksOf(memory: Memory, scope: string, since: number): readonly Work[] {
  const context = memory.context()
  const seen = new Map<string, string[]>()
  for (const [key, { id, turns }] of read.commit.list(memory.views, `${scope}/`))
    for (const t of key.startsWith("@") ? [] : turns) {
      const name = `${t.episode}/${t.turn}`
      seen.set(name, [...(seen.get(name) ?? []), id])
    }
  return read.episode
    .list(memory.views)
    .map(([, episode]) => episode)
    .filter(episode => episode.scope === scope && episode.lastAt >= since)
    .sort((a, b) => b.lastAt - a.lastAt)
    .slice(0, MOST_EPISODES)
    .flatMap(episode =>
      turnsOf(context, episode.id).flatMap(
        turn => workOf(episode, turn, ref => memory.text(ref), seen.get(`${episode.id}/${turn.index}`) ?? []) ?? [],
      ),
    )
}

const nameOf = (work: Work): string => `${work.episode}/${work.turn}/${work.edits.length}/${work.made.join(" ")}`

function markOf(text: string | null): Mark | null {
  if (text === null) return null
  const { state, next } = JSON.parse(text) as { state: string; next: number | null }
  return { state, next: next ?? Number.POSITIVE_INFINITY }
}
