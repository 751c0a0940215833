// mettle demo: a short story played through the real hook, each hook a process of its own as an agent would start it, in a
// store that is gone afterwards. Shows what was learned, and what it changed.
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { explainCard } from "../memory/explain.ts"
import { forget } from "../memory/forget.ts"
import { findCard, readCards } from "../memory/read.ts"
import { settle } from "../memory/settle.ts"
import { packageFile } from "../paths.ts"
import { kindText, valueText, whoSaid } from "./card-text.ts"
import { defineMettleCommand } from "./command.ts"
import { type Context, createContext } from "./context.ts"
import { STORY, type Step } from "./demo-story.ts"
import { clean, type Out, type Paint } from "./print.ts"

export const command = defineMettleCommand({
  name: "demo",
  summary: "a short story: what is learned, and what it changes",
  examples: [["mettle demo", "three made-up sessions through the real hook; nothing is left behind"]],
  args: {},
  run: async ({ out, context }) => {
    const hook = packageFile("dist", "hook.js")
    if (!existsSync(hook)) throw new MettleError("E_INIT", `there is no ${hook}`, { hint: "npm run build" })
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "mettle-demo-")))
    const { signal } = context
    try {
      const shown = await play(folder, hook, out, context, signal)
      out.result(shown, () => closing(out))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

async function play(folder: string, hook: string, out: Out, context: Context, signal: AbortSignal) {
  const home = join(folder, "home")
  const repo = join(folder, "shop")
  mkdirSync(repo)
  const { PATH, LANG, LC_ALL, TMPDIR } = context.io.env
  const env = { PATH, LANG, LC_ALL, TMPDIR, HOME: folder, METTLE_HOME: home, METTLE_RESIDENT: "off" }
  const inside = () => createContext({ ...context.io, env, cwd: repo }, { repo }, () => signal)
  const answers: string[] = []
  out.line(out.paint("dim", "A made-up repository, a store of its own, the real hook. Nothing is left behind."))
  for (const [i, session] of STORY.entries()) {
    const tell = teller(folder, repo, i)
    for (const step of session) {
      if (signal.aborted) throw new MettleError("E_INTERRUPTED", "interrupted", { still: "nothing is left behind" })
      if (step.what !== "tool") narrate(out, step)
      let held = false
      for (const [j, payload] of tell(step).entries()) {
        const answer = readAnswer(await runHook(hook, env, payload))
        held = answer.held
        // A call shows how it went once it was let through.
        if (step.what === "tool" && j === 0) narrate(out, step, held)
        for (const text of answer.said) {
          answers.push(text)
          voice(out, text)
        }
        if (held) break
      }
    }
    await between(inside(), out, i)
  }
  const last = inside()
  try {
    const { memory } = await last.memory()
    memory.catchUp()
    const cards = readCards(memory)
    const gone = await forget(memory, { text: "pnpm" })
    out.line()
    out.line(out.paint("bold", 'And if it should not be known?  mettle forget --text "pnpm"'))
    out.line(`  forgot ${gone.texts} texts and ${gone.cards} cards · searched again: found ${gone.found}`)
    return { cards, answers, forgotten: { texts: gone.texts, cards: gone.cards, found: gone.found } }
  } finally {
    await last.close()
  }
}

/** After a session: what is due runs, and what is known is shown. */
async function between(context: Context, out: Out, session: number): Promise<void> {
  try {
    const { memory } = await context.memory()
    await settle(memory)
    out.line()
    out.line(out.paint("bold", session === 0 ? "What was learned" : "What is known now"))
    for (const card of readCards(memory)) {
      out.line(`  ${card.short}  ${out.paint("cyan", kindText(card.kind))}`)
      for (const line of wrapped(clean(card.statement ?? ""), Math.min(out.width, 100) - 12))
        out.line(`            ${line}`)
      const quote = card.evidence.find(e => e.holds)
      if (session === 0 && quote)
        out.line(
          `            ${out.paint("dim", `from ${whoSaid(quote)}: "${clean(quote.quote ?? "").slice(0, 70)}"`)}`,
        )
      const { card: again } = explainCard(memory, findCard(memory, card.id))
      if (session > 0)
        out.line(
          `            ${out.paint("dim", `shown ${again.shown} ${again.shown === 1 ? "time" : "times"} · ${valueText(again)}`)}`,
        )
    }
  } finally {
    await context.close()
  }
}

/** One step as the payloads that Claude Code would send. */
function teller(folder: string, cwd: string, session: number): (step: Step) => readonly object[] {
  const session_id = `00000000-0000-4000-8000-00000000000${session}`
  const base = { session_id, cwd, transcript_path: join(folder, "none.jsonl") }
  let n = 0
  return step => {
    const hook = (hook_event_name: string, more: object) => ({ ...base, hook_event_name, ...more })
    switch (step.what) {
      case "opens":
        return [hook("SessionStart", { source: "startup", model: "demo" })]
      case "user":
        return [hook("UserPromptSubmit", { prompt: step.words, prompt_id: `p${n++}` })]
      case "agent":
        return [hook("Stop", { last_assistant_message: step.words, prompt_id: `p${n}` })]
      case "ends":
        return [hook("SessionEnd", { reason: "prompt_input_exit" })]
      case "tool": {
        const call = {
          tool_name: "Bash",
          tool_use_id: `toolu_${session}_${n++}`,
          tool_input: { command: step.command },
        }
        const response = { stdout: step.output, stderr: "", interrupted: false, isImage: false }
        return [
          hook("PreToolUse", call),
          step.ok
            ? hook("PostToolUse", { ...call, tool_response: response })
            : hook("PostToolUseFailure", { ...call, error: `Exit code 1\n${step.output}`, is_interrupt: false }),
        ]
      }
    }
  }
}

function runHook(hook: string, env: Record<string, string | undefined>, payload: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [hook, "hook", "claude-code"], { env, stdio: ["pipe", "pipe", "ignore"] })
    let text = ""
    child.stdout.setEncoding("utf8").on("data", chunk => {
      text += chunk
    })
    child.on("error", reject)
    child.on("close", () => resolve(text))
    child.stdin.end(JSON.stringify(payload))
  })
}

