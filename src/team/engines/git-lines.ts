// Segments of a sealed log: one line an envelope, of which only the id and the lock are readable without the seal, or one word
// that erases. A segment is written once and never changed.
import type { Envelope, Erasure } from "../shared-log.ts"
import { bare, misfit } from "./fit.ts"
import { type Seal, sealed, unsealed } from "./git-seal.ts"

type SealedLine =
  | { readonly what: "envelope"; readonly id: string; readonly envelope: Envelope; readonly words: boolean }
  /** under a key that is destroyed: known, and read by nobody */
  | { readonly what: "destroyed"; readonly id: string }
  | ({ readonly what: "erase" } & Erasure)

/** Null when the key of this id is destroyed. */
export function sealedLine(seal: Seal, envelope: Envelope, words: boolean): string | null {
  const { id, lock } = envelope
  const box = sealed(seal, id, words, JSON.stringify(bare(envelope)), `${id} ${lock}`)
  return box === null ? null : `${JSON.stringify({ id, lock, ...(words ? { own: 1 } : {}), box })}\n`
}
export const erasureLine = ({ id, token }: Erasure): string => `${JSON.stringify({ erase: id, token })}\n`

/** Null for whatever else stands there. */
export function readLine(seal: Seal, text: string): SealedLine | null {
  try {
    const { id, lock, own, box, erase, token } = JSON.parse(text)
    if (typeof erase === "string") return typeof token === "string" ? { what: "erase", id: erase, token } : null
    if (typeof box !== "string" || typeof lock !== "string" || !/^[0-9a-f]{32}$/.test(id)) return null
    const words = own === 1
    const inside = unsealed(seal, id, words, box, `${id} ${lock}`)
    if (inside === null) return words && sealed(seal, id, true, "", "") === null ? { what: "destroyed", id } : null
    const envelope = bare(JSON.parse(inside))
    if (envelope.id !== id || envelope.lock !== lock || misfit(envelope) !== null) return null
    return { what: "envelope", id, envelope, words }
  } catch {
    return null
  }
}
