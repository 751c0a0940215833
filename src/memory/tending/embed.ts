// Vectors of the embedder a person chose (http), made outside every hook: `settle` embeds what has none, a
// search on purpose embeds its words. Packs use the built-in embedder alone, so that no prompt waits for a server.
import type { Config } from "../../config.ts"
import { MettleError } from "../../core/errors.ts"
import type { AsyncEmbedder } from "../../core/recall/word-table.ts"
import { read } from "../../core/views/read.ts"
import { httpEmbedder } from "../../meaning/embedder-http.ts"
import type { Memory } from "../memory.ts"

type Env = Readonly<Record<string, string | undefined>>
const BATCH = 64
/** a settle never embeds more than this at once: the next one goes on */
const MOST = 2_000

/** The configured embedder; null: the built-in one. The key of a server comes from the environment only. */
function chosenEmbedder(config: Config, env: Env): AsyncEmbedder | null {
  if (config.get("embedder") === "words") return null
  const model = config.get("embeddings.model")
  const url = config.get("embeddings.url")
  if (url === "" || model === "")
    throw new MettleError("E_CONFIG", "embedder http needs embeddings.url and embeddings.model", {
      still: "the built-in embedder goes on working",
      hint: "mettle config set embeddings.url http://127.0.0.1:11434/v1",
    })
  return httpEmbedder({ url, model, apiKey: env.METTLE_EMBEDDINGS_KEY ?? null })
}

/** Embeds live cards that have no vector of this model; vectors of another model are dropped. Returns how many. */
export async function embedMissing(memory: Memory, embedder: AsyncEmbedder, most = MOST): Promise<number> {
  let done = 0
  while (done < most) {
    const ids = memory.search.withoutVector("card", embedder.id, Math.min(BATCH, most - done))
    const texts = ids.flatMap(id => {
      const card = read.card.get(memory.views, id)
      const text = card ? memory.text(card.statement) : null
      return text === null ? [] : [{ id, text }]
    })
    if (texts.length === 0) return done
    const vectors = await embedder.embed(texts.map(({ text }) => text))
    memory.search.putVectors("card", embedder.id, new Map(texts.map(({ id }, n) => [id, vectors[n]!])))
    done += texts.length
  }
  return done
}

/** What settle does: the configured embedder over what it has not seen. A server that is away is no reason to fail. */
export async function embedChosen(
  memory: Memory,
  config: Config,
  env: Env,
  tell: (why: string) => void,
): Promise<number> {
  try {
    const embedder = chosenEmbedder(config, env)
    return embedder ? await embedMissing(memory, embedder) : 0
  } catch (error) {
    tell(`${error instanceof Error ? error.message : String(error)}; cards are found with the built-in embedder`)
    return 0
  }
}

/** The query's vector by the configured embedder; null with the built-in one, or when it cannot be had (then `tell` says why). */
export async function askedVector(
  config: Config,
  env: Env,
  query: string,
  tell: (why: string) => void,
): Promise<{ readonly model: string; readonly vector: Float32Array } | null> {
  try {
    const embedder = chosenEmbedder(config, env)
    if (!embedder) return null
    const [vector] = await embedder.embed([query])
    return { model: embedder.id, vector: vector! }
  } catch (error) {
    tell(`${error instanceof Error ? error.message : String(error)}; searched with the built-in embedder`)
    return null
  }
}
