// mettle look demo: a short story told by the real commands and the real hooks, each a process of its own, in a home and a store
// that are gone afterwards. It ends on the dashboard of that store, where there is somebody to look at it.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { packageFile } from "../../paths.ts"
import { defineMettleCommand, value } from "../command.ts"
import type { Context } from "../context.ts"
import { clean, type Out, type Paint, wrapped } from "../print.ts"
import { FORGOTTEN, PAST, type Step, TODAY, writePastSessions } from "./demo/story.ts"

/** The user's settings before init: their own hook, their own spacing. */
const SETTINGS = `{
    "model": "opus",
    "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ] }
}
`

export const command = defineMettleCommand({
  name: "look demo",
  examples: [
    ["mettle look demo", "about half a minute; then the dashboard opens on it, until Ctrl-C"],
    ["mettle look demo --no-open", "without the dashboard"],
    ["mettle look demo --keep shop", "keeps the made-up home and store in the folder shop"],
  ],
  args: {
    open: { type: "boolean", default: true, description: "end without the dashboard" },
    keep: value("folder", "keep what was made, in a folder that is not there yet"),
  },
  run: async ({ args, out, context }) => {
    const program = packageFile("bin", "mettle")
    if (!existsSync(packageFile("dist", "cli.js")))
      throw new MettleError("E_INIT", `there is no ${packageFile("dist")}`, { hint: "npm run build" })
    const folder = stage(args.keep === undefined ? null : resolve(context.io.cwd, args.keep))
    try {
      const world = worldIn(folder, program, out, context)
      const shown = await play(world)
      out.result({ ...shown, folder: args.keep === undefined ? null : folder }, () => closing(out, world, args.keep))
      const { tty, env } = context.io
      if (args.open && !out.json && tty.stdin && tty.stdout && !env.CI) await world.dashboard()
      else out.line(`  The dashboard of your own store: ${out.paint("bold", "mettle open")}`)
    } finally {
      if (args.keep === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})

function stage(keep: string | null): string {
  if (keep === null) return realpathSync(mkdtempSync(join(tmpdir(), "mettle-demo-")))
  if (existsSync(keep)) throw new MettleError("E_USAGE", `${keep} is there already`, { hint: "name another folder" })
  mkdirSync(keep, { recursive: true, mode: 0o700 })
  return realpathSync(keep)
}

type World = ReturnType<typeof worldIn>
function worldIn(folder: string, program: string, out: Out, context: Context) {
  const repo = join(folder, "shop")
  mkdirSync(join(repo, ".git"), { recursive: true })
  writeFileSync(join(repo, ".git", "HEAD"), "ref: refs/heads/main\n")
  writeFileSync(join(repo, ".env.example"), "REDIS_URL=redis://127.0.0.1:6379\n")
  const settings = join(folder, ".claude", "settings.json")
  mkdirSync(join(folder, ".claude"))
  writeFileSync(settings, SETTINGS)
  const { PATH, LANG, LC_ALL, TMPDIR, SystemRoot, TERM, DISPLAY, WAYLAND_DISPLAY } = context.io.env
  const env = {
    ...{ PATH, LANG, LC_ALL, TMPDIR, SystemRoot, TERM, DISPLAY, WAYLAND_DISPLAY },
    ...{ HOME: folder, USERPROFILE: folder, METTLE_HOME: join(folder, "home"), METTLE_RESIDENT: "off" },
  }
  const { signal } = context
  const interrupted = () => new MettleError("E_INTERRUPTED", "interrupted", { still: "nothing is left behind" })
  const halt = () => {
    if (signal.aborted) throw interrupted()
  }
  const start = (words: readonly string[], stdio: "inherit" | ["ignore", "pipe", "inherit"], more: object = {}) =>
    spawn(process.execPath, [program, ...words], { cwd: repo, env: { ...env, ...more }, stdio })
  /** A real command, as a person would type it. */
  const command = (...words: readonly string[]): Promise<string> => {
    halt()
    const paint = out.paint("bold", "") === "" ? {} : { FORCE_COLOR: "1" }
    return new Promise((done, failed) => {
      const child = start(words, ["ignore", "pipe", "inherit"], paint)
      let text = ""
      child.stdout!.setEncoding("utf8").on("data", chunk => {
        text += chunk
      })
      child.on("error", failed)
      child.on("close", code => {
        if (signal.aborted) failed(interrupted())
        else if (code === 0) done(text)
        else failed(new MettleError("E_BUG", `mettle ${words[0]} ended with ${code}: ${clean(text.slice(0, 300))}`))
      })
    })
  }
  const json = async (...words: readonly string[]): Promise<any> => JSON.parse(await command(...words, "--json"))
  const dashboard = (): Promise<void> =>
    new Promise(done => {
      const child = start(["open"], "inherit")
      child.on("error", () => done())
      child.on("close", () => done())
    })
  return { folder, repo, env, settings, out, now: context.now, halt, command, json, dashboard }
}

async function play(world: World) {
  const { out } = world
  out.line(
    out.paint("dim", "A made-up repository, home and store; the real commands and hooks. Nothing else is touched."),
  )
  writePastSessions(world.folder, world.repo, world.now(), PAST)

  act(out, "1  What your last sessions show, before anything is installed", "mettle look")
  const looked = await world.json("look")
  for (const repeat of looked.repeats.slice(0, 2))
    out.line(`  you said ${out.paint("cyan", `"${clean(repeat.statement)}"`)} ${times(repeat.said.length)}`)
  for (const back of looked.again.slice(0, 2))
    out.line(
      `  ${out.paint("cyan", `${clean(back.what)}: ${clean(back.line)}`)}, solved, and came back ${times(back.again)}`,
    )

  act(out, "2  Put it in: the diff first, then the hooks, then what those sessions taught", "mettle init --backfill 30")
  const init = await world.command("init", "--client", "claude-code", "--backfill", "30", "--yes")
  for (const line of init.trimEnd().split("\n")) out.line(`  ${line}`)

  act(out, "3  The next session")
  const { answers } = await session(world, TODAY)

  act(out, "4  Did it help? It says when it cannot know yet", "mettle why <card>")
  const why = await explainNegative(world)

  act(out, "5  And if it should not be known?", `mettle forget --text "${FORGOTTEN}"`)
  const gone = await world.json("forget", "--text", FORGOTTEN, "--yes")
  out.line(`  forgot ${gone.texts} ${gone.texts === 1 ? "text" : "texts"} · searched again: found ${gone.found}`)

  act(out, "6  Take it out again", "mettle uninstall")
  await world.command("uninstall", "--yes")
  const after = readFileSync(world.settings, "utf8")
  const same = after === SETTINGS
  out.line(
    `  settings.json ${out.paint(same ? "green" : "red", same ? "is byte for byte what it was" : "differs")} · sha256 ${sha(SETTINGS)} before, ${sha(after)} after`,
  )
  return {
    repeats: looked.repeats.map((r: any) => ({ statement: r.statement, times: r.said.length })),
    again: looked.again.map((a: any) => ({ what: a.what, times: a.again })),
    answers,
    why,
    forgotten: { texts: gone.texts, found: gone.found },
    settingsRestored: same,
  }
}

const sha = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8)
const times = (n: number): string => (n === 1 ? "once" : `${n} times`)

function act(out: Out, title: string, typed = ""): void {
  out.line()
  out.line(out.paint("bold", title))
  if (typed !== "") out.line(out.paint("dim", `  $ ${typed}`))
}

async function session(world: World, steps: readonly Step[]): Promise<{ readonly answers: readonly string[] }> {
  const { out } = world
  const tell = hookTeller(world.settings, world.repo, world.env)
  const answers: string[] = []
  for (const step of steps) {
    world.halt()
    if (step.what !== "tool") narrate(out, step)
    const heard = await tell(step)
    if (step.what === "tool") narrate(out, step, heard.held)
    answers.push(...heard.said)
    for (const text of heard.said) voice(out, text)
  }
  return { answers }
}

async function explainNegative(world: World) {
  const { out } = world
  // What is due after a session runs at the next command.
  const { cards } = await world.json("cards")
  const card = cards.find((c: { kind: string }) => c.kind === "negative_result") ?? cards[0]
  if (!card) return null
  const text = await world.command("why", card.short)
  // The last names the command that says more.
  const told = text.trimEnd().split("\n").slice(0, -1)
  for (const line of told) out.line(`  ${line}`)
  const { judged, enough, early } = await world.json("why", card.short)
  return { card: card.short, judged, enough, early, told }
}

function narrate(out: Out, step: Step, held = false): void {
  const row = (who: string, text: string, paint: Paint = "dim") =>
    out.line(`  ${out.paint(paint, who.padEnd(7))} ${text}`)
  if (step.what === "user") row("you", `"${step.words}"`)
  else if (step.what === "agent") row("agent", `"${step.words}"`)
  else if (step.what === "tool" && held) row("held", `$ ${step.command}`, "yellow")
  else if (step.what === "tool") row(step.ok ? "ok" : "failed", `$ ${step.command}`, step.ok ? "green" : "red")
}

function voice(out: Out, text: string): void {
  const lines = text.split("\n").flatMap(line => wrapped(clean(line), Math.min(out.width, 100) - 12, ""))
  for (const line of lines) out.line(`          ${out.paint("yellow", "│")} ${line}`)
}

function closing(out: Out, { folder }: World, keep: string | undefined): void {
  out.line()
  out.line(`Yours: ${out.paint("bold", "mettle look")}, then ${out.paint("bold", "mettle init")}`)
  if (keep !== undefined)
    out.line(`  Kept: METTLE_HOME=${join(folder, "home")} mettle open --repo ${join(folder, "shop")}`)
}

interface Heard {
  readonly said: readonly string[]
  readonly held: boolean
}
/** What is tried out is drawn once per session, by its id. This one's draw shows a card that nothing is known of yet. */
const SESSION = "00000000-0000-4000-8000-000000000235"
type Env = Readonly<Record<string, string | undefined>>

function hookTeller(settings: string, cwd: string, env: Env): (step: Step) => Promise<Heard> {
  const commands = commandsIn(settings)
  const base = { session_id: SESSION, cwd, transcript_path: `${settings}.none.jsonl` }
  let n = 0
  const tell = async (hook_event_name: string, more: object): Promise<Heard> => {
    const command = commands.get(hook_event_name)
    if (command === undefined) return { said: [], held: false }
    return heard(await start(command, cwd, env, { ...base, hook_event_name, ...more }))
  }
  return async step => {
    switch (step.what) {
      case "opens":
        return tell("SessionStart", { source: "startup", model: "demo" })
      case "user":
        return tell("UserPromptSubmit", { prompt: step.words, prompt_id: `p${n++}` })
      case "agent":
        return tell("Stop", { last_assistant_message: step.words, prompt_id: `p${n}` })
      case "ends":
        return tell("SessionEnd", { reason: "prompt_input_exit" })
      case "tool": {
        const call = { tool_name: "Bash", tool_use_id: `toolu_${n++}`, tool_input: { command: step.command } }
        const before = await tell("PreToolUse", call)
        if (before.held) return before
        const response = { stdout: step.output, stderr: "", interrupted: false, isImage: false }
        const after = step.ok
          ? await tell("PostToolUse", { ...call, tool_response: response })
          : await tell("PostToolUseFailure", { ...call, error: `Exit code 1\n${step.output}`, is_interrupt: false })
        return { said: [...before.said, ...after.said], held: false }
      }
    }
  }
}

/** Our command by the name of its event; the user's own hooks are not started. */
function commandsIn(settings: string): ReadonlyMap<string, string> {
  const { hooks = {} } = JSON.parse(readFileSync(settings, "utf8")) as {
    hooks?: Readonly<Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>>
  }
  return new Map(
    Object.entries(hooks).flatMap(([event, groups]) =>
      groups.flatMap(group =>
        group.hooks.filter(h => h.command.includes("mettle")).map(h => [event, h.command] as const),
      ),
    ),
  )
}

function start(command: string, cwd: string, env: Env, payload: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd, env, shell: true, stdio: ["pipe", "pipe", "ignore"] })
    let text = ""
    child.stdout.setEncoding("utf8").on("data", chunk => {
      text += chunk
    })
    child.on("error", reject)
    child.on("close", () => resolve(text))
    child.stdin.end(JSON.stringify(payload))
  })
}

function heard(text: string): Heard {
  if (text.trim() === "") return { said: [], held: false }
  const answer =
    (JSON.parse(text) as { hookSpecificOutput?: Readonly<Record<string, unknown>> }).hookSpecificOutput ?? {}
  const said = [answer.permissionDecisionReason, answer.additionalContext].filter(part => typeof part === "string")
  return { said, held: answer.permissionDecision === "deny" }
}
