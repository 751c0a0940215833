// Today: what it did for you, what is open, and, below, whether it helps.

import { asOf } from "../../memory/as-of.ts"
import { whatItDid } from "../../memory/measuring/did.ts"
import { everyEpisode, overview, readWeeks, worstEpisodes } from "../../memory/measuring/overview.ts"
import { readUplift } from "../../memory/measuring/proof.ts"
import { everyCard } from "../../memory/reading/card-index.ts"
import { parseSince } from "../../memory/reading/since.ts"
import { usageToday } from "../../model/meter.ts"
import { type Asked, type Desk, iso, numberIn, pageOf } from "../desk.ts"
import { episodeLineOf, scopeOf } from "../lines.ts"
import type { WeekPage } from "../schemas.ts"

const WORST = 5

export function weekPage(desk: Desk, { query }: Asked): WeekPage {
  const { memory, config, place } = desk
  const now = memory.parts.now()
  const weeks = Math.max(1, numberIn(query, "weeks", 8, 52))
  const none = everyEpisode(memory).length === 0 && everyCard(memory).length === 0
  const since = parseSince("today", now)
  const known = asOf(memory, `overview since ${since}`, () => overview(memory, { scope: place.scope, since }))
  const lift = asOf(memory, "uplift", () => readUplift(memory, place.scope))
  const used = usageToday(memory.parts.meta, now)
  const did = asOf(memory, "did", () => whatItDid(memory, { scope: null, at: place.scope, now }))
  return {
    ...pageOf(
      desk,
      "mettle did --all",
      none ? "Nothing recorded yet. A week fills with the first prompt to an agent." : null,
    ),
    scope: scopeOf(desk, { tier: "repo", id: place.scope }),
    did: { ...did, since: iso(did.since) },
    lift: { ...lift, standsDown: lift.standing.down && lift.standing.active },
    weeks: readWeeks(memory, now, weeks).map(week => ({ ...week, from: iso(week.from) })),
    cost: {
      ...used,
      model: config.get("model.backend"),
      dailyTokens: config.get("model.dailyTokens"),
      dailyMoney: config.get("model.dailyMoney"),
    },
    worst: worstEpisodes(memory, WORST).map(episode => episodeLineOf(desk, episode)),
    faults: {
      count: known.faults.count,
      last: known.faults.last && { ...known.faults.last, at: iso(known.faults.last.at) },
    },
  }
}
