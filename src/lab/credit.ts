// `lab credit`: a log of episodes in the format of docs/credit.md in, what a preset's learner believes of each card out. The
// product's own rules do the work; a log that names its cards in a first line `{cards: […]}` gives their origin and topic.
import { doesByName } from "../core/events/tool-names.ts"
import { isRecord, type Loose } from "../core/loose.ts"
import type { CardFacts, EpisodeRecord, PromptRecord } from "../core/questions/credit.ts"
import { learnerOf } from "./learners.ts"

const list = (x: unknown): readonly Loose[] => (Array.isArray(x) ? x.filter(isRecord) : [])
const num = (x: unknown, otherwise = 0): number => (typeof x === "number" && Number.isFinite(x) ? x : otherwise)
const text = (x: unknown): string => (x === null || x === undefined ? "" : String(x))
const orNull = <T>(x: unknown, ok: (x: unknown) => boolean): T | null => (ok(x) ? (x as T) : null)
const isText = (x: unknown): boolean => typeof x === "string"
const isNumber = (x: unknown): boolean => typeof x === "number" && Number.isFinite(x)

/** A loosely written episode as the record the rules read. Ids become strings; what is missing is null. */
export function episodeRecord(line: unknown): EpisodeRecord | null {
  if (!isRecord(line) || !Array.isArray(line.prompts)) return null
  const prompts = list(line.prompts).map(
    (p, i): PromptRecord => ({
      idx: num(p.idx, i),
      lenZ: num(p.lenZ),
      hasError: p.hasError === true,
      taskKind: orNull<"edit" | "read">(p.taskKind, x => x === "edit" || x === "read"),
      overlap: orNull<number>(p.overlap, isNumber),
      fb: orNull<NonNullable<PromptRecord["fb"]>>(p.fb, isText),
      nActive: num(p.nActive),
      slots: num(p.slots, 5),
      cand: list(p.cand).map((c, rank) => ({
        id: text(c.id),
        score: num(c.score),
        rank: num(c.rank, rank),
        pi: num(c.pi, c.shown === true ? 1 : 0),
        shown: c.shown === true,
        mode: c.mode === -1 ? -1 : 1,
        channel: orNull<"auto_pack">(c.channel, isText) ?? "auto_pack",
        placement: orNull<"prompt">(c.placement, isText) ?? "prompt",
      })),
      tools: list(p.tools).map(t => ({
        does: doesByName(text(t.tool)),
        outErr: t.outErr === true,
        exit: orNull<number>(t.exit, isNumber),
        ok: orNull<boolean>(t.ok, x => typeof x === "boolean"),
        test: t.test === true,
        file: orNull<string>(t.file, isText),
      })),
      durMin: num(p.durMin),
      cited: Array.isArray(p.cited) ? p.cited.map(card => ({ card: text(card), ...NAMED })) : [],
      label: orNull<number>(p.label, isNumber),
    }),
  )
  return {
    ep: text(line.ep),
    day: num(line.day),
    repo: text(line.repo),
    prompts,
    endReason: orNull<string>(line.endReason, isText),
    closing: orNull<NonNullable<EpisodeRecord["closing"]>>(line.closing, isText),
    durMin: num(line.durMin),
  }
}

/** A record of a lab tells the card and no more. */
const NAMED = { how: "named", event: null, held: false, worked: null } as const

/** In a lab every card is measured as a tactic, whatever its kind. */
export const labCard = (c: Loose): CardFacts => ({
  id: text(c.id),
  kind: "tactic",
  source: c.source === "user" || c.source === "agent" ? c.source : "extracted",
  topic: text(c.topicKey ?? c.topic),
})

export async function labCredit(lines: AsyncIterable<unknown> | Iterable<unknown>, preset: string) {
  const learner = learnerOf(preset)
  const cards = new Map<string, CardFacts>()
  const numbers = new Map<string, number>()
  const note = (c: Loose): void => {
    if (typeof c.id === "number") numbers.set(text(c.id), c.id)
  }
  for await (const line of lines) {
    if (isRecord(line) && Array.isArray(line.cards))
      for (const c of list(line.cards)) {
        note(c)
        cards.set(text(c.id), labCard(c))
      }
    if (isRecord(line)) for (const p of list(line.prompts)) for (const c of list(p.cand)) note(c)
    const episode = episodeRecord(line)
    if (!episode) continue
    for (const p of episode.prompts)
      for (const c of p.cand) if (!cards.has(c.id)) cards.set(c.id, labCard({ id: c.id }))
    learner.take(episode, [...cards.values()])
  }
  return [...cards.values()].map(card => {
    const v = learner.ask(card)
    // as the log wrote it: a number stays a number
    return { card: numbers.get(card.id) ?? card.id, mean: v.mean, sd: v.sd, n: v.n, verdict: v.verdict }
  })
}
