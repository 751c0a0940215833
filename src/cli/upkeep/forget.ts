// mettle forget: text goes for good, wherever mettle wrote it. Shows what will go, asks, erases, searches again and prints what
// it found. Facts without text stay, and so does what was learned from them (L4).

import { count } from "../../core/say-number.ts"
import { dryRun, forget } from "../../memory/forgetting/forget.ts"
import { rescan } from "../../memory/forgetting/retention.ts"
import { holder, namesHolding, type Selector, selectorFor } from "../../memory/forgetting/wanted.ts"
import type { Memory } from "../../memory/memory.ts"
import { cardShort } from "../../memory/reading/read.ts"
import { defineMettleCommand, FLAGS, flag, type Running, usage, value } from "../command.ts"
import { changeMemory, readMemory } from "../context.ts"
import { confirm } from "../io.ts"
import { clean, type Out } from "../print.ts"

const args = {
  card: value("id", "a card: its words and the texts it rests on"),
  episode: value("id", "everything said in an episode"),
  since: FLAGS.since,
  until: value("when", "with --since: up to then (default: now)"),
  text: value("words", "every text that holds these words"),
  secrets: flag("every text in which today's rules find a secret"),
  "dry-run": FLAGS["dry-run"],
  yes: FLAGS.yes,
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "forget",
  examples: [
    ['mettle forget --text "ACME" --dry-run', "what would go"],
    ['mettle forget --text "ACME"', "every text that holds it; asks first"],
    ["mettle forget --card c-7f2a41", "a card and the words it rests on"],
    ["mettle forget --episode e-91c4a0", "everything said in one episode"],
    ["mettle forget --since yesterday", "a stretch of time (with --until: up to then)"],
    ["mettle forget --secrets --dry-run", "what is stored that today's rules would mask"],
  ],
  args,
  run: async running => {
    const { args, out, context } = running
    check(running)
    const memory = args["dry-run"] ? await readMemory(context, out) : await changeMemory(context, out)
    return args.secrets ? secrets(running, memory) : erase(running, memory, selectorFor(memory, args))
  },
})

async function whatGoes(memory: Memory, selector: Selector) {
  const places = await memory.parts.places?.()
  const holds = "text" in selector ? holder(selector.text) : null
  const doomed = dryRun(memory, selector)
  return {
    ...doomed,
    cards: doomed.cards.map(card => ({ id: card.id, short: cardShort(card), statement: memory.text(card.statement) })),
    unsearchable: (await places?.unsearchable()) ?? [],
    named: holds ? namesHolding(memory, holds) : [],
    written: holds ? ((await places?.written(holds)) ?? []) : [],
    copies: holds ? ((await places?.heldInCopies(holds))?.size ?? 0) : 0,
  }
}

async function erase({ args, out, context }: Run, memory: Memory, selector: Selector): Promise<number | undefined> {
  const dry = args["dry-run"] ?? false
  const places = await memory.parts.places?.()
  // What hooks put aside is part of what there is to forget.
  if (!dry) await places?.takeIn(memory)
  const doomed = await whatGoes(memory, selector)
  const { copies, ...seen } = doomed
  const { cards, named } = seen
  if (!out.json) sayDoomed(out, doomed)
  const stop = (found: number | null, why: string): undefined => void out.result({ done: false, ...seen, found }, why)
  if (dry) return stop(null, "nothing was changed (--dry-run)")
  if (seen.texts + seen.unsearchable.length + copies + seen.written.length === 0) {
    stop(
      named.length,
      named.length === 0 ? "nothing of this is stored: found 0" : "no text holds it; nothing was changed",
    )
    return named.length > 0 ? 1 : 0
  }
  if (!(await confirm(context.io, args, "Forget them for good? This cannot be undone.")))
    return stop(null, "nothing was changed")
  const gone = await forget(memory, selector)
  const { refs: _, ...counts } = gone
  out.result({ done: true, ...counts, gone: cards }, () => sayGone(out, gone))
  return gone.found > 0 ? 1 : 0
}

