// What a command may ask for, made only when asked: settings, paths, the repository, the memory, clock, chance,
// interruption. What was opened is closed when the command ends. Below, the memory as a command wants it: folded to the end, with
// progress when that takes long. Where nothing was ever recorded it knows nothing and is kept nowhere: looking leaves no trace.
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { type Config, loadConfig } from "../config.ts"
import { MettleError } from "../core/errors.ts"
import { domainsOf, isIgnored, scopeBy } from "../core/scope.ts"
import type { Whereabouts } from "../memory/acting/take-along.ts"
import { compileLate } from "../memory/compile-late.ts"
import type { Memory } from "../memory/memory.ts"
import type { Place } from "../memory/where-and-when.ts"
import type { Opened } from "../open.ts"
import { type Paths, privateDir, resolvePaths, runDir } from "../paths.ts"
import { type Repository, readRepository } from "../world/repository.ts"
import type { Io } from "./io.ts"
import type { Out } from "./print.ts"

interface Asked {
  readonly repo?: string | undefined
  readonly flags?: Readonly<Record<string, unknown>>
}

/** `basePaths`: before any setting is read; `paths`: data honours data.dir. */
export type Context = ReturnType<typeof createContext>
export function createContext(io: Io, asked: Asked, signal: () => AbortSignal) {
  const base = once(() => resolvePaths(io.env))
  const repository = once(() => repositoryAt(io, asked.repo, base()))
  const configAsIs = once(() =>
    loadConfig({ userDir: base().config, projectDir: repository().top, env: io.env, flags: asked.flags ?? {} }),
  )
  const config = once(() => sound(configAsIs()))
  const paths = (): Paths => {
    const dir = config().get("data.dir")
    return dir === "" ? base() : { ...base(), data: resolve(base().config, dir) }
  }
  const placed = once(() => scopeBy(config().values, repository()))
  const opened: Opened[] = []
  return {
    ...{ io, now: io.now, random: io.random, basePaths: base, paths, repository },
    /** E_CONFIG when the user's file or a variable is broken; `configAsIs`: with their problems, for those who show or repair them */
    ...{ config, configAsIs },
    home: io.env.HOME || homedir(),
    /** aborted at Ctrl-C; whoever asks for it promises to stop soon and leave a state that can be taken up again */
    get signal() {
      return signal()
    },
    /** the scope that counts here, after the user's names and merges; `known`: this repository as settings may write it */
    scope: () => placed().scope,
    known: () => placed().known,
    /** of this computer; read-only never writes the log */
    memory: async ({ readOnly = false }: { readonly readOnly?: boolean } = {}): Promise<Opened> => {
      // Loaded late: most of the program hangs on it.
      const { openMemoryAt } = await import("../open.ts")
      const preset = asked.flags?.preset
      const made = openMemoryAt({
        dir: readOnly ? paths().data : privateDir(paths().data),
        config: config(),
        now: io.now,
        random: io.random,
        readOnly,
        home: { state: base().state, config: base().config, run: runDir(base(), io.env), temp: tmpdir() },
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

/** The repository a command speaks of: its scope, the name people know it by, its domains. */
export function here(context: Context): Place {
  const known = context.known()
  return {
    scope: known.id,
    name: known.name ?? basename(known.origin ?? known.path),
    domains: domainsOf(known, context.config().get("domains")),
  }
}

/** The user listed this repository in ignore.repos: here nothing is recorded or told, as if it were switched off. */
export const isIgnoredHere = (context: Context): boolean =>
  isIgnored(context.known(), context.config().get("ignore.repos"))

/** Folding fewer events than this is over before a line could be read. */
const QUICK = 1000

export const isRecorded = (context: Context): boolean => existsSync(join(context.paths().data, "log.db"))

const openedBy = async (context: Context, readOnly: boolean): Promise<Memory> => {
  if (isRecorded(context)) return (await context.memory({ readOnly })).memory
  const { memoryOf } = await import("../open.ts")
  return memoryOf({ config: context.config(), now: context.now, random: context.random })
}

/** To look into. */
export const readMemory = async (context: Context, out: Out): Promise<Memory> =>
  fold(await openedBy(context, true), out)

/** To change what is there: where nothing is, nothing comes to be. */
export const changeMemory = async (context: Context, out: Out): Promise<Memory> =>
  standing(context, fold(await openedBy(context, false), out))

/** To tell something: a store is made by the first word. */
export const writeMemory = async (context: Context, out: Out): Promise<Memory> =>
  standing(context, fold((await context.memory()).memory, out))

/** How this repository stands among others, for whoever takes its cards along. */
export const whereaboutsOf = (context: Context): Whereabouts => ({
  repository: context.repository(),
  decisions: context.config().values,
  look: top => readRepository(top, { cacheDir: context.basePaths().cache }),
  isShared: async scope => (await import("../team/membership.ts")).isJoined(context.paths().data, scope),
})

async function standing(context: Context, memory: Memory): Promise<Memory> {
  const { standIn } = await import("../memory/acting/take-along.ts")
  await standIn(memory, whereaboutsOf(context))
  return memory
}

/** Folded to the end. Views that another build made are folded anew, which on a long log takes long: it is shown. */
export function fold(memory: Memory, out: Out): Memory {
  const { log } = memory.parts
  const behind = log.head() - memory.views.seq()
  if (behind < QUICK) memory.catchUp()
  else foldShown(out, behind, memory.views.seq(), step => memory.catchUp(step))
  return memory
}

export function foldShown(
  out: Out,
  total: number,
  from: number,
  work: (step: (done: number) => void) => number,
): number {
  compileLate()
  const bar = out.progress("reading the log again", total)
  bar.step(0)
  const folded = work(done => bar.to(done - from))
  bar.done()
  return folded
}

export const nothingYet = (what: string): MettleError =>
  new MettleError("E_NOT_FOUND", `${what}: nothing was recorded yet`, {
    hint: 'mettle note "…" states something yourself; mettle doctor looks at the set-up',
  })
