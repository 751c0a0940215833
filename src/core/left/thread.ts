// Threads: what earlier episodes left unfinished, by what was observed alone. An episode is a thread while something of it is
// open: a check that failed last, changes that no commit took, a prompt broken off, a question nobody answered, words that put
// something off. What a later episode did closes it, and who goes on with it takes it over. Pure; what git knows besides comes
// in as an argument.

import { PARTS } from "../check/held.ts"
import { grouped } from "../grouped.ts"
import type { Salient } from "../model.ts"
import { STOP_WORDS, terms } from "../recall/tokenise.ts"
import { sentencesOf } from "../words/sentences.ts"

/** To go on, said at the start of a prompt; and where one was, said anywhere. */
const GO_ON = [
  "contin(?:ue[rz]?|uons|ua[rd]?|uamos|uiamo|úa)|resume|proceed|carry on|go on|keep going|pick ?up|finish",
  "weiter\\p{L}*|fortsetzen|repren(?:d|ds|dre|ez|ons)|poursui(?:s|vre|vez|vons)",
  "sigue|sigamos|seguir|seguimos|retom(?:a|ar|e|emos|amos)|prossiga|riprend(?:i|ere|iamo)|prosegui(?:re|amo)?",
].join("|")
const WHERE = [
  "left off|where (?:were|are) we|what were we|(?:we|you) were working on|what(?:'s| is) left|wo waren wir|où (?:en )?étions|où on (?:en était|s'(?:est|était) arrêtée?s?)",
  "dónde (?:estábamos|(?:nos|lo) (?:quedamos|dejamos))|onde (?:paramos|estávamos|ficamos)|dove (?:eravamo|ci siamo fermati)",
].join("|")
const ASKS = new RegExp(`^(?:\\S+\\s+){0,3}(?:${GO_ON})(?!\\p{L})|(?<!\\p{L})(?:${WHERE})(?!\\p{L})`, "iu")
const ASKING = new RegExp(`(?<!\\p{L})(?:${GO_ON}|${WHERE})(?!\\p{L})`, "giu")

export const asksToGoOn = (prompt: string): boolean => ASKS.test(prompt.slice(0, 300))
/** What is left of it says with what. */
export const withoutAsking = (prompt: string): string => prompt.replace(ASKING, " ")

export interface PastCheck {
  readonly event: string
  readonly at: number
  readonly kind: Salient
  readonly command: string
  readonly ok: boolean
}
export interface PastTurn {
  readonly event: string
  readonly at: number
  /** a person wrote the prompt */
  readonly person: boolean
  readonly prompt: string | null
  readonly reply: string | null
  readonly replyEvent: string | null
  /** the agent handed back by itself */
  readonly ended: boolean
  readonly edits: readonly { readonly path: string; readonly at: number }[]
  readonly commits: readonly number[]
  readonly checks: readonly PastCheck[]
}
export interface PastEpisode {
  readonly id: string
  readonly client: string
  readonly branch: string | null
  readonly lastAt: number
  readonly turns: readonly PastTurn[]
}

/** Words of somebody, and the event they stand in. */
interface Said {
  readonly words: string
  readonly event: string
}
export interface Thread extends Pick<PastEpisode, "client" | "branch" | "lastAt"> {
  readonly episode: string
  /** what it was about, and what was asked last */
  readonly about: Said | null
  readonly asked: Said | null
  readonly red: (Pick<PastCheck, "command" | "event"> & { readonly since: number; readonly times: number }) | null
  readonly uncommitted: readonly string[]
  readonly brokenOff: boolean
  readonly question: Said | null
  readonly putOff: Said | null
  /** every file it changed, and the words in their names */
  readonly files: readonly string[]
  readonly pathWords: ReadonlySet<string>
  /** words of its prompts and files that few other episodes share; and what each says of it, the rarer the more */
  readonly rare: ReadonlySet<string>
  readonly words: ReadonlyMap<string, number>
}
const CHECKS: readonly Salient[] = ["test", "build", "lint", "typecheck"]
/** Later words of the user that put something off; a tiny list on purpose, as a miss costs nothing. */
const PUT_OFF =
  /\b(?:(?:do|finish|handle|fix|look at|come back to|get to|leave|tackle|continue)\b.{0,60}\b(?:later|tomorrow|next (?:time|week|session)|another (?:day|time)|on monday)|(?:tomorrow|next session|next time) (?:we|i|you|let)|not now\b|for another day|remind me|still (?:need|have) to|morgen (?:machen|weiter)|später (?:machen|weiter))/i
