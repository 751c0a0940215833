// The hook protocol that Claude Code began and others speak: common fields of a payload, and the answer's form.
// Ground truth: recorded Claude Code and Codex payloads, and clients.md 4 on what reaches the model.
import { episodeId } from "../../core/ids.ts"
import { answerJson } from "../answer.ts"
import type { Answer, Ask, Heard } from "../client.ts"
import type { Call } from "../drafts.ts"
import { type Loose, record, str } from "../loose.ts"
import { toolInput } from "../tool-input.ts"

export interface HookCall {
  readonly event: string
  readonly session: string
  readonly cwd: string | null
  readonly transcript: string | null
  /** a sub-agent's id */
  readonly agent: string | null
  readonly payload: Loose
}

export function hookCall(payload: unknown): HookCall | null {
  const fields = record(payload)
  const session = str(fields.session_id)
  const event = str(fields.hook_event_name)
  if (session === null || event === null) return null
  return {
    event,
    session,
    cwd: str(fields.cwd),
    transcript: str(fields.transcript_path),
    agent: str(fields.agent_id),
    payload: fields,
  }
}

export const hookHeard = (client: string, call: HookCall): Omit<Heard, "drafts" | "ask"> => ({
  session: call.session,
  episode: episodeId(client, call.session),
  cwd: call.cwd,
  subAgent: call.agent !== null,
})

/** `call` is null where the client has no name for it yet. */
type Asked = Omit<Call, "call"> & { readonly call: string | null }
export const beforeTool = ({ call, tool, does, input }: Asked): Ask => ({
  what: "before_tool",
  call,
  tool,
  input: toolInput(does, input),
})
export const afterFailure = ({ call, tool, does, input }: Asked, error: string): Ask => ({
  what: "after_failure",
  call,
  tool,
  input: toolInput(does, input),
  error,
})

/** `additionalContext`, or a refusal with its reason; nothing when there is nothing to say. */
export function writeHook(payload: unknown, ask: Ask, answer: Answer): string | null {
  const event = str(record(payload).hook_event_name)
  if (event === null) return null
  const notice = answer.notice === null ? {} : { systemMessage: answer.notice.slice(0, 400).toWellFormed() }
  if (answer.reply !== undefined) return answerJson(answer.reply, reason => ({ decision: "block", reason }))
  if (ask.what === "before_tool" && answer.hold !== null)
    return answerJson(answer.hold, reason => ({
      hookSpecificOutput: { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: reason },
      ...notice,
    }))
  if (answer.context !== null && answer.context !== "")
    return answerJson(answer.context, text => ({
      hookSpecificOutput: { hookEventName: event, additionalContext: text },
      ...notice,
    }))
  return answer.notice === null ? null : answerJson(answer.notice.slice(0, 400), text => ({ systemMessage: text }))
}
