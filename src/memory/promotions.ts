// Cards that won in more than one repository: they may belong to the domain those repositories share (S4-69, D05). Only
// wins count, only tags the user put count; to global leads no road but the user's own words (S4-70).
import { jaccard, negations, same } from "../core/propose/similar.ts"
import { type CardView, isLive } from "../core/views/state.ts"
import { act } from "./acts.ts"
import { cardRows } from "./card-index.ts"
import { knownDomains } from "./domains.ts"
import type { Memory } from "./memory.ts"

export interface Promotion {
  /** the oldest of them: it is the one that grows */
  readonly card: CardView
  readonly twins: readonly CardView[]
  readonly domain: string
  readonly repos: readonly string[]
}
const ALIKE = 0.8
const LEAST_REPOS = 2

export function promotions(memory: Memory): readonly Promotion[] {
  const cards = cardRows(memory)
    .filter(c => isLive(c.stage) && c.scope.tier === "repo" && WORK.includes(c.kind) && wonIn(c).length > 0)
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

/** The card grows into the domain; its twins have nothing more to say. */
export async function promote(memory: Memory, { card, twins, domain }: Promotion): Promise<string> {
  const id = await act(memory, "card.promoted", { card: card.id, tier: "domain", to: domain })
  for (const twin of twins) await act(memory, "card.archived", { card: twin.id, note: null })
  return id
}

const WORK: readonly string[] = ["tactic", "negative_result"]
/** Repositories with counted wins, or where it is measured to help. */
const wonIn = (card: CardView): readonly string[] => [
  ...Object.entries(card.winsByRepo).flatMap(([repo, wins]) => (wins > 0 ? [repo] : [])),
  ...(card.scope.tier === "repo" && card.value?.verdict === "helps" ? [card.scope.id] : []),
]

function alike(memory: Memory, a: CardView, b: CardView): boolean {
  if (a.kind !== b.kind) return false
  const [x, y] = [memory.text(a.statement), memory.text(b.statement)]
  if (x === null || y === null) return false
  return same(x, y) || (jaccard(x, y) >= ALIKE && negations(x) % 2 === negations(y) % 2)
}
