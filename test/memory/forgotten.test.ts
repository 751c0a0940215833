// What is out of sight where: told by one walk over the log, however many texts went and however often it is asked.
import { describe, expect, it } from "vitest"
import { hashId } from "../../src/core/ids.ts"
import { forgottenTexts } from "../../src/memory/forgetting/forgotten.ts"
import { memoryLog } from "../../src/store/ram/log.ts"

const ref = (n: number): string => `b:${hashId("text", n).slice(0, 22)}`
const prompt = (n: number, said: string) => ({
  ...{ id: hashId("event", n), type: "prompt.submitted", v: 1, ts: n, episode: null, scope: null },
  data: { author: "user", prompt: said, chars: 1 },
})

describe("forgotten texts", () => {
  it("[P4] are hidden until the same words are written again, and each event is looked at once", async () => {
    const log = memoryLog()
    const gone = Array.from({ length: 40 }, (_, n) => n)
    await log.append(gone.map(n => prompt(n, ref(n))))
    const { seqs } = await log.append([
      {
        ...{ id: hashId("forgotten"), type: "text.forgotten", v: 2, ts: 100, episode: null, scope: null },
        data: { by: "user", refs: gone.map(ref), episodes: [], kept: [] },
      },
    ])
    const since = seqs[0]!
    // Of the forty, number 7 is said again in the middle of 1,000 other prompts.
    const later = Array.from({ length: 1000 }, (_, n) => prompt(1000 + n, n === 500 ? ref(7) : ref(5000 + n)))
    await log.append(later)
    let looked = 0
    const counted = {
      ...log,
      read: (from: number, limit: number) => {
        const events = log.read(from, limit)
        looked += events.length
        return events
      },
    }
    const texts = forgottenTexts(counted)
    const all = log.read(0, log.head())
    for (const at of all.filter(event => event.seq % 7 === 1))
      for (const n of gone) expect(texts.hidden(ref(n), at)).toBe(at.seq <= since || n !== 7 || at.seq < since + 501)
    expect(texts.hidden(ref(5001), all[3]!)).toBe(false)
    expect(looked).toBeLessThanOrEqual(log.head())
  })
})
