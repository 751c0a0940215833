// Every setting: its shape, its default, what it means, and what a repository's own file may do with it. The only place
// where a default stands. Rule constants are not settings: they are params of their rule.
import { DEFAULT_IGNORES } from "./core/redact/ignore.ts"
import * as s from "./core/schema.ts"

/**
 * What `.mettle/config.json` of a repository may do with a key. A cloned repository is hostile input: "never" is the
 * rule; "trusted" may be set by a repository that the user named in `trusted`; "adds" may only lengthen the user's list, never take back from it; "lowers" may only take a smaller value or an earlier one of `order`.
 */
type Project = "never" | "trusted" | "adds" | "lowers"

export interface Key<T = unknown> {
  readonly about: string
  readonly shape: s.ZodMiniType<T>
  readonly fallback: T
  readonly project: Project
  /** for "lowers" on words: from the most careful to the least */
  readonly order?: readonly T[]
}
const key = <T>(
  shape: s.ZodMiniType<T>,
  fallback: NoInfer<T>,
  about: string,
  project: Project = "never",
  order?: readonly NoInfer<T>[],
): Key<T> => ({ about, shape, fallback, project, ...(order ? { order } : {}) })

const words = () => s.array(s.string().check(s.minLength(1), s.maxLength(256))).check(s.maxLength(200))
const patterns = () => s.array(s.string().check(s.minLength(1), s.maxLength(256))).check(s.maxLength(50))
const share = () => s.number().check(s.gte(0), s.lte(1))
const count = (least: number, most: number) => s.int().check(s.gte(least), s.lte(most))
const price = () => s.number().check(s.gte(0), s.lte(10_000))
const name = () => s.string().check(s.minLength(1), s.maxLength(100))

