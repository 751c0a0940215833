// The one loader of settings: flags > METTLE_* > the repository's .mettle/config.json > the user's file > defaults.
// Never throws for what a file says: a repository's file is ignored with a notice where it oversteps, a broken user file
// or variable is a problem, which doors show and which stops recording (its privacy settings cannot be known). A repository's file
// that cannot be read stops recording there.
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { envName, isKey, isList, KEYS, type Key, type KeyName, MAPS, type Values } from "./config-keys.ts"
import { MettleError } from "./core/errors.ts"
import { jsonPlace, parsed, repeatedName } from "./core/loose.ts"
import { nearest } from "./core/nearest.ts"
import { type Env, privateDir, writeWhole } from "./paths.ts"

const LAYERS = ["default", "user", "project", "env", "flag"] as const
type Layer = (typeof LAYERS)[number]

interface Notice {
  readonly layer: Layer
  readonly key: string
  readonly text: string
}
interface Step {
  readonly layer: Layer
  /** file, variable or flag */
  readonly from: string
  readonly value: unknown
}
export interface Config {
  readonly values: Values
  get<K extends KeyName>(key: K): Values[K]
  /** every layer that had a say, weakest first; the last one won */
  explain(key: KeyName): readonly Step[]
  /** what was ignored, and why: harmless, worth showing */
  readonly notices: readonly Notice[]
  /** what must be repaired before anything is recorded */
  readonly problems: readonly Notice[]
  /** a repository's file, or its word on recording, that cannot be read: it may ask to be left alone, so it is */
  readonly unread: Notice | null
  /** METTLE=off, or a repository that may not be recorded */
  readonly off: boolean
}

interface Sources {
  /** folder of the user's config.json */
  readonly userDir: string
  /** root of the working copy, when there is one */
  readonly projectDir?: string | null
  readonly env?: Env
  readonly flags?: Readonly<Record<string, unknown>>
}

const LARGEST = 256 * 1024
export const userFile = (dir: string): string => join(dir, "config.json")
export const projectFile = (dir: string): string => join(dir, ".mettle", "config.json")

export function loadConfig(sources: Sources): Config {
  const env = sources.env ?? {}
  const steps = new Map<KeyName, Step[]>()
  const notices: Notice[] = []
  const problems: Notice[] = []
  let unread: Notice | null = null
  for (const [name, key] of Object.entries(KEYS))
    steps.set(name as KeyName, [{ layer: "default", from: "", value: key.fallback }])
  const current = (name: KeyName) => steps.get(name)!.at(-1)!.value

  const take = (layer: Layer, from: string, name: string, raw: unknown) => {
    const blame = layer === "project" ? notices : problems
    if (!isKey(name)) return void notices.push({ layer, key: name, text: `${from}: ${noSetting(layer, name)}` })
    const key = KEYS[name] as Key
    const parsed = key.shape.safeParse(raw)
    if (!parsed.success) {
      const notice = { layer, key: name, text: `${from}: ${name} ${expected(parsed.error.issues[0])}` }
      blame.push(notice)
      if (layer === "project" && name === "record") unread ??= notice
      return
    }
    const trusted = (current("trusted") as readonly string[]).includes(sources.projectDir ?? "")
    const allowed = layer === "project" ? tightened(key, current(name), parsed.data, trusted) : { value: parsed.data }
    if ("refused" in allowed) notices.push({ layer, key: name, text: `${from}: ${name} ignored: ${allowed.refused}` })
    else
      steps.get(name)!.push({ layer, from, value: isList(key) ? union(current(name), allowed.value) : allowed.value })
  }
  const takeFile = (layer: "user" | "project", file: string) => {
    const read = readJson(file)
    if (read === null) return
    if ("broken" in read) {
      const notice = { layer, key: "", text: `${file}: ${read.broken}` }
      ;(layer === "project" ? notices : problems).push(notice)
      if (layer === "project") unread = notice
    } else for (const [name, raw] of flatten(read.value)) take(layer, file, name, raw)
  }

  const takeVariable = (name: string) => {
    const variable = envName(name)
    const text = env[variable]
    if (text !== undefined && text !== "") take("env", variable, name, fromText(KEYS[name as KeyName] as Key, text))
  }

  takeFile("user", userFile(sources.userDir))
  // What a repository may set depends on whether the user trusts it, wherever they say so.
  takeVariable("trusted")
  if (sources.projectDir) takeFile("project", projectFile(sources.projectDir))
  for (const name of Object.keys(KEYS)) if (name !== "trusted") takeVariable(name)
  for (const [name, raw] of Object.entries(sources.flags ?? {}))
    if (raw !== undefined)
      take("flag", "flag", name, typeof raw === "string" && isKey(name) ? fromText(KEYS[name] as Key, raw) : raw)

  const values = Object.fromEntries([...steps].map(([name, said]) => [name, said.at(-1)!.value])) as unknown as Values
  return {
    values,
    get: name => values[name],
    explain: name => steps.get(name) ?? [],
    notices,
    problems,
    unread,
    off: env.METTLE === "off" || values.record === false || problems.length > 0 || unread !== null,
  }
}

