// What a repository's history says about the last weeks: its commits with their files and reverts, and how much of a
// commit's lines still stands at some time. Reads objects only (borrowed-objects.ts), within a deadline; null = not known.
import type { History, PastCommit } from "../core/became.ts"
import { type BorrowedObjects, borrowObjects } from "./borrowed-objects.ts"
import { type GitTips, readTips } from "./git-tips.ts"
import { COMMIT, findGit, type Git } from "./repository.ts"

export interface GitHistory extends History {
  /** 0 … 1: lines of `commit` in `paths` that stood at `time` on the branch that kept most; null = nothing to measure by */
  readonly survival: (
    commit: string,
    paths: readonly string[],
    time: number,
    branch: string | null,
  ) => Promise<number | null>
  /** the same, on the main branch alone and now */
  readonly onMain: (commit: string, paths: readonly string[]) => Promise<number | null>
  /** files of a commit that no branch holds any more, as long as its objects are there */
  readonly filesOf: (commit: string) => Promise<readonly string[] | null>
}
interface HistoryOptions {
  readonly cacheDir: string
  readonly since: number
  /** ids of interest that may not be on a branch any more */
  readonly ids: readonly string[]
  /** milliseconds left */
  readonly left: () => number
}

const MOST_COMMITS = 4_000
const MOST_TIPS = 120
const BYTES = 24 * 1024 * 1024
const CALL_MS = 4_000
const FORMAT = "--format=%x01%H%x02%at%x02%ct%x02%P%x02%B%x02"
const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"] as const
const REVERTS = /^This reverts commit ([0-9a-f]{7,64})/gm

/** The repository a folder stands in and where its branches are; cheap, for whoever wants to know if anything moved. */
export function tipsOf(folder: string): { readonly git: Git; readonly tips: GitTips } | null {
  const git = findGit(folder)
  if (!git) return null
  const tips = readTips(git)
  return tips.head === null && tips.refs.size === 0 ? null : { git, tips }
}

export async function readHistory(
  { git, tips }: { readonly git: Git; readonly tips: GitTips },
  options: HistoryOptions,
): Promise<GitHistory | null> {
  const any = tips.head ?? [...tips.refs.values()][0]
  if (any === undefined) return null
  const objects = borrowObjects(git.common, options.cacheDir, any)
  const ask = (args: readonly string[], bytes = BYTES): Promise<string | null> =>
    objects.run(args, { timeoutMs: Math.min(CALL_MS, options.left()), maxBytes: bytes })
  const since = `--since=${Math.floor(options.since / 1000)}`
  const starts = [
    ...new Set([...(tips.head ? [tips.head] : []), ...(tips.main ? [tips.main.id] : []), ...tips.refs.values()]),
  ]
  const walk = [since, `--max-count=${MOST_COMMITS}`]
  const log = await ask([
    ...["log", ...PLAIN, "--no-show-signature", "--ignore-missing", "--name-only", "-z", FORMAT, ...walk],
    ...["--end-of-options", ...starts.slice(0, MOST_TIPS)],
  ])
  if (log === null) return null
  const found = commitsOf(log)
  const commits = await withCopies(ask, found, options.ids)
  const mainIds = tips.main ? await ask(["rev-list", ...walk, "--end-of-options", tips.main.id]) : null
  const added = memo((id: string) => addedLines(ask, id))
  return {
    commits,
    whole: found.length < MOST_COMMITS && starts.length <= MOST_TIPS,
    local: tips.local,
    main: tips.main && mainIds !== null ? { name: tips.main.name, ids: new Set(mainIds.split("\n")) } : null,
    survival: async (commit, paths, time, branch) => {
      const lines = await added(commit)
      return mostAlive(ask, living(tips, branch), time, at => surviving(ask, lines, commit, at, paths))
    },
    onMain: async (commit, paths) =>
      tips.main ? surviving(ask, await added(commit), commit, tips.main.id, paths) : null,
    async filesOf(commit) {
      const out = await ask(["log", "--no-walk", ...PLAIN, "--name-only", "-z", FORMAT, "--end-of-options", commit])
      return out === null ? null : (commitsOf(out)[0]?.files ?? null)
    },
  }
}

