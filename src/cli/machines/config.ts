// mettle config: show, set and explain settings. Writes only the user's own file.
import { fromText, projectFile, saveSetting, userFile } from "../../config.ts"
import { envName, isKey, KEYS, type Key, type KeyName } from "../../config-keys.ts"
import { MettleError } from "../../core/errors.ts"
import { didYouMean } from "../../core/nearest.ts"
import { adoptedBy } from "../../open.ts"
import { act, defineMettleCommand, FLAGS, type Running, usage, word } from "../command.ts"
import { isRecorded } from "../context.ts"
import { configRules } from "./config-rules.ts"

const ACTS = ["get", "set", "unset", "explain", "path"] as const
const args = {
  act: { ...act(ACTS, `${ACTS.join(", ")}, or rules.<rule>.<param>`), others: true },
  key: word(),
  value: word(),
  yes: FLAGS.yes,
  "dry-run": FLAGS["dry-run"],
} as const

export const command = defineMettleCommand({
  name: "config",
  examples: [
    ["mettle config", "every setting that is not at its default"],
    ["mettle config get retention.textDays", "one value"],
    ["mettle config set retention.textDays 90", "write it to your config.json"],
    ["mettle config set ignore.tools WebFetch,Read", "lists with commas, or as JSON"],
    ["mettle config unset notify", "back to the default"],
    ["mettle config explain check.mode", "what it means, every layer, who won"],
    ["mettle config path", "the files that are read"],
    ["mettle config rules", "the rules in use, and which of their numbers you changed"],
    ["mettle config rules.recheck.workMass", "what a number means, between what it may be set"],
    [
      "mettle config rules.recheck.workMass 3",
      "what that would have done with your log, then asks; mettle undo takes it back",
    ],
    ["mettle config unset rules.recheck.workMass", "back to the rule's own number, likewise"],
  ],
  args,
  run: running => {
    const { act = "explain", key, value } = running.args
    if (isOfRules(act)) return configRules(running, "explain", act, key)
    if (isOfRules(key) && act !== "path") return configRules(running, act, key, value)
    switch (act) {
      case "get":
        return get(running, known(key))
      case "set":
        if (value === undefined) throw usage(command, "set needs <key> <value>")
        return set(running, known(key), fromText(KEYS[known(key)] as Key, value))
      case "unset":
        return set(running, known(key), undefined)
      case "explain":
        return key === undefined ? overview(running) : explain(running, known(key))
      case "path":
        return path(running)
      default:
        throw usage(command, `does not know "${act}"`)
    }
  },
})

type Run = Running<typeof args>
const isOfRules = (word: string | undefined): word is string =>
  word === "rules" || (word?.startsWith("rules.") ?? false)

function known(key: string | undefined): KeyName {
  if (key === undefined) throw usage(command, "needs the name of a setting")
  if (isKey(key)) return key
  const hint = didYouMean(key, Object.keys(KEYS), "mettle help settings")
  throw new MettleError("E_NOT_FOUND", `no setting "${key}"`, { hint })
}

const shown = (value: unknown): string => (typeof value === "string" ? value || '""' : JSON.stringify(value))

function get({ out, context }: Run, key: KeyName): void {
  const value = context.config().get(key)
  out.result({ key, value }, typeof value === "string" ? value : JSON.stringify(value))
}

async function set(running: Run, key: KeyName, value: unknown): Promise<void> {
  const { out, context } = running
  const dryRun = running.args["dry-run"]
  const before = context.configAsIs()
  const { config } = context.basePaths()
  if (!dryRun) saveSetting(config, key, value)
  const winner = before.explain(key).at(-1)!
  const outranked = winner.layer === "env" || winner.layer === "project" || winner.layer === "flag"
  out.result(
    { key, value: value ?? KEYS[key].fallback, was: before.get(key), file: userFile(config), written: !dryRun },
    `${key} = ${shown(value ?? KEYS[key].fallback)}  (was ${shown(before.get(key))})${dryRun ? "  not written" : ""}`,
  )
  if (outranked) out.note(`note: ${winner.from} still decides, it outranks your file (mettle config explain ${key})`)
  const adopted = key === "preset" ? await adoptedHere(running) : null
  if (adopted !== null) out.note(`note: ${adopted}`)
}

/** A preset that the store adopted goes before the setting: it is part of the log. */
async function adoptedHere({ context }: Run): Promise<string | null> {
  if (!isRecorded(context)) return null
  const name = adoptedBy((await context.memory({ readOnly: true })).store)?.preset
  if (name === undefined) return null
  return `this store adopted ${name}, which goes before the setting; to change it: mettle replay --preset ${name} --preset <name> --adopt`
}

async function explain(running: Run, key: KeyName): Promise<void> {
  const { out, context } = running
  const config = context.configAsIs()
  const adopted = key === "preset" ? await adoptedHere(running) : null
  const { about, project } = KEYS[key] as Key
  const steps = config.explain(key)
  const remarks = [...config.problems, ...config.notices]
    .filter(notice => notice.key === key)
    .map(notice => notice.text)
    .concat(adopted ?? [])
  const may = {
    never: "may not set it",
    trusted: "may set it where you trust it",
    adds: "may add to it",
    lowers: "may only make it stricter",
  }[project]
  out.result({ key, about, value: config.get(key), steps, notices: remarks, env: envName(key), project }, () => {
    out.line(`${key}: ${about}`)
    out.line()
    steps.forEach((step, i) => {
      const won = i === steps.length - 1
      out.line(
        `  ${won ? "*" : " "} ${step.layer.padEnd(8)} ${shown(step.value)}${step.from ? `  (${step.from})` : ""}`,
      )
    })
    for (const text of remarks) out.line(`  ! ${text}`)
    out.line()
    out.line(`Variable ${envName(key)}; a repository's file ${may}.`)
  })
}

function overview({ out, context }: Run): void {
  const config = context.configAsIs()
  const names = Object.keys(KEYS) as KeyName[]
  const remarks = [...config.problems, ...config.notices].map(notice => notice.text)
  const origin = (key: KeyName) => config.explain(key).at(-1)!
  const values = Object.fromEntries(names.map(key => [key, { value: config.get(key), from: origin(key).layer }]))
  out.result({ settings: values, off: config.off, notices: remarks }, () => {
    const changed = names.filter(key => out.verbose || origin(key).layer !== "default")
    if (changed.length === 0) out.line("Every setting is at its default (mettle help settings lists them).")
    else
      out.table(
        [{ name: "setting" }, { name: "from" }, { name: "value" }],
        changed.map(key => [key, origin(key).layer, shown(config.get(key))]),
      )
    for (const text of remarks) out.line(`! ${text}`)
    if (config.off) out.line("Recording is off.")
  })
}

function path({ out, context }: Run): void {
  const user = userFile(context.basePaths().config)
  const project = projectFile(context.repository().top)
  out.result({ user, project }, () => {
    out.line(user)
    out.line(project)
  })
}
