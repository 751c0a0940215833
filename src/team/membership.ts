// Which teams this home belongs to, which scopes it shares with each, and whether the person has seen what would be shared.
// One small file, 0600, beside the store: the address may hold a password, so it is in no log and no export.
import { existsSync, readFileSync, rmSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { pathToFileURL } from "node:url"
import { MettleError } from "../core/errors.ts"
import { hashId } from "../core/ids.ts"
import type { Scope } from "../core/model.ts"
import { MEMBER_NAME, partitionOf, scopeOfPartition } from "../core/shared/bodies.ts"
import { packageFile, privateDir, writeWhole } from "../paths.ts"
import { keyIn, putKey } from "./signing.ts"

export interface Membership {
  /** names the team's folder here: follows from the address without its credentials */
  readonly team: string
  readonly url: string
  /** how this person is called in the team */
  readonly name: string
  readonly partitions: readonly string[]
  /** when the person agreed to share, having seen what; null = takes part, but sends nothing yet */
  readonly agreedAt: number | null
  readonly joinedAt: number
}

const FILE = "membership.json"
const teamFolder = (data: string): string => join(data, "team")
export const folderOf = (data: string, team: string): string => privateDir(join(privateDir(teamFolder(data)), team))

/** The address as it may be shown: no user, no password, no parameters but the team's name. */
export function shownUrl(url: string): string {
  try {
    const { protocol, host, pathname, searchParams } = new URL(url)
    const named = ["team", "ref"].flatMap(key => (searchParams.has(key) ? [`${key}=${searchParams.get(key)}`] : []))
    // A slash in a password ends the host early: what follows is still the password.
    if (host !== "" && pathname.includes("@")) return HIDDEN
    return `${protocol}${host === "" ? "" : "//"}${host}${pathname}${named.length === 0 ? "" : `?${named.join("&")}`}`
  } catch {
    // Several hosts make no URL: a cluster's address names its team in the path.
    const several = /^([a-z]+:\/\/)(?:[^@/?#]*@)?([^@/?#]+)(\/[^@?#]*)?(?:\?[^@]*)?$/.exec(url)
    if (several) return `${several[1]}${several[2]}${several[3] ?? ""}`
    return url.includes("@") ? HIDDEN : url
  }
}
const HIDDEN = "(address not shown)"
export function teamOf(url: string): string {
  const address = shownUrl(url)
  if (address !== HIDDEN) return hashId("team", address).slice(0, 12)
  // All that cannot be told apart would be one team, joined and agreed to once.
  throw new MettleError("E_CONFIG", "the team's address cannot be read", {
    still: "nothing was changed",
    hint: "special characters of a password are written %-encoded: nats://blue:p%40ss@host:4222/blue",
  })
}

export function readMemberships(data: string): readonly Membership[] {
  const path = join(teamFolder(data), FILE)
  if (!existsSync(path)) return []
  try {
    const kept = JSON.parse(readFileSync(path, "utf8")) as { readonly teams: readonly Membership[] }
    return kept.teams.filter(isMembership)
  } catch (cause) {
    throw new MettleError("E_CONFIG", `${path} cannot be read`, {
      cause,
      still: "everything local works; nothing is shared",
      hint: "remove the file and join again",
    })
  }
}

/** Whether a repository is shared with a team; where that cannot be read, as if it were. */
export function isJoined(data: string, scope: string): boolean {
  const partition = partitionOf({ tier: "repo", id: scope })!
  try {
    return readMemberships(data).some(({ partitions }) => partitions.includes(partition))
  } catch {
    return true
  }
}

const isMembership = (m: Membership): boolean =>
  typeof m?.url === "string" &&
  /^[0-9a-f]{12}$/.test(m.team) &&
  MEMBER_NAME.test(m.name) &&
  Array.isArray(m.partitions) &&
  m.partitions.every(p => typeof p === "string" && scopeOfPartition(p) !== null)

function writeMemberships(data: string, teams: readonly Membership[]): void {
  const path = join(privateDir(teamFolder(data)), FILE)
  // Where the whole program lies: the hook's own copy cannot reach an engine, and starts this one.
  if (teams.length === 0) rmSync(path, { force: true })
  else writeWhole(path, `${JSON.stringify({ teams, program: packageFile("bin", "mettle") }, null, 2)}\n`)
}

/** Scopes as partitions. Global is this person: it is shared with nobody. */
export function partitionsOf(scopes: readonly Scope[]): readonly string[] {
  return [
    ...new Set(
      scopes.map(scope => {
        const partition = partitionOf(scope)
        if (partition !== null) return partition
        throw new MettleError("E_USAGE", "what is global belongs to this person alone and is never shared", {
          still: "nothing was changed",
          hint: "--scope repo, or --scope domain:<name>",
        })
      }),
    ),
  ]
}

export const putMembership = (data: string, membership: Membership): void =>
  writeMemberships(data, [...readMemberships(data).filter(m => m.team !== membership.team), membership])
export const dropMembership = (data: string, team: string): void =>
  writeMemberships(
    data,
    readMemberships(data).filter(m => m.team !== team),
  )

// An address as people write it: a git remote by its name in this repository, as git clone takes it, or in full.
// What no engine could mean is left as it is, and refused where it is opened.

export function addressOf(text: string, remotes: Readonly<Record<string, string>>): string {
  const url = Object.hasOwn(remotes, text) ? remotes[text]! : text
  if (/^(?:https?|ssh):\/\//i.test(url)) return `git+${url}`
  if (/^file:\/\/.*\.git(?:[?#].*)?$/.test(url)) return `git+${url}`
  const scp = /^([A-Za-z0-9._-]+@)?([A-Za-z0-9][A-Za-z0-9.-]+):(?!\/\/)(?!\d+$)([^\\]+)$/.exec(url)
  if (scp && (scp[1] !== undefined || url.endsWith(".git")) && !/^(?:folder|file)$/.test(scp[2]!))
    return `git+ssh://${scp[1] ?? ""}${scp[2]}/${scp[3]!.replace(/^\//, "")}`
  if (isAbsolute(url) && /\.git\/?$/.test(url)) return `git+${pathToFileURL(url.replace(/\/$/, "")).href}`
  return url
}

// What a person's machine gives their next one: the key by which they speak in a team, their name there, and what they agreed to.

interface Gift {
  readonly key: string
  readonly name: string
  readonly agreedAt: number | null
  readonly partitions: readonly string[]
}

export function giftOf(data: string, { team, name, agreedAt, partitions }: Membership): string {
  const gift: Gift = { key: keyIn(folderOf(data, team)), name, agreedAt, partitions }
  return JSON.stringify(gift)
}

/** Becomes the person who gave: the same key, the same name, and what was agreed to for the scopes they both share. */
export function takeGift(data: string, membership: Membership, text: string): Membership {
  const { key, name, agreedAt, partitions } = JSON.parse(text) as Gift
  const dir = folderOf(data, membership.team)
  putKey(dir, key)
  // What was folded as somebody else is folded again.
  rmSync(join(dir, "views"), { recursive: true, force: true })
  const known = membership.partitions.every(p => partitions.includes(p))
  const next: Membership = {
    ...membership,
    name: MEMBER_NAME.test(name) ? name : membership.name,
    agreedAt: known ? agreedAt : null,
  }
  putMembership(data, next)
  return next
}
