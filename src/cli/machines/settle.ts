// mettle settle: runs all that is due (proposers, folds, late evidence, retention) and waits for it.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { retain, shrink } from "../../memory/forgetting/retention.ts"
import type { Memory } from "../../memory/memory.ts"
import { analysisDue, samplingOf } from "../../memory/tending/analysis-due.ts"
import { lookAround } from "../../memory/tending/documents.ts"
import { embedChosen } from "../../memory/tending/embed.ts"
import { lookForLateEvidence } from "../../memory/tending/late-evidence.ts"
import { settle } from "../../memory/tending/settle.ts"
import { startWorker, workerBarred } from "../../model/start-worker.ts"
import type { Worked } from "../../model/worker.ts"
import { type Ran, runWorker } from "../../model/worker.ts"
import { privateDir } from "../../paths.ts"
import { drain } from "../../spool.ts"
import { defineMettleCommand, flag } from "../command.ts"
import { type Context, fold, here, isRecorded } from "../context.ts"

export const command = defineMettleCommand({
  name: "settle",
  examples: [
    ["mettle settle", "proposers, folds, retention; running it again adds nothing"],
    ["mettle settle --model", "also lets the model you switched on read ended episodes"],
  ],
  args: {
    model: flag("let the model that is switched on read what waits, and wait for it"),
  },
  run: async ({ args, out, context }) => {
    if (!isRecorded(context)) {
      out.result({ folded: 0, proposed: 0, forgotten: 0 }, "Nothing was recorded yet, so nothing is due.")
      return
    }
    const days = context.config().get("retention.textDays")
    const { memory, store } = await context.memory()
    fold(memory, out)
    await drain(context.paths().state, memory.parts)
    const place = here(context)
    const { top, identity } = context.repository()
    // A folder without a repository may be a whole home: its files are not looked for.
    const found =
      identity.basis === "path" ? { proposed: 0 } : await lookAround(memory, { ...place, top, home: context.home })
    const late = identity.basis === "path" ? 0 : await lookBack(context, memory)
    const settled = await settle(memory)
    const { folded } = settled
    const proposed = settled.proposed + found.proposed
    const embedded = await embedChosen(memory, context.config(), context.io.env, out.note)
    const asked = args.model ? await askModel(context, memory) : null
    if (asked === null) leaveToWorker(context, memory)
    const shared = await shareWithTeams(context, memory, out.note)
    const expired = days > 0 ? await retain(memory, days) : null
    // Old events and texts move into compressed containers: what is kept stays a quarter of what was said.
    store.compact()
    const excess = store.usedBytes() - context.config().get("store.capBytes")
    const shrunk = excess > 0 ? await shrink(memory, excess) : null
    if (shrunk) store.compact()
    const forgotten = (expired?.texts ?? 0) + (shrunk?.texts ?? 0)
    store.reserve()
    out.result({ folded, proposed, forgotten, embedded, model: asked, shared, late, seq: memory.views.seq() }, () => {
      if (asked) out.line(asked.ran ? readLine(asked.worked) : `model: ${asked.why}`)
      out.line(
        `settled: ${memory.views.seq()} events folded, ${proposed} new proposals${forgotten > 0 ? `, ${forgotten} texts forgotten, past their time${shrunk ? " or the oldest of a store over its cap" : ""}` : ""}${late > 0 ? `, ${late} findings in git about earlier work` : ""}${embedded > 0 ? `, ${embedded} cards embedded` : ""}`,
      )
    })
  },
})

/** What waits for a team goes now. Where none was joined nothing is loaded. */
async function shareWithTeams(context: Context, memory: Memory, say: (text: string) => void): Promise<number> {
  const { data } = context.paths()
  if (!existsSync(join(data, "team"))) return 0
  const { syncTeams } = await import("../../team/home.ts")
  return syncTeams({ data, memory }, say)
}

const askModel = (context: Context, memory: Memory): Promise<Ran> =>
  runWorker({
    memory,
    config: context.config(),
    env: context.io.env,
    stateDir: privateDir(context.paths().state),
    signal: context.signal,
  })

/** Nobody waits for a model who did not ask to. */
function leaveToWorker(context: Context, memory: Memory): void {
  const [config, { env }] = [context.config(), context.io]
  if (workerBarred({ config, env }) === null && analysisDue(memory, samplingOf(config)).episodes.length > 0)
    startWorker(env)
}

const readLine = ({ episodes, proposed, summaries, stopped }: Worked): string =>
  `model: ${episodes} episodes read, ${proposed} proposals, ${summaries} summaries${stopped === null ? "" : `; stopped: ${stopped}`}`

/** What became of earlier work here, in git. */
async function lookBack(context: Context, memory: Memory): Promise<number> {
  const { top, origin } = context.repository()
  const gh = context.config().get("evidence.gh") && origin !== null ? { gh: { origin, env: context.io.env } } : {}
  let cacheDir: string
  try {
    cacheDir = privateDir(context.basePaths().cache)
  } catch {
    // A cache that cannot be ours: git is left alone.
    return 0
  }
  return (await lookForLateEvidence(memory, { scope: here(context).scope, top, cacheDir, ...gh })).observed
}
