// Where a command speaks of: the repository's scope, the name people know it by, its domains, and how scopes are written
// and read on the command line (repo, domain:x, global, or an id).
import { basename } from "node:path"
import { MettleError } from "../core/errors.ts"
import type { Scope } from "../core/model.ts"
import { domainsOf } from "../core/scope.ts"
import type { Context } from "./context.ts"

export interface Here {
  readonly scope: string
  readonly name: string
  readonly domains: readonly string[]
}

export function here(context: Context): Here {
  const { values } = context.config()
  const repository = context.repository()
  const scope = context.scope()
  const known = {
    id: scope.id,
    found: repository.identity.id,
    origin: repository.origin,
    path: repository.top,
    name: values["scope.names"][repository.identity.id] ?? null,
  }
  return {
    scope: scope.id,
    name: known.name ?? basename(repository.origin ?? repository.top),
    domains: domainsOf(known, values.domains),
  }
}

/** repo · repo:4f1c22 (another one) · domain:go · global */
export const scopeText = (scope: { readonly tier: string; readonly id: string }, place: Here): string =>
  scope.tier === "global"
    ? "global"
    : scope.tier === "domain"
      ? `domain:${scope.id}`
      : scope.id === place.scope
        ? "repo"
        : `repo:${scope.id.slice(0, 6)}`

/** What a person writes after --scope, as a scope. */
export function readScope(text: string, place: Here): Scope {
  if (text === "repo" || text === "here") return { tier: "repo", id: place.scope }
  if (text === "global") return { tier: "global", id: "me" }
  const named = /^(repo|domain):(.+)$/.exec(text)
  if (named) return { tier: named[1] as "repo" | "domain", id: named[2]! }
  throw new MettleError("E_USAGE", `"${text}" is no scope`, { hint: "repo, domain:<name> or global" })
}
