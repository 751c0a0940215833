// Embeddings from an OpenAI-compatible server (POST {base}/embeddings). The address comes from the user's own config and
// must be loopback or https: card texts never leave in the clear. Never called inside a hook request.
import { type AsyncEmbedder, toUnit } from "../core/recall/word-table.ts"

interface HttpEmbedderConfig {
  readonly url: string
  readonly model: string
  readonly apiKey?: string | null
  readonly timeoutMs?: number
  readonly batch?: number
}

const TEXT_CHARS = 8_000
const ANSWER_BYTES = 64 * 1024 * 1024

/** The address to post to; throws when texts would leave the machine unencrypted. */
export function embeddingsUrl(base: string): URL {
  const url = new URL(base)
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback)) {
    throw new TypeError(`embedder url ${url.origin}: only https, or http on loopback`)
  }
  if (url.username || url.password) throw new TypeError("embedder url: put the key in the config, not in the address")
  const path = url.pathname.replace(/\/$/, "")
  url.pathname = path.endsWith("/embeddings")
    ? path
    : path.endsWith("/v1")
      ? `${path}/embeddings`
      : `${path}/v1/embeddings`
  return url
}

/** The vectors of one answer in the order asked, each of length 1; throws on anything that is not that. */
function readAnswer(body: unknown, count: number): Float32Array[] {
  const data = (body as { data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.length !== count)
    throw new Error(`embedder answered ${Array.isArray(data) ? data.length : "no"} vectors for ${count} texts`)
  const out = new Array<Float32Array | undefined>(count)
  data.forEach((entry: { index?: unknown; embedding?: unknown }, n) => {
    const at = typeof entry?.index === "number" ? entry.index : n
    const list = entry?.embedding
    if (!Array.isArray(list) || list.length === 0 || !list.every(x => typeof x === "number" && Number.isFinite(x)))
      throw new Error("embedder answered something that is not a vector")
    if (at < 0 || at >= count || out[at]) throw new Error("embedder answered vectors out of order")
    out[at] = toUnit(Float32Array.from(list as number[]))
  })
  return out as Float32Array[]
}

export function httpEmbedder(config: HttpEmbedderConfig): AsyncEmbedder {
  const url = embeddingsUrl(config.url)
  const batch = config.batch ?? 32
  let dims = 0
  const ask = async (texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const response = await fetch(url, {
      method: "POST",
      redirect: "error",
      headers: {
        "content-type": "application/json",
        ...(config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {}),
      },
      body: JSON.stringify({
        model: config.model,
        input: texts.map(text => text.slice(0, TEXT_CHARS)),
        encoding_format: "float",
      }),
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`embedder answered ${response.status}`)
    }
    if (Number(response.headers.get("content-length") ?? 0) > ANSWER_BYTES) throw new Error("embedder answer too large")
    const vectors = readAnswer(await response.json(), texts.length)
    for (const vector of vectors) {
      if (dims === 0) dims = vector.length
      if (vector.length !== dims) throw new Error(`embedder changed from ${dims} to ${vector.length} dimensions`)
    }
    return vectors
  }
  return {
    id: `http:${config.model}`,
    get dims() {
      return dims
    },
    embed: async (texts, signal) => {
      const out: Float32Array[] = []
      for (let i = 0; i < texts.length; i += batch) {
        const deadline = AbortSignal.timeout(config.timeoutMs ?? 10_000)
        out.push(...(await ask(texts.slice(i, i + batch), signal ? AbortSignal.any([signal, deadline]) : deadline)))
      }
      return out
    },
  }
}