export const KEYS = {
  trusted: key(
    words(),
    [],
    "Working copies whose own settings count like yours where that does no harm: their folders.",
  ),
  record: key(s.boolean(), true, "Record at all. A repository may switch it off for itself.", "lowers", [false, true]),
  "data.dir": key(s.string(), "", "Folder of the log and the views; empty means the XDG data folder."),
  preset: key(name(), "mettle", "Which rules answer the nine questions."),
  notify: key(
    s.enum(["all", "useful", "off"]),
    "useful",
    "Which one-line notices you see; a repository may only make it quieter.",
    "lowers",
    ["off", "useful", "all"],
  ),
  "check.mode": key(
    s.enum(["hold", "tell", "off"]),
    "hold",
    "Before a known mistake: refuse the call once (hold), add a note (tell), or nothing.",
  ),
  "pack.tokens": key(count(0, 2400), 900, "Token budget of a pack; a repository may only lower it.", "lowers"),
  "left.show": key(
    s.enum(["off", "asked", "fits"]),
    "asked",
    "With a session's first prompt, where earlier work stopped: when you ask to go on, also when the prompt fits, or never.",
    "lowers",
    ["off", "asked", "fits"],
  ),
  "retention.messageDays": key(count(0, 36500), 7, "Days that live figures of single messages are kept; 0 for good."),
  "retention.checkpointDays": key(count(0, 36500), 30, "Days that checkpoints are kept; 0 for good."),
  "retention.textDays": key(count(0, 36500), 180, "Days that text is kept; 0 keeps it for good. Facts stay."),
  "store.capBytes": key(
    count(10_000_000, 1e15),
    2_000_000_000,
    "Most bytes the log may take; above it the oldest text is forgotten, at most a tenth a day.",
  ),
  "ignore.globs": key<string[]>(
    words(),
    [...DEFAULT_IGNORES],
    "Files whose content is never recorded, beside the built-in list; !glob takes one back (not in a repository's file).",
    "adds",
  ),
  "ignore.repos": key(words(), [], "Repositories never recorded: path, id or origin."),
  "ignore.tools": key(words(), [], "Tools whose calls are never recorded.", "adds"),
  "patterns.negative": key(patterns(), [], "Your own patterns of complaint (RE2 syntax), beside the built-in ones."),
  "patterns.positive": key(patterns(), [], "Your own patterns of praise (RE2 syntax), beside the built-in ones."),
  "patterns.disable": key(words(), [], "Ids of built-in patterns to switch off."),
  "model.backend": key(
    s.enum(["none", "client", "anthropic", "openai", "ollama"]),
    "none",
    "Who writes summaries and proposals, if anyone. Keys come from the environment only.",
  ),
  "model.client": key(
    s.enum(["claude", "codex", "gemini"]),
    "claude",
    "For backend client: the agent program that is asked, with its own log-in.",
  ),
  "model.name": key(s.string().check(s.maxLength(200)), "", "Model to ask; empty means the backend's own choice."),
  "model.url": key(
    s.string().check(s.maxLength(500)),
    "",
    "Address of an OpenAI-compatible or Ollama server, https or loopback. Its key is METTLE_MODEL_KEY.",
  ),
  "model.dailyTokens": key(count(0, 1e9), 0, "Most model tokens a day; 0 allows none."),
  "model.dailyMoney": key(s.number().check(s.gte(0), s.lte(10_000)), 0, "Most money a day, in dollars; 0 allows none."),
  "model.inputPrice": key(price(), 15, "Dollars per million tokens sent, where the program does not tell the cost."),
  "model.outputPrice": key(price(), 75, "Dollars per million tokens answered, likewise."),
  "evidence.gh": key(
    s.boolean(),
    false,
    "Ask the gh program how CI took commits of past episodes. That goes over the network, as yourself.",
  ),
  "learn.norms": key(
    s.enum(["auto", "ask", "off"]),
    "auto",
    "What becomes of a wish you type: kept at once (auto), kept out of packs until your yes (ask), or only your notes count (off).",
  ),
  "facts.days": key(
    count(0, 36500),
    90,
    "Days after which a fact from a tool or a document that was not seen true since is no longer said; 0 says it always.",
  ),
  "control.share": key(share(), 0, "Share of episodes run without measured cards, to know what they are worth."),
  "memory.standDown": key(
    s.boolean(),
    true,
    "Where measured cards clearly do harm, show only norms and what you vouched for, and say so.",
  ),
  "memory.keepShowing": key(
    words(),
    [],
    "Scopes (ids as mettle config scope shows them, or their first six digits) where measured cards are shown all the same.",
  ),
  domains: key(
    s.record(name(), words()),
    {},
    "Tags you put on repositories, and the repositories (id, origin or path) that carry each.",
  ),
  "scope.names": key(
    s.record(name(), name()),
    {},
    "Scopes you named yourself: id, then name (mettle config scope set).",
  ),
  "scope.merges": key(
    s.record(name(), name()),
    {},
    "Scopes counted as another: id, then id (mettle config scope merge).",
  ),
  "scope.worktrees": key(
    s.enum(["shared", "apart"]),
    "shared",
    "Whether worktrees of one repository share what is known, or each has a scope of its own.",
  ),
  "judge.enabled": key(s.boolean(), true, "Judge episodes and learn from them."),
  "sampling.rate": key(share(), 0.2, "Share of episodes that a model may analyse, once past the burn-in."),
  "sampling.burnInEpisodes": key(count(0, 10_000), 10, "First episodes that are all analysed."),
  "episode.endByHook": key(s.boolean(), true, "An episode ends when its client says so."),
  "episode.endByIdle": key(s.boolean(), true, "An episode ends after a time without events."),
  "episode.idleMinutes": key(count(1, 1440), 15, "How long that time is."),
  "breaker.enabled": key(s.boolean(), true, "Watch for an episode that goes wrong.", "trusted"),
  "breaker.intervene": key(s.boolean(), true, "Say so to the agent when it does.", "trusted"),
  "breaker.tells": key(
    s.enum(["agent", "person"]),
    "agent",
    "Whom it tells: the agent, beside its prompt, or only you, in one line.",
  ),
  "breaker.cooldownSeconds": key(count(0, 86_400), 120, "Least time between two interventions.", "trusted"),
  "breaker.maxPerEpisode": key(count(0, 100), 3, "Most interventions in one episode.", "trusted"),
  "breaker.threshold": key(
    share(),
    0.7,
    "Average of frustration above which it trips; a set value is never proposed on.",
    "trusted",
  ),
  "breaker.alpha": key(share(), 0.3, "Weight of the newest signal in that average.", "trusted"),
  "checkpoint.messages": key(count(2, 1000), 10, "Messages after which a checkpoint is cut at the latest.", "trusted"),
} as const

export type KeyName = keyof typeof KEYS
export type Values = { readonly [K in KeyName]: (typeof KEYS)[K] extends Key<infer T> ? T : never }
export const isKey = (text: string): text is KeyName => Object.hasOwn(KEYS, text)

/** Lists grow from layer to layer instead of replacing each other: nobody loses the built-in ignores by naming one more. */
export const isList = (key: Key): boolean => Array.isArray(key.fallback)

/** Settings whose value is a map: what stands below them in a file is data, not more keys. */
export const MAPS: readonly string[] = ["domains", "scope.names", "scope.merges"]

/** METTLE_RETENTION_TEXT_DAYS for retention.textDays */
export const envName = (of: string): string =>
  `METTLE_${of
    .replace(/[A-Z]/g, letter => `_${letter}`)
    .replaceAll(".", "_")
    .toUpperCase()}`
