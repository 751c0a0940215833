// Weights to bytes: the file that src/core/words/ear/model.ts reads.
import { EAR_MAGIC, type EarHeader, KIND_BUCKETS, STANCE_BUCKETS } from "../../src/core/words/ear/model.ts"
import type { Abroad } from "./abroad.ts"
import type { Heads, Joined } from "./learn.ts"
import type { Fit } from "./logistic.ts"

type Fitted = Fit & { readonly buckets: Int32Array }
const greatest = (fit: Fit): number => fit.weights.reduce((most, w) => Math.max(most, Math.abs(w)), 0)

/** The square root keeps the many small weights apart; what rounds to nothing was not worth a byte. */
function bytesOf(fit: Fitted, size: number): Int8Array {
  const out = new Int8Array(size)
  const most = greatest(fit)
  fit.weights.forEach((w, i) => {
    out[fit.buckets[i]!] = Math.sign(w) * Math.round(127 * Math.sqrt(Math.abs(w) / most))
  })
  return out
}
const short = (x: number): number => Number(x.toFixed(6))

const rounded = ({ lasting, complaint, praise }: Omit<Joined, "counted">) => ({
  lasting: lasting.map(short),
  complaint: complaint.map(short),
  praise: praise.map(short),
})

export function pack(
  heads: Heads,
  abroad: Abroad,
  kinds: readonly Fitted[],
  stances: readonly Fitted[],
  joined: Joined,
  cuts: { readonly sure: number; readonly heard: number; readonly plain: number; readonly aloud: number },
  id: string,
): Uint8Array {
  const named = [
    ["sentence", "sentence", heads.sentence],
    ["plain", "sentence", heads.plain],
    ["message", "message", heads.message],
    ["complaint", "message", heads.complaint],
    ["praise", "message", heads.praise],
  ] as const
  const header: EarHeader = {
    id,
    heads: named.map(([name, view, fit]) => ({ name, view, bits: fit.bits, bias: short(fit.bias), most: short(greatest(fit)) })),
    kinds: kinds.map(fit => ({ bias: short(fit.bias), most: short(greatest(fit)) })),
    ...rounded(joined),
    counted: rounded(joined.counted),
    abroad: abroad.heads.map(fit => ({ bits: fit.bits, bias: short(fit.bias), most: short(greatest(fit)) })),
    stances: stances.map(fit => ({ bias: short(fit.bias), most: short(greatest(fit)) })),
    plain: short(cuts.plain),
    aloud: short(cuts.aloud),
    sure: cuts.sure,
    heard: cuts.heard,
  }
  const json = new TextEncoder().encode(JSON.stringify(header))
  const parts = [
    heads.sentence.rarity,
    heads.message.rarity,
    ...named.map(([, , fit]) => bytesOf(fit, 1 << fit.bits)),
    ...kinds.map(fit => bytesOf(fit, KIND_BUCKETS)),
    ...abroad.heads.map(fit => bytesOf(fit, 1 << fit.bits)),
    ...stances.map(fit => bytesOf(fit, STANCE_BUCKETS)),
  ]
  const out = new Uint8Array(8 + json.length + parts.reduce((n, p) => n + p.length, 0))
  out.set(new TextEncoder().encode(EAR_MAGIC))
  new DataView(out.buffer).setUint32(4, json.length, true)
  out.set(json, 8)
  let at = 8 + json.length
  for (const part of parts) {
    out.set(new Uint8Array(part.buffer, part.byteOffset, part.length), at)
    at += part.length
  }
  return out
}
