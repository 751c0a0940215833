// The work of a turn as git can know it: files edited, with their times, and commits that its commands announced.
import { isAbsolute, join } from "node:path"
import type { Work } from "../../core/became.ts"
import type { EpisodeView, TurnView } from "../../core/views/state.ts"

const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.{1,1000})$/gm
const MOST = 200

/** null when the turn left nothing that git could have seen. */
export function workOf(
  episode: Pick<EpisodeView, "id" | "cwd" | "branch">,
  turn: TurnView,
  text: (ref: string) => string | null,
  known: readonly string[] = [],
): Work | null {
  const cwd = episode.cwd === null ? null : text(episode.cwd)
  const placed = (path: string): string => (isAbsolute(path) || cwd === null ? path : join(cwd, path))
  const edits = turn.tools
    .filter(tool => tool.does === "edits" && tool.ok !== false && !tool.rejected && !tool.cancelled)
    .flatMap(tool => {
      const path = tool.path === null ? null : text(tool.path)
      if (path !== null) return [{ path: placed(path), at: tool.at }]
      const patch = tool.input === null ? "" : (text(tool.input) ?? "")
      return [...patch.matchAll(PATCHED)].map(match => ({ path: placed(match[1]!.trim()), at: tool.at }))
    })
    .slice(-MOST)
  const announced = turn.signals
    .filter(s => s.signal === "change" && (s.type === "commit" || s.type === "amend"))
    .flatMap(s => (typeof s.facts?.made === "string" ? s.facts.made.split(" ") : []))
  const made = [...new Map([...announced, ...known].map(id => [id.slice(0, 7), id])).values()]
  if (edits.length === 0 && made.length === 0) return null
  const branch = episode.branch === null ? null : text(episode.branch)
  return { episode: episode.id, turn: turn.index, from: turn.at, to: turn.lastAt, branch, edits, made }
}