/** The largest share that lived at that time on any of these tips. */
async function mostAlive(
  ask: Ask,
  tips: readonly string[],
  time: number,
  shareAt: (at: string) => Promise<number | null>,
): Promise<number | null> {
  let most: number | null = null
  const see = async (at: string): Promise<void> => {
    const share = await shareAt(at)
    if (share !== null) most = Math.max(most ?? 0, share)
  }
  const before = `--before=${Math.floor(time / 1000)}`
  for (const tip of tips) {
    const at = (await ask(["rev-list", "-1", "--first-parent", before, "--end-of-options", tip]))?.trim()
    if (at && COMMIT.test(at)) await see(at)
    // What lives now lived then, wherever: the branch it was on may be gone.
    if (most !== 1 && at !== tip) await see(tip)
    if (most === 1) break
  }
  return most
}

type Ask = (args: readonly string[], bytes?: number) => ReturnType<BorrowedObjects["run"]>

function commitsOf(log: string): readonly PastCommit[] {
  return log.split("\x01").flatMap(part => {
    const [id, at, done, parents, message, files] = part.split("\x02")
    if (files === undefined || !COMMIT.test(id!)) return []
    return [
      {
        id: id!,
        at: Number(at) * 1000,
        done: Number(done) * 1000,
        parents: parents!.split(" ").filter(p => p !== ""),
        files: files.split(/[\0\n]/).filter(name => name !== ""),
        reverts: [...message!.matchAll(REVERTS)].map(match => match[1]!).slice(0, 50),
      },
    ]
  })
}

/** Ids that no branch holds: the commit written at the same second with the same files is their copy (rebase). */
async function withCopies(
  ask: Ask,
  commits: readonly PastCommit[],
  ids: readonly string[],
): Promise<readonly PastCommit[]> {
  const known = new Set(commits.map(c => c.id.slice(0, 7)))
  const gone = ids.filter(id => /^[0-9a-f]{7,64}$/.test(id) && !known.has(id.slice(0, 7))).slice(0, 200)
  if (gone.length === 0) return commits
  const out = await ask([
    ...["log", "--no-walk=unsorted", "--ignore-missing", ...PLAIN, "--name-only", "-z", FORMAT, "--end-of-options"],
    ...gone,
  ])
  const copyOf = new Map<string, string>()
  for (const old of commitsOf(out ?? "")) {
    const copy = commits.find(c => c.at === old.at && c.files.some(file => old.files.includes(file)))
    if (copy) copyOf.set(copy.id, old.id)
  }
  return commits.map(c => (copyOf.has(c.id) ? { ...c, copyOf: copyOf.get(c.id)! } : c))
}

