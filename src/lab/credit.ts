// `lab credit`: a log of episodes in the format of docs/credit.md in, what a preset's learner believes of each card out. The product's own
// rules do the work; a log that names its cards in a first line `{cards: […]}` gives their origin and topic. Below, the learners a lab or
// bench can name: presets of the product are chosen elsewhere; the extra names are literature and ablations that no preset ships.
import { doesByName } from "../core/events/tool-names.ts"
import { recordEvidence } from "../core/label/evidence.ts"
import { isRecord, type Loose } from "../core/loose.ts"
import { KINDS } from "../core/model.ts"
import type { CardFacts, EpisodeRecord, PromptRecord, ValueAnswer } from "../core/questions/worth.ts"
import { sharedReward, shrinkingStep } from "../core/rules/astra/outcome-reward.ts"
import { episodeProxyCredit, unattributed } from "../core/rules/credit/shares.ts"
import { fractional, oldBinaryCredit } from "../core/rules/evolver/evolver.ts"
import { betaThompson, episodeScore } from "../core/rules/groove/figures.ts"
import { salientLatent } from "../core/rules/judge/salient-latent.ts"
import { firstOutcomeTopK } from "../core/rules/nucleus/nucleus.ts"
import { gatedBlend, pooledThompson, slots, valueWeighted } from "../core/rules/rank/order.ts"
import { alone, type Params, type Rule, tellRecord } from "../core/rules/rule.ts"
import { maturity } from "../core/rules/swarm/maturity-stage.ts"
import { halfLifeValue, implicitObservation, invert } from "../core/rules/swarm/swarm.ts"
import { uses } from "../core/rules/value/uses.ts"
import { betaCounts, plusMinusValue, qStep } from "../core/rules/value/worth.ts"
import { DAY } from "../core/time.ts"

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

interface LearnerRules {
  readonly credit: Rule<"credit">
  readonly value: Rule<"value">
  readonly rank: Rule<"rank">
  readonly stage: readonly Rule<"stage">[]
  /** name in docs/credit.md and its golden vectors, where there is one */
  readonly golden: string | null
}
const rules = (
  credit: Rule<"credit">,
  value: Rule<"value">,
  rank: Rule<"rank">,
  golden: string | null = null,
  stage: readonly Rule<"stage">[] = [],
): LearnerRules => ({ credit, value, rank, stage, golden })
const withParams = <P extends Params>(rule: Rule<"credit", P>, params: Partial<P>): Rule<"credit"> => ({
  ...rule,
  params: { ...rule.params, ...params },
})

export const LEARNERS: Readonly<Record<string, LearnerRules>> = {
  // the learner reads the whole shortlist, so it needs no credit rows to learn from
  mettle: rules(unattributed, plusMinusValue, pooledThompson, null),
  plain: rules(unattributed, uses, slots),
  evolver: rules(fractional, betaCounts, valueWeighted, "B.seed000@1"),
  astra: rules(sharedReward, shrinkingStep, valueWeighted, "E.seed001@1"),
  "astra-unshared": rules(
    withParams(sharedReward, { shared: false }),
    shrinkingStep,
    valueWeighted,
    "E.seed001-unshared@1",
  ),
  // nobody's words stand in a world's record: every card shown counts as used
  groove: rules(withParams(episodeScore, { unused: 1 }), betaCounts, betaThompson, "X.seed002-ts@1"),
  swarm: rules(implicitObservation, halfLifeValue, valueWeighted, "D.seed003@1", [invert, maturity]),
  "swarm-noinvert": rules(implicitObservation, halfLifeValue, valueWeighted, "D.seed003-noinvert@1", [maturity]),
  // worlds give every kind of card an effect, so every one is measured there; the preset measures tactics alone
  nucleus: rules(withParams(firstOutcomeTopK, { kinds: KINDS }), betaCounts, valueWeighted, "C.seed004@1"),
  "nucleus-strict": rules(
    withParams(firstOutcomeTopK, { kinds: KINDS, strict: true }),
    betaCounts,
    valueWeighted,
    "C.seed004-strict@1",
  ),
  "old-binary": rules(oldBinaryCredit, betaCounts, valueWeighted, "A.binary@0"),
  "memory-worth": rules(episodeProxyCredit, betaCounts, valueWeighted, "L.memory-worth"),
  "memrl-q": rules(episodeProxyCredit, qStep, valueWeighted, "L.memrl-q"),
  memrl: rules(episodeProxyCredit, qStep, gatedBlend),
}

/** A preset's learner, told of episodes that nobody folded: each call of `take` is one more, in order. */
export function learnerOf(preset: string) {
  const rules = LEARNERS[preset]
  if (!rules) throw new RangeError(`unknown preset "${preset}": one of ${Object.keys(LEARNERS).join(", ")}`)
  const { credit, value } = rules
  const own = alone()
  const labelled = labeller()
  let day = 0
  return {
    rules,
    own,
    take(read: EpisodeRecord, cards: readonly CardFacts[]): void {
      const record = labelled(read)
      const { credits } = credit.decide(own, { episode: record, cards }, credit.params).answer
      tellRecord(value, own, { record, credits, cards })
      day = Math.max(day, record.day)
    },
    ask: (card: CardFacts): ValueAnswer => value.decide(own, { card, now: day * DAY }, value.params).answer,
  }
}

// Labels of episodes that nobody folded: the default's judge at work on records alone, with what it learns on the way. Labs and
// benches hand records through here, so that the learner reads the same labels as in the product.

/** One store's labels: each call takes in one episode, in order. A label that the log gives stays. */
export function labeller(): (episode: EpisodeRecord) => EpisodeRecord {
  const own = alone()
  const { params } = salientLatent
  return episode => {
    const turns = recordEvidence(episode)
    const prompts = episode.prompts.map((prompt, i) => {
      if (prompt.label !== null) return prompt
      const { p, llr } = salientLatent.decide(own, { level: "turn", turns: [turns[i]!], outcomes: [] }, params).answer
      return { ...prompt, label: p, ...(llr === undefined ? {} : { llr }) }
    })
    salientLatent.on?.["episode judged"]?.(own, { episode: episode.ep, turns, at: 0, seq: 0 }, params)
    return { ...episode, prompts }
  }
}
