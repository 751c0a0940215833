// Tells one session to the hooks that init wrote into the settings, each started as Claude Code would start it: the command
// of the settings, in a shell, with the payload on its input.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import type { Step } from "./story.ts"

interface Heard {
  readonly said: readonly string[]
  readonly held: boolean
}
/** What is tried out is drawn once per session, by its id. This one's draw shows a card that nothing is known of yet. */
const SESSION = "00000000-0000-4000-8000-000000000235"
type Env = Readonly<Record<string, string | undefined>>

export function hookTeller(settings: string, cwd: string, env: Env): (step: Step) => Promise<Heard> {
  const commands = commandsIn(settings)
  const base = { session_id: SESSION, cwd, transcript_path: `${settings}.none.jsonl` }
  let n = 0
  const tell = async (hook_event_name: string, more: object): Promise<Heard> => {
    const command = commands.get(hook_event_name)
    if (command === undefined) return { said: [], held: false }
    return heard(await run(command, cwd, env, { ...base, hook_event_name, ...more }))
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

function run(command: string, cwd: string, env: Env, payload: object): Promise<string> {
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
