// [D41] a file changed by somebody else is a weak signal, and content that merely talks about it is none of ours.
import { expect, it } from "vitest"
import { fileDrift } from "../../../../src/core/rules/detect/calls.ts"
import { alone } from "../../../../src/core/rules/rule.ts"

const tool = (text: string) => ({
  what: "tool" as const,
  tool: "Edit",
  does: "edits" as const,
  input: null,
  text,
  stdout: null,
  stderr: null,
  ok: false,
  exitCode: null,
  rejected: false,
  cancelled: false,
  interrupted: false,
  durationMs: null,
})

it("[D41] reads the client's word that a file changed under the agent", () => {
  const said = fileDrift.decide(
    alone(),
    tool(
      "<tool_use_error>File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.</tool_use_error>",
    ),
    fileDrift.params,
  )
  expect(said.answer).toMatchObject([{ signal: "drift", type: "changed_elsewhere", confidence: 0.3 }])
  expect(fileDrift.decide(alone(), tool("String to replace not found in file."), fileDrift.params).answer).toEqual([])
})

it("the user's own prompt is never drift", () => {
  const prompt = {
    what: "prompt" as const,
    index: 0,
    text: "the file has been modified since",
    prev: "x",
    agentTail: "",
    tools: [],
    nTools: 0,
    interrupted: false,
    author: "user" as const,
    interactive: true,
  }
  expect(fileDrift.decide(alone(), prompt, fileDrift.params).answer).toEqual([])
})
