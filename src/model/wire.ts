// The AI SDK and nothing else of ours: one question to one model. Built as a file of its own (dist/model-wire.js), so that
// no command that asks no model reads a line of it.
interface WireAsk {
  readonly vendor: "anthropic" | "openai" | "compatible"
  readonly baseURL: string
  readonly apiKey: string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly model: string
  readonly system: string
  readonly prompt: string
  readonly mostOutput: number
  readonly signal: AbortSignal
}
interface WireAnswer {
  readonly text: string
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
}

export async function generate(ask: WireAsk): Promise<WireAnswer> {
  const { generateText } = await import("ai")
  const { text, usage } = await generateText({
    model: await languageModel(ask),
    system: ask.system,
    prompt: ask.prompt,
    maxOutputTokens: ask.mostOutput,
    maxRetries: 0,
    abortSignal: ask.signal,
  })
  return { text, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }
}

async function languageModel({ vendor, model, apiKey, baseURL, fetch }: WireAsk) {
  if (vendor === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic")
    return createAnthropic({ baseURL, fetch, apiKey: apiKey ?? "none" })(model)
  }
  if (vendor === "openai") {
    const { createOpenAI } = await import("@ai-sdk/openai")
    return createOpenAI({ baseURL, fetch, apiKey: apiKey ?? "none" })(model)
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible")
  return createOpenAICompatible({ name: "server", baseURL, fetch, ...(apiKey === undefined ? {} : { apiKey }) })(model)
}
