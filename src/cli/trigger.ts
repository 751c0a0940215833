// mettle trigger: assess now. Settles what is due and shows the episode that goes on as it stands.
import { currentEpisode } from "../memory/episodes.ts"
import { episodeHistory } from "../memory/history.ts"
import { settle } from "../memory/settle.ts"
import { defineMettleCommand } from "./command.ts"
import { here } from "./here.ts"
import { showEpisode } from "./history.ts"
import { isRecorded, writeMemory } from "./memory-of.ts"

export const command = defineMettleCommand({
  name: "trigger",
  summary: "assess the episode that goes on, now",
  examples: [["mettle trigger", "settle what is due, then show the last episode here"]],
  args: {},
  run: async ({ out, context }) => {
    const opened = isRecorded(context) ? await writeMemory(context, out) : null
    const settled = opened ? await settle(opened.memory) : null
    const episode = opened ? currentEpisode(opened.memory, here(context).scope) : null
    const seen = opened && episode ? episodeHistory(opened.memory, episode) : null
    out.result({ settled, episode: seen }, () => {
      if (seen) showEpisode(seen, out, { plot: true, table: false })
      else out.line("No episode here yet. One begins with the first prompt to an agent that mettle is installed in.")
    })
  },
})
