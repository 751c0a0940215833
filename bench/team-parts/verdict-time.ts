// How long until a planted harmful card is called harmful, by one person alone and by people who pool, where cards are shown by
// relevance whatever they are worth; and how often it is still shown where packs are drawn as the product draws them. Everybody
// has a memory, lives five episodes a day in it, and syncs at the end of the day, of the week where nobody else is there. Truth is known to the bench only.
import { partitionOf, sharedCardId } from "../../src/core/shared/bodies.ts"
import { SHARED_TABLE } from "../../src/core/shared/tables.ts"
import { seeded, sigmoid } from "../../src/core/stats.ts"
import { memoryViews } from "../../src/store/ram/views.ts"
import type { SharedLog } from "../../src/team/shared-log.ts"
import { newIdentity } from "../../src/team/signing.ts"
import { sync } from "../../src/team/sync.ts"
import { memorySharedLog } from "../../test/team/engines/memory.ts"
import { foldRun, scopeOf } from "../credit/fold-run.ts"
import { topK } from "../credit/policies.ts"
import { HARMFUL, smallWorld } from "../credit/small-world.ts"
import { TEAM } from "./home.ts"

const PER_DAY = 5
const WEEK = 7
/** log-odds: one card does harm (about 13 points), two help, nine do nothing; a little more or less for everybody */
const EFFECTS = [-0.6, 0.5, 0.4, ...Array.from({ length: 9 }, () => 0)]
const VARIES = { effect: 0.1, base: 0.4 }
/** nobody says how it went, and a test tells the truth this often */
const WORLD = { promptsPerEpisode: 4, perDay: PER_DAY, spoken: 0, right: 0.85 }

export interface VerdictTime {
  /** day of the first verdict "harms" on the planted card, by one's own memory and by the team; null when none came */
  readonly own: number | null
  readonly pooled: number | null
  /** cards that do no harm and are called harmful by the team on the last day */
  readonly wrong: number
  readonly wronged: number
  /** prompts at which it was shown, per person and day */
  readonly shown: number
}

export async function verdictTime(seed: string, people: number, days: number, drawn: boolean): Promise<VerdictTime> {
  const log = memorySharedLog()
  const random = seeded(seed)
  const homes: Awaited<ReturnType<typeof home>>[] = []
  for (let i = 0; i < people; i++) homes.push(await home(`${seed}/${i}`, log, random, homes[0] ?? null, drawn))
  const [me] = homes
  let [own, pooled, lived, shown]: [number | null, number | null, number, number] = [null, null, 0, 0]
  // whoever is alone says both; a team is asked for its own word
  const isOver = (): boolean => !drawn && pooled !== null && (own !== null || people > 1)
  for (; lived < days && !isOver(); lived++) {
    for (const { run } of homes)
      for (let n = 0; n < PER_DAY; n++) {
        const { shown: cards } = await run.live(lived * PER_DAY + n, drawn ? null : topK)
        shown += cards.filter(card => card === HARMFUL).length
      }
    // the one who is asked syncs last, so that it has heard everybody's day; whoever is alone tells nobody, and waits for a week
    if (people > 1 || lived % WEEK === WEEK - 1) for (const each of [...homes].reverse()) await each.syncs()
    if (own === null && me!.run.ask(HARMFUL).verdict === "harms") own = lived + 1
    if (pooled === null && me!.pooled(HARMFUL) === "harms") pooled = lived + 1
  }
  const harmless = EFFECTS.slice(1).map((_, i) => String(i + 1))
  const wrong = harmless.filter(card => me!.pooled(card) === "harms").length
  return { own, pooled, wrong, wronged: harmless.length, shown: shown / people / lived }
}

/** The first of a team plants its cards and shares them, the others take them in. */
async function home(
  seed: string,
  log: SharedLog,
  random: () => number,
  first: { author: string; ids: Ids } | null,
  drawn: boolean,
) {
  const normal = (): number => Math.sqrt(-2 * Math.log(Math.max(random(), 1e-12))) * Math.cos(2 * Math.PI * random())
  const effects = EFFECTS.map(e => e + VARIES.effect * normal())
  const world = smallWorld({ ...WORLD, seed, effects, base: sigmoid(0.4 + VARIES.base * normal()) })
  const run = await foldRun("mettle", world, first === null ? "repo" : "nowhere")
  const views = memoryViews()
  const identity = newIdentity()
  const partition = partitionOf({ tier: "repo", id: scopeOf(world.session(0).repo) })!
  const membership = {
    ...{ team: TEAM, url: "memory:bench", name: seed.replaceAll("/", "-"), partitions: [partition] },
    ...{ agreedAt: 1, joinedAt: 1 },
  }
  const hears = first === null || drawn ? log : withoutOthersWork(log, identity.author)
  const syncs = () => sync({ memory: run.memory, log: hears, views, membership, identity })
  await syncs()
  const { author, ids } = first ?? { author: identity.author, ids: run.ids }
  const shared = new Map([...ids].map(([name, id]) => [name, sharedCardId(author, partition, id)]))
  if (first !== null) run.know(shared)
  const pooled = (name: string) => SHARED_TABLE.pooled.get(views, shared.get(name)!)?.verdict ?? "early"
  return { run, syncs, pooled, author, ids }
}

/** Shown by relevance, nobody's pack rests on what they heard: only the one who is asked folds what the others lived. */
const withoutOthersWork = (log: SharedLog, me: string): SharedLog => ({
  ...log,
  read: async (from, limit, partition) =>
    (await log.read(from, limit, partition)).filter(
      ({ envelope }) => envelope.author === me || envelope.type !== "episode.shared",
    ),
})
type Ids = ReadonlyMap<string, string>
