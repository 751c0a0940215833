// mettle did norms: how what you asked for was followed, episode by episode, and what shows it.

import { isNorm } from "../../core/model.ts"
import { count } from "../../core/say-number.ts"
import { type NormRead, normEpisodes, readNorm, readNorms } from "../../memory/measuring/norms.ts"
import { scopesOf } from "../../memory/packs/situation.ts"
import { episodeShort } from "../../memory/reading/episodes.ts"
import { findCard } from "../../memory/reading/read.ts"
import { dayWord } from "../../memory/reading/since.ts"
import { atMost, defineMettleCommand, FLAGS, flag, usage, word } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { clean, type Paint } from "../print.ts"
import { ago, scopeText } from "../say.ts"

const PAINT: Readonly<Record<string, Paint>> = { obeyed: "green", violated: "red" }

export const command = defineMettleCommand({
  name: "did norms",
  examples: [
    ["mettle did norms", "every norm here: followed in how many episodes, and when it was last broken"],
    ["mettle did norms c-7f2a41", "one norm, episode by episode, with what shows it"],
    ["mettle did norms --all", "of every repository"],
  ],
  args: {
    card: word("a norm's id or the start of it"),
    all: flag("of every repository"),
    limit: FLAGS.limit,
  },
  run: async running => {
    const { args, out, context } = running
    const place = here(context)
    const now = context.now()
    const limit = atMost(running, 30)
    const memory = await readMemory(context, out)
    if (args.card !== undefined) {
      const card = findCard(memory, args.card)
      if (!isNorm(card.kind)) throw usage(command, `${args.card} is no norm; mettle why ${args.card} tells what it did`)
      const norm = readNorm(memory, card)
      const episodes = normEpisodes(memory, card.id)
      out.result({ norm, episodes }, () => {
        out.line(out.paint("bold", clean(norm.statement ?? "(its words were forgotten)")))
        out.line(normText(norm, now))
        out.line()
        for (const e of episodes.slice(0, limit))
          out.line(
            `${episodeShort(e.episode)}  ${ago(Date.parse(e.at), now).padEnd(11)} ${out.paint(PAINT[e.adherence] ?? "dim", e.adherence.replace("_", " ").padEnd(15))} ${clean(e.because)}`,
          )
        if (episodes.length === 0) out.line("No episode has closed under it yet.")
      })
      return
    }
    const scopes = args.all ? null : scopesOf(place.scope, place.domains)
    const norms = readNorms(memory, scopes)
    out.result({ norms }, () => {
      if (norms.length === 0) {
        out.line('No norms here yet. They come from your own words ("always use pnpm") or from')
        out.line('mettle note "use pnpm, not npm".')
        return
      }
      for (const norm of norms.slice(0, limit)) {
        const where = scopeText(norm.scope, place)
        out.line(`${norm.short}  ${out.fit(norm.statement ?? "(forgotten)", out.width - 12)}`)
        out.line(
          `          ${out.paint(norm.nearer ? "yellow" : norm.told > 0 ? "green" : "dim", normText(norm, now))}${where === "repo" ? "" : `  (${where})`}`,
        )
      }
      out.more(limit, norms.length)
    })
  },
})

export function normText(norm: NormRead, now: number): string {
  const { unknown, not_applicable } = norm.counts
  if (norm.told === 0) {
    const looked = unknown + not_applicable
    return looked === 0
      ? "no episode has closed under it yet"
      : unknown > 0
        ? `cannot be seen: ${count(unknown, "episode")}, and nobody complained`
        : `no call in ${count(not_applicable, "episode")} showed it kept or broken`
  }
  const when = norm.broken === null ? "" : `, broken ${dayWord(Date.parse(norm.broken.at), now)}`
  return `${norm.followed} of ${norm.told}${when}${norm.nearer ? "; said at the prompt too until it holds again" : ""}`
}
