// The end of mettle init: what the rule files that are there say and a command can prove, with how often it was broken; what the past
// taught, best first; and how to go on learning. Every question has a default, and asks once.

import { saveSetting } from "../../config.ts"
import { isNorm } from "../../core/model.ts"
import { count } from "../../core/say-number.ts"
import { actOnCard } from "../../memory/acting/card-acts.ts"
import type { Memory } from "../../memory/memory.ts"
import { cardRows, cardShort } from "../../memory/reading/read.ts"
import { holdLines, lookAround, provableLines } from "../../memory/tending/documents.ts"
import { type Context, here } from "../context.ts"
import { type Consent, confirm, keysOf } from "../io.ts"
import type { Out } from "../print.ts"

const SHOWN = 5
/** More would be work, not a welcome. */
const ASKED = 12

const mayAsk = (context: Context, out: Out, consent: Consent): boolean =>
  !out.json && !consent.yes && consent.input !== false && context.io.tty.stdin

/** Names the lines that a command can prove, and holds them after a yes. Returns how many are held. */
export async function offerRules(context: Context, out: Out, memory: Memory, consent: Consent): Promise<number> {
  const place = here(context)
  await lookAround(memory, { ...place, top: context.repository().top, home: context.home })
  const lines = provableLines(memory, place.scope).slice(0, SHOWN)
  if (lines.length === 0) return 0
  out.line("Your rule files hold rules that Mettle can watch over, call by call:")
  for (const { statement, broken, of } of lines) {
    const past = of === 0 ? "" : `broken in ${broken} of ${of} past sessions`
    out.line(`  ${out.fit(statement, Math.max(30, out.width - past.length - 6))}  ${out.paint("dim", past)}`)
  }
  if (!mayAsk(context, out, consent)) {
    out.line("  mettle review takes each up: after a yes the agent is stopped once before it breaks the rule.")
    return 0
  }
  if (
    !(await confirm(context.io, consent, "When one is about to be broken, stop the agent once and show it the rule?"))
  )
    return 0
  await holdLines(memory, lines)
  return lines.length
}

/** What the past taught, best first: each kept or dropped by a key. Where nobody can be asked it is named, and all of it stays. */
export async function offerCards(context: Context, out: Out, memory: Memory, consent: Consent): Promise<void> {
  const found = worthKnowing(memory, here(context).scope)
  if (found.length === 0)
    return out.line(
      "Nothing in them that lasts. It learns when you correct the agent, or when something fails and then passes.",
    )
  const head = (n: number) => out.line(`${count(n, "thing")} worth knowing in this repository, best first:`)
  if (mayAsk(context, out, consent)) {
    head(found.length)
    return askEach(context, out, memory, found)
  }
  // What was only heard is for whoever can say whether it was meant.
  const sure = found.filter(card => card.stage !== "trial")
  if (sure.length > 0) head(sure.length)
  for (const card of sure.slice(0, SHOWN)) {
    out.line(`  ${wordsOf(card, memory, out)}`)
    out.line(out.paint("dim", `    ${howKnown(card)}; drop it: mettle card archive ${cardShort(card)}`))
  }
  if (sure.length > SHOWN) out.line(`  and ${sure.length - SHOWN} more: mettle cards`)
  if (sure.length < found.length)
    out.line(`  ${count(found.length - sure.length, "other")} heard and not sure, told to no agent: mettle review`)
}

/** Sure ones before those that were only heard, wishes before the rest, those often seen first. */
const worthKnowing = (memory: Memory, scope: string): readonly Row[] =>
  cardRows(memory)
    .filter(card => card.scope.tier !== "repo" || card.scope.id === scope)
    .filter(({ stage }) => stage !== "archived" && stage !== "superseded" && stage !== "deprecated")
    .sort(
      (a, b) =>
        Number(a.stage === "trial") - Number(b.stage === "trial") ||
        Number(isNorm(b.kind)) - Number(isNorm(a.kind)) ||
        b.evidence.length - a.evidence.length,
    )
type Row = ReturnType<typeof cardRows>[number]

const wordsOf = (card: Row, memory: Memory, out: Out): string =>
  out.fit(memory.text(card.statement) ?? "(forgotten)", out.width - 4)
function howKnown({ stage, kind, evidence }: Row): string {
  const seen = evidence.length > 1 ? `${evidence.length} times` : "once"
  return stage === "trial" ? `heard ${seen}, not sure` : isNorm(kind) ? `you said so, ${seen}` : "seen"
}

async function askEach({ io }: Context, out: Out, memory: Memory, found: readonly Row[]): Promise<void> {
  const keys = keysOf(io)
  const done = { kept: 0, dropped: 0 }
  for (const [i, card] of found.slice(0, ASKED).entries()) {
    out.line(`  ${wordsOf(card, memory, out)}`)
    io.stderr(`    ${howKnown(card)}   [k]eep [d]rop [l]ater [q]uit  ${i + 1} of ${found.length}  `)
    const key = (await keys.oneOf(["k", "d", "l", "q", "\r", "\n"])).replace(/\s/, "k")
    io.stderr(`${key}\n`)
    if (key === "q") break
    if (key === "l") continue
    const drop = key === "d"
    if (drop) await actOnCard(memory, "archive", card.id)
    else if (card.stage === "trial") await actOnCard(memory, "confirm", card.id)
    done[drop ? "dropped" : "kept"]++
  }
  await keys.close()
  const left = found.length - done.kept - done.dropped
  out.line(`  ${done.kept} kept, ${done.dropped} dropped${left > 0 ? `, ${left} left as they are: mettle cards` : ""}`)
}

/** Asked once, where nothing was chosen yet. */
export async function askHowToLearn(context: Context, out: Out, consent: Consent): Promise<void> {
  const { layer } = context.config().explain("learn.norms").at(-1)!
  if (layer !== "default" || !mayAsk(context, out, consent)) return
  const ask = "Wishes you state are kept at once, and one line says so. Ask you first instead?"
  if (await confirm(context.io, consent, ask)) saveSetting(context.basePaths().config, "learn.norms", "ask")
}
