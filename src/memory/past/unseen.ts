// Sessions run with METTLE=off: the hook that stays silent leaves the episode's id (a hash) and the time, nothing else, so that
// reading the past leaves them out. What ran while no hook was installed is not known here.
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { privateDir, textIn } from "../../paths.ts"

const FILE = "unseen"

export function leaveUnseen(state: string, episode: string, now: number): void {
  if (unseenEpisodes(state).has(episode)) return
  appendFileSync(join(privateDir(state), FILE), `${episode} ${new Date(now).toISOString()}\n`, { mode: 0o600 })
}

export function unseenEpisodes(state: string): ReadonlySet<string> {
  const lines = (textIn(join(state, FILE)) ?? "").split("\n")
  return new Set(lines.filter(line => line !== "").map(line => line.slice(0, 32)))
}
