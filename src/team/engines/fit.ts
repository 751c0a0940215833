// What every engine asks of an envelope and of a team's name before it carries them. Signatures are checked elsewhere.
import { MettleError } from "../../core/errors.ts"
import { ID, sha256 } from "../../core/ids.ts"
import type { Envelope } from "../shared-log.ts"

/** Team names go into roles, subjects and folders: few characters, all plain. */
export const TEAM = /^[a-z0-9][a-z0-9_-]{0,39}$/
const LOCK = /^[0-9a-f]{64}$/
const NAME = /^[^\p{Cc}\p{Cs}]{1,512}$/u
/** NATS takes messages of a megabyte by default; the rest of the envelope and its headers need room too. */
const MOST_BYTES = 768 * 1024

export function fitting(batch: readonly Envelope[]): readonly Envelope[] {
  for (const envelope of batch) {
    const wrong = misfit(envelope)
    if (wrong !== null)
      throw new MettleError("E_EVENT", `envelope ${String(envelope?.id).slice(0, 40)}: ${wrong}`, {
        still: "nothing of this batch was stored",
      })
  }
  return batch
}

/** Why an envelope cannot be carried, or null. */
export function misfit(e: Envelope): string | null {
  if (typeof e?.id !== "string" || !ID.test(e.id)) return "id is not 32 hex digits"
  for (const field of ["partition", "author", "key", "type", "signature"] as const)
    if (typeof e[field] !== "string" || !NAME.test(e[field])) return `${field} is not a name`
  if (typeof e.lock !== "string" || !LOCK.test(e.lock)) return "lock is not 64 hex digits"
  if (!Number.isSafeInteger(e.ts)) return "ts is not a whole number of milliseconds"
  if (!Number.isInteger(e.v) || e.v < 1 || e.v > 1_000_000) return "version is not a small positive integer"
  if (typeof e.body !== "string" || e.body === "") return "body is empty"
  if (e.body.includes("\u0000") || !e.body.isWellFormed()) return "body is not well-formed text"
  if (Buffer.byteLength(e.body) > MOST_BYTES) return `body is larger than ${MOST_BYTES} bytes`
  return null
}

/** Exactly the fields of an envelope, whatever else the object carries. */
export const bare = (e: Envelope): Envelope => ({
  id: e.id,
  partition: e.partition,
  author: e.author,
  key: e.key,
  ts: e.ts,
  type: e.type,
  v: e.v,
  lock: e.lock,
  body: e.body,
  signature: e.signature,
})
/** Whether this word may erase what stands under this lock. */
export const opens = (lock: string, token: string): boolean => sha256(token).toString("hex") === lock
/** Words that may erase, by the id they are about: anybody can say any, so each is tried on the lock. */
export function erasingWords() {
  const said = new Map<string, Set<string>>()
  return {
    ids: () => [...said.keys()],
    add: (id: string, token: string): void => {
      said.set(id, (said.get(id) ?? new Set()).add(token))
    },
    open: ({ id, lock }: Pick<Envelope, "id" | "lock">): boolean =>
      [...(said.get(id) ?? [])].some(token => opens(lock, token)),
  }
}
export type ErasingWords = ReturnType<typeof erasingWords>
export const erased = (e: Envelope): Envelope => ({ ...e, body: "", signature: "" })

export function team(name: string | null | undefined, example: string): string {
  if (typeof name === "string" && TEAM.test(name)) return name
  throw new MettleError("E_CONFIG", `the team's address names no team: ${JSON.stringify(name ?? null)}`, {
    hint: `like ${example}; a team's name has at most 40 characters of a-z, 0-9, - and _`,
  })
}

export const shut = (): MettleError => new MettleError("E_BUG", "the shared log is closed")
