// What the resident may carry for a model's sake: nothing by default, and never more than the chosen one needs.
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { loadConfig } from "../../src/config.ts"
import { modelVariables } from "../../src/model/switched-on.ts"

const under = (backend: string) =>
  modelVariables(loadConfig({ userDir: join("/", "nowhere"), env: { METTLE_MODEL_BACKEND: backend } }))
const NAMES = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "CLAUDE_CONFIG_DIR", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN"]
const passed = (backend: string): readonly string[] => NAMES.filter(name => under(backend)?.test(name))

describe("variables that are handed on", () => {
  it("[D66, security 16] none without a model, one key for a vendor, the log-ins of agent programs for a program", () => {
    expect(under("none")).toBeNull()
    expect(passed("ollama")).toEqual([])
    expect(passed("anthropic")).toEqual(["ANTHROPIC_API_KEY"])
    expect(passed("openai")).toEqual(["OPENAI_API_KEY"])
    expect(passed("client")).toEqual(["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "CLAUDE_CONFIG_DIR"])
  })
})
