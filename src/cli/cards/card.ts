// mettle card: one card with its evidence, and one act on it. Every act is an event, so mettle undo takes it back: by a card's id, or the
// last acts. The log keeps both; the cards are as if the act had not been.
import { idStart } from "../../core/ids.ts"
import { STRICTNESS, type Strictness } from "../../core/model.ts"
import { count } from "../../core/say-number.ts"
import { actWord, undo, undoable, undoCard } from "../../memory/acting/acts.ts"
import { actOnCard, actOnWaiting, CARD_ACTS, type CardAct, planOnCard } from "../../memory/acting/card-acts.ts"
import { type StrictPreview, strictPreview } from "../../memory/checks/strictness.ts"
import type { Memory } from "../../memory/memory.ts"
import { episodeShort } from "../../memory/reading/episodes.ts"
import { explainCard, seenBy, shownIn } from "../../memory/reading/explain.ts"
import { type CardRead, cardShort, findCard, readCard } from "../../memory/reading/read.ts"
import { type InboxItem, waitingRule } from "../../memory/reading/review.ts"
import type { Place } from "../../memory/where-and-when.ts"
import { act, defineMettleCommand, FLAGS, type Running, usage, value, word } from "../command.ts"
import { changeMemory, here, readMemory } from "../context.ts"
import { confirm } from "../io.ts"
import { clean, type Out } from "../print.ts"
import { ago, scopeText, whoSaid } from "../say.ts"
import { printHead } from "./why.ts"

const args = {
  act: { ...act(CARD_ACTS, `a card's id, or one of ${CARD_ACTS.join(", ")}`), required: true, others: true },
  card: word(),
  words: word(),
  scope: value("scope", "for narrow and promote: repo, domain:<name>, global"),
  strict: value("how", `${STRICTNESS.join(", ")}: at a call that breaks it`),
  note: value("text", "for archive and deprecate: why"),
  "dry-run": FLAGS["dry-run"],
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "card",
  examples: [
    ["mettle card c-7f2a41", "statement, scope, stage, evidence quoted, lineage"],
    ["mettle card confirm t-4a10c2", "it is right: a candidate, or what waits in review, becomes active"],
    ['mettle card correct c-7f2a41 "use bun"', "your words replace it"],
    ["mettle card promote c-7f2a41 --scope global", "hold it everywhere (narrow: the other way)"],
    ["mettle card pin c-7f2a41", "always show it (unpin)"],
    ["mettle card archive f-19d3aa", "put it away; it stays searchable"],
    ["mettle card verify f-19d3aa", "you checked it: disputes are settled"],
    ["mettle card prove t-4a10c2", "you know that it works (deprecate: that it does not)"],
    ["mettle card reset t-4a10c2", "forget what was measured, begin again"],
    ["mettle card c-7f2a41 --strict block", "always refuse what breaks it (say, tell, hold); --dry-run only previews"],
  ],
  args,
  run: running => {
    const { act: first, card } = running.args
    const known = CARD_ACTS.find(name => name === first)
    if (running.args.strict !== undefined) return change(running, "strict", known === "strict" ? (card ?? "") : first)
    if (!known) {
      if (card !== undefined) throw usage(command, `does not know "${first}"; it knows ${CARD_ACTS.join(", ")}`)
      return show(running, first)
    }
    if (card === undefined) throw usage(command, `${known} needs the id of a card`)
    return change(running, known, card)
  },
})

async function show({ out, context }: Run, id: string): Promise<void> {
  const place = here(context)
  const memory = await readMemory(context, out)
  const waiting = waitingRule(memory, id)
  if (waiting) return out.result({ waiting }, () => printWaiting(waiting, place, out))
  const found = findCard(memory, id)
  const why = explainCard(memory, found)
  const { card, lineage, ledger, holds } = why
  const seen = seenBy(memory, found.id)
  const inEpisodes = shownIn(memory, found.id)
  const now = context.now()
  out.result({ card, held: holds.length, shownIn: inEpisodes, lineage, seen, ledger }, () => {
    printHead(why, place, out, now)
    const row = (label: string, text: string) => out.line(`${label.padEnd(9)} ${text}`)
    const last = seen.at(-1)
    if (card.flags.length > 0) row("flags", out.paint("yellow", card.flags.join(", ")))
    if (card.pinned || card.confirmed)
      row("you", [card.pinned ? "pinned" : "", card.confirmed ? "confirmed" : ""].filter(Boolean).join(", "))
    if (card.seenTrue) row("true", `last seen true ${ago(Date.parse(card.seenTrue), now)}`)
    if (card.strict) row("strict", STRICT[card.strict])
    if (last) row("last", `shown ${ago(Date.parse(last.at), now)}, in ${count(inEpisodes.episodes, "session")}`)
    printEvidence(memory, card, out, now)
    if (lineage.length > 1) {
      out.line(`\n${out.paint("dim", "lineage, oldest first")}`)
      for (const l of lineage)
        out.line(`  ${l.id === card.id ? "*" : " "} ${l.short}  ${out.fit(l.statement ?? "(forgotten)", LONGEST)}`)
    }
  })
}

function printWaiting(item: InboxItem, place: Place, out: Out): void {
  const short = cardShort(item)
  const from = item.document === undefined ? item.why : `from ${clean(item.document)}`
  out.line(`${short}  ${clean(item.statement)}`)
  out.line(`waits for your yes, ${from} · ${scopeText(item.scope, place)}`)
  out.line(`keep it: mettle card confirm ${short}   put it away: mettle card archive ${short}`)
}

