// mettle config model: what a model is allowed here, what it used today, and the exact text it would be sent.

import { currentEpisode, episodeShort, findEpisode } from "../../memory/reading/episodes.ts"
import { analysisDue, samplingOf } from "../../memory/tending/analysis-due.ts"
import { sealed } from "../../model/backend.ts"
import { capsOf, usageToday } from "../../model/meter.ts"
import { askForAnalysis, askForCards } from "../../model/prompts.ts"
import { messagesOf } from "../../model/worker.ts"
import { act, defineMettleCommand, type Running, word } from "../command.ts"
import { here, readMemory } from "../context.ts"

const args = {
  what: act(["status", "preview"], "status (default) or preview"),
  episode: word("for preview; the last one here when absent"),
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "config model",
  examples: [
    ["mettle config model", "who is asked, and what was used today"],
    ["mettle config model preview", "the text that would be sent about the last episode here"],
    ["mettle config model preview e-91c4a0", "about that one"],
  ],
  args,
  run: running => {
    return running.args.what === "preview" ? preview(running) : status(running)
  },
})

async function status({ out, context }: Run): Promise<void> {
  const config = context.config()
  const memory = await readMemory(context, out)
  const caps = capsOf(config)
  const used = usageToday(memory.parts.meta, context.now())
  const backend = config.get("model.backend")
  const waiting = backend === "none" ? 0 : analysisDue(memory, samplingOf(config)).episodes.length
  const name = config.get("model.name")
  out.result({ backend, name, caps, used, waiting }, () => {
    if (backend === "none") {
      out.line("No model is switched on: no process is started, no connection is made.")
      out.line("mettle config set model.backend client (or anthropic, openai, ollama) switches one on;")
      out.line("model.dailyTokens and model.dailyMoney say how much it may use.")
      return
    }
    const who = backend === "client" ? config.get("model.client") : backend
    out.line(`backend     ${who}${name === "" ? "" : ` (${name})`}`)
    out.line(`today       ${used.calls} calls, ${used.refused} refused`)
    out.line(`tokens      ${used.tokens} of ${caps.tokens}`)
    out.line(`money       $${used.dollars.toFixed(2)} of $${caps.dollars.toFixed(2)}`)
    out.line(`waiting     ${waiting} episodes (mettle settle --model reads them now)`)
    for (const call of used.log.slice(-5))
      out.line(`            ${new Date(call.at).toISOString().slice(0, 16)}  ${call.to}  ${call.tokens} tokens`)
  })
}

async function preview({ args, out, context }: Run): Promise<void> {
  const memory = await readMemory(context, out)
  const episode =
    args.episode === undefined ? currentEpisode(memory, here(context).scope) : findEpisode(memory, args.episode)
  if (!episode) {
    out.result({ episode: null, requests: [] }, "No episode was recorded here, so nothing would be sent.")
    return
  }
  const messages = messagesOf(memory, episode.id)
  const requests = [askForCards(messages), askForAnalysis(messages)].map(sealed)
  out.result({ episode: episode.id, requests }, () => {
    const off = context.config().get("model.backend") === "none"
    out.note(
      `${episodeShort(episode.id)}: ${off ? "no model is switched on; this would be sent" : "this would be sent"}`,
    )
    for (const { system, prompt } of requests) {
      out.line(`--- system\n${system}`)
      out.line(`--- prompt\n${prompt}`)
    }
  })
}
