// What a command may ask for, made only when asked: settings, paths, the repository, the memory, clock, chance,
// interruption. What was opened is closed when the command ends.
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { type Config, loadConfig } from "../config.ts"
import { MettleError } from "../core/errors.ts"
import { type Identity, type Known, scopeBy } from "../core/scope.ts"
import type { Opened } from "../open.ts"
import { type Paths, privateDir, resolvePaths, runDir } from "../paths.ts"
import { type Repository, readRepository } from "../world/repository.ts"
import type { Io } from "./io.ts"

export interface Context {
  readonly io: Io
  /** aborted at Ctrl-C; whoever asks for it promises to stop soon and leave a state that can be taken up again */
  readonly signal: AbortSignal
  now(): number
  random(bytes: number): Uint8Array
  /** data honours data.dir */
  paths(): Paths
  /** before any setting is read */
  basePaths(): Paths
  /** settings; E_CONFIG when the user's file or a variable is broken */
  config(): Config
  /** settings with their problems, for commands that show or repair them */
  configAsIs(): Config
  repository(): Repository
  /** the scope that counts here, after the user's names and merges */
  scope(): Identity
  /** this repository as settings may write it */
  known(): Known & { readonly found: string }
  /** the memory of this computer; read-only never writes the log */
  memory(options?: { readonly readOnly?: boolean }): Promise<Opened>
  /** closes what was opened; called by the frame */
  close(): Promise<void>
}

export interface Asked {
  readonly repo?: string | undefined
  readonly flags?: Readonly<Record<string, unknown>>
}

export function createContext(io: Io, asked: Asked, signal: () => AbortSignal): Context {
  const base = once(() => resolvePaths(io.env))
  const repository = once(() => repositoryAt(io, asked.repo, base()))
  const configAsIs = once(() =>
    loadConfig({ userDir: base().config, projectDir: repository().top, env: io.env, flags: asked.flags ?? {} }),
  )
  const config = once(() => sound(configAsIs()))
  const paths = () => {
    const dir = config().get("data.dir")
    return dir === "" ? base() : { ...base(), data: resolve(base().config, dir) }
  }
  const placed = once(() => scopeBy(config().values, repository()))
  const opened: Opened[] = []
  return {
    ...{ io, now: io.now, random: io.random, basePaths: base, paths, config, configAsIs, repository },
    get signal() {
      return signal()
    },
    scope: () => placed().scope,
    known: () => placed().known,
    memory: async ({ readOnly = false } = {}) => {
      // Loaded late: most of the program hangs on it.
      const { openMemoryAt } = await import("../open.ts")
      const preset = asked.flags?.preset
      const made = openMemoryAt({
        dir: readOnly ? paths().data : privateDir(paths().data),
        config: config(),
        now: io.now,
        random: io.random,
        readOnly,
        home: { state: base().state, run: runDir(base(), io.env), temp: tmpdir() },
        ...(typeof preset === "string" ? { preset } : {}),
      })
      opened.push(made)
      return made
    },
    close: async () => {
      for (const { memory, store } of opened.splice(0)) {
        await memory.close()
        await store.close()
      }
    },
  }
}

function repositoryAt(io: Io, named: string | undefined, { cache, data }: Paths): Repository {
  const folder = resolve(io.cwd, named ?? ".")
  if (named !== undefined && !existsSync(folder))
    throw new MettleError("E_NOT_FOUND", `there is no folder ${folder}`, { hint: "--repo names a working copy" })
  let cacheDir: string | undefined
  // Whoever only looks, before anything was recorded, leaves nothing behind.
  const passing = !existsSync(data)
  try {
    cacheDir = passing ? mkdtempSync(join(tmpdir(), "mettle-look-")) : privateDir(cache)
  } catch {
    // A read-only home still has a scope, only a slower or plainer one.
  }
  try {
    return readRepository(folder, cacheDir === undefined ? {} : { cacheDir })
  } finally {
    if (passing && cacheDir !== undefined) rmSync(cacheDir, { recursive: true, force: true })
  }
}

function sound(config: Config): Config {
  const [first] = config.problems
  if (first)
    throw new MettleError("E_CONFIG", first.text, {
      still: "nothing is recorded until it is repaired, since it may hold privacy settings",
      hint: first.key ? `mettle config set ${first.key} <value>` : "repair or remove the file",
    })
  return config
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}
