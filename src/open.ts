// Opens the memory of this computer: store, views and rules composed from settings and paths. The one place where
// doors get a Memory from.

import type { Config } from "./config.ts"
import type { KeyName } from "./config-keys.ts"
import { parseEvent } from "./core/events/registry.ts"
import { type Overrides, stillFitting } from "./core/rules/params.ts"
import { WATCHERS } from "./core/rules/registry.ts"
import type { Watcher } from "./core/rules/rule.ts"
import { FOLD_VERSION } from "./core/views/fold.ts"
import { builtInMeaning } from "./meaning/word-table.ts"
import { adoptionsIn } from "./memory/acting/adoptions.ts"
import type { Patience } from "./memory/folding.ts"
import type { HomeDirs } from "./memory/forgetting/text-places.ts"
import { Memory } from "./memory/memory.ts"
import { memoryOver, ramPorts } from "./memory/without-disk.ts"
import { sqliteReadings } from "./store/sqlite-readings.ts"
import { sqliteSearch } from "./store/sqlite-search.ts"
import { openStore, type Store } from "./store/store.ts"
import { openViews } from "./store/view-store.ts"
import { VERSION } from "./version.ts"

/** Doors ask whether anything can be kept there. */
export { onlyReadable } from "./store/files.ts"

interface OpenOptions {
  readonly dir: string
  readonly config: Config
  readonly now: () => number
  readonly random: (bytes: number) => Uint8Array
  readonly preset?: string
  readonly readOnly?: boolean
  readonly groupMs?: number
  readonly busyMs?: number
  /** the other folders of this home that can hold text, so that forgetting reaches them */
  readonly home?: Omit<HomeDirs, "data">
  /** somebody waits for what is done with it */
  readonly patience?: Patience
}
export interface Opened {
  readonly memory: Memory
  readonly store: Store
}

export function openMemoryAt(options: OpenOptions): Opened {
  const { config, dir } = options
  const store = openStore({
    dir,
    readOnly: options.readOnly ?? false,
    groupMs: options.groupMs ?? 0,
    validate: parseEvent,
    ...(options.busyMs === undefined ? {} : { busyMs: options.busyMs }),
  })
  const adopted = options.preset === undefined ? adoptedBy(store) : null
  const memory = new Memory({
    log: store.log,
    blobs: store.blobs,
    meta: store.meta,
    // A hook opens a memory and must not pay for them.
    places: async () => (await import("./memory/forgetting/text-places.ts")).textPlaces({ ...options.home, data: dir }),
    openViews: fingerprint =>
      openViews({
        dir,
        fingerprint,
        shape: SHAPE,
        somebodyWaits: options.patience !== undefined,
        busyMs: options.busyMs,
      }),
    ...(options.readOnly ? {} : { readings: sqliteReadings({ dir, busyMs: options.busyMs }) }),
    openSearch: views => sqliteSearch(() => views.sql!, builtInMeaning),
    now: options.now,
    randomBytes: () => options.random(16),
    engine: process.versions.v8,
    preset: options.preset ?? adopted?.preset ?? config.get("preset"),
    ...(adopted ? { adopted: adopted.params } : {}),
    ...memorySettings(config),
    ...(options.patience === undefined ? {} : { patience: options.patience }),
  })
  return { memory, store }
}

/** A memory over ports that somebody brings, or over nothing but RAM, under these settings. */
export const memoryOf = (
  { config, now, random, preset }: Pick<OpenOptions, "config" | "now" | "random" | "preset">,
  ports: Parameters<typeof memoryOver>[0] = ramPorts(),
): Memory =>
  memoryOver(ports, {
    now,
    randomBytes: () => random(16),
    engine: process.versions.v8,
    preset: preset ?? config.get("preset"),
    ...memorySettings(config),
  })

/** What rows look like: views of the same shape can be read by other rules. */
const SHAPE = `${VERSION}/${FOLD_VERSION}`

/** A hundred years: an episode that does not end by idle time. */
const NEVER_MINUTES = 52_560_000

/** What the user's settings mean to a memory, on disk or not. */
const memorySettings = (config: Config) => ({
  params: userParams(config),
  judges: config.get("judge.enabled"),
  idleMinutes: config.get("episode.endByIdle") ? config.get("episode.idleMinutes") : NEVER_MINUTES,
  endByHook: config.get("episode.endByHook"),
  standDown: config.get("memory.standDown"),
  keepShowing: config.get("memory.keepShowing"),
  controlShare: config.get("control.share"),
  norms: config.get("learn.norms"),
  factDays: config.get("facts.days"),
  record: { ignore: config.get("ignore.globs") },
})

/** Rule params that follow from the user's settings. Empty settings change no fingerprint. */
function userParams(config: Config): Overrides {
  const phrases = [
    ...config
      .get("patterns.negative")
      .map((pattern, i) => ({ id: `negative-${i + 1}`, pattern, says: "complaint", ignoreCase: true })),
    ...config
      .get("patterns.positive")
      .map((pattern, i) => ({ id: `positive-${i + 1}`, pattern, says: "praise", ignoreCase: true })),
  ]
  const off = config.get("patterns.disable")
  return {
    ...(phrases.length > 0 ? { "user-phrases": { patterns: phrases } } : {}),
    ...(off.length > 0 ? { "tool-result": { off } } : {}),
    ...breakerParams(config),
  }
}

/** Params of alarm rules and of scribes that follow a setting: the breaker's, and what is kept of how an episode goes. */
const BREAKER: Readonly<Record<string, KeyName>> = {
  enabled: "breaker.enabled",
  mute: "breaker.intervene",
  cooldownSeconds: "breaker.cooldownSeconds",
  perEpisode: "breaker.maxPerEpisode",
  alpha: "breaker.alpha",
  threshold: "breaker.threshold",
  every: "checkpoint.messages",
  messageDays: "retention.messageDays",
  checkpointDays: "retention.checkpointDays",
}

function breakerParams(config: Config): Overrides {
  const set = (param: string): readonly (readonly [string, unknown])[] => {
    const key = BREAKER[param]
    return key === undefined ? [] : [[param, param === "mute" ? !config.get(key) : config.get(key)]]
  }
  return Object.fromEntries(
    WATCHERS.filter(followsBreaker).map(({ name, params }) => [
      name,
      Object.fromEntries(Object.keys(params).flatMap(set)),
    ]),
  )
}

const followsBreaker = ({ question }: Pick<Watcher, "question">): boolean =>
  question === "alarm" || question === undefined

/** The setting that a rule's param follows, if there is one: that is its door then. */
export function settingOf(rule: Pick<Watcher, "question" | "name">, param: string): KeyName | null {
  if (followsBreaker(rule)) return BREAKER[param] ?? null
  if (rule.name === "user-phrases" && param === "patterns") return "patterns.negative"
  return rule.name === "tool-result" && param === "off" ? "patterns.disable" : null
}

/** The last preset.adopted event that was not taken back wins over the setting: adopting is part of the log. */
export function adoptedBy(store: Pick<Store, "log">): { readonly preset: string; readonly params: Overrides } | null {
  const last = adoptionsIn(store.log).at(-1)
  return last ? { preset: last.preset, params: stillFitting(WATCHERS, last.params) } : null
}
