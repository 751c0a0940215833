// openMemory: store, clock, chance, embedder and model from the caller, everything else as the command line has it. No global
// state: two memories in one process know nothing of each other.
import { randomBytes } from "node:crypto"
import { mkdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { type Config, loadConfig } from "../config.ts"
import { MettleError } from "../core/errors.ts"
import { recordOutcome } from "../memory/acting/told-episode.ts"
import { forget } from "../memory/forgetting/forget.ts"
import { type Selector, selectorFor } from "../memory/forgetting/wanted.ts"
import type { Memory } from "../memory/memory.ts"
import { compareFolds, foldUnder } from "../memory/past/replay.ts"
import { findEpisode } from "../memory/reading/episodes.ts"
import { findCards, findEpisodes, planFor, planText, workLearned } from "../memory/reading/find.ts"
import { episodeHistory, readHistory } from "../memory/reading/history.ts"
import { episodesNamed, signalsOf } from "../memory/reading/open-errors.ts"
import { readLedger } from "../memory/reading/read.ts"
import { embedMissing } from "../memory/tending/embed.ts"
import { settle } from "../memory/tending/settle.ts"
import { ramPorts } from "../memory/without-disk.ts"
import { memoryOf, openMemoryAt } from "../open.ts"
import { privateDir, resolvePaths } from "../paths.ts"
import { cardsOf, check, explain, found, ledgerLine, pack } from "./ask.ts"
import type { LanguageModel, MemoryOptions, Mettle, StorePorts } from "./contract.ts"
import { episodeHandle, errorsOfTasks, SWARM, teller } from "./told.ts"
import { either, isPlaced, look, orStop, scopeAt, scopesAt, vectorOf, type Within, writing } from "./within.ts"

const MOST = 10
const SIMILAR = 5

/** A store in RAM, to be shared between openings or handed to a test. */
export const memoryStore = (): StorePorts => ramPorts()

export async function openMemory(options: MemoryOptions = {}): Promise<Mettle> {
  orStop(options.signal)
  const now = options.clock ?? Date.now
  const random = options.rng ?? (bytes => randomBytes(bytes))
  const ending = new AbortController()
  const signal = either(ending.signal, options.signal)
  const { memory, config, close } = opened(options, now, random)
  const within: Within = {
    ...{ memory, config, signal },
    embedder: options.embedder ?? null,
    readOnly: options.readOnly ?? false,
    settle: async stop => {
      writing(within, stop)
      const done = await settle(memory)
      if (options.embedder) {
        const { embedder } = options
        await embedMissing(memory, {
          id: embedder.id,
          dims: embedder.dims,
          embed: async texts => embedder.embed(texts, stop),
        })
      }
      if (options.llm !== undefined && options.llm !== "none") await read(memory, config, options.llm, stop)
      return done
    },
  }
  try {
    memory.catchUp()
  } catch (error) {
    await close()
    throw error
  }
  let closed: Promise<void> | null = null
  const end = (): Promise<void> => {
    ending.abort()
    return (closed ??= close())
  }
  return { ...asked(within), ...told(within), close: end, [Symbol.asyncDispose]: end }
}

/** What is told to the memory. */
function told(within: Within): Pick<Mettle, "episode" | "recordOutcome" | "settle" | "forget"> {
  const { memory } = within
  return {
    episode: (options = {}) => episodeHandle(within, options),
    recordOutcome: async report => {
      writing(within, report.signal)
      memory.catchUp()
      const moved = await recordOutcome(memory, report, teller(within, report))
      return { ...moved, ledger: moved.ledger.map(ledgerLine) }
    },
    settle: stoppable => within.settle(stoppable?.signal),
    forget: async (what, stoppable) => {
      writing(within, stoppable?.signal)
      const { texts, bytes, events, cards, found: left, elsewhere } = await forget(memory, exactly(within, what))
      return { texts, bytes, events, cards, found: left, elsewhere }
    },
  }
}

/** What is asked of the memory. */
function asked(within: Within): Omit<Mettle, keyof ReturnType<typeof told> | "close" | typeof Symbol.asyncDispose> {
  const { memory, config } = within
  return {
    pack: request => pack(within, request),
    check: request => check(within, request),
    cards: cardsOf(within),
    explain: explain(within),
    history: historyOf(within),
    signals: {
      list: async (filter = {}) =>
        look(within, m => signalsOf(m, episodesNamed(m, { host: SWARM, ...filter }), filter.type)),
    },
    errors: errorsOfTasks(within),
    learned: async (place = {}) => look(within, m => workLearned(m, isPlaced(place) ? scopesAt(config, place) : null)),
    search: async (query, how = {}) => {
      const vector = await vectorOf(within, query, how.signal)
      const scopes = how.everywhere ? null : scopesAt(config, how)
      const finding = { query, scopes, kind: how.kind ?? null, most: how.limit ?? MOST, asked: vector }
      return look(
        within,
        m => ({
          cards: findCards(m, finding).map(found),
          episodes: how.kind ? [] : findEpisodes(m, finding),
        }),
        how.signal,
      )
    },
    plan: async (task, how = {}) => {
      const vector = await vectorOf(within, task, how.signal)
      const planning = { task, scopes: scopesAt(config, how), most: how.limit ?? SIMILAR, asked: vector }
      return look(
        within,
        m => {
          const plan = planFor(m, planning)
          return {
            similar: plan.similar,
            cards: plan.cards.map(found),
            avoid: plan.avoid.map(found),
            criteria: plan.criteria,
            text: planText(plan),
          }
        },
        how.signal,
      )
    },
    subscribe: (how = {}) => memory.parts.log.subscribe(how.since ?? 0, either(within.signal, how.signal)),
    text: ref => memory.text(ref),
    replay: async ({ presets: [a, b], since, signal }) => {
      orStop(signal, within.signal)
      const how = { stop: () => signal?.aborted ?? false, since }
      memory.catchUp()
      return compareFolds(memory, foldUnder(memory, a, how), foldUnder(memory, b, how), since)
    },
  }
}

function historyOf(within: Within): Mettle["history"] {
  const { config } = within
  return {
    episodes: async (filter = {}) =>
      look(within, m =>
        readHistory(m, {
          scope: isPlaced(filter) ? scopeAt(config, filter) : undefined,
          ...{ verdict: filter.verdict, since: filter.since },
        }).map(({ id, verdict, openedAt }) => ({ id, verdict, openedAt })),
      ),
    trajectory: async id => look(within, m => episodeHistory(m, findEpisode(m, id)).trajectory),
    ledger: async id =>
      look(within, m => readLedger(m, id === undefined ? undefined : findEpisode(m, id).id).map(ledgerLine)),
  }
}

function opened(options: MemoryOptions, now: () => number, random: (bytes: number) => Uint8Array) {
  const { store, dir, preset, settings = {}, readOnly = false } = options
  if (store !== undefined) {
    const config = settingsOnly(settings)
    const ports = store === "memory" ? ramPorts() : store
    const memory = memoryOf({ config, now, random, preset }, ports)
    return { memory, config, close: () => memory.close() }
  }
  const here = dir === undefined ? resolvePaths(process.env) : null
  const config = here ? loadConfig({ userDir: here.config, env: process.env, flags: settings }) : settingsOnly(settings)
  const problem = config.problems[0]
  if (problem) throw new MettleError("E_CONFIG", problem.text)
  const data = dir === undefined ? config.get("data.dir") || here!.data : resolve(dir)
  if (!readOnly) mkdirSync(data, { recursive: true, mode: 0o700 })
  const made = openMemoryAt({
    ...{ dir: readOnly ? data : privateDir(data), config, now, random, readOnly, preset },
    home: here ? { state: here.state, config: here.config, run: here.runtime, temp: tmpdir() } : undefined,
  })
  return {
    memory: made.memory,
    config,
    close: async () => {
      await made.memory.close()
      await made.store.close()
    },
  }
}

/** No file and no variable: what the caller says, and the defaults. */
function settingsOnly(settings: Readonly<Record<string, unknown>>): Config {
  const config = loadConfig({ userDir: join("/", "mettle-has-no-settings-here"), flags: settings })
  const problem = config.problems[0] ?? config.notices[0]
  if (problem) throw new MettleError("E_CONFIG", problem.text, { hint: "mettle help settings" })
  return config
}

/** Ids may be shortened here too. */
const exactly = (within: Within, what: Parameters<Mettle["forget"]>[0]): Selector =>
  "since" in what ? what : look(within, m => selectorFor(m, what))

async function read(memory: Memory, config: Config, llm: LanguageModel, signal?: AbortSignal): Promise<void> {
  const [{ backendOver }, { capsOf, openMeter }, { work }, { readObject }] = await Promise.all([
    import("../model/backend.ts"),
    import("../model/meter.ts"),
    import("../model/worker.ts"),
    import("../model/prompts.ts"),
  ])
  const completer = {
    ...{ name: llm.name, to: llm.name, free: true, overhead: 0 },
    complete: async <T>({ system, prompt, schema }: { system: string; prompt: string; schema: never }) => ({
      object: readObject(await llm.complete({ system, prompt, signal }), schema) as T | null,
      ...{ inputTokens: null, outputTokens: null, dollars: null },
    }),
  }
  const meter = openMeter(memory.parts.meta, memory.parts.now, capsOf(config))
  const sampling = { rate: config.get("sampling.rate"), burnInEpisodes: config.get("sampling.burnInEpisodes") }
  await work(memory, backendOver(completer as never, meter, signal), sampling, signal)
}
