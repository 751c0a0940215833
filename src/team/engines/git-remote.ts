// One ref of a git remote as a heap of files that are only ever added: each names its own content, so two machines cannot
// disagree about one, and the union of two trees is always right. Every file ever seen is kept beside the repository of our
// own, which may be thrown away: what a remote rewrites or loses is noticed, and put back with the next push.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { sha256 } from "../../core/ids.ts"
import { git, type Ran } from "./git-run.ts"
import { backOff, heldAlone, offline, pause } from "./retry.ts"
import { replaceFile, syncFolder } from "./segments.ts"

/** What a heap may hold: a segment, a seal's name, a knock at the door and its answer. */
const NAME = /^(?:log\/m[0-9a-f]{12}\/\d{8}-[0-9a-f]{32}\.jsonl|seal\/[0-9a-f]{32}|door\/[0-9a-f]{20}\.(?:knock|open))$/
const LARGEST = 64 << 20
const [REMOTE, NEXT] = ["refs/mettle/remote", "refs/mettle/next"]
const COMMIT = /^[0-9a-f]{40,64}$/
const MOST_PACKS = 40

/** The name of a machine's nth segment, with its content in it: whoever changes a byte has another file. */
export const contentName = (machine: string, n: number, text: string): string =>
  `log/${machine}/${String(n).padStart(8, "0")}-${sha256(text).toString("hex").slice(0, 32)}.jsonl`
const fits = (name: string, text: string): boolean => {
  const [top, machine, file] = name.split("/")
  return top !== "log" || name === contentName(machine!, Number(file!.slice(0, 8)), text)
}

export interface Heap {
  /** every file ever seen here, by name */
  names(): readonly string[]
  text(name: string): string
  /** where a file lies on this machine */
  path(name: string): string
  /** Keeps a file here; it leaves with the next push. */
  add(name: string, text: string): void
  has(name: string): boolean
  /** whether the remote held it at the last look */
  isThere(name: string): boolean
  /** Takes what the remote has. */
  fetch(): Promise<void>
  /** Gives the remote what it lacks, whoever else pushes meanwhile; `check` may refuse, having seen what they gave. */
  push(check?: () => void): Promise<void>
  /** whether the remote has the ref at all */
  readonly exists: () => boolean
  /** how many files the remote once had and lost */
  readonly lost: () => number
  /** connections made to the remote so far */
  readonly trips: () => number
}

interface HeapOptions {
  readonly url: string
  readonly ref: string
  readonly state: string
  readonly timeoutMs: number
  readonly retries: number
}

/** A repository of our own, of which nothing is the only copy of anything; `renewed` is called when it was made anew. */
function repositoryIn({ state, timeoutMs, retries }: HeapOptions, renewed: () => void) {
  const repo = join(state, "repo.git")
  let trips = 0
  const run = (args: readonly string[], input?: string | Buffer): Promise<Ran> =>
    git(repo, args, { timeoutMs, ...(input === undefined ? {} : { input }) })
  const asked = async (args: readonly string[], input?: string | Buffer): Promise<Buffer> => {
    const { code, out, err } = await run(args, input)
    if (code === 0) return out
    throw new Broken(err)
  }
  /** A lock in it belongs to nobody, since whoever works here holds the machine's. */
  async function ready(): Promise<void> {
    if (!existsSync(join(repo, "HEAD"))) {
      rmSync(repo, { recursive: true, force: true })
      mkdirSync(repo, { recursive: true, mode: 0o700 })
      const { code, err } = await run(["init", "--quiet", "--bare", "--template="])
      if (code !== 0) throw offline("git", new Error(err || "git init failed"))
      renewed()
    }
    for (const lock of ["shallow.lock", "config.lock", "packed-refs.lock", `${REMOTE}.lock`, `${NEXT}.lock`])
      rmSync(join(repo, lock), { force: true })
  }
  const attempt = async <T>(act: () => Promise<T>): Promise<T> => {
    await ready()
    return act()
  }
  return {
    asked,
    trips: () => trips,
    /** Alone on this machine; a repository that is broken is made anew, once. */
    alone: <T>(act: () => Promise<T>): Promise<T> =>
      heldAlone(state, "git", timeoutMs, "talks to the team's remote", () =>
        attempt(act)
          .catch(error => {
            if (!(error instanceof Broken)) throw error
            rmSync(repo, { recursive: true, force: true })
            return attempt(act)
          })
          .catch(error => {
            throw error instanceof Broken ? offline("git", error) : error
          }),
      ),
    /** Asks the remote; trouble on the way is tried again, a bounded number of times. */
    async over(args: readonly string[], settles: (ran: Ran) => boolean): Promise<Ran> {
      for (let n = 0; ; n++) {
        trips++
        const ran = await run(args).catch(error => {
          throw offline("git", error)
        })
        if (ran.code === 0 || settles(ran)) return ran
        if (/corrupt|bad object|not a git repository|unable to read|missing (?:blob|tree|commit)/.test(ran.err))
          throw new Broken(ran.err)
        if (n >= retries) throw offline("git", new Error(lastLine(ran.err)))
        await pause(backOff(n))
      }
    },
    /** Read from its file; asked for where git has packed it away. */
    fetched: async (): Promise<string> =>
      existsSync(join(repo, REMOTE))
        ? readFileSync(join(repo, REMOTE), "latin1")
        : (await asked(["rev-parse", "--verify", REMOTE])).toString("latin1"),
    async tidy(): Promise<void> {
      const packs = join(repo, "objects", "pack")
      if (existsSync(packs) && readdirSync(packs).length / 2 > MOST_PACKS) await run(["gc", "--quiet", "--prune=now"])
    },
  }
}

