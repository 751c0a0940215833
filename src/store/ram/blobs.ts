// Blobs in memory, under the same contract as the file. Texts are kept as UTF-8 bytes: a lone surrogate comes back as
// U+FFFD here too.
import type { Blobs } from "../ports.ts"
import { referenceOf } from "../reference.ts"

export function memoryBlobs(key: Uint8Array = new Uint8Array(32)): Blobs {
  const texts = new Map<string, Buffer>()
  return {
    put(text) {
      const ref = referenceOf(key, text)
      texts.set(ref, Buffer.from(text, "utf8"))
      return ref
    },
    get: ref => texts.get(ref)?.toString("utf8") ?? null,
    erase: refs => [...new Set(refs)].filter(ref => texts.delete(ref)).length,
    hash: text => referenceOf(key, text),
  }
}
