// One session of each client as its hooks tell it: payload shapes of clients.md, every word our own. A session of a person, or
// of a program that nobody watches, told apart by exactly what each client gives for it.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { launcherPath } from "../src/install/launcher.ts"
import { type Home, misbehaved } from "../torture/home.ts"
import { type Ended, start } from "../torture/processes.ts"

export const CLIENT_NAMES = ["claude-code", "codex", "gemini-cli", "opencode", "cursor"] as const
export type ClientName = (typeof CLIENT_NAMES)[number]

export interface Ran {
  readonly ok: boolean
  readonly output: string
  /** a tool of an MCP server, of a file reader, of the web; absent: the shell */
  readonly tool?: string
  readonly command?: string
}
export interface Told {
  readonly start: () => Promise<Ended>
  readonly prompt: (text: string) => Promise<Ended>
  readonly runs: (ran: Ran) => Promise<Ended>
  readonly replies: (text: string) => Promise<Ended>
  readonly ends: () => Promise<Ended>
  /** words of a sub-agent's own prompt, where the client tells of one */
  readonly delegates: (text: string) => Promise<Ended>
}
type Fields = Readonly<Record<string, unknown>>

/** What a hook did wrong towards its host; the families add it to their failures. */
export const MISBEHAVED: string[] = []

/** Stands between us and the launcher as the client would: its arguments say `-p`, and pass on to nobody. */
const RELAY = `const{spawnSync}=require("node:child_process");
const at=process.argv.indexOf("--relay");const[launcher,client]=process.argv.slice(at+1);
process.exit(spawnSync(launcher,["hook",client],{stdio:"inherit"}).status??1)`

export function session(
  home: Home,
  client: ClientName,
  id: string,
  { person = true, project = home.project } = {},
): Told {
  const env: Record<string, string> =
    client === "claude-code" ? { CLAUDE_CODE_ENTRYPOINT: person ? "cli" : "sdk-cli" } : {}
  const relay = join(home.dir, "relay.cjs")
  if (!person) writeFileSync(relay, RELAY)
  const headless = { "gemini-cli": "-p", opencode: "run", cursor: "--print" }[client as string]
  const hook = async (payload: Fields): Promise<Ended> => {
    const text = JSON.stringify(payload)
    const ended =
      person || headless === undefined
        ? await home.hook(text, env, client)
        : await start(
            process.execPath,
            [relay, "--relay", launcherPath(home.paths), client, headless],
            { ...home.env, ...env },
            text,
            home.dir,
          ).ended
    const wrong = misbehaved(ended, 5_000)
    if (wrong !== null) MISBEHAVED.push(`${client}: ${wrong}`)
    return ended
  }
  let n = 0
  return TELLERS[client]({ hook, home, id, project, person, next: () => `${id}-${++n}` })
}

