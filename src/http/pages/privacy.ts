// Privacy: what is kept, where, how big?

import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { everyPause, pausedNow } from "../../memory/acting/pause.ts"
import { backupsIn } from "../../memory/forgetting/text-copies.ts"
import { tallyLog } from "../../memory/measuring/log-tally.ts"
import { type Desk, iso, pageOf } from "../desk.ts"
import type { PrivacyPage, StatusPage } from "../schemas.ts"

/** Events counted by one call: of a longer log the server counts the rest in its idle moments. */
const COUNTED = 1000

export const recordingOf = (desk: Desk): StatusPage["recording"] =>
  desk.config.off ? "off" : pausedNow(desk.memory) ? "paused" : desk.heard?.() === false ? "not installed" : "on"

export function privacyPage(desk: Desk): PrivacyPage {
  const { memory, config, dataDir } = desk
  const tally = tallyLog(memory, COUNTED)
  const files = filesIn(dataDir)
  const days = config.get("retention.textDays")
  return {
    ...pageOf(desk, "mettle forget --since 7d --dry-run", tally.head === 0 ? "Nothing is kept yet." : null),
    dataDir,
    files,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    cap: config.get("store.capBytes"),
    backups: backupsIn(dataDir),
    months: [...tally.months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, kinds]) => ({ month, kinds: Object.fromEntries(kinds) })),
    masked: tally.masked,
    forgotten: { ...tally.forgotten, last: tally.forgotten.last === null ? null : iso(tally.forgotten.last) },
    paused: everyPause(memory).map(({ from, until, episode }) => ({
      from: iso(from),
      until: until === null ? null : iso(until),
      episode,
    })),
    recording: recordingOf(desk),
    retention: { content: days === 0 ? "forever" : `${days}d` },
    network: [
      { what: `model (${config.get("model.backend")})`, on: config.get("model.backend") !== "none" },
      { what: "embeddings over HTTP", on: config.get("embedder") === "http" },
    ],
    counted: { events: tally.seq, of: tally.head },
  }
}

// Sizes of the files in the data folder, for pages that say how big things are.

function filesIn(folder: string): readonly { readonly name: string; readonly bytes: number }[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    return []
  }
  return names.flatMap(name => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    return stat?.isFile() ? [{ name, bytes: stat.size }] : []
  })
}