/** Branches whose trees say what still lives: where we stand, the work's own, the main one, and a few others. */
const living = (tips: GitTips, branch: string | null): readonly string[] => {
  const own = branch === null ? [] : [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`]
  const heads = [...tips.refs].filter(([name]) => name.startsWith("refs/heads/")).map(([, id]) => id)
  const first = [tips.head, ...own.map(name => tips.refs.get(name)), tips.main?.id]
  return [...new Set([...first.filter(id => id != null), ...heads])].slice(0, 6)
}

type Lines = ReadonlyMap<string, number>
type ByFile = ReadonlyMap<string, { readonly plus: Lines; readonly minus: Lines }>
/** Braces and blank lines come and go. */
const telling = (line: string): boolean => /[\p{L}\p{N}_].*[\p{L}\p{N}_]/u.test(line)

const addedLines = async (ask: Ask, id: string): Promise<ByFile | null> => {
  const out = await ask(["diff-tree", "--root", "--no-commit-id", "-r", "-p", "-U0", ...PLAIN, "--end-of-options", id])
  return out === null ? null : patchLines(out)
}

async function surviving(
  ask: Ask,
  added: ByFile | null,
  commit: string,
  at: string,
  paths: readonly string[],
): Promise<number | null> {
  const files = added === null ? [] : [...added].filter(([file]) => paths.includes(file)).slice(0, 100)
  if (files.length === 0) return null
  const out = await ask([
    ...["diff-tree", "-r", "-p", "-U0", ...PLAIN, "--end-of-options", commit, at, "--"],
    ...files.map(([file]) => file),
  ])
  if (out === null) return null
  const since = patchLines(out)
  let all = 0
  let gone = 0
  for (const [file, { plus }] of files) {
    const now = since.get(file)
    for (const [line, n] of plus) {
      all += n
      // A line that only moved within its file is still there.
      gone += Math.min(n, Math.max(0, (now?.minus.get(line) ?? 0) - (now?.plus.get(line) ?? 0)))
    }
  }
  return all === 0 ? null : 1 - gone / all
}

function patchLines(patch: string): ByFile {
  const files = new Map<string, { plus: Map<string, number>; minus: Map<string, number> }>()
  let now: { plus: Map<string, number>; minus: Map<string, number> } | null = null
  let header = true
  for (const line of patch.split("\n")) {
    if (line.startsWith("diff --git ")) {
      now = { plus: new Map(), minus: new Map() }
      header = true
      continue
    }
    if (header) {
      const name = /^(?:---|\+\+\+) "?[ab]\/(.*?)"?\t?$/.exec(line)?.[1]
      if (name !== undefined && now) files.set(name, now)
      if (line.startsWith("@@")) header = false
      continue
    }
    const text = line.slice(1).trim()
    if (!now || !telling(text)) continue
    const side = line.startsWith("+") ? now.plus : line.startsWith("-") ? now.minus : null
    side?.set(text, (side.get(text) ?? 0) + 1)
  }
  return files
}

function memo<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  return key => {
    const known = kept.get(key) ?? make(key)
    kept.set(key, known)
    return known
  }
}

// Who wrote a line of a file as it is committed, and where it stands: git's own account of it, over borrowed objects, within a
// deadline. Null when the file or the line is not committed, or nobody can tell in time.

export interface LineAuthor {
  /** counted from 1, in the committed file */
  readonly line: number
  readonly author: string
  readonly at: number
}
const LIMITS = { timeoutMs: 3_000, maxBytes: 4 * 1024 * 1024 }

/** For each of the wanted lines of one file, by a test on its text. */
export async function lineAuthors(
  top: string,
  cacheDir: string,
  path: string,
  wanted: readonly ((line: string) => boolean)[],
): Promise<readonly (LineAuthor | null)[]> {
  const found = tipsOf(top)
  const head = found?.tips.head ?? null
  if (found === null || head === null) return wanted.map(() => null)
  const objects = borrowObjects(found.git.common, cacheDir, head)
  const told = await objects.run(["blame", "--line-porcelain", head, "--", path], LIMITS)
  const lines = told === null ? [] : blamed(told)
  return wanted.map(isWanted => {
    const hit = lines.find(({ text }) => isWanted(text))
    return hit === undefined ? null : { line: hit.line, author: hit.author, at: hit.at }
  })
}

/** `--line-porcelain`: a heading with the line's number, names and values, then a tab and the line itself. */
function blamed(told: string): readonly (LineAuthor & { readonly text: string })[] {
  const lines: (LineAuthor & { text: string })[] = []
  let [line, author, at] = [0, "", 0]
  for (const row of told.split("\n")) {
    const heading = /^[0-9a-f]{40,64} \d+ (\d+)/.exec(row)
    if (heading) line = Number(heading[1])
    else if (row.startsWith("author ")) author = row.slice("author ".length)
    else if (row.startsWith("author-time ")) at = 1000 * Number(row.slice("author-time ".length))
    else if (row.startsWith("\t")) lines.push({ line, author, at, text: row.slice(1) })
  }
  return lines
}