function tightened(
  key: Key,
  user: unknown,
  project: unknown,
  trusted: boolean,
): { value: unknown } | { refused: string } {
  if (key.project === "never") return { refused: "a repository may not set this" }
  if (key.project === "trusted")
    return trusted ? { value: project } : { refused: "only a repository that you trust may set this (trusted)" }
  if (key.project === "adds")
    return (project as string[]).some(entry => entry.trimStart().startsWith("!"))
      ? { refused: "a repository may not take anything back" }
      : { value: project }
  const place = (value: unknown) => (key.order ? key.order.indexOf(value) : (value as number))
  return place(project) <= place(user) ? { value: project } : { refused: "a repository may only make this stricter" }
}

/** What is named again moves to the end, where it outranks what came before it. */
const union = (before: unknown, more: unknown): readonly string[] => {
  const added = more as readonly string[]
  return [...(before as readonly string[]).filter(entry => !added.includes(entry)), ...added]
}

/** {retention: {textDays: 90}} and {"retention.textDays": 90} say the same. */
function flatten(value: Readonly<Record<string, unknown>>, prefix = ""): [string, unknown][] {
  return Object.entries(value).flatMap(([part, inner]): [string, unknown][] => {
    const name = prefix + part
    if (name === "$schema") return []
    const nested = typeof inner === "object" && inner !== null && !Array.isArray(inner)
    if (nested && !MAPS.includes(name) && !isKey(name) && name.split(".").length < 4)
      return flatten(inner as Record<string, unknown>, `${name}.`)
    return [[name, inner]]
  })
}

/** Text from a variable, a flag or `config set`: words stay words, lists may be given with commas, the rest is JSON. */
export function fromText(key: Key, text: string): unknown {
  if (typeof key.fallback === "string") return text
  if (Array.isArray(key.fallback) && !text.trimStart().startsWith("["))
    return text
      .split(",")
      .map(part => part.trim())
      .filter(part => part !== "")
  const value = parsed(text)
  return value === undefined ? text : value
}

/** Why a name that is no setting says nothing. */
function noSetting(layer: Layer, name: string): string {
  const ofRules = name.startsWith("rules.") || name === "rules"
  const refused =
    layer === "project" ? "a repository may not set numbers of rules" : "numbers of rules stand in no file"
  if (ofRules) return `${name} ignored: ${refused} (mettle config rules)`
  const meant = nearest(name, Object.keys(KEYS))
  return `no such setting "${name}"${meant ? `; did you mean ${meant}?` : ""}`
}

type Issue = {
  readonly code: string
  readonly message: string
  readonly expected?: string
  readonly values?: readonly unknown[]
}
function expected(issue: unknown): string {
  const { code, message, expected: type, values, ...rest } = issue as Issue & { minimum?: number; maximum?: number }
  if (code === "invalid_type") return `must be ${type}`
  if (code === "invalid_value") return `must be one of ${(values ?? []).join(", ")}`
  if (code === "too_small") return `must be at least ${rest.minimum}`
  if (code === "too_big") return `must be at most ${rest.maximum}`
  return `is not valid (${message})`
}

type Json = { readonly value: Record<string, unknown> } | { readonly broken: string } | null
function readJson(file: string): Json {
  let descriptor: number
  try {
    // Not blocking: a repository may plant a pipe under this name.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === "ENOENT" || code === "ENOTDIR" ? null : { broken: `cannot be read (${code})` }
  }
  let text = ""
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return { broken: "is not a file" }
    if (stat.size > LARGEST) return { broken: `is larger than ${LARGEST / 1024} KB` }
    text = readFileSync(descriptor, "utf8").replace(/^\uFEFF/, "")
    const value: unknown = JSON.parse(text)
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return { broken: "must hold one JSON object" }
    const twice = repeatedName(text)
    if (twice !== null) return { broken: `says ${JSON.stringify(twice)} twice in one object` }
    return { value: value as Record<string, unknown> }
  } catch (error) {
    return { broken: `is not JSON ${jsonPlace(text, error)}` }
  } finally {
    closeSync(descriptor)
  }
}

/** Writes one setting into the user's file, whole or not at all; undefined takes it out again. */
export function saveSetting(userDir: string, name: KeyName, value: unknown): void {
  const file = userFile(userDir)
  const read = readJson(file)
  if (read && "broken" in read)
    throw new MettleError("E_CONFIG", `${file} ${read.broken}`, {
      still: "nothing was changed",
      hint: `repair or remove ${file}`,
    })
  if (value !== undefined) {
    const parsed = (KEYS[name] as Key).shape.safeParse(value)
    if (!parsed.success)
      throw new MettleError("E_CONFIG", `${name} ${expected(parsed.error.issues[0])}`, {
        still: "nothing was changed",
        hint: `mettle config explain ${name}`,
      })
  }
  const rest = flatten(read?.value ?? {}).filter(([other]) => other !== name)
  const all = value === undefined ? rest : [...rest, [name, value] as [string, unknown]]
  privateDir(userDir)
  writeWhole(file, `${JSON.stringify(nest(all), null, 2)}\n`)
}

function nest(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null)
  for (const [name, value] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const parts = name.split(".")
    let at = root
    for (const part of parts.slice(0, -1)) {
      const next = at[part]
      at = (typeof next === "object" && next !== null ? next : (at[part] = Object.create(null))) as Record<
        string,
        unknown
      >
    }
    at[parts.at(-1)!] = value
  }
  return root
}
