// Late evidence: what became of the work in git, what a caller reported, what a model thought. Each changes the label
// of its own turn at its own sequence.
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import type { Outcome } from "../model.ts"
import { type FoldContext, saveTurn } from "./context.ts"
import { recredit } from "./crediting.ts"
import { noteCommit, setReverted } from "./episode/commits.ts"
import { episodeOf, turnOf } from "./read.ts"
import type { ToldView, TurnView } from "./state.ts"

export function changeObserved(context: FoldContext, event: Event<DataOf<"change.observed">>): void {
  const { change, share, commit } = event.data
  const episode = episodeOf(context.rows, event.episode)
  if (!episode) return
  const index = event.data.turn ?? episode.turns - 1
  if (commit !== null && (change === "commit" || change === "amend"))
    noteCommit(context, episode.scope, commit, { episode: episode.id, turn: index, at: event.ts })
  // A revert that was itself taken back has a share of 0.
  if (change === "revert") {
    setReverted(context, event, episode.id, index, share !== 0)
    return
  }
  late(context, event, index, turn => {
    switch (change) {
      case "commit":
      case "push":
      case "merge":
        return turn.committed === true ? turn : { ...turn, committed: true }
      case "survival":
        return share === null ? turn : { ...turn, survived: share }
      case "ci":
        return share === null ? turn : passed(event, turn, commit, share >= 0.5)
      default:
        return turn
    }
  })
}

/** The last word on a commit counts, and counts once. */
function passed(event: Event, turn: TurnView, commit: string | null, ok: boolean): TurnView {
  const on = `ci/${commit ?? "-"}`
  const outcome: Outcome = {
    type: ok ? "tool_success" : "tool_failure",
    salient: "build",
    event: event.id,
    at: event.ts,
    on,
  }
  return { ...turn, reported: ok, outcomes: [...turn.outcomes.filter(other => other.on !== on), outcome] }
}

export function outcomeReported(context: FoldContext, event: Event<DataOf<"outcome.reported">>): void {
  const { success, durationMs, errors, retries, strategy, details, task } = event.data
  const told: ToldView = {
    event: event.id,
    success,
    minutes: durationMs === null ? null : durationMs / 60_000,
    errors,
    retries,
    texts: [details, strategy, task].flatMap(ref => ref ?? []),
  }
  late(context, event, null, turn => ({ ...turn, reported: success, told }))
}

export function episodeAnalysed(context: FoldContext, event: Event<DataOf<"episode.analysed">>): void {
  const { outcome, confidence } = event.data
  if (outcome === "unknown") return
  const p = outcome === "partial" ? 0.5 : outcome === "success" ? 0.5 + confidence / 2 : 0.5 - confidence / 2
  late(context, event, null, turn => ({ ...turn, judge: p }))
}

/** null = the last turn of the episode */
function late(context: FoldContext, event: Event, index: number | null, by: (turn: TurnView) => TurnView): void {
  const episode = episodeOf(context.rows, event.episode)
  if (!episode) return
  const at = index ?? episode.turns - 1
  const turn = turnOf(context.rows, episode.id, at)
  if (!turn) return
  const changed = by(turn)
  if (changed === turn) return
  saveTurn(context.rows, changed)
  recredit(context, event, episode.id, at)
}
