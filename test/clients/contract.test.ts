// Every adapter in the registry under the Client contract, fed with what its program really sent; each is told to its users.
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { CLIENTS } from "../../src/clients/registry.ts"
import { TARGETS } from "../../src/install/targets.ts"
import { clientContract, fixture, fixtureLines, type Recorded } from "../contracts/client.ts"
import { ANY_SESSION } from "./any-agent-session.ts"
import { COPILOT_SESSION } from "./copilot-session.ts"
import { CURSOR_SESSION } from "./cursor-payloads.ts"
import { openCodeLines } from "./opencode-lines.ts"

const recorded = (client: string, transcript: readonly string[]): Recorded => ({
  payloads: fixture<Record<string, unknown>>(`${client}/payloads.json`),
  session: fixture<unknown[]>(`${client}/session-basic.json`),
  transcript,
})
const session = (lines: readonly unknown[]): Recorded => ({ payloads: {}, session: lines, transcript: [] })
const RECORDED: Readonly<Record<string, Recorded>> = {
  "claude-code": recorded("claude-code", fixtureLines("claude-code/transcript-basic.jsonl")),
  codex: recorded("codex", fixtureLines("codex/transcript-basic.jsonl")),
  opencode: recorded("opencode", openCodeLines(fixture<Record<string, unknown>[]>("opencode/session-basic.json"))),
  "gemini-cli": recorded("gemini-cli", fixtureLines("gemini-cli/transcript-basic.jsonl")),
  "any-agent": session(ANY_SESSION),
  "copilot-cli": session(COPILOT_SESSION),
  cursor: session(CURSOR_SESSION),
}

for (const client of CLIENTS) clientContract(client, RECORDED[client.name]!)

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8")
it.each(CLIENTS.map(c => c.name))("%s is registered with a recorded session, and told to its users", name => {
  expect(RECORDED[name]!.session.length).toBeGreaterThan(0)
  // Who has no settings to write into stands on the page of those.
  const target = TARGETS.find(each => each.client === name)
  if (target === undefined) expect(page("any-agent.md")).toContain(`mettle hook ${name}`)
  else expect(page("clients.md")).toContain(target.label.replace(/ \(.*/, ""))
})