interface Teller {
  readonly hook: (payload: Fields) => Promise<Ended>
  readonly home: Home
  readonly id: string
  readonly project: string
  readonly person: boolean
  readonly next: () => string
}
const TELLERS: Readonly<Record<ClientName, (t: Teller) => Told>> = {
  "claude-code": ({ hook, id, project, person, next }) => {
    const base = { session_id: id, transcript_path: "/nowhere/t.jsonl", cwd: project, permission_mode: "default" }
    let turn = next()
    return {
      start: () =>
        hook({ ...base, hook_event_name: "SessionStart", source: "startup", ...(person ? { model: "m" } : {}) }),
      prompt: prompt => {
        turn = next()
        return hook({ ...base, hook_event_name: "UserPromptSubmit", prompt_id: turn, prompt })
      },
      runs: ({ ok, output, tool = "Bash", command = "pnpm test" }) =>
        hook({
          ...{ ...base, tool_name: tool, tool_use_id: next(), tool_input: inputOf(tool, command) },
          ...(ok
            ? {
                hook_event_name: "PostToolUse",
                tool_response:
                  tool === "Bash" ? { stdout: output, stderr: "", interrupted: false, isImage: false } : output,
              }
            : { hook_event_name: "PostToolUseFailure", error: `Exit code 1\n${output}` }),
        }),
      replies: text => hook({ ...base, hook_event_name: "Stop", prompt_id: turn, last_assistant_message: text }),
      ends: () => hook({ ...base, hook_event_name: "SessionEnd", reason: "other" }),
      delegates: prompt =>
        hook({
          ...base,
          hook_event_name: "UserPromptSubmit",
          agent_id: "a1",
          agent_type: "x",
          prompt_id: next(),
          prompt,
        }),
    }
  },
  codex: ({ hook, home, id, project, person, next }) => {
    const dir = join(home.dir, ".codex", "sessions", "2026", "11", "15")
    const path = join(dir, `rollout-2026-11-15T07-00-00-${id}.jsonl`)
    mkdirSync(dir, { recursive: true })
    const source = person ? "cli" : "exec"
    writeFileSync(
      path,
      `${JSON.stringify({ timestamp: new Date().toISOString(), type: "session_meta", payload: { id, cwd: project, source } })}\n`,
    )
    const items: string[] = []
    const base = { session_id: id, transcript_path: path, cwd: project, model: "m", permission_mode: "default" }
    let turn = next()
    return {
      start: () => hook({ ...base, hook_event_name: "SessionStart", source: "startup" }),
      prompt: prompt => {
        turn = next()
        return hook({ ...base, hook_event_name: "UserPromptSubmit", turn_id: turn, prompt })
      },
      runs: ({ ok, output, tool = "Bash", command = "pnpm test" }) => {
        const call = next()
        const item = {
          type: "CommandExecution",
          id: call,
          command,
          exit_code: ok ? 0 : 1,
          status: ok ? "completed" : "failed",
          aggregated_output: output,
        }
        items.push(JSON.stringify({ type: "event_msg", payload: { type: "item_completed", turn_id: turn, item } }))
        if (tool === "Bash") writeFileSync(path, `${items.at(-1)}\n`, { flag: "a" })
        return hook({
          ...{ ...base, hook_event_name: "PostToolUse", turn_id: turn, tool_use_id: call, tool_name: tool },
          tool_input: inputOf(tool, command),
          tool_response:
            tool === "Bash" ? output : { content: [{ type: "text", text: output }], ...(ok ? {} : { isError: true }) },
        })
      },
      replies: text => hook({ ...base, hook_event_name: "Stop", turn_id: turn, last_assistant_message: text }),
      ends: () => hook({ ...base, hook_event_name: "SessionEnd", reason: "other" }),
      delegates: prompt =>
        hook({ ...base, hook_event_name: "UserPromptSubmit", agent_id: "a1", turn_id: next(), prompt }),
    }
  },
  "gemini-cli": ({ hook, id, project }) => {
    const base = () => ({
      ...{ session_id: id, transcript_path: "/nowhere/.gemini/tmp/x/chats/s.jsonl", cwd: project },
      timestamp: new Date().toISOString(),
    })
    return {
      start: () => hook({ ...base(), hook_event_name: "SessionStart", source: "startup" }),
      prompt: prompt => hook({ ...base(), hook_event_name: "BeforeAgent", prompt }),
      runs: ({ ok, output, tool = "Bash", command = "pnpm test" }) => {
        const frame = `Output: ${output}${ok ? "" : "\nExit Code: 1"}\nProcess Group PGID: 4711`
        const shell = tool === "Bash"
        return hook({
          ...{ ...base(), hook_event_name: "AfterTool", tool_name: shell ? "run_shell_command" : tool },
          tool_input: inputOf(tool, command),
          tool_response: {
            llmContent: `<untrusted_context>\n${shell ? frame : output}\n</untrusted_context>`,
            returnDisplay: output,
            ...(ok || shell ? {} : { error: { type: "failed", message: output } }),
          },
        })
      },
      replies: text => hook({ ...base(), hook_event_name: "AfterAgent", prompt: "", prompt_response: text }),
      ends: () => hook({ ...base(), hook_event_name: "SessionEnd", reason: "exit" }),
      // its sub-agents are tools: what they are told arrives as a tool's input
      delegates: text =>
        hook({
          ...base(),
          hook_event_name: "AfterTool",
          tool_name: "codebase_investigator",
          tool_input: { objective: text },
          tool_response: { llmContent: text, returnDisplay: text },
        }),
    }
  },
  opencode: ({ hook, id, project, person, next }) => {
    const sessionID = `ses_${id.replaceAll(/\W/g, "")}`
    const frame = (name: string, input: Fields, output: Fields, parent: string | null = null) =>
      hook({ hook: name, input: { sessionID, ...input }, output, directory: project, parent })
    const say = (text: string, parent: string | null) => {
      const message = { id: `msg_${next()}`, role: "user", sessionID }
      const words = person || parent !== null ? text : `"${text}"`
      return frame("chat.message", {}, { message, parts: [{ type: "text", text: words, id: `prt_${next()}` }] }, parent)
    }
    return {
      start: () => {
        const permission = person ? [] : [{ permission: "question", pattern: "*", action: "deny" }]
        const info = {
          id: sessionID,
          version: "1.18.33",
          directory: project,
          permission,
          time: { created: Date.now() },
        }
        return hook({
          hook: "event",
          input: { type: "session.created", properties: { sessionID, info } },
          output: {},
          directory: project,
        })
      },
      prompt: text => say(text, null),
      runs: ({ ok, output, tool = "Bash", command = "pnpm test" }) => {
        const shell = tool === "Bash"
        const input = { tool: shell ? "bash" : tool, callID: next(), args: inputOf(tool, command) }
        return frame(
          "tool.execute.after",
          input,
          shell
            ? { title: command, output, metadata: { output, exit: ok ? 0 : 1 } }
            : { content: [{ type: "text", text: output }], ...(ok ? {} : { isError: true }) },
        )
      },
      replies: async text => {
        const messageID = `msg_${next()}`
        await frame("experimental.text.complete", { messageID, partID: `prt_${next()}` }, { text })
        const info = {
          id: messageID,
          role: "assistant",
          sessionID,
          finish: "stop",
          time: { created: Date.now(), completed: Date.now() },
          tokens: {},
        }
        return hook({
          hook: "event",
          input: { type: "message.updated", properties: { sessionID, info } },
          output: {},
          directory: project,
        })
      },
      ends: () => frame("dispose", {}, {}),
      delegates: text => say(text, "ses_parent"),
    }
  },
  cursor: ({ hook, id, project, person, next }) => {
    const base = {
      conversation_id: id,
      generation_id: `${id}-g`,
      cursor_version: "3.1.0",
      workspace_roots: [project],
      model: "m",
    }
    return {
      start: () => hook({ ...base, hook_event_name: "sessionStart", is_background_agent: !person }),
      prompt: prompt => hook({ ...base, generation_id: next(), hook_event_name: "beforeSubmitPrompt", prompt }),
      runs: ({ ok, output, tool = "Bash", command = "pnpm test" }) =>
        hook({
          ...{
            ...base,
            tool_name: tool === "Bash" ? "Shell" : tool,
            tool_use_id: next(),
            tool_input: inputOf(tool, command),
          },
          ...(ok
            ? {
                hook_event_name: "postToolUse",
                tool_output: tool === "Bash" ? JSON.stringify({ exitCode: 0, stdout: output }) : output,
              }
            : {
                hook_event_name: "postToolUseFailure",
                error_message: `Command failed with exit code 1\n${output}`,
                failure_type: "error",
              }),
        }),
      replies: async text => {
        await hook({ ...base, generation_id: next(), hook_event_name: "afterAgentResponse", text })
        return hook({ ...base, generation_id: next(), hook_event_name: "stop", status: "completed" })
      },
      ends: () => hook({ ...base, hook_event_name: "sessionEnd", reason: "completed" }),
      delegates: prompt =>
        hook({ ...base, subagent_id: "sub-1", generation_id: next(), hook_event_name: "beforeSubmitPrompt", prompt }),
    }
  },
}
const inputOf = (tool: string, command: string): Fields =>
  tool === "Bash" ? { command } : tool === "Read" ? { file_path: command } : { query: command }