/** Every file ever seen here, and which of them the remote had at the last look. */
function filesIn(state: string) {
  const [files, seenFile, lostFile] = [join(state, "files"), join(state, "there"), join(state, "lost")]
  mkdirSync(files, { recursive: true, mode: 0o700 })
  let there = new Set(existsSync(seenFile) ? readFileSync(seenFile, "utf8").split("\n").filter(Boolean) : [])
  const place = (name: string): string => join(files, name)
  const names = (): readonly string[] =>
    ["log", "seal", "door"].flatMap(top => below(join(files, top), top)).filter(name => NAME.test(name))
  const lost = (): number => (existsSync(lostFile) ? Number(readFileSync(lostFile, "utf8")) || 0 : 0)
  return {
    place,
    names,
    lost,
    there: (): ReadonlySet<string> => there,
    owed: (): readonly string[] => names().filter(name => !there.has(name)),
    sees(now: Set<string>): void {
      const missing = [...there].filter(name => !now.has(name)).length
      if (missing > 0) writeFileSync(lostFile, String(lost() + missing), { mode: 0o600 })
      there = now
      replaceFile(seenFile, [...now].sort().join("\n"))
    },
    keep(name: string, text: string): void {
      mkdirSync(dirname(place(name)), { recursive: true, mode: 0o700 })
      replaceFile(place(name), text)
      syncFolder(dirname(place(name)))
    },
  }
}

