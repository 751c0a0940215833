// Whose work later words are about: a commit, a file or a test they name, else what they are about, when exactly one
// episode of that time fits. More than one, or none: nothing is tied.
import { HOUR } from "../../time.ts"
import type { LaterWords } from "./read.ts"

export interface PastTurn {
  readonly episode: string
  readonly turn: number
  readonly at: number
  readonly commits: readonly string[]
  readonly files: readonly string[]
  /** commands it ran, as written */
  readonly commands: readonly string[]
  /** stems of what was asked */
  readonly topic: readonly string[]
  readonly deployed: boolean
}
export interface Tied {
  readonly episode: string
  readonly turn: number
  readonly by: "commit" | "file" | "test" | "topic" | "deploy"
  readonly confidence: number
}

const CONFIDENCE: Readonly<Record<Tied["by"], number>> = {
  commit: 0.95,
  file: 0.85,
  test: 0.85,
  topic: 0.7,
  deploy: 0.6,
}
/** Share of the topic's words that the work must be known by. */
const ENOUGH = 0.5

export function tieLaterWords(said: LaterWords, turns: readonly PastTurn[], now: number): Tied | null {
  const named = turns.filter(t => said.commits.some(id => t.commits.some(c => sameId(c, id))))
  if (named.length > 0) return only(named, "commit", () => 1)
  const { ago } = said
  if (ago === null) return null
  const then = turns.filter(t => now - t.at >= ago[0] * HOUR && now - t.at <= ago[1] * HOUR)
  const filed = then.filter(t => said.files.some(f => t.files.some(g => sameFile(g, f))))
  if (filed.length > 0) return only(filed, "file", t => shared(said, t))
  const tested = then.filter(t => said.tests.some(name => t.commands.some(c => c.includes(name))))
  if (tested.length > 0) return only(tested, "test", t => shared(said, t))
  // Names were given and none of them fits: it is about something else.
  if (said.files.length + said.tests.length + said.commits.length > 0) return null
  const about = then.filter(t => shared(said, t) >= ENOUGH)
  if (about.length > 0) return only(about, "topic", t => shared(said, t))
  return said.deployed && said.topic.length === 0
    ? only(
        then.filter(t => t.deployed),
        "deploy",
        () => 1,
      )
    : null
}

/** The best turn of the one episode that fits best; null when two fit alike. */
function only(turns: readonly PastTurn[], by: Tied["by"], score: (turn: PastTurn) => number): Tied | null {
  const best = new Map<string, { readonly turn: PastTurn; readonly score: number }>()
  for (const turn of turns) {
    const mine = score(turn)
    const known = best.get(turn.episode)
    // Of equal turns the last: it is the one that was left standing.
    if (!known || mine > known.score || (mine === known.score && turn.turn > known.turn.turn))
      best.set(turn.episode, { turn, score: mine })
  }
  const ranked = [...best.values()].sort((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (!first || (second && second.score === first.score)) return null
  return { episode: first.turn.episode, turn: first.turn.turn, by, confidence: CONFIDENCE[by] }
}

const shared = (said: LaterWords, turn: PastTurn): number =>
  said.topic.length === 0 ? 0 : said.topic.filter(word => turn.topic.includes(word)).length / said.topic.length

const sameId = (a: string, b: string): boolean => a.slice(0, 7) === b.slice(0, 7)
const sameFile = (path: string, said: string): boolean => {
  const plain = path.replaceAll("\\", "/")
  return plain === said || plain.endsWith(`/${said.replace(/^\.?\//, "")}`)
}
