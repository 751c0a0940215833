// Who a repository is. Its id is the hash of its normalised origin URL, else of its root commit, else of its path
// (docs/decisions/0003-scope-identity.md). Pure: reading .git is world/repository.ts. Credentials never survive here.
import { hashId, ID } from "./ids.ts"

export interface Identity {
  readonly id: string
  readonly basis: "origin" | "root" | "path" | "name"
  /** what was hashed: host/path, commit, path or the name given by the user */
  readonly key: string
  readonly because: string
}

/** Hosts that treat the letters of a path alike; elsewhere Foo and foo are two repositories. */
const CASELESS = ["github.com", "gitlab.com", "bitbucket.org"]
/** Other doors of the same hosts: ssh over the https port. */
const DOORS: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "www.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
  "altssh.bitbucket.org": "bitbucket.org",
  "ssh.dev.azure.com": "dev.azure.com",
}
const LONGEST = 2048

type Origin = { readonly remote: string } | { readonly local: string } | null

/**
 * One form for every way to write the same remote: scheme, credentials, ssh ports, default ports, case of the host,
 * trailing slashes and ".git" do not make another repository. `local` is a path on this machine; null is unreadable.
 */
export function normaliseOrigin(url: string): Origin {
  const text = url.trim()
  if (text === "" || text.length > LONGEST || /[\0-\x1f\x7f]/.test(text)) return null
  // A transport helper ("ext::…") names a program, not a place.
  if (/^[a-z0-9+.-]+::/i.test(text)) return null
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme === "file") return localPath(decoded(text.slice("file://".length).replace(/^localhost(?=\/)/i, "")))
  if (scheme) return remote(text.slice(scheme.length + 3), scheme)
  const scp = /^(?:[^@/\\]*@)?(\[[^\]]+\]|[^:/\\]{2,}):(?!\/\/)(.*)$/.exec(text)
  if (scp) return named(scp[1]!, scp[2]!)
  return localPath(text)
}

