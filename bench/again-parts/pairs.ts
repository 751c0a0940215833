// Pairs written by hand before the code that reads them: a failure and its remedy, steps that teach nothing, and things said
// that change. Each is lived through in a memory of its own, three sessions of a failure, two of a change.
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { isLive } from "../../src/core/views/state.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { type CardRead, readCards } from "../../src/memory/reading/read.ts"
import { inbox } from "../../src/memory/reading/review.ts"
import { world } from "../../test/stories/world.ts"

type Call = readonly [what: string, output: string]
interface Session {
  readonly fail: Call
  readonly between: readonly Call[]
  readonly pass: Call
}
export interface FailurePair {
  readonly id: string
  readonly group?: "n1" | "own"
  readonly want?: string
  readonly once?: boolean
  readonly sessions: readonly Session[]
}
interface Change {
  readonly id: string
  readonly first: string
  readonly later: string
  readonly old: string
  readonly new: string
}

export const readPairs = <T>(name: string): readonly T[] =>
  readFileSync(resolve("bench/pairs", name), "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as T)

const DAY = 60 * 24
type World = ReturnType<typeof world>
/** Shown and acted on: neither on trial nor put away. */
const inUse = (w: World): readonly CardRead[] =>
  readCards(w.memory).filter(c => {
    const card = TABLE.card.get(w.memory.views, c.id)
    return card !== undefined && isLive(card.stage) && card.stage !== "trial"
  })

async function lives(w: World, name: string, session: Session): Promise<void> {
  const e = await w.opens(name)
  await e.says("run the checks and see that they pass")
  await e.runs(session.fail[0], { ok: false, output: session.fail[1] })
  for (const [what, output] of session.between)
    if (what === "EDIT") await e.edits(`/work/shop/${output}`)
    else if (what === "READ") await e.reads(`/work/shop/${output}`, "export {}")
    else await e.runs(what, { ok: true, output })
  await e.runs(session.pass[0], { ok: true, output: session.pass[1] })
  await e.replies("It passes now.")
  await e.ends()
  w.later(DAY)
}

export interface FailureOutcome {
  readonly id: string
  readonly group: string
  /** sessions after which the wanted remedy stood in a card in use; null = never */
  readonly after: number | null
  readonly cards: readonly string[]
}
export async function failureOutcome(pair: FailurePair): Promise<FailureOutcome> {
  const w = world()
  let after: number | null = null
  for (const [i, session] of pair.sessions.entries()) {
    await lives(w, `s${i}`, session)
    if (pair.want !== undefined && after === null && lessons(w).some(s => s.includes(pair.want!))) after = i + 1
  }
  return { id: pair.id, group: pair.group ?? "idle", after, cards: lessons(w) }
}
const lessons = (w: World): readonly string[] => inUse(w).flatMap(c => (c.kind === "fact" ? [] : [c.statement ?? ""]))

export interface ChangeOutcome {
  readonly id: string
  readonly known: boolean
  readonly gone: boolean
  readonly cards: readonly string[]
}
export async function changeOutcome(pair: Change): Promise<ChangeOutcome> {
  const w = world()
  for (const [i, words] of [pair.first, pair.later].entries()) {
    const e = await w.opens(`s${i}`)
    await e.says(words)
    await e.replies("Understood.")
    await e.ends()
    w.later(DAY)
  }
  const cards = inUse(w).map(c => c.statement ?? "")
  const shown = (await w.packFor("what do I have to keep in mind here?")).text
  const has = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase())
  const later = (text: string): boolean => has(text, pair.new)
  // the old value beside the new one, in one sentence that says which holds, is not the old card
  const old = (text: string): boolean => has(text, pair.old) && !later(text)
  return {
    id: pair.id,
    known: cards.some(later),
    gone: !cards.some(old) && !shown.split("\n").some(old),
    cards,
  }
}

/** Two wishes: the later turns the earlier round, or both stand (`beside`); `keeps`: what of the earlier stays in force. */
export interface Turned extends Change {
  readonly beside?: true
  readonly keeps?: string
}
export interface TurnedOutcome extends Turned {
  /** the first was in use before the second was said: else there was nothing to turn round */
  readonly had: boolean
  readonly right: boolean
  /** left standing, and asked about */
  readonly asked: boolean
  readonly cards: readonly string[]
}
export async function turnedOutcome(pair: Turned): Promise<TurnedOutcome> {
  const w = world()
  const said = async (session: string, words: string): Promise<readonly CardRead[]> => {
    const e = await w.opens(session)
    await e.says(words)
    await e.replies("Understood.")
    await e.ends()
    w.later(DAY)
    return inUse(w)
  }
  const had = (await said("first", pair.first)).filter(c => c.statement?.includes(pair.old))
  const left = await said("later", pair.later)
  const stands = had.some(c => left.some(l => l.id === c.id))
  const keeps = pair.keeps === undefined || left.some(c => c.statement?.includes(pair.keeps!))
  const known = left.some(c => c.statement?.includes(pair.new))
  return {
    ...pair,
    had: had.length > 0,
    right: pair.beside ? stands : known && !stands && keeps,
    asked: stands && inbox(w.memory).some(item => had.some(c => c.id === item.id)),
    cards: left.map(c => c.statement ?? ""),
  }
}
export type { Change }
