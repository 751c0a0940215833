// Where the branches of a repository stand, and what was committed in this working copy, straight from its files: refs,
// packed-refs, the log of HEAD. Bounded; links are not followed; nothing is executed. Ground truth: gitrepository-layout(5).
import { join } from "node:path"
import { listFolder, readSmall } from "./foreign-files.ts"
import { COMMIT, type Git, readHead } from "./repository.ts"

export interface GitTips {
  /** full name → id, of heads and remote branches */
  readonly refs: ReadonlyMap<string, string>
  readonly head: string | null
  /** the main branch: what the remote calls so, else the usual names */
  readonly main: { readonly name: string; readonly id: string } | null
  /** new id → the id it replaced, or null; null = the log of HEAD is not kept */
  readonly local: ReadonlyMap<string, string | null> | null
}

const MOST = 2_000
const DEEPEST = 8
const LOG_BYTES = 8 * 1024 * 1024
const USUAL = ["main", "master", "trunk", "develop"] as const
/** What makes a commit here; a pull or a checkout only moves. */
const MADE = /^(?:commit(?: \((?:amend|initial|merge)\))?|cherry-pick|revert|rebase[^:]*|am)(?::|$)/

export function readTips(git: Git): GitTips {
  const refs = packedRefs(git.common)
  for (const [name, text] of looseRefs(git.common)) {
    if (COMMIT.test(text)) refs.set(name, text)
    const named = /^ref: (refs\/[^\s]+)$/.exec(text)?.[1]
    if (named !== undefined && name === "refs/remotes/origin/HEAD") refs.set("HEAD of origin", named)
  }
  const said = refs.get("HEAD of origin")
  refs.delete("HEAD of origin")
  return { refs, head: readHead(git).head, main: mainOf(refs, said), local: headLog(git.dir) }
}

function mainOf(refs: ReadonlyMap<string, string>, said: string | undefined): GitTips["main"] {
  const name = said?.replace("refs/remotes/origin/", "")
  for (const candidate of name === undefined ? USUAL : [name]) {
    const id = refs.get(`refs/heads/${candidate}`) ?? refs.get(`refs/remotes/origin/${candidate}`)
    if (id !== undefined) return { name: candidate, id }
  }
  return null
}

function packedRefs(common: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of (readSmall(join(common, "packed-refs"), 16 * 1024 * 1024) ?? "").split("\n")) {
    const [id, name] = line.split(" ")
    if (name !== undefined && COMMIT.test(id!) && /^refs\/(?:heads|remotes)\//.test(name)) found.set(name, id!)
    if (found.size >= MOST) break
  }
  return found
}

function looseRefs(common: string): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  const walk = (name: string, depth: number): void => {
    if (depth > DEEPEST || found.length >= MOST) return
    for (const entry of listFolder(join(common, name)).slice(0, MOST)) {
      const inside = `${name}/${entry.name}`
      if (entry.isDirectory()) walk(inside, depth + 1)
      else if (entry.isFile() && found.length < MOST) {
        const text = readSmall(join(common, inside), 4096)?.trim()
        if (text) found.push([inside, text])
      }
    }
  }
  walk("refs/heads", 0)
  walk("refs/remotes", 0)
  return found
}

function headLog(dir: string): ReadonlyMap<string, string | null> | null {
  const text = readSmall(join(dir, "logs", "HEAD"), LOG_BYTES)
  if (text === null || text === "") return null
  const made = new Map<string, string | null>()
  for (const line of text.split("\n")) {
    const [facts, message = ""] = line.split("\t")
    const [old, id] = facts!.split(" ")
    if (!COMMIT.test(old!) || id === undefined || !COMMIT.test(id) || !MADE.test(message)) continue
    made.set(id, message.startsWith("commit (amend)") ? old! : null)
  }
  return made
}
