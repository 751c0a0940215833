// First prompts of many people that ask to go on, and the session that is chosen for each. Only prompts are known there: what is
// measured is the choice.
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { createGunzip } from "node:zlib"
import { chooseThread } from "../src/core/left/choose.ts"
import { asksToGoOn, type PastEpisode, type Thread, threadsOf } from "../src/core/left/thread.ts"

export const EPISODES = 12
/** Names a moment without a word of it. */
export const nameOf = (id: string): string => createHash("sha256").update(id).digest("hex").slice(0, 12)

export interface GoOn {
  readonly name: string
  readonly prompt: string
  readonly thread: Thread | null
  readonly isLast: boolean
}

export async function goOnPrompts(shared: string): Promise<readonly GoOn[]> {
  const file = createReadStream(join(shared, "data/prompts/prompts.jsonl.gz")).pipe(createGunzip())
  const repos = new Map<string, Map<number, Prompt[]>>()
  for await (const line of createInterface({ input: file })) {
    const prompt = JSON.parse(line) as Prompt
    const sessions = repos.get(prompt.repo) ?? new Map<number, Prompt[]>()
    repos.set(prompt.repo, sessions.set(prompt.session, [...(sessions.get(prompt.session) ?? []), prompt]))
  }
  return [...repos.values()].flatMap(sessions => {
    const inTime = [...sessions.values()].sort((a, b) => Date.parse(a[0]!.time) - Date.parse(b[0]!.time))
    return inTime.flatMap((session, n): GoOn[] => {
      const { id, text } = session[0]!
      if (n === 0 || !asksToGoOn(text)) return []
      const past = inTime.slice(Math.max(0, n - EPISODES), n).map(pastPrompts)
      const asked = { prompt: text, branch: null, relevance: new Map<string, number>(), when: "asked", now: 0 } as const
      const thread = chooseThread(threadsOf(past), asked)?.thread ?? null
      return [{ name: nameOf(id), prompt: text, thread, isLast: thread?.episode === past.at(-1)!.id }]
    })
  })
}
interface Prompt {
  readonly id: string
  readonly repo: string
  readonly session: number
  readonly time: string
  readonly text: string
}
const pastPrompts = (session: readonly Prompt[]): PastEpisode => ({
  ...{ id: session[0]!.id, client: "unknown", branch: null, lastAt: Date.parse(session.at(-1)!.time) },
  turns: session.map(({ id, text }) => ({
    ...{ event: id, at: 0, person: true, prompt: text, reply: null, replyEvent: null, ended: false },
    ...{ edits: [], commits: [], checks: [] },
  })),
})
