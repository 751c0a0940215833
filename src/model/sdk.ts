// A model through its API (Anthropic, OpenAI, Ollama, any OpenAI-compatible server), spoken by the AI SDK (wire.ts),
// which only the worker loads: the libraries are two megabytes. Keys come from the environment; texts go to one origin, over
// https or on this machine, and no redirect is followed.
import { MettleError } from "../core/errors.ts"
import { type Completer, MOST_OUTPUT } from "./backend.ts"
import { readObject } from "./prompts.ts"

type Vendor = "anthropic" | "openai" | "ollama"
interface SdkOptions {
  readonly vendor: Vendor
  /** empty: the vendor's own address; Ollama's is this machine */
  readonly url: string
  readonly model: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 120_000
const MOST_BYTES = 4_000_000
const HOME: Readonly<Record<Vendor, { readonly url: string; readonly key: string | null; readonly model: string }>> = {
  anthropic: { url: "https://api.anthropic.com/v1", key: "ANTHROPIC_API_KEY", model: "claude-haiku-4-5" },
  openai: { url: "https://api.openai.com/v1", key: "OPENAI_API_KEY", model: "gpt-5-mini" },
  ollama: { url: "http://127.0.0.1:11434/v1", key: null, model: "" },
}
/** The key for an address of the user's own: a vendor's key is never sent to somebody else's server. */
const OWN_KEY = "METTLE_MODEL_KEY"

const refuse = (why: string, hint: string): MettleError =>
  new MettleError("E_CONFIG", why, { still: "everything else goes on without a model", hint })

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/** Where texts may go: https, or http on this machine; no name or password in the address. */
export function modelUrl(text: string): URL {
  const hint = "mettle config set model.url http://127.0.0.1:11434/v1"
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw refuse(`model.url "${text.slice(0, 80)}" is no address`, hint)
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url)))
    throw refuse(`model.url ${url.origin}: only https, or http on this machine`, hint)
  if (url.username || url.password) throw refuse("model.url must hold no password", `put the key into ${OWN_KEY}`)
  if (url.search || url.hash) throw refuse("model.url must end with its path", hint)
  return url
}

export function sdkCompleter(options: SdkOptions): Completer {
  const home = HOME[options.vendor]
  const own = options.url !== ""
  const url = modelUrl(own ? options.url : home.url)
  const model = options.model || home.model
  if (model === "" || (own && options.model === ""))
    throw refuse(`${options.vendor} at ${url.origin} needs model.name`, "mettle config set model.name <name>")
  const keyName = own ? OWN_KEY : home.key
  const apiKey = keyName === null ? undefined : options.env[keyName]
  if (!own && home.key !== null && !apiKey)
    throw refuse(`${options.vendor} needs ${home.key} in the environment`, `export ${home.key}=…`)
  const fetch = guardedFetch(url.origin)
  return {
    name: `${options.vendor}-${model}`
      .toLowerCase()
      .replace(/[^a-z0-9.-]+/g, "-")
      .slice(0, 60),
    to: url.origin,
    free: isLoopback(url),
    overhead: 0,
    complete: async ask => {
      const { generate } = await import("./wire.ts")
      const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
      const { text, inputTokens, outputTokens } = await generate({
        vendor:
          options.vendor === "anthropic" ? "anthropic" : options.vendor === "openai" && !own ? "openai" : "compatible",
        baseURL: url.href.replace(/\/$/, ""),
        apiKey,
        fetch,
        model,
        system: ask.system,
        prompt: ask.prompt,
        mostOutput: MOST_OUTPUT,
        signal: ask.signal ? AbortSignal.any([ask.signal, deadline]) : deadline,
      })
      return {
        object: readObject(text, ask.schema),
        inputTokens: count(inputTokens),
        outputTokens: count(outputTokens),
        dollars: null,
      }
    },
  }
}

const count = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) && value >= 0 ? value : null

/** Only the configured origin, no redirects, no endless answer. */
function guardedFetch(origin: string): typeof globalThis.fetch {
  return async (input, init) => {
    const to = new URL(input instanceof Request ? input.url : input)
    if (to.origin !== origin) throw new TypeError(`refused to send to ${to.origin}`)
    const response = await fetch(input, { ...init, redirect: "error" })
    if (response.body === null) return response
    let bytes = 0
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          bytes += chunk.byteLength
          if (bytes > MOST_BYTES) out.error(new TypeError("the model's answer is too long"))
          else out.enqueue(chunk)
        },
      }),
    )
    return new Response(bounded, { status: response.status, headers: response.headers })
  }
}
