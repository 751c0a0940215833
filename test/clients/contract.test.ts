// Every adapter under the Client contract, fed with what its program really sent.
import { anyAgent } from "../../src/clients/any-agent/any-agent.ts"
import { claudeCode } from "../../src/clients/claude-code/claude-code.ts"
import { codex } from "../../src/clients/codex/codex.ts"
import { copilotCli } from "../../src/clients/copilot-cli/copilot-cli.ts"
import { cursor } from "../../src/clients/cursor/cursor.ts"
import { geminiCli } from "../../src/clients/gemini-cli/gemini-cli.ts"
import { opencode } from "../../src/clients/opencode/opencode.ts"
import { clientContract, fixture, fixtureLines } from "../contracts/client.ts"
import { ANY_SESSION } from "./any-agent-session.ts"
import { COPILOT_SESSION } from "./copilot-session.ts"
import { CURSOR_SESSION } from "./cursor-payloads.ts"
import { openCodeLines } from "./opencode-lines.ts"

type Named = Record<string, unknown>
clientContract(claudeCode, {
  payloads: fixture<Named>("claude-code/payloads.json"),
  session: fixture<unknown[]>("claude-code/session-basic.json"),
  transcript: fixtureLines("claude-code/transcript-basic.jsonl"),
})
clientContract(codex, {
  payloads: fixture<Named>("codex/payloads.json"),
  session: fixture<unknown[]>("codex/session-basic.json"),
  transcript: fixtureLines("codex/transcript-basic.jsonl"),
})
clientContract(opencode, {
  payloads: fixture<Named>("opencode/payloads.json"),
  session: fixture<unknown[]>("opencode/session-basic.json"),
  transcript: openCodeLines(fixture<Named[]>("opencode/session-basic.json")),
})
clientContract(geminiCli, {
  payloads: fixture<Named>("gemini-cli/payloads.json"),
  session: fixture<unknown[]>("gemini-cli/session-basic.json"),
  transcript: fixtureLines("gemini-cli/transcript-basic.jsonl"),
})
clientContract(anyAgent, { payloads: {}, session: ANY_SESSION, transcript: [] })
clientContract(copilotCli, { payloads: {}, session: COPILOT_SESSION, transcript: [] })
clientContract(cursor, { payloads: {}, session: CURSOR_SESSION, transcript: [] })
