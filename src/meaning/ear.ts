// Loads the ear's weights from the package's assets once, on first need. Works from src/ and from a bundle in dist/.
// What the bytes mean is core/words/ear/model.ts and core/words/ear/encoder.ts; how they were made is tools/ear.
import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { type Encoder, readEncoder } from "../core/words/ear/encoder.ts"
import { type HearWork, hear, hearWork } from "../core/words/ear/hear.ts"
import { type Ear, readEar } from "../core/words/ear/model.ts"
import { stanceOf } from "../core/words/ear/stance.ts"
import type { Hear } from "../core/words/wishes/from-prompt.ts"
import { assetPath } from "./word-table.ts"

let loaded: Ear | null = null
let encoder: Encoder | null = null
export const builtInEncoder = (): Encoder => {
  encoder ??= readEncoder(
    brotliDecompressSync(readFileSync(assetPath("encoder.bin.br"))),
    readFileSync(assetPath("encoder.wasm")),
  )
  return encoder
}

const builtInEar = (): Ear => {
  loaded ??= readEar(readFileSync(assetPath("ear.bin")))
  return loaded
}
/** What needs no encoder. */
export const builtInHearWork: HearWork = Object.assign(
  (text: string, previous: string) => hearWork(builtInEar(), text, previous),
  { stance: (masked: string) => stanceOf(builtInEar(), masked) },
)
/** The built-in ear; read from disk at the first message, kept for the life of the process. */
export const builtInHear: Hear = Object.assign(
  (text: string, previous: string) => hear(builtInEar(), builtInEncoder, text, previous),
  { work: builtInHearWork },
)
