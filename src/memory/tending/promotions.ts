// Cards that won in more than one repository: they may belong to the domain those repositories share (S4-69, D05). Only
// wins count, only tags the user put count; to global leads no road but the user's own words (S4-70). It is suggested; under a
// preset whose own rule promotes it is done.
import type { DataOf } from "../../core/events/registry.ts"
import { type CardView, isLive } from "../../core/views/state.ts"
import { jaccard, negations, same } from "../../core/words/similar.ts"
import { act } from "../acting/acts.ts"
import type { Memory } from "../memory.ts"
import { knownDomains } from "../packs/situation.ts"
import { cardRows } from "../reading/read.ts"

interface Promotion {
  /** the oldest of them: it is the one that grows */
  readonly card: CardView
  readonly twins: readonly CardView[]
  readonly domain: string
  readonly repos: readonly string[]
}
const ALIKE = 0.8
/** Requirements part 4: wins in several repositories means two of them, two wins in each, and more wins than not. */
const LEAST_REPOS = 2
const LEAST_WINS = 2
const LEAST_BELIEF = 0.6

export function promotions(memory: Memory): readonly Promotion[] {
  const cards = cardRows(memory)
    .filter(c => isLive(c.stage) && c.scope.tier === "repo" && WORK.includes(c.kind) && wonIn(c).length > 0)
    .filter(c => !staysHere(memory, c))
    .sort((a, b) => a.bornSeq - b.bornSeq)
  const taken = new Set<string>()
  return cards.flatMap((card): Promotion[] => {
    if (taken.has(card.id)) return []
    const twins = cards.filter(other => other !== card && !taken.has(other.id) && alike(memory, card, other))
    const repos = [...new Set([card, ...twins].flatMap(wonIn))]
    if (repos.length < LEAST_REPOS) return []
    const shared = repos.map(repo => knownDomains(memory, repo)).reduce((a, b) => a.filter(name => b.includes(name)))
    const domain = shared[0]
    if (domain === undefined) return []
    for (const twin of twins) taken.add(twin.id)
    return [{ card, twins, domain, repos }]
  })
}

/** The card grows into the domain; its twins go on in it. That they go is Mettle's doing: no word of the user's against them. */
export async function promote(memory: Memory, { card, twins, domain }: Promotion, by?: "rule"): Promise<string> {
  const id = await act(memory, "card.promoted", { card: card.id, tier: "domain", to: domain, ...(by ? { by } : {}) })
  for (const twin of twins)
    await act(memory, "card.archived", { card: twin.id, note: null, by: "mettle", into: card.id })
  return id
}

/** What grows by the preset's own rule, without a nod; what was taken back once waits in Review from then on. */
export async function promoteByRule(memory: Memory): Promise<void> {
  if (!memory.preset.rules.stage.some(rule => rule.params.promotes === true)) return
  const before = new Set(
    memory.parts.log.readTypes(["card.promoted"]).map(e => (e.data as DataOf<"card.promoted">).card),
  )
  for (const due of promotions(memory)) if (!before.has(due.card.id)) await promote(memory, due, "rule")
}

const WORK: readonly string[] = ["tactic", "negative_result"]
/** Repositories with enough counted wins, or where it is measured to help. */
function wonIn(card: CardView): readonly string[] {
  const { wins, losses } = card
  const believed = (wins + 1) / (wins + losses + 2) > LEAST_BELIEF
  return [
    ...new Set([
      ...Object.entries(card.winsByRepo).flatMap(([repo, won]) => (believed && won >= LEAST_WINS ? [repo] : [])),
      ...(card.value?.verdict === "helps" ? [card.scope.id] : []),
    ]),
  ]
}

/** The user was asked and said that it belongs where it is. */
const staysHere = (memory: Memory, card: CardView): boolean =>
  memory.parts.log.readTypes(["card.narrowed"]).some(e => {
    const { card: id, tier, to, by } = e.data as DataOf<"card.narrowed">
    return id === card.id && tier === "repo" && to === card.scope.id && by === undefined
  })

/** Not there: it stays in its repository, and is not asked about again. */
export const keepHere = (memory: Memory, card: CardView): Promise<string> =>
  act(memory, "card.narrowed", { card: card.id, tier: "repo", to: card.scope.id })

function alike(memory: Memory, a: CardView, b: CardView): boolean {
  if (a.kind !== b.kind) return false
  const [x, y] = [memory.text(a.statement), memory.text(b.statement)]
  if (x === null || y === null) return false
  return same(x, y) || (jaccard(x, y) >= ALIKE && negations(x) % 2 === negations(y) % 2)
}
