// mettle history now: assess now. Does what is due, cuts a checkpoint of the episode that goes on, and says what it did.

import { type Triggered, trigger } from "../../memory/acting/trigger.ts"
import { episodeShort } from "../../memory/reading/episodes.ts"
import { episodeHistory } from "../../memory/reading/history.ts"
import { defineMettleCommand } from "../command.ts"
import { changeMemory, here } from "../context.ts"
import { showEpisode } from "../past/history.ts"

export const command = defineMettleCommand({
  name: "history now",
  examples: [
    ["mettle history now", "cut a checkpoint now, say what it found, show the episode"],
    ["mettle assess trigger --json", "the same, for a program"],
  ],
  args: {},
  run: async ({ out, context }) => {
    const memory = await changeMemory(context, out)
    const done = await trigger(memory, here(context).scope)
    const seen = done.episode && episodeHistory(memory, done.episode)
    const { settled, checkpoint, why } = done
    out.result({ settled, checkpoint, why, episode: seen }, () => {
      if (!seen)
        return out.line(
          "No episode here yet. One begins with the first prompt to an agent that mettle is installed in.",
        )
      out.line(out.fit(said(done)))
      if (done.checkpoint) out.line(out.fit(`  ${done.checkpoint.summary}`))
      out.line()
      showEpisode(seen, out, false)
    })
  },
})

function said({ episode, checkpoint, why, settled }: Triggered): string {
  const name = episodeShort(episode!.id)
  const due = settled.proposed > 0 ? ` (${settled.proposed} new proposals)` : ""
  if (checkpoint === null)
    return why === "it has ended"
      ? `${name} has ended and was assessed then; no checkpoint was cut${due}`
      : `nothing was said since the last checkpoint of ${name}; none was cut${due}`
  const { n, from, to, score, verdict } = checkpoint
  const judged = score === null || verdict === "unjudged" ? "unjudged" : `${verdict} ${score.toFixed(2)}`
  return `checkpoint ${n} of ${name} cut at message ${to}: messages ${from}-${to}, ${judged}${due}`
}
