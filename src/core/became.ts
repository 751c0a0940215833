// What became of an agent's work in git: which commits hold it, and whether they were replaced, taken back or merged.
// Plain facts in, plain facts out; reading the repository is world/git-history.ts. Abstains where a tie is not sure.
import { grouped } from "./grouped.ts"
import { within } from "./propose/wrong-path.ts"
import { DAY } from "./time.ts"

/** One turn's work: the files it edited and when, and the commits its commands announced. */
export interface Work {
  readonly episode: string
  readonly turn: number
  /** when the turn began and when it was last heard of */
  readonly from: number
  readonly to: number
  readonly branch: string | null
  readonly edits: readonly { readonly path: string; readonly at: number }[]
  /** ids of commits, as git printed them or as seen before */
  readonly made: readonly string[]
}
export interface PastCommit {
  readonly id: string
  /** written (kept by rebase and amend) and put in place, milliseconds */
  readonly at: number
  readonly done: number
  readonly parents: readonly string[]
  /** paths from the root of the repository; none for merges */
  readonly files: readonly string[]
  /** ids that its message says it reverts */
  readonly reverts: readonly string[]
  /** the commit it repeats after a rebase or a cherry-pick, where that is known */
  readonly copyOf?: string
}
export interface History {
  /** everything that a branch still holds, newest first */
  readonly commits: readonly PastCommit[]
  /** nothing was left out: what is not here is on no branch */
  readonly whole: boolean
  /** commits made in this working copy: new id → the id it replaced, or null; null = no such record is kept */
  readonly local: ReadonlyMap<string, string | null> | null
  /** ids that the main branch holds, and its name */
  readonly main: { readonly name: string; readonly ids: ReadonlySet<string> } | null
}
export interface Became {
  readonly work: Work
  /** the commits of history that hold it now */
  readonly commits: readonly PastCommit[]
  /** ids it was known by before they were replaced */
  readonly replaced: readonly string[]
  readonly reverted: boolean
  readonly merged: boolean
  /** ids it was known by that no branch holds and nothing replaced */
  readonly lost: readonly string[]
}

/** Edits wait at most so long for their commit. */
const WAITS = 7 * DAY
/** Clocks of files and of commits differ a little; commits count whole seconds. */
const SLACK = 2_000
/** Without a record of what was committed here, most of a commit's files must be the work's own. */
const MOSTLY = 0.5

const short = (id: string): string => id.slice(0, 7)

/** Is this the file? One of another working copy of the repository is known by how its path ends. */
const isFile = (edited: string, file: string, top: string): boolean => {
  const own = within(edited, top)
  return own === null ? file.includes("/") && edited.replaceAll("\\", "/").endsWith(`/${file}`) : own === file
}

export function becameOf(works: readonly Work[], history: History, top: string): readonly Became[] {
  const byId = new Map(history.commits.map(c => [short(c.id), c]))
  const heirs = new Map<string, string>()
  for (const [id, old] of history.local ?? []) if (old !== null) heirs.set(short(old), id)
  const ties = tieByFiles(works, history, top)
  const revertedBy = reverts(history.commits)
  return works.flatMap((work): Became[] => {
    const replaced: string[] = []
    const lost: string[] = []
    const found = new Map((ties.get(work) ?? []).map(c => [c.id, c]))
    for (const id of work.made) {
      const now = heirOf(id, byId, heirs, history.commits)
      if (now === null) {
        if (history.whole) lost.push(id)
      } else {
        if (short(now.id) !== short(id)) replaced.push(id)
        found.set(now.id, now)
      }
    }
    const commits = [...found.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    if (commits.length === 0 && lost.length === 0) return []
    // A try that the turn itself took back is part of its work.
    const reverted = commits.some(c => (revertedBy.get(short(c.id)) ?? []).some(r => r.done > work.to + SLACK))
    const { main } = history
    const merged = main !== null && work.branch !== null && work.branch !== main.name
    return [{ work, commits, replaced, reverted, merged: merged && commits.some(c => main.ids.has(c.id)), lost }]
  })
}

/** The commit that stands for an id now: itself, what an amend made of it, or its copy after a rebase. */
function heirOf(
  id: string,
  byId: ReadonlyMap<string, PastCommit>,
  heirs: ReadonlyMap<string, string>,
  commits: readonly PastCommit[],
): PastCommit | null {
  let at = short(id)
  const seen = new Set<string>()
  while (!seen.has(at)) {
    const found = byId.get(at)
    if (found) return found
    seen.add(at)
    at = short(heirs.get(at) ?? at)
  }
  return commits.find(c => c.copyOf !== undefined && seen.has(short(c.copyOf))) ?? null
}

/** short id → the commits that take it back and still stand themselves. */
function reverts(commits: readonly PastCommit[]): ReadonlyMap<string, readonly PastCommit[]> {
  const told = commits.flatMap(c => c.reverts.map(id => ({ id: short(id), c })))
  const all = grouped(
    told,
    ({ id }) => id,
    ({ c }) => c,
  )
  const stands = (c: PastCommit, depth: number): boolean =>
    depth > 8 || !(all.get(short(c.id)) ?? []).some(r => stands(r, depth + 1))
  return new Map([...all].map(([id, by]) => [id, by.filter(c => stands(c, 0))]))
}

const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)

/** A commit of a file holds every edit to it since the commit of it before. */
function tieByFiles(
  works: readonly Work[],
  { commits, local }: History,
  top: string,
): ReadonlyMap<Work, readonly PastCommit[]> {
  const tied = new Map<Work, PastCommit[]>()
  // By the last part of the path: a commit's file meets only edits that can be of it.
  const edits = grouped(
    works.flatMap(work => work.edits.map(edit => ({ work, edit }))),
    ({ edit }) => lastPart(edit.path),
  )
  const last = new Map<string, number>()
  for (const commit of [...commits].sort((a, b) => a.at - b.at)) {
    const mine = new Map<Work, number>()
    for (const file of commit.files) {
      const since = last.get(file) ?? Number.NEGATIVE_INFINITY
      last.set(file, commit.at)
      const hit = new Set(
        (edits.get(lastPart(file)) ?? [])
          .filter(({ edit }) => edit.at > since - SLACK && edit.at <= commit.at + SLACK && commit.at - edit.at <= WAITS)
          .filter(({ edit }) => isFile(edit.path, file, top))
          .map(({ work }) => work),
      )
      for (const work of hit) mine.set(work, (mine.get(work) ?? 0) + 1)
    }
    for (const [work, n] of mine)
      if (local === null ? n >= MOSTLY * commit.files.length : local.has(commit.id))
        tied.set(work, [...(tied.get(work) ?? []), commit])
  }
  return tied
}