const PUT_OFF_PROMPTS = 4
/** A prompt of fewer words names nothing. */
const NAMES_SOMETHING = 4
/** Words that name something, and shares of those of a prompt or of what was put off, which a later episode says again. */
const AGAIN = { least: 2, asked: 0.8, putOff: 0.5 } as const
/** So many episodes may share a word, and it is rare still. */
const FEW = 2

export const partsOf = (thread: Thread): readonly (typeof PARTS)[number][] =>
  PARTS.filter(
    part =>
      ({
        red: thread.red !== null,
        uncommitted: thread.uncommitted.length > 0,
        broken_off: thread.brokenOff,
        question: thread.question !== null,
        put_off: thread.putOff !== null,
      })[part],
  )

/** Episodes in order of time, the oldest first; threads newest first. */
export function threadsOf(episodes: readonly PastEpisode[]): readonly Thread[] {
  const reds = redChecks(episodes)
  const open = uncommittedFiles(episodes)
  const words = new Map(episodes.map(episode => [episode.id, wordsOf(episode)]))
  const met = new Map<string, number>()
  for (const { all } of words.values()) for (const word of all) met.set(word, (met.get(word) ?? 0) + 1)
  const most = Math.max(FEW, episodes.length / 4)
  return episodes
    .map((episode, i) => {
      const { all, paths } = words.get(episode.id)!
      const said = new Map([...all].map(word => [word, Math.log((episodes.length + 1) / met.get(word)!)]))
      const rare = new Set([...all].filter(word => met.get(word)! <= most))
      const thread = threadOf(episode, reds.get(episode.id) ?? null, open.get(episode.id) ?? [])
      const later = episodes.slice(i + 1)
      /** was it asked for again since, in nearly the same words? */
      const askedAgain = (said: Said | null, share: number): boolean => {
        const names = content(said?.words ?? "")
        const least = Math.max(AGAIN.least, share * names.length)
        return later.some(one => names.filter(word => words.get(one.id)!.all.has(word)).length >= least)
      }
      const takenUp = later.some(one => goesOnWith(one, episode)) || askedAgain(thread.asked, AGAIN.asked)
      return {
        ...thread,
        ...(takenUp ? { brokenOff: false, question: null } : {}),
        ...(askedAgain(thread.putOff, AGAIN.putOff) ? { putOff: null } : {}),
        ...{ pathWords: paths, rare, words: said },
      }
    })
    .filter(thread => partsOf(thread).length > 0)
    .reverse()
}

/** Did it go on with an earlier one: the same files, the commit that took them, or a check that had failed in it? */
export function goesOnWith(later: PastEpisode, earlier: PastEpisode): boolean {
  const edits = earlier.turns.flatMap(turn => turn.edits)
  const files = new Set(edits.map(edit => edit.path))
  const committed = Math.max(0, ...earlier.turns.flatMap(turn => turn.commits))
  const loose = edits.some(edit => edit.at > committed)
  const last = new Map(earlier.turns.flatMap(turn => turn.checks.map(check => [check.command, check.ok])))
  return later.turns.some(
    turn =>
      turn.edits.some(edit => files.has(edit.path)) ||
      (loose && turn.commits.length > 0) ||
      turn.checks.some(check => last.get(check.command) === false),
  )
}

function wordsOf({ turns }: PastEpisode) {
  const names = turns.flatMap(turn => turn.edits.map(({ path }) => path.split(/[\\/]/).slice(-2).join("/")))
  const paths = new Set([...new Set(names)].flatMap(content))
  const said = turns.flatMap(turn => (turn.person && turn.prompt !== null ? content(turn.prompt) : []))
  return { paths, all: new Set([...said, ...paths]) }
}

