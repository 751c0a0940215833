// Small made-up worlds in which some cards truly help, some do nothing and one may do harm, for measuring how soon a harmful card
// loses its place.
import type { FeedbackType } from "../../src/core/model.ts"
import { logit, seeded, sigmoid } from "../../src/core/stats.ts"
import type { World, WorldSession } from "./short-way.ts"

interface SmallWorld {
  readonly seed: string
  /** what each card does to the odds of success, in log-odds; and success without any card */
  readonly effects: readonly number[]
  readonly base: number
  readonly promptsPerEpisode: number
  readonly perDay: number
  /** share of prompts after which the user says how it went */
  readonly spoken: number
  /** share of prompts whose test tells the truth */
  readonly right: number
}
interface LapseWorld extends Omit<SmallWorld, "effects"> {
  readonly preset: string
  readonly episodes: number
  readonly help: number
  readonly idle: number
  readonly helps: number
  readonly harms: number
}
export const LAPSE: LapseWorld = {
  ...{ seed: "17", preset: "mettle", episodes: 400, promptsPerEpisode: 4, perDay: 4 },
  ...{ help: 4, idle: 5, helps: 0.6, harms: -0.8, base: 0.55, spoken: 0.3, right: 1 },
}
const LISTED = 6
/** cards a first prompt has room for, and a later one */
const SLOTS = [3, 1] as const
/** what is left of a card's effect one prompt later */
const LASTING = 0.88
/** the one that does harm is the first */
export const HARMFUL = "0"

export const lapseWorld = (o: LapseWorld): World =>
  smallWorld({ ...o, effects: [o.harms, ...Array(o.help).fill(o.helps), ...Array(o.idle).fill(0)] })

export const smallWorld = (o: SmallWorld): World => ({
  cards: o.effects.map((_, id) => ({ id, source: "agent" })),
  effects: () => ({ tau: o.effects }),
  session: ep => sessionOf(o, ep),
})

function sessionOf(o: SmallWorld, ep: number): WorldSession {
  const luck = seeded(`${o.seed}/luck/${ep}`)
  const truth = { p: [] as number[], S: [] as number[] }
  const active = new Map<number, number>()
  let word: FeedbackType | null = null
  return {
    ...{ day: ep / o.perDay, repo: "made up", endReason: "exit", truth },
    get closing() {
      return word === "neutral" ? null : word
    },
    nextPrompt() {
      const idx = truth.p.length
      if (idx === o.promptsPerEpisode) return null
      // what is in the context already is not shown again
      const candidates = o.effects
        .map((_, id) => ({ id, by: luck() }))
        .filter(({ id }) => !active.has(id))
        .sort((a, b) => a.by - b.by)
        .slice(0, LISTED)
        .map(({ id }, i) => ({ id, score: 0.9 - 0.05 * i }))
      return {
        idx,
        lenZ: 0,
        hasError: false,
        overlap: idx === 0 ? null : 0,
        fb: word,
        slots: SLOTS[Math.min(idx, 1)]!,
        candidates,
      }
    },
    inject(list) {
      for (const { id } of list) active.set(Number(id), truth.p.length)
    },
    run() {
      const idx = truth.p.length
      const push = [...active].reduce((sum, [id, at]) => sum + o.effects[id]! * LASTING ** (idx - at), 0)
      const p = sigmoid(logit(o.base) + push)
      const well = luck() < p
      truth.p.push(p)
      truth.S.push(Number(well))
      word = luck() > o.spoken ? "neutral" : well ? "explicit_positive" : "explicit_negative"
      const ok = luck() < o.right ? well : !well
      return { tools: [{ tool: "Bash", outErr: !ok, exit: ok ? 0 : 1, test: true }], durMin: 2, cited: [] }
    },
    contribution: id => o.effects[Number(id)]!,
  }
}
