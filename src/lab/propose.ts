// `lab propose`: what would be kept from a prompt, or only heard. One line in, one line out; no store, no
// admission. Missing fields mean unknown; a missing author is the user. All presets share the proposer.
import { record } from "../core/loose.ts"
import { AUTHORS } from "../core/model.ts"
import { type Hear, proposeFromPrompt } from "../core/words/wishes/from-prompt.ts"

export const labPropose = (hear: Hear) => (line: unknown, _preset: string) => {
  const row = record(line)
  const word = (value: unknown) => (typeof value === "string" ? value : null)
  const unsaid = row.author === undefined || row.author === null
  const proposals = proposeFromPrompt(hear, {
    text: word(row.text) ?? "",
    agentTail: word(row.agent_tail),
    // an author nobody knows is not the user
    author: unsaid ? "user" : (AUTHORS.find(a => a === row.author) ?? "harness"),
    interactive: row.interactive !== false,
  })
  return {
    id: row.id ?? null,
    // `score`: the chance that it lasts; not `sure`: only heard
    proposals: proposals.map(({ kind, statement, start, end, p, sure }) => ({
      ...{ kind, statement, start, end, score: p, sure },
    })),
  }
}
