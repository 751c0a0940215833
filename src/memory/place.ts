// A place: the repository a door speaks of, the name people know it by, its domains, and how scopes are written and read
// (repo, domain:x, global, or an id).
import { MettleError } from "../core/errors.ts"
import type { Scope } from "../core/model.ts"

export interface Place {
  readonly scope: string
  readonly name: string
  readonly domains: readonly string[]
}

/** What a person writes as a scope. */
export function readScope(text: string, place: Place): Scope {
  if (text === "repo" || text === "here") return { tier: "repo", id: place.scope }
  if (text === "global" || text === "global:me") return { tier: "global", id: "me" }
  const named = /^(repo|domain):(.+)$/.exec(text)
  if (named) return { tier: named[1] as "repo" | "domain", id: named[2]! }
  throw new MettleError("E_USAGE", `"${text}" is no scope`, { hint: "repo, domain:<name> or global" })
}