export function heapOf(options: HeapOptions): Heap {
  const { url, ref, state } = options
  let head: string | null = null
  const repository = repositoryIn(options, () => {
    head = null
  })
  const { place, names, there, owed, sees, keep, lost } = filesIn(state)

  async function take(): Promise<void> {
    const { over, asked, fetched } = repository
    const refspec = `+${ref}:${REMOTE}`
    const how = ["--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--quiet", "--depth=1"]
    const ran = await over(["fetch", ...how, "--", url, refspec], ({ err }) => /couldn't find remote ref/.test(err))
    const found = ran.code === 0 ? commitIn(await fetched()) : null
    if (found !== null && found === head) return
    const listed = found === null ? [] : entries(await asked(["ls-tree", "-r", "-z", "-l", "--full-tree", found]))
    const wanted = listed.filter(one => !existsSync(place(one.name)))
    for (const [name, text] of wanted.length > 0 ? await textsOf(wanted, asked) : [])
      if (fits(name, text)) keep(name, text)
    sees(new Set(listed.map(({ name }) => name).filter(name => existsSync(place(name)))))
    head = found
  }

  async function give(check: () => void): Promise<void> {
    for (let n = 0; ; n++) {
      check()
      const added = owed()
      if (added.length === 0) return
      const words = ["fast-import", "--quiet", "--force", "--date-format=raw"]
      const made = commitIn((await repository.asked(words, adding(added, head, place))).toString("latin1"))
      const push = ["push", "--no-verify", "--porcelain", "--quiet", "--", url, `${made}:${ref}`]
      const ran = await repository.over(push, wasRefused)
      if (ran.code === 0) {
        head = made
        sees(new Set([...there(), ...added]))
        return repository.tidy()
      }
      if (/pre-receive hook declined|protected branch|permission|denied|hidden ref|funny refname/i.test(said(ran)))
        throw notTaken(ref, lastLine(said(ran)))
      if (n >= MOST_RACES) throw offline("git", new Error("others push all the time"))
      // Somebody was faster: take what they gave, and add to that.
      await pause(Math.random() * backOff(Math.min(n, 3)))
      await take()
    }
  }

  return {
    ...{ names, path: place, add: keep, lost, trips: repository.trips },
    text: name => readFileSync(place(name), "utf8"),
    has: name => NAME.test(name) && existsSync(place(name)),
    isThere: name => there().has(name),
    fetch: () => repository.alone(take),
    push: (check = () => {}) =>
      repository.alone(async () => {
        if (owed().length === 0) return
        if (head === null) await take()
        await give(check)
      }),
    exists: () => there().size > 0 || head !== null,
  }
}

/** The texts of these files, by name, in one question. */
async function textsOf(
  wanted: ReturnType<typeof entries>,
  asked: (args: readonly string[], input: string) => Promise<Buffer>,
): Promise<readonly (readonly [name: string, text: string])[]> {
  const all = await asked(["cat-file", "--batch"], wanted.map(({ object }) => `${object}\n`).join(""))
  return [...blobs(all, wanted.length)].map(([i, text]) => [wanted[i]!.name, text] as const)
}

const notTaken = (ref: string, why: string): MettleError =>
  new MettleError("E_CONFIG", `the remote does not take ${ref}: ${why}`, {
    still: "everything local works; what was to be shared waits",
    hint: "name another ref: ?ref=refs/heads/mettle",
  })

/** What fast-import reads: one commit that adds files to what the remote has. */
function adding(added: readonly string[], head: string | null, place: (name: string) => string): Buffer {
  const day = Math.floor(Date.now() / 86_400_000) * 86_400
  const begin = `commit ${NEXT}\nmark :1\ncommitter mettle <mettle@localhost> ${day} +0000\ndata 6\nmemory\n`
  const files = added.flatMap(name => {
    const text = readFileSync(place(name))
    return [Buffer.from(`M 100644 inline ${name}\ndata ${text.length}\n`), text, Buffer.from("\n")]
  })
  return Buffer.concat([
    Buffer.from(head === null ? `reset ${NEXT}\n${begin}` : `${begin}from ${head}\n`),
    ...files,
    Buffer.from("get-mark :1\n"),
  ])
}

const MOST_RACES = 40
class Broken extends Error {}
function commitIn(text: string): string {
  if (COMMIT.test(text.trim())) return text.trim()
  throw new Broken("no commit")
}
const said = ({ out, err }: Ran): string => `${out.toString("utf8")}\n${err}`
/** Refused for what the ref is now, or by the remote's rules: not trouble on the way. */
const wasRefused = (ran: Ran): boolean => /^!\t/m.test(ran.out.toString("utf8")) || /rejected/.test(ran.err)
const lastLine = (text: string): string => text.trim().split("\n").at(-1)?.slice(0, 200) ?? ""

function entries(listing: Buffer): readonly { readonly object: string; readonly name: string }[] {
  return listing
    .toString("utf8")
    .split("\0")
    .flatMap(line => {
      const found = /^100644 blob ([0-9a-f]{40,64}) +(\d+)\t(.*)$/s.exec(line)
      return found && NAME.test(found[3]!) && Number(found[2]) <= LARGEST
        ? [{ object: found[1]!, name: found[3]! }]
        : []
    })
}

/** The answers of cat-file --batch, in order; one that is missing is passed over. */
function* blobs(bytes: Buffer, count: number): Generator<readonly [number, string]> {
  for (let i = 0, at = 0; i < count; i++) {
    const end = bytes.indexOf(10, at)
    if (end < 0) return
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(bytes.toString("latin1", at, end))
    at = end + 1
    if (!size) continue
    yield [i, bytes.toString("utf8", at, at + Number(size[1]))]
    at += Number(size[1]) + 1
  }
}

function below(dir: string, name: string): readonly string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(one => (one.isDirectory() ? below(join(dir, one.name), `${name}/${one.name}`) : [`${name}/${one.name}`]))
}
