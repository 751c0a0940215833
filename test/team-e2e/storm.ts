// Many writers, one log, and something that breaks meanwhile. Each writer gives a batch again until it is acknowledged,
// as the outbox does; what was acknowledged is then compared with what is stored.
import { isCode } from "../../src/core/errors.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import type { Entry } from "../../src/team/shared-log.ts"
import { letters } from "../contracts/shared-log.ts"

export interface StormReport {
  readonly acknowledged: number
  readonly stored: number
  readonly lost: number
  readonly duplicates: number
  readonly givenAgain: number
  readonly seconds: number
  readonly longestMs: number
}

export async function storm(
  url: string,
  how: {
    readonly writers: number
    readonly each: number
    readonly batch: number
    /** called after every acknowledged batch with how many were acknowledged so far */
    readonly meanwhile: (acknowledged: number) => void
  },
): Promise<StormReport> {
  const options = { timeoutMs: 3000, retries: 3 }
  const logs = await Promise.all(Array.from({ length: how.writers }, () => openSharedLog(url, options)))
  const reader = await openSharedLog(url, options)
  const acknowledged = new Set<string>()
  let givenAgain = 0
  let longestMs = 0
  const began = Date.now()
  await Promise.all(
    logs.map(async (log, w) => {
      for (let i = 0; i < how.each; i += how.batch) {
        const batch = letters(w * 100_000 + i, w * 100_000 + i + how.batch - 1, { author: `w${w}` })
        const asked = Date.now()
        for (;;) {
          const result = await log.append(batch).catch(error => {
            if (!isCode(error, "E_OFFLINE")) throw error
            return null
          })
          if (result === null) {
            givenAgain++
            continue
          }
          for (const { id } of batch) acknowledged.add(id)
          break
        }
        longestMs = Math.max(longestMs, Date.now() - asked)
        how.meanwhile(acknowledged.size)
      }
    }),
  )
  const seconds = (Date.now() - began) / 1000
  const stored: Entry[] = []
  for (let at = 0; ; ) {
    const page = await reader.read(at, 2000)
    if (page.length === 0) break
    stored.push(...page)
    at = page.at(-1)!.seq
  }
  const known = new Set(stored.map(({ envelope }) => envelope.id))
  await Promise.all([...logs, reader].map(log => log.close()))
  return {
    acknowledged: acknowledged.size,
    stored: stored.length,
    lost: [...acknowledged].filter(id => !known.has(id)).length,
    duplicates: stored.length - known.size,
    givenAgain,
    seconds: Math.round(seconds * 10) / 10,
    longestMs,
  }
}

/** Calls each act once, when that many were acknowledged. */
export function milestones(acts: readonly (readonly [number, () => Promise<void>])[]) {
  const left = [...acts]
  const done: Promise<void>[] = []
  return {
    at(n: number) {
      while (left.length > 0 && n >= left[0]![0]) done.push(left.shift()![1]())
    },
    finished: () => Promise.all(done),
  }
}