function remote(rest: string, scheme: string): Origin {
  const slash = rest.search(/[/?#]/)
  const authority = slash < 0 ? rest : rest.slice(0, slash)
  const path = slash < 0 ? "" : rest.slice(slash).replace(/[?#].*$/s, "")
  const host = authority.slice(authority.lastIndexOf("@") + 1)
  const port = /:(\d*)$/.exec(host)?.[1] ?? ""
  const bare = host.replace(/:\d*$/, "")
  const web = scheme.endsWith("http") || scheme.endsWith("https")
  const usual = port === "" || port === (scheme.endsWith("https") ? "443" : "80")
  // An ssh port is how to get there, not where: only a web port tells two servers on one host apart.
  return named(web && !usual ? `${bare}:${Number(port)}` : bare, decoded(path))
}

function named(rawHost: string, rawPath: string): Origin {
  const lower = rawHost.toLowerCase().replace(/\.(?=$|:)/, "")
  const host = DOORS[lower] ?? lower
  let path = trimmed(rawPath)
  if (host === "dev.azure.com") path = path.replace(/^v3\//, "").replace(/\/_git\//, "/")
  if (CASELESS.includes(host)) path = path.toLowerCase()
  return host === "" || path === "" ? null : { remote: `${host}/${path}` }
}

const trimmed = (path: string): string => {
  const parts = path.split("/").filter(part => part !== "" && part !== ".")
  const last = parts.at(-1)
  if (last !== undefined) parts[parts.length - 1] = last.replace(/\.git$/i, "") || last
  // "repo/.git" is the repository that holds it
  if (parts.at(-1) === ".git") parts.pop()
  return parts.join("/")
}

const localPath = (path: string): Origin => {
  const short = path.replace(/[/\\]+$/, "")
  return { local: short === "" ? "/" : short }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Facts {
  /** normalised origin, when it is a remote */
  readonly origin: string | null
  /** root commit, when it could be read */
  readonly root: string | null
  /** real path of the working copy, or of the folder without git */
  readonly path: string
  /** why there is no root commit to go by, in a few words */
  readonly rootless?: string
}

export function identify(facts: Facts): Identity {
  const { origin, root, path, rootless = "no git repository" } = facts
  if (origin)
    return identity("origin", origin, "its origin URL: every clone and worktree shares it, a fork has another")
  if (root)
    return identity("root", root, "its first commit, since it has no remote origin: clones and worktrees share it")
  return identity("path", path, `its folder, since there is ${rootless}: moving it makes another scope`)
}

const identity = (basis: Identity["basis"], key: string, because: string): Identity => {
  return { id: hashId("scope", basis, key), basis, key, because }
}

interface WorkingCopy {
  readonly kind: string
  readonly top: string
  readonly origin: string | null
  readonly identity: Identity
}
/** A worktree that is told apart goes by its own folder; every other working copy by what its repository is. */
const apart = (repository: WorkingCopy, worktrees: "shared" | "apart"): Identity =>
  worktrees === "apart" && repository.kind === "worktree"
    ? identity("path", repository.top, "its folder, since worktrees are told apart (scope.worktrees)")
    : repository.identity

/** What the user decided about scopes, by the names of the settings. */
export interface Decisions {
  readonly "scope.names": Readonly<Record<string, string>>
  readonly "scope.merges": Readonly<Record<string, string>>
}
/** The scope of a working copy by the user's settings, and the repository as settings may write it. */
export function scopeBy(
  values: Decisions & { readonly "scope.worktrees": "shared" | "apart" },
  repository: WorkingCopy,
): { readonly scope: Identity; readonly known: Known & { readonly found: string } } {
  const { identity, origin, top } = repository
  const scope = settleScope(apart(repository, values["scope.worktrees"]), values)
  const name = values["scope.names"][identity.id] ?? null
  return { scope, known: { id: scope.id, found: identity.id, origin, path: top, name } }
}

/** The scope that counts: a name replaces what was found, then merges are followed. A ring of merges ends at its smallest id. */
export function settleScope(found: Identity, decisions: Decisions): Identity {
  const name = own(decisions["scope.names"], found.id)
  const start =
    name === undefined
      ? found
      : identity("name", name, `you named it "${name}" (mettle config scope unset takes that back)`)
  const id = mergedInto(start.id, decisions["scope.merges"])
  return id === start.id ? start : { ...start, id, because: `${start.because}; merged into ${id.slice(0, 8)} by you` }
}

/** The same of an id alone, which a working copy may have been found by before. */
export const settledId = (found: string, decisions: Decisions): string =>
  settleScope({ id: found, basis: "path", key: "", because: "" }, decisions).id

export function mergedInto(id: string, merges: Readonly<Record<string, string>>): string {
  const seen: string[] = [id]
  for (;;) {
    const next = own(merges, seen.at(-1)!)
    if (next === undefined) return seen.at(-1)!
    const ring = seen.indexOf(next)
    if (ring >= 0) return seen.slice(ring).sort()[0]!
    seen.push(next)
  }
}

const own = (map: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined

/** The different ways a person may write one repository in a setting. */
interface Known {
  readonly id: string
  /** the id before names and merges, when another */
  readonly found?: string
  readonly origin: string | null
  readonly path: string
  readonly name?: string | null
}

/** Whether `written` (id or its first 6 digits or more, origin in any form, path, path with a trailing /*, name) means this repository. */
export function means(written: string, repo: Known): boolean {
  const text = written.trim()
  if (text === "") return false
  if (text === repo.name || text === repo.path) return true
  if (/^[0-9a-f]{6,32}$/.test(text) && (repo.id.startsWith(text) || (repo.found?.startsWith(text) ?? false)))
    return true
  if (text.endsWith("/*") && repo.path.startsWith(text.slice(0, -1))) return true
  if (text.replace(/\/+$/, "") === repo.path) return true
  if (!repo.origin) return false
  const normal = normaliseOrigin(text)
  return (normal !== null && "remote" in normal && normal.remote === repo.origin) || text === repo.origin
}

/** Whether the user listed this repository in ignore.repos. */
export const isIgnored = (repo: Known, ignored: readonly string[]): boolean =>
  ignored.some(written => means(written, repo))

/** Domains that the user put on this repository, in order of name. */
export const domainsOf = (repo: Known, domains: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.keys(domains)
    .filter(name => domains[name]!.some(written => means(written, repo)))
    .sort()

export const isScopeId = (text: string): boolean => ID.test(text)
