// Which thread fits a prompt, and when none does. A record of the wrong work is worse than none: it is given to whoever asks to go
// on; where the user wants more, also to whoever names a file of it or speaks of it in several words that few episodes share.

import { asksToGoOn, withoutAsking } from "./go-on.ts"
import type { Thread } from "./thread.ts"
import { content } from "./thread.ts"

interface Asked {
  readonly prompt: string
  readonly branch: string | null
  /** relevance of each thread's episode to the prompt, 0 … 1, by words and meaning */
  readonly relevance: ReadonlyMap<string, number>
  /** only for whoever asks to go on, or also where the prompt fits */
  readonly when: "asked" | "fits"
  readonly now: number
}
interface Choice {
  readonly thread: Thread
  readonly score: number
  readonly because: string | null
}

const CHOOSE = {
  /** words of the prompt that few episodes share with it, and words that stand in paths of its files: least of each to fit */
  shared: 3,
  paths: 3,
  /** words that the prompt may have beside "go on" and still ask for whatever there is */
  openWords: 2,
  /** of more words, the share that must be rare ones of the thread: one alone is met by chance */
  share: 0.25,
  goOnChars: 160,
  /** who does not ask for it is told of what was left today; what lies longer was nearly always other work */
  freshMs: 16 * 3_600_000,
  /** what orders those that fit */
  weights: { named: 0.3, path: 0.1, said: 0.15, saidMost: 1, branch: 0.1, newest: 0.3 },
} as const

/** The one that fits best, or none. */
export const chooseThread = (threads: readonly Thread[], asked: Asked): Choice | null =>
  rankThreads(threads, asked).find(choice => choice.because !== null) ?? null

/** Best first. `because` null: not what the prompt speaks of. */
export function rankThreads(threads: readonly Thread[], asked: Asked): readonly Choice[] {
  const prompt = asked.prompt.toLowerCase()
  const goOn = asksToGoOn(asked.prompt)
  // Whoever goes on says with what at once; what follows is the next thing to do.
  const words = content(goOn ? withoutAsking(asked.prompt.slice(0, CHOOSE.goOnChars)) : asked.prompt)
  const open = words.length <= CHOOSE.openWords
  const { weights } = CHOOSE
  // "task 011" is task 011 and no other.
  const numbers = words.filter(word => /\d/.test(word))
  return threads
    .map((thread, place): Choice => {
      const named = thread.files.some(path => namesFile(prompt, path))
      const shared = words.filter(word => thread.rare.has(word)).length
      const paths = words.filter(word => thread.pathWords.has(word)).length
      const said = weights.said * words.reduce((sum, word) => sum + (thread.words.get(word) ?? 0), 0)
      const here = asked.branch !== null && thread.branch === asked.branch
      const meant =
        goOn &&
        (open || shared > CHOOSE.share * words.length || numbers.length > 0) &&
        numbers.every(word => thread.words.has(word))
      const fresh = asked.when === "fits" && asked.now - thread.lastAt <= CHOOSE.freshMs
      const fits = fresh && shared >= CHOOSE.shared && paths >= CHOOSE.paths
      return {
        thread,
        score:
          (asked.relevance.get(thread.episode) ?? 0) +
          (named ? weights.named : 0) +
          weights.path * Math.min(paths, CHOOSE.paths) +
          Math.min(weights.saidMost, said) +
          (here ? weights.branch : 0) +
          weights.newest / (1 + place),
        because: meant
          ? "asked to go on"
          : fresh && named
            ? "a file of it is named"
            : fits
              ? "the prompt speaks of it"
              : null,
      }
    })
    .sort((a, b) => b.score - a.score)
}

/** The file's own name in the prompt; a name as short as `a.ts` or as common as `index.ts` says nothing. */
function namesFile(prompt: string, path: string): boolean {
  const name = path.split(/[\\/]/).at(-1)!.toLowerCase()
  const stem = name.replace(/\.[a-z0-9]{1,5}$/, "")
  return stem.length >= 5 && !/^(?:index|readme|main|package|tsconfig)$/.test(stem) && prompt.includes(name)
}
