// Where a command speaks of: the repository's scope, the name people know it by, its domains, and how scopes are written
// and read on the command line (repo, domain:x, global, or an id).
import { basename } from "node:path"
import { domainsOf } from "../core/scope.ts"
import type { Place } from "../memory/place.ts"
import type { Context } from "./context.ts"

export function here(context: Context): Place {
  const known = context.known()
  return {
    scope: known.id,
    name: known.name ?? basename(known.origin ?? known.path),
    domains: domainsOf(known, context.config().get("domains")),
  }
}

/** repo · repo:4f1c22 (another one) · domain:go · global */
export const scopeText = (scope: { readonly tier: string; readonly id: string }, place: Place): string =>
  scope.tier === "global"
    ? "global"
    : scope.tier === "domain"
      ? `domain:${scope.id}`
      : scope.id === place.scope
        ? "repo"
        : `repo:${scope.id.slice(0, 6)}`
