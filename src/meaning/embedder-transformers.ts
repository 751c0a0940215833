// Embeddings by a model the person installed: @huggingface/transformers beside mettle and a folder with its files. Loaded
// late and only from disk, never from the network; where it is missing the error says what to install.
import { createRequire } from "node:module"
import { basename, dirname, isAbsolute, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { MettleError } from "../core/errors.ts"
import { type AsyncEmbedder, toUnit } from "../core/recall/embedder.ts"

const PACKAGE = "@huggingface/transformers"
interface Library {
  readonly env: Record<string, unknown>
  readonly pipeline: (
    task: string,
    model: string,
    options: Record<string, unknown>,
  ) => Promise<(texts: string[], options: Record<string, unknown>) => Promise<{ dims: number[]; data: Float32Array }>>
}

const missing = (cause: unknown): MettleError =>
  new MettleError("E_CONFIG", `embedder transformers: ${PACKAGE} is not installed`, {
    still: "the built-in embedder goes on working",
    hint: `npm install -g ${PACKAGE}, or: mettle config set embedder words`,
    cause,
  })

/** Where node looks from: mettle's own folder first, then the folder that holds the model. */
async function library(folder: string): Promise<Library> {
  let last: unknown = null
  for (const from of [import.meta.url, pathToFileURL(resolve(folder, "package.json")).href]) {
    try {
      const path = createRequire(from).resolve(PACKAGE)
      return (await import(pathToFileURL(path).href)) as Library
    } catch (error) {
      last = error
    }
  }
  throw missing(last)
}

export function transformersEmbedder(folder: string): AsyncEmbedder {
  if (!isAbsolute(folder))
    throw new MettleError("E_CONFIG", "embedder transformers: embeddings.model must be the path of a model's folder", {
      still: "the built-in embedder goes on working",
      hint: "mettle config set embeddings.model /path/to/model",
    })
  let dims = 0
  let ready: ReturnType<Library["pipeline"]> | null = null
  const load = async (): ReturnType<Library["pipeline"]> => {
    const { env, pipeline } = await library(folder)
    env.allowRemoteModels = false
    env.localModelPath = dirname(folder)
    return pipeline("feature-extraction", basename(folder), {})
  }
  return {
    id: `transformers:${basename(folder)}`,
    get dims() {
      return dims
    },
    embed: async texts => {
      const run = await (ready ??= load())
      const { data, dims: shape } = await run([...texts], { pooling: "mean", normalize: true })
      dims = shape.at(-1) ?? 0
      return texts.map((_, n) => toUnit(Float32Array.from(data.slice(n * dims, (n + 1) * dims))))
    },
  }
}
