// What a hook may know before it reads a payload: the repository it is about, the settings that hold there, and whether
// anything may be recorded at all. Small reads only: this stands in the way of every hook.

import { isAbsolute, resolve } from "node:path"
import { type Config, loadConfig } from "../config.ts"
import { domainsOf, isIgnored, scopeBy } from "../core/scope.ts"
import { type Env, type Paths, privateDir } from "../paths.ts"
import { type Repository, readRepository } from "../world/repository.ts"
import { patience } from "./patience.ts"

export interface Surroundings {
  readonly config: Config
  readonly scope: string | null
  readonly domains: readonly string[]
  readonly repository: Repository | null
  /** where log and views are, data.dir honoured */
  readonly dataDir: string
  /** why nothing is recorded here; null = record */
  readonly silent: string | null
}

/** The folder a payload speaks of: every client has its own name for it. */
export function folderOf(payload: Readonly<Record<string, unknown>>): string | null {
  const roots = Array.isArray(payload.workspace_roots) ? payload.workspace_roots : []
  const said = [payload.cwd, payload.directory, roots[0]].find(value => typeof value === "string" && value !== "")
  return typeof said === "string" && isAbsolute(said) && said.length <= 4096 && !said.includes("\0") ? said : null
}

/** The repository of a folder, as far as there is time to look. */
export function repositoryOf(folder: string, paths: Paths, env: Env): Repository {
  let cacheDir: string | undefined
  try {
    cacheDir = privateDir(paths.cache)
  } catch {
    // A read-only home still has a scope.
  }
  return readRepository(folder, { ...(cacheDir ? { cacheDir } : {}), timeoutMs: 250 * patience(env) })
}

export function surroundings(folder: string | null, paths: Paths, env: Env): Surroundings {
  const repository = folder === null ? null : repositoryOf(folder, paths, env)
  const config = loadConfig({ userDir: paths.config, projectDir: repository?.top ?? null, env })
  const dir = config.get("data.dir")
  const dataDir = dir === "" ? paths.data : resolve(paths.config, dir)
  if (repository === null) return { config, scope: null, domains: [], repository, dataDir, silent: offReason(config) }
  const { scope, known } = scopeBy(config.values, repository)
  return {
    config,
    scope: scope.id,
    domains: domainsOf(known, config.get("domains")),
    repository,
    dataDir,
    silent: offReason(config) ?? (isIgnored(known, config.get("ignore.repos")) ? "ignored repository" : null),
  }
}

/** What keeps everything from being recorded until somebody repairs it. */
export const brokenBy = ({ problems, unread }: Config): string | null => (problems[0] ?? unread)?.text ?? null

const offReason = (config: Config): string | null =>
  brokenBy(config) !== null ? "settings are broken" : config.off ? "recording is off" : null

/** The same for a moment, for a process that hears many hooks: a burst reads settings and repository once. */
export function rememberedSurroundings(
  paths: Paths,
  env: Env,
  now: () => number,
  keepMs = 200,
): (folder: string | null) => Surroundings {
  const known = new Map<string | null, { readonly at: number; readonly around: Surroundings }>()
  return folder => {
    const held = known.get(folder)
    if (held && Math.abs(now() - held.at) < keepMs) return held.around
    if (known.size > 64) known.clear()
    const around = surroundings(folder, paths, env)
    known.set(folder, { at: now(), around })
    return around
  }
}
