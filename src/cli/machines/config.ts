// mettle config: show, set and explain settings; writes only the user's own file. config patterns: what reads prompts and output, by id.
// config model: what a model is allowed here, what it used today, and the exact text it would be sent.
import { fromText, projectFile, saveSetting, userFile } from "../../config.ts"
import { envName, isKey, KEYS, type Key, type KeyName } from "../../config-keys.ts"
import { MettleError } from "../../core/errors.ts"
import { didYouMean } from "../../core/nearest.ts"
import { readPatterns } from "../../memory/acting/rule-params.ts"
import { currentEpisode, episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import { analysisDue, samplingOf } from "../../memory/tending/analysis-due.ts"
import { sealed } from "../../model/backend.ts"
import { capsOf, usageToday } from "../../model/meter.ts"
import { askForAnalysis, askForCards } from "../../model/prompts.ts"
import { messagesOf } from "../../model/worker.ts"
import { adoptedBy } from "../../open.ts"
import { act, defineMettleCommand, FLAGS, flag, type Running, usage, word } from "../command.ts"
import { here, isRecorded, readMemory } from "../context.ts"
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

export const patterns = defineMettleCommand({
  name: "config patterns",
  examples: [
    ["mettle config patterns", "your own, and how many are built in"],
    ["mettle config patterns --all", "every one of them"],
    ["mettle config set patterns.disable go/panic", "switch one off"],
  ],
  args: { all: flag("built-in ones too, one per line") },
  run: async ({ args, out, context }) => {
    const memory = await readMemory(context, out)
    const all = readPatterns(memory)
    const shown = all.filter(pattern => args.all || pattern.from !== "built in" || !pattern.on)
    const ids = new Set(all.map(pattern => pattern.id))
    const unknown = context
      .config()
      .get("patterns.disable")
      .filter(id => !ids.has(id))
    out.result({ patterns: all, unknown }, () => {
      if (memory.parts.log.head() === 0) out.line("Nothing was recorded yet; these read from the first prompt on.")
      if (shown.length > 0)
        out.table(
          [{ name: "id" }, { name: "from" }, { name: "on" }, { name: "says" }],
          shown.map(p => [p.id, p.from, p.on ? "yes" : "off", p.says]),
        )
      const built = all.filter(p => p.from === "built in")
      if (built.length > 0 && !args.all)
        out.line(
          `${built.length} built-in marks (${built.filter(p => !p.on).length} off): mettle config patterns --all`,
        )
      if (unknown.length > 0) out.line(`patterns.disable names what there is not: ${unknown.join(", ")}`)
    })
  },
})

const modelArgs = {
  what: act(["status", "preview"], "status (default) or preview"),
  episode: word("for preview; the last one here when absent"),
} as const
type Model = Running<typeof modelArgs>

export const model = defineMettleCommand({
  name: "config model",
  examples: [
    ["mettle config model", "who is asked, and what was used today"],
    ["mettle config model preview", "the text that would be sent about the last episode here"],
    ["mettle config model preview e-91c4a0", "about that one"],
  ],
  args: modelArgs,
  run: running => {
    return running.args.what === "preview" ? preview(running) : status(running)
  },
})

async function status({ out, context }: Model): Promise<void> {
  const config = context.config()
  const memory = await readMemory(context, out)
  const caps = capsOf(config)
  const used = usageToday(memory.parts.meta, context.now())
  const backend = config.get("model.backend")
  const waiting = backend === "none" ? 0 : analysisDue(memory, samplingOf(config)).episodes.length
  const name = config.get("model.name")
  out.result({ backend, name, caps, used, waiting }, () => {
    if (backend === "none") {
      out.line("No model is switched on: no process is started, no connection is made.")
      out.line("mettle config set model.backend client (or anthropic, openai, ollama) switches one on;")
      out.line("model.dailyTokens and model.dailyMoney say how much it may use.")
      return
    }
    const who = backend === "client" ? config.get("model.client") : backend
    out.line(`backend     ${who}${name === "" ? "" : ` (${name})`}`)
    out.line(`today       ${used.calls} calls, ${used.refused} refused`)
    out.line(`tokens      ${used.tokens} of ${caps.tokens}`)
    out.line(`money       $${used.dollars.toFixed(2)} of $${caps.dollars.toFixed(2)}`)
    out.line(`waiting     ${waiting} episodes (mettle settle --model reads them now)`)
    for (const call of used.log.slice(-5))
      out.line(`            ${new Date(call.at).toISOString().slice(0, 16)}  ${call.to}  ${call.tokens} tokens`)
  })
}

async function preview({ args, out, context }: Model): Promise<void> {
  const memory = await readMemory(context, out)
  const episode =
    args.episode === undefined ? currentEpisode(memory, here(context).scope) : findEpisode(memory, args.episode)
  if (!episode) {
    out.result({ episode: null, requests: [] }, "No episode was recorded here, so nothing would be sent.")
    return
  }
  const messages = messagesOf(memory, episode.id)
  const requests = [askForCards(messages), askForAnalysis(messages)].map(sealed)
  out.result({ episode: episode.id, requests }, () => {
    const off = context.config().get("model.backend") === "none"
    out.note(
      `${episodeShort(episode.id)}: ${off ? "no model is switched on; this would be sent" : "this would be sent"}`,
    )
    for (const { system, prompt } of requests) {
      out.line(`--- system\n${system}`)
      out.line(`--- prompt\n${prompt}`)
    }
  })
}
