// The end of mettle init: what the rule files that are there say and a command can prove, with how often it was broken; what the past
// taught, best first; and how to go on learning. Every question has a default, and asks once.
import { homedir } from "node:os"
import { saveSetting } from "../config.ts"
import { isNorm } from "../core/model.ts"
import { cardRows } from "../memory/card-index.ts"
import { lookAround } from "../memory/documents.ts"
import type { Memory } from "../memory/memory.ts"
import { holdLines, provableLines } from "../memory/provable.ts"
import { cardShort } from "../memory/read.ts"
import { type Consent, confirm } from "./confirm.ts"
import type { Context } from "./context.ts"
import { here } from "./here.ts"
import { clean, type Out, shorten } from "./print.ts"

const SHOWN = 5

const mayAsk = (context: Context, out: Out, consent: Consent): boolean =>
  !out.json && !consent.yes && consent.input !== false && context.io.tty.stdin

/** Names the lines that a command can prove, and holds them after a yes. Returns how many are held. */
export async function offerRules(context: Context, out: Out, memory: Memory, consent: Consent): Promise<number> {
  const place = here(context)
  await lookAround(memory, { ...place, top: context.repository().top, home: context.io.env.HOME || homedir() })
  const lines = provableLines(memory, place.scope).slice(0, SHOWN)
  if (lines.length === 0) return 0
  out.line("Your rule files say what a command can prove:")
  for (const { statement, broken, of } of lines) {
    const past = of === 0 ? "no past session read" : `broken in ${broken} of ${of} past sessions`
    out.line(
      `  ${shorten(clean(statement), Math.max(30, out.width - past.length - 6), out.symbol("more"))}  ${out.paint("dim", past)}`,
    )
  }
  if (!mayAsk(context, out, consent)) {
    out.line("  mettle review takes each up: a yes holds it before the call runs.")
    return 0
  }
  if (!(await confirm(context.io, consent, "Hold these once before the call runs, with the file as their source?")))
    return 0
  await holdLines(memory, lines)
  return lines.length
}

/** What the past taught: the user's own words first. */
export function sayLearned(out: Out, memory: Memory): void {
  const live = cardRows(memory).filter(
    card => card.stage !== "archived" && card.stage !== "superseded" && card.stage !== "deprecated",
  )
  const cards = live
    .filter(card => card.stage !== "trial")
    .sort((a, b) => Number(isNorm(b.kind)) - Number(isNorm(a.kind)) || b.evidence.length - a.evidence.length)
  const heard = live.length - cards.length
  if (heard > 0) out.line(`${heard} only heard, kept out of packs: mettle review`)
  if (cards.length === 0) return
  out.line(`It taught ${cards.length} card${cards.length === 1 ? "" : "s"}, best first:`)
  for (const card of cards.slice(0, SHOWN)) {
    const drop = `drop: mettle card archive ${cardShort(card)}`
    const words = clean(memory.text(card.statement) ?? "(forgotten)")
    out.line(
      `  ${shorten(words, Math.max(30, out.width - drop.length - 6), out.symbol("more"))}  ${out.paint("dim", drop)}`,
    )
  }
  if (cards.length > SHOWN)
    out.line(`  and ${cards.length - SHOWN} more: mettle cards; keep or drop one by one: mettle review`)
}

/** Asked once, where nothing was chosen yet. */
export async function askHowToLearn(context: Context, out: Out, consent: Consent): Promise<void> {
  const { layer } = context.config().explain("learn.norms").at(-1)!
  if (layer !== "default" || !mayAsk(context, out, consent)) return
  const ask = "Wishes you state are kept at once, and one line says so. Ask you first instead?"
  if (await confirm(context.io, consent, ask)) saveSetting(context.basePaths().config, "learn.norms", "ask")
}
