// Which thread fits a prompt, when none does, and how it reads to the agent. A record of the wrong work is worse than none: it is given
// to whoever asks to go on; where the user wants more, also to whoever names a file of it or speaks of it in several words that few
// episodes share. It is told as a record with its source, never a task; the least telling line goes first.

import { LEFT_HEAD } from "../check/held.ts"
import { shortId } from "../ids.ts"
import { oneLine, tokens } from "../pack/render.ts"
import { asksToGoOn, content, type Thread, withoutAsking } from "./thread.ts"

interface PromptAsked {
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

const SPEAKS = "the prompt speaks of it"

/** The one that fits best, or none. */
export const chooseThread = (threads: readonly Thread[], asked: PromptAsked): Choice | null =>
  rankThreads(threads, asked).find(choice => choice.because !== null) ?? null

/** Best first. `because` null: not what the prompt speaks of. */
export function rankThreads(threads: readonly Thread[], asked: PromptAsked): readonly Choice[] {
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
        because: meant ? "asked to go on" : !fresh ? null : named ? "a file of it is named" : fits ? SPEAKS : null,
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

export const LEFT_TOKENS = 120
/** characters of a quote, the longest that fits */
const WORDS = [90, 60, 40] as const
const WHOLE = 6
const FILES = 4

/** Says when something was, in days of the reader: a matter of where they are. */
type DaysAgo = (at: number) => string

/** Quotes are cut shorter before a line goes: what is open says more than how it was asked. */
export function renderLeft(thread: Thread, ago: DaysAgo): string {
  for (let lines = WHOLE; lines >= 2; lines--)
    for (const words of WORDS) {
      const text = [LEFT_HEAD, ...linesOf(thread, ago, words).slice(0, lines)].join("\n").toWellFormed()
      if (tokens(text) <= LEFT_TOKENS) return text
    }
  return ""
}

/** The most telling first: what it was, what is red, what waits for an answer; git shows the rest anyway. */
function linesOf(thread: Thread, ago: DaysAgo, words: number): string[] {
  const quoted = (text: string): string => `“${short(text, words)}”`
  const { about, asked, red, uncommitted, putOff, question } = thread
  const where = thread.branch === null ? "" : ` on ${short(thread.branch, 40)}`
  const topic = about === null ? "" : `: ${quoted(about.words)}`
  const last = asked === null || asked.event === about?.event ? "" : `, last asked ${quoted(asked.words)}`
  const lines = [
    `- ${ago(thread.lastAt)}${where} [${shortId("e", thread.episode)}]${topic}${last}${thread.brokenOff ? " (broken off)" : ""}`,
  ]
  if (red !== null) lines.push(`- \`${short(red.command, 60)}\` failed when last run (red since ${ago(red.since)})`)
  if (question !== null) lines.push(`- the agent asked, unanswered: ${quoted(question.words)}`)
  if (putOff !== null) lines.push(`- the user put off: ${quoted(putOff.words)}`)
  if (uncommitted.length > 0) lines.push(`- changed, not committed: ${named(uncommitted)}`)
  const others = thread.files.filter(file => !uncommitted.includes(file))
  if (others.length > 0) lines.push(`- it changed ${named(others)}`)
  return lines
}

function named(paths: readonly string[]): string {
  const some = paths.slice(-FILES).map(path => short(tailOf(path), 60))
  return `${some.join(", ")}${paths.length > some.length ? ` and ${paths.length - some.length} more` : ""}`
}
const short = (text: string, most: number): string => {
  const line = oneLine(text)
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed().trimEnd()}…`
}
/** The last two parts of a path name it well enough. */
const tailOf = (path: string): string => path.split(/[\\/]/).slice(-2).join("/")