function sayDoomed(out: Out, doomed: Awaited<ReturnType<typeof whatGoes>>): void {
  const { texts, bytes, events, cards, copies, unsearchable, named, written } = doomed
  const of = `${count(texts, "text")} (${bytes} bytes) of ${count(events, "event")}`
  out.line(`${of}, and ${count(cards.length, "card")}${cards.length > 0 ? ":" : ""}`)
  for (const card of cards.slice(0, 10)) out.line(`  ${card.short}  ${clean(card.statement ?? "(forgotten)")}`)
  if (cards.length > 10) out.line(`  and ${cards.length - 10} more`)
  if (copies > 0) out.line(`${count(copies, "text")} in backups made earlier`)
  if (unsearchable.length > 0) out.line("These cannot be searched, so they go as well:")
  for (const file of unsearchable) out.line(`  ${file}`)
  if (written.length > 0) out.line("Files that hold it, or are too large to be looked through:")
  for (const file of written) out.line(`  ${file}`)
  if (named.length > 0)
    out.line("It stands in names too. Names are facts: the log keeps them, and so does what is made of it:")
  for (const { field, name, events } of named.slice(0, 10))
    out.line(`  ${field} ${clean(name)} (${count(events, "event")})`)
  if (named.length > 10) out.line(`  and ${named.length - 10} more`)
}

function sayGone(
  out: Out,
  { texts, bytes, cards, found, elsewhere, removed, left, named }: Awaited<ReturnType<typeof forget>>,
) {
  const went = `${count(texts, "text")} (${bytes} bytes) and ${count(cards, "card")}`
  const of = named.length > 0 ? ` (${count(named.length, "name")} as said above)` : ""
  out.line(`forgot ${went} · searched again: found ${found}${of}`)
  if (elsewhere > 0)
    out.line(`${elsewhere} other texts repeat some of it word for word; mettle forget --text "…" reaches those too`)
  for (const file of removed) out.line(`removed ${file}`)
  if (left.length > 0) out.line("These may still hold it; look at them yourself:")
  for (const file of left) out.line(`  ${file}`)
}

function check({ args }: Run): void {
  const given = (["card", "episode", "since", "text", "secrets"] as const).filter(name => args[name] !== undefined)
  if (given.length === 0) throw usage(command, "needs one of --card, --episode, --since, --text, --secrets")
  if (given.length > 1) throw usage(command, `takes one of ${given.map(name => `--${name}`).join(", ")} at a time`)
  if (args.until !== undefined && args.since === undefined) throw usage(command, "--until needs --since")
}

/** Looks at everything stored with the rules of today, and erases what they would have masked. */
async function secrets({ args, out, context }: Run, memory: Memory): Promise<void> {
  const dry = args["dry-run"] ?? false
  const bar = out.progress("checking", memory.parts.log.head())
  const seen = rescan(memory, done => bar.to(done), context.config().get("ignore.globs"))
  bar.done()
  const found = seen.refs.size
  const kinds = Object.entries(seen.kinds)
    .map(([kind, n]) => `${n} ${kind}`)
    .join(", ")
  if (!out.json)
    out.line(
      found === 0
        ? `${seen.texts} texts checked, nothing left to mask`
        : `${found} of ${seen.texts} texts hold what today's rules would mask: ${kinds}`,
    )
  const go = found > 0 && !dry && (await confirm(context.io, args, `Erase these ${found} texts for good?`))
  const gone = go ? await forget(memory, { refs: seen.refs }) : null
  out.result(
    { texts: seen.texts, found, kinds: seen.kinds, erased: gone?.texts ?? 0, left: gone?.found ?? found },
    () => {
      if (gone) out.line(`erased ${gone.texts} texts · searched again: found ${gone.found}`)
      else if (found > 0) out.line("nothing was changed")
    },
  )
}