function readAnswer(text: string): { readonly said: readonly string[]; readonly held: boolean } {
  if (text.trim() === "") return { said: [], held: false }
  const answer =
    (JSON.parse(text) as { hookSpecificOutput?: Readonly<Record<string, unknown>> }).hookSpecificOutput ?? {}
  const said = [answer.permissionDecisionReason, answer.additionalContext].filter(part => typeof part === "string")
  return { said, held: answer.permissionDecision === "deny" }
}

function narrate(out: Out, step: Step, held = false): void {
  const row = (who: string, text: string, paint: Paint = "dim") =>
    out.line(`  ${out.paint(paint, who.padEnd(7))} ${text}`)
  if (step.what === "opens") {
    out.line()
    out.line(out.paint("bold", step.title))
  } else if (step.what === "user") row("you", `"${step.words}"`)
  else if (step.what === "agent") row("agent", `"${step.words}"`)
  else if (step.what === "tool" && held) row("held", `$ ${step.command}`, "yellow")
  else if (step.what === "tool") row(step.ok ? "ok" : "failed", `$ ${step.command}`, step.ok ? "green" : "red")
}

function voice(out: Out, text: string): void {
  const lines = text.split("\n").flatMap(line => wrapped(clean(line), Math.min(out.width, 100) - 12))
  for (const line of lines) out.line(`          ${out.paint("yellow", out.ascii ? "|" : "│")} ${line}`)
}

function wrapped(text: string, columns: number): readonly string[] {
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!
    if (line === "") lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function closing(out: Out): void {
  out.line()
  out.line("Said once, held once, and the same failure met before it happened.")
  out.line(`Yours: ${out.paint("bold", "mettle init")} (it shows the diff before it writes anything)`)
}
