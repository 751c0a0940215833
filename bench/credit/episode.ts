// Runs one session of a world under a pack policy and writes the record a product could write; the truth stays apart.
// Interface of worlds: tools/credit-worlds (README). Baseline policies live here because only a bench may see the oracle.
import type { CardFacts, EpisodeRecord } from "../../src/core/questions/credit.ts"
import { episodeRecord, labCard } from "../../src/lab/credit.ts"

export interface WorldContext {
  readonly idx: number
  readonly lenZ: number
  readonly hasError: boolean
  readonly overlap: number | null
  readonly fb: string | null
  readonly slots: number
  readonly candidates: readonly { readonly id: number | string; readonly score: number }[]
}
export interface WorldSession {
  readonly day: number
  readonly repo: number | string
  readonly endReason: string | null
  readonly closing: string | null
  readonly oracleMin?: number
  readonly truth: { readonly p: readonly number[]; readonly S: readonly number[] }
  nextPrompt(): WorldContext | null
  inject(list: readonly { id: number | string; mode: 1 | -1 }[]): void
  run(): { tools: unknown[]; durMin: number; cited: unknown[] }
  contribution(id: number | string): number
}
export interface World {
  readonly cards: readonly Readonly<Record<string, unknown>>[]
  session(ep: number): WorldSession
  effects(): { readonly tau: ArrayLike<number> }
}
interface WorldTool {
  readonly tool: string
  readonly outErr: boolean
  readonly exit: number | null
}
export interface Pick {
  readonly shown: boolean
  readonly chance: number
  readonly mode: 1 | -1
}
/** One entry per candidate, in their order. */
export type Policy = (ctx: WorldContext, session: WorldSession, ep: number) => readonly Pick[]

const shows = (on: boolean): Pick => ({ shown: on, chance: on ? 1 : 0, mode: 1 })
export const none: Policy = ctx => ctx.candidates.map(() => shows(false))
export const topK: Policy = ctx => ctx.candidates.map((_, rank) => shows(rank < ctx.slots))
export const oracle: Policy = (ctx, session) => {
  const gain = ctx.candidates.map(c => session.contribution(c.id))
  const best = gain
    .map((_, i) => i)
    .filter(i => gain[i]! > (session.oracleMin ?? 0.06))
    .sort((a, b) => gain[b]! - gain[a]!)
    .slice(0, ctx.slots)
  return ctx.candidates.map((_, i) => shows(best.includes(i)))
}

export interface Episode {
  readonly record: EpisodeRecord
  /** true chance of success, mean over the prompts */
  readonly success: number
  /** what truly became of each prompt */
  readonly truth: readonly number[]
}

/** Characters of a prompt, as the product's records turn them into a length (records.ts). */
const LENGTH = { mean: 4.6, sd: 1.2 }
export const charsOf = (lenZ: number): number => Math.max(0, Math.round(Math.expm1(LENGTH.mean + LENGTH.sd * lenZ)))
const lenZOf = (chars: number): number => (Math.log1p(chars) - LENGTH.mean) / LENGTH.sd
const EDIT = "Edit"
const MINUTE = 60_000

/** What a product can see of it: no topic, the outcome of calls as a client tells it, the closing words as one more message. */
export function runEpisode(world: World, ep: number, policy: Policy): Episode {
  const session = world.session(ep)
  const prompts: unknown[] = []
  let durMin = 0
  for (let ctx = session.nextPrompt(); ctx; ctx = session.nextPrompt()) {
    const picks = policy(ctx, session, ep)
    const { candidates, ...visible } = ctx
    session.inject(candidates.flatMap((c, i) => (picks[i]!.shown ? [{ id: c.id, mode: picks[i]!.mode }] : [])))
    const out = session.run()
    durMin += out.durMin
    const cand = candidates.map((c, rank) => ({
      ...c,
      rank,
      pi: picks[rank]!.chance,
      shown: picks[rank]!.shown,
      mode: picks[rank]!.mode,
    }))
    const tools = (out.tools as readonly WorldTool[]).map(t => ({
      ...t,
      ok: t.exit === null ? !t.outErr : t.exit === 0,
    }))
    prompts.push({
      ...visible,
      ...out,
      cand,
      tools,
      lenZ: lenZOf(charsOf(ctx.lenZ)),
      durMin: Math.round(out.durMin * MINUTE) / MINUTE,
      taskKind: tools.some(t => t.tool === EDIT) ? "edit" : "read",
    })
  }
  const { day, repo, endReason, closing, truth } = session
  if (closing !== null)
    prompts.push({
      ...{ idx: prompts.length, lenZ: lenZOf(charsOf(0)), hasError: false, taskKind: "read", overlap: 0, fb: closing },
      ...{ nActive: 0, slots: 0, cand: [], tools: [], durMin: 1 / 60, cited: [] },
    })
  const record = episodeRecord({ ep, day, repo, prompts, endReason, closing: null, durMin })!
  return { record, success: truth.p.reduce((a, b) => a + b, 0) / Math.max(1, truth.p.length), truth: truth.S }
}

export const factsOf = (world: World): readonly CardFacts[] => world.cards.map(labCard)