function printEvidence(memory: Memory, { evidence }: CardRead, out: Out, now: number): void {
  out.line(`\n${out.paint("dim", `evidence (${evidence.length})`)}`)
  for (const e of evidence) {
    const at = memory.parts.log.get(e.event)
    const where = [at ? ago(at.ts, now) : null, at?.episode ? episodeShort(at.episode) : null]
    out.line(`  ${out.symbol(e.holds ? "ok" : "fail")} ${[whoSaid(e), ...where].filter(Boolean).join(", ")}`)
    out.line(`    ${e.holds ? `"${out.fit(e.quote ?? "", LONGEST)}"` : "the words were forgotten or changed"}`)
  }
}

async function change(running: Run, name: CardAct, id: string): Promise<void> {
  const { out, context, args } = running
  const dry = args["dry-run"] ?? false
  const memory = dry ? await readMemory(context, out) : await changeMemory(context, out)
  const waiting = waitingRule(memory, id)
  if (waiting) return changeWaiting(running, memory, name, waiting)
  const before = findCard(memory, id)
  const given = { words: args.words, note: args.note, level: args.strict, scope: args.scope, place: here(context) }
  if (dry) planOnCard(memory, name, before.id, given)
  const made = dry ? null : await actOnCard(memory, name, before.id, given)
  const after = made?.card ?? before.id
  const card = readCard(memory, findCard(memory, after))
  const place = here(context)
  const preview = name === "strict" ? strictPreview(memory, before) : null
  out.result({ act: name, id: made?.id ?? null, done: !dry, card, ...(preview ? { preview } : {}) }, () => {
    out.line(`${dry ? "would " : ""}${name} ${cardShort(before)}  ${clean(card.statement ?? "")}`)
    if (preview) printPreview(preview, out)
    if (dry) return
    out.line(
      `now ${card.stage} · ${scopeText(card.scope, place)}${card.pinned ? " · pinned" : ""}${card.strict ? ` · ${STRICT[card.strict]}` : ""}${after === before.id ? "" : ` · ${card.short} replaces ${cardShort(before)}`}   undo: mettle undo`,
    )
  })
}

async function changeWaiting(
  { out, context, args }: Run,
  memory: Memory,
  name: CardAct,
  item: InboxItem,
): Promise<void> {
  const dry = args["dry-run"] ?? false
  const made = dry ? null : await actOnWaiting(memory, name, item, args.words)
  const card = made?.card ? readCard(memory, findCard(memory, made.card)) : null
  out.result({ act: name, id: made?.id ?? null, done: !dry, card }, () => {
    out.line(`${dry ? "would " : ""}${name} ${cardShort(item)}  ${clean(card?.statement ?? item.statement)}`)
    if (card)
      out.line(`now ${card.stage} · ${scopeText(card.scope, here(context))} · it is ${card.short}   undo: mettle undo`)
    else if (!dry) out.line("put away: it is not asked again   undo: mettle undo")
  })
}

const STRICT: Readonly<Record<Strictness, string>> = {
  say: "only said in packs",
  tell: "told at a call that breaks it",
  hold: "a call that breaks it is held once",
  block: "a call that breaks it is always blocked",
}

function printPreview({ days, calls, met, wentWell, examples }: StrictPreview, out: Out): void {
  out.line(
    `in the last ${days} days ${met} of ${calls} calls would have been blocked${met > 0 ? `; ${wentWell} of them ran and went well` : ""}`,
  )
  for (const example of examples) out.line(`  ${out.fit(example, LONGEST)}`)
}
/** of one line of what was said */
const LONGEST = 200

/** A card's id as notices write it, or whole as --json does; a bare number counts acts. */
const CARD_ID = /^[a-z]-|^[0-9a-f]{32}$/i

export const undoing = defineMettleCommand({
  name: "undo",
  examples: [
    ["mettle undo c-7f2a41", "what was kept of your words; the same words never come back by themselves"],
    ["mettle undo", "the last act: on a card, a note, a norm that was kept, a preset or a number adopted"],
    ["mettle undo 3", "the last three (asks first)"],
    ["mettle undo --dry-run", "what can be taken back, newest first"],
  ],
  args: {
    n: word("a card's id, or how many acts"),
    yes: FLAGS.yes,
    "dry-run": FLAGS["dry-run"],
  },
  run: async ({ args, out, context }) => {
    const dry = args["dry-run"] ?? false
    const card = args.n !== undefined && CARD_ID.test(args.n) ? args.n : null
    const n = card === null ? howMany(args.n, dry ? 20 : 1) : 20
    const memory = dry ? await readMemory(context, out) : await changeMemory(context, out)
    if (card !== null) findCard(memory, card)
    const could = undoable(memory).slice(0, n)
    if (!dry && card === null && could.length > 1) {
      for (const act of could) out.note(`  ${actWord(act.type)} "${clean(act.statement ?? "(forgotten)")}"`)
      if (!(await confirm(context.io, args, `take back these ${could.length}?`))) return 1
    }
    const acts = dry
      ? could.filter(act => card === null || act.card?.startsWith(idStart(card) ?? card))
      : card !== null
        ? [await undoCard(memory, card)]
        : await undo(memory, could.length)
    out.result({ undone: dry ? [] : acts, could: dry ? acts : [] }, () => {
      if (acts.length === 0) out.line("Nothing to take back.")
      else if (dry) out.line("Nothing was changed (--dry-run). What can be taken back, newest first:")
      for (const { type, statement, at } of acts)
        out.line(
          `${dry ? "  " : "took back: "}${actWord(type)} "${clean(statement ?? "(forgotten)")}"  (${ago(at, context.now())})`,
        )
    })
  },
})

function howMany(given: string | undefined, usual: number): number {
  if (given !== undefined && !/^\d{1,3}$/.test(given))
    throw usage(undoing, `takes a card's id or how many acts, not "${given}"`)
  return given === undefined ? usual : Number(given)
}
