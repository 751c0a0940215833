// How each agent is spoken to and what it says of its tokens, in the forms that the pinned releases print.
import { describe, expect, it } from "vitest"
import { AGENT_NAMES, AGENTS } from "../../src/trial/arm.ts"

const lines = (...events: readonly object[]): string => events.map(e => JSON.stringify(e)).join("\n")

describe("a trial's agents", () => {
  it("[issue 13.3] read tokens from what the agent prints, and say null where it prints none", () => {
    const claude = JSON.stringify({
      type: "result",
      usage: { input_tokens: 3, cache_read_input_tokens: 40, output_tokens: 7 },
    })
    expect(AGENTS.claude.tokens(claude)).toEqual({ input: 43, output: 7 })
    const turn = (i: number) => ({ type: "turn.completed", usage: { input_tokens: i, output_tokens: 1 } })
    expect(AGENTS.codex.tokens(lines({ type: "thread.started" }, turn(10), turn(5)))).toEqual({ input: 15, output: 2 })
    const step = { type: "step_finish", part: { tokens: { input: 4, output: 2, cache: { read: 6, write: 1 } } } }
    expect(AGENTS.opencode.tokens(lines(step, step))).toEqual({ input: 22, output: 4 })
    const gemini = { response: "done", stats: { models: { pro: { tokens: { prompt: 9, candidates: 3 } }, flash: {} } } }
    expect(AGENTS.gemini.tokens(JSON.stringify(gemini))).toEqual({ input: 9, output: 3 })
    for (const name of AGENT_NAMES)
      for (const text of ["", "no json {", "[]", "null\n{}"])
        expect(AGENTS[name].tokens(text)).toEqual({ input: null, output: null })
  })
  it("a prompt is one word of its own, whatever it holds, and a correction goes on with the conversation", () => {
    const prompt = '--dangerous "$(x)" `y`\nz'
    for (const name of AGENT_NAMES) {
      const agent = AGENTS[name]
      expect(agent.first(prompt, null).filter(word => word === prompt)).toHaveLength(1)
      const again = agent.resume(prompt, "some-model")
      expect(again.filter(word => word === prompt)).toHaveLength(1)
      expect(again).toContain("some-model")
      expect(
        again.some(word => /^(?:--continue|resume|--resume)$/.test(word)),
        name,
      ).toBe(true)
    }
  })
  it("homes are given leave to work and nothing of the user's", () => {
    for (const name of AGENT_NAMES) {
      const files = AGENTS[name].home("/somewhere/project")
      expect(Object.keys(files)).toHaveLength(1)
      for (const path of Object.keys(files)) expect(path).toMatch(/^\.[a-z]/)
      expect(JSON.stringify(files)).not.toMatch(/key|token|secret/i)
    }
  })
})