function threadOf(
  episode: PastEpisode,
  red: Thread["red"],
  uncommitted: readonly string[],
): Omit<Thread, "pathWords" | "rare" | "words"> {
  const mine = episode.turns.filter(turn => turn.person && turn.prompt !== null)
  const last = mine.at(-1)
  // "continue where we left off" has words enough, and is about nothing
  const named = mine.filter(
    turn => wordsIn(turn.prompt!) >= NAMES_SOMETHING && content(withoutAsking(turn.prompt!)).length > 0,
  )
  const about = named[0] ?? mine[0]
  const asked = named.at(-1) ?? last
  const isLast = last !== undefined && episode.turns.at(-1) === last
  const brokenOff = isLast && !last.ended
  const { id, client, branch, lastAt } = episode
  return {
    ...{ episode: id, client, branch, lastAt },
    about: about ? { words: about.prompt!, event: about.event } : null,
    asked: asked ? { words: asked.prompt!, event: asked.event } : null,
    ...{ red, uncommitted, brokenOff },
    question: isLast && !brokenOff ? questionIn(last) : null,
    putOff: mine.slice(-PUT_OFF_PROMPTS).reduce<Said | null>((found, turn) => putOffIn(turn) ?? found, null),
    files: [...new Set(episode.turns.flatMap(turn => turn.edits.map(edit => edit.path)))],
  }
}

/** The last run of its kind, over all episodes, and it failed: a later pass of the same kind anywhere makes it silent. */
function redChecks(episodes: readonly PastEpisode[]): ReadonlyMap<string, Thread["red"]> {
  const found = new Map<string, Thread["red"]>()
  const runs = episodes.flatMap(episode =>
    episode.turns.flatMap(turn => turn.checks.map(check => ({ ...check, episode: episode.id }))),
  )
  for (const kind of CHECKS) {
    const mine = runs.filter(run => run.kind === kind).sort((a, b) => a.at - b.at)
    const failing = mine.slice(mine.findLastIndex(run => run.ok) + 1)
    const last = failing.at(-1)
    if (!last || found.has(last.episode)) continue
    const { command, event } = last
    found.set(last.episode, { command, since: failing[0]!.at, times: failing.length, event })
  }
  return found
}

/** A commit, whoever made it, takes along what was changed before it: rather silent than wrong. */
function uncommittedFiles(episodes: readonly PastEpisode[]): ReadonlyMap<string, readonly string[]> {
  const turns = episodes.flatMap(episode => episode.turns.map(turn => ({ turn, episode: episode.id })))
  const committed = Math.max(0, ...turns.flatMap(({ turn }) => turn.commits))
  const owner = new Map<string, string>()
  for (const { turn, episode } of turns)
    for (const { path, at } of turn.edits) if (at > committed) owner.set(path, episode)
  return grouped(
    owner,
    ([, episode]) => episode,
    ([path]) => path,
  )
}

export const namesNothing = (prompt: string): boolean => wordsIn(prompt) < NAMES_SOMETHING
const wordsIn = (text: string): number => text.split(/\s+/).filter(word => /\p{L}{2}/u.test(word)).length

/** The agent's last words, when they ask something. */
function questionIn({ reply, replyEvent }: PastTurn): Said | null {
  if (reply === null || replyEvent === null) return null
  const tail = reply.slice(-800)
  const asked = sentencesOf(tail)
    .slice(-2)
    .map(({ start, end }) => tail.slice(start, end))
    .findLast(sentence => /[?？]["'”»)\]*]*$/.test(sentence) && wordsIn(sentence) >= NAMES_SOMETHING)
  return asked === undefined ? null : { words: asked, event: replyEvent }
}

function putOffIn({ prompt, event }: PastTurn): Said | null {
  const text = (prompt ?? "").slice(0, 4000)
  const said = sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end))
    .findLast(sentence => sentence.length <= 240 && PUT_OFF.test(sentence))
  return said === undefined ? null : { words: said, event }
}

// The words of a text that name something: terms as search reads them, without the common ones.

/** What follows in a prompt is mostly pasted. */
const CHARS = 1500

export const content = (text: string): readonly string[] =>
  [...new Set(terms(text.slice(0, CHARS)))].filter(term => term.length > 2 && !STOP_WORDS.has(term))
