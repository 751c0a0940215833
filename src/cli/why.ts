// mettle why: why a card stands where it stands, and what its value rests on. "Too early" is an answer (L8).
import { ENOUGH, explainCard } from "../memory/explain.ts"
import { findCard } from "../memory/read.ts"
import { kindText, stagePaint, valueText } from "./card-text.ts"
import { defineMettleCommand } from "./command.ts"
import { here, scopeText } from "./here.ts"
import { readMemory } from "./memory-of.ts"
import { nothingYet } from "./nothing-yet.ts"
import { clean } from "./print.ts"
import { ago } from "./time.ts"

export const command = defineMettleCommand({
  name: "why",
  summary: "why a card stands where it stands",
  examples: [
    ["mettle why t-4a10c2", "its value with its count, how often it was shown, every decision about it"],
    ["mettle why t-4a10c2 --json", "the same for programs"],
  ],
  args: { card: { type: "positional", required: true, description: "a card's id or the start of it" } },
  run: async ({ args, out, context }) => {
    const place = here(context)
    const opened = await readMemory(context, out)
    if (!opened) throw nothingYet(`no card "${args.card}"`)
    const why = explainCard(opened.memory, findCard(opened.memory, args.card))
    const { card } = why
    out.result({ ...why, enough: ENOUGH }, () => {
      out.line(out.paint("bold", clean(card.statement ?? "(its words were forgotten)")))
      const row = (label: string, text: string) => out.line(`${label.padEnd(9)} ${text}`)
      row(
        "card",
        `${card.short} · ${kindText(card.kind)} · ${scopeText(card.scope, place)} · ${out.paint(stagePaint(card.stage), card.stage)}`,
      )
      row("value", valueText(card))
      row("shown", `${card.shown} of ${card.seen} times it was on a shortlist`)
      if (why.measured && why.wins + why.losses > 0)
        row("outcomes", `${why.wins} good, ${why.losses} bad, ${why.judged} judged uses`)
      row(
        "evidence",
        `${why.support} for, ${why.contradiction} against${why.disputes > 0 ? `, ${why.disputes} open dispute${why.disputes === 1 ? "" : "s"}` : ""}`,
      )
      for (const credit of why.credits.slice(0, 8))
        row(
          "",
          `${credit.amount >= 0 ? "+" : ""}${credit.amount.toFixed(2)}  e-${credit.episode.slice(0, 6)}  ${clean(credit.because)}`,
        )
      if (why.credits.length > 8) row("", `and ${why.credits.length - 8} more (--json)`)
      out.line()
      out.line(out.paint("dim", "what was decided, and by which rule"))
      if (why.ledger.length === 0) out.line("  nothing yet")
      for (const entry of why.ledger)
        out.line(
          `  ${ago(entry.at, context.now()).padEnd(11)} ${entry.act.padEnd(10)} ${clean(entry.because)}  ${out.paint("dim", entry.rule)}`,
        )
    })
  },
})
