// THE list of errands (errand.ts): what hooks leave to other processes, the moments at which each may fall due, and how often at most.
import { DAY } from "../../core/time.ts"
import type { Env } from "../../paths.ts"
import { type Errand, type Moment, type Place, startIfDue } from "./errand.ts"
import { model } from "./model.ts"
import { owed } from "./owed.ts"
import { resident } from "./resident.ts"
import { team } from "./team.ts"
import { upkeep } from "./upkeep.ts"

export { mayHaveResident } from "./resident.ts"

const SECOND = 1_000
const MINUTE = 60 * SECOND
const ERRANDS: readonly Errand[] = [
  /** answers the hooks that come */
  { name: "resident", at: ["begins", "damaged"], everyMs: 10 * SECOND, ...resident },
  /** folds, proposes, forgets: what took too long where somebody waits */
  { name: "owed", at: ["answered"], everyMs: 10 * SECOND, ...owed },
  /** forgets what is past its time, compacts */
  { name: "upkeep", at: ["opened"], everyMs: DAY, ...upkeep },
  /** lets the model that somebody switched on read what ended */
  { name: "model", at: ["begins alone", "opened", "closed", "leaves", "settled"], everyMs: 5 * MINUTE, ...model },
  /** sends and fetches what a team shares */
  { name: "team", at: ["leaves"], everyMs: 0, ...team },
]

/** Starts what is due, and says what. */
export const sendOut = (moment: Moment, place: Place): readonly string[] =>
  ERRANDS.filter(errand => errand.at.includes(moment) && startIfDue(errand, place)).map(({ name }) => name)

/** `hook.cjs <name>` */
export async function runErrand(name: string | undefined, env: Env): Promise<void> {
  const runs = ERRANDS.find(errand => errand.name === name)?.runs
  if (runs && "run" in runs) await runs.run(env)
}
