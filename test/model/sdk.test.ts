// Models behind an API, against a server on this machine: both wire forms, where texts may go, and with which key.
import { afterEach, describe, expect, it } from "vitest"
import { SUMMARY } from "../../src/model/prompts.ts"
import { modelUrl, sdkCompleter } from "../../src/model/sdk.ts"
import { type ModelServer, modelServer, type Reply } from "./model-server.ts"

const open: ModelServer[] = []
const serve = async (say: string, reply?: Reply): Promise<ModelServer> => {
  const server = await modelServer(() => say, reply)
  open.push(server)
  return server
}
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})
const ASK = { system: "say it short", prompt: '{"id":"0u","text":"fix it"}', schema: SUMMARY }

describe("a model behind an API", () => {
  it("[S2-69] speaks the OpenAI-compatible form to Ollama and to any such server", async () => {
    const server = await serve('Sure:\n```json\n{"summary":"it was fixed"}\n```')
    for (const vendor of ["ollama", "openai"] as const) {
      const made = sdkCompleter({ vendor, url: server.url, model: "llama3", env: {} })
      expect(await made.complete(ASK)).toEqual({
        ...{ object: { summary: "it was fixed" }, inputTokens: 120, outputTokens: 30, dollars: null },
      })
      expect(made).toMatchObject({ name: `${vendor}-llama3`, free: true })
    }
    expect(server.heard.map(h => h.path)).toEqual(["/v1/chat/completions", "/v1/chat/completions"])
    expect(server.heard[0]?.body).toMatchObject({ model: "llama3", max_tokens: 2000 })
    expect(server.heard[0]?.text).toContain("say it short")
  })

  it("[S2-68] speaks the Anthropic form", async () => {
    const server = await serve('{"summary":"it was fixed"}')
    const env = { METTLE_MODEL_KEY: "own-key", ANTHROPIC_API_KEY: "vendor-key" }
    const made = sdkCompleter({ vendor: "anthropic", url: server.url, model: "claude-x", env })
    expect((await made.complete(ASK)).object).toEqual({ summary: "it was fixed" })
    expect(server.heard[0]?.path).toBe("/v1/messages")
    // [security 21] a vendor's key is not for somebody else's server
    expect(server.heard[0]?.headers["x-api-key"]).toBe("own-key")
  })

  it("[D66] an answer that is no such object is null, and a failing server an error after one try", async () => {
    const odd = await serve("I would rather not.")
    expect(
      (await sdkCompleter({ vendor: "ollama", url: odd.url, model: "m", env: {} }).complete(ASK)).object,
    ).toBeNull()
    const broken = await serve("{}", { status: 500 })
    const made = sdkCompleter({ vendor: "ollama", url: broken.url, model: "m", env: {} })
    await expect(made.complete(ASK)).rejects.toThrow()
    expect(broken.heard).toHaveLength(1)
  })

  it("[security 21] follows no redirect", async () => {
    const other = await serve('{"summary":"stolen"}')
    const first = await serve("{}", { status: 307, location: `${other.url}/chat/completions` })
    const made = sdkCompleter({ vendor: "ollama", url: first.url, model: "m", env: {} })
    await expect(made.complete(ASK)).rejects.toThrow()
    expect(other.heard).toEqual([])
  })

  it("[security 21] only https, or http on this machine; keys from the environment only", () => {
    for (const bad of [
      "http://example.com/v1",
      "http://localhost.example.com",
      "ftp://127.0.0.1",
      "https://a:b@c.d",
      "x",
    ])
      expect(() => modelUrl(bad), bad).toThrow(/model\.url/)
    for (const good of [
      "https://example.com/v1",
      "http://127.0.0.1:1/v1",
      "http://localhost:11434/v1",
      "http://[::1]:8/v1",
    ])
      expect(modelUrl(good).href).toContain("http")
    expect(() => sdkCompleter({ vendor: "anthropic", url: "", model: "", env: {} })).toThrow(/ANTHROPIC_API_KEY/)
    expect(() => sdkCompleter({ vendor: "openai", url: "", model: "", env: {} })).toThrow(/OPENAI_API_KEY/)
    expect(() => sdkCompleter({ vendor: "ollama", url: "", model: "", env: {} })).toThrow(/model\.name/)
    expect(sdkCompleter({ vendor: "anthropic", url: "", model: "", env: { ANTHROPIC_API_KEY: "k" } })).toMatchObject({
      ...{ to: "https://api.anthropic.com", free: false },
    })
  })
})
