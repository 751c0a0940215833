// What the HTTP door answers and accepts: the contract of the dashboard, and the source of docs/http-api/openapi.json.
// Shapes only; src/http/routes.ts is the list of paths, and what a route answers is cut to its shape. Times are ISO strings, shares 0 … 1, null = not known or forgotten.
// Long because: it is one list, and whoever codes against the API reads it as one.
import { CHANNELS, EVIDENCE_KINDS, KINDS, PLACEMENTS, STAGES, STRICTNESS, TIERS, VERDICTS } from "../core/model.ts"
import * as s from "../core/schema.ts"

const text = () => s.string()
const many = <T extends s.ZodMiniType>(of: T) => s.array(of)
const maybe = <T extends s.ZodMiniType>(of: T) => s.nullable(of)
const count = () => s.int().check(s.gte(0))
const when = () => s.string()
const number = () => s.number()
const yes = () => s.boolean()

// ---- nouns -------------------------------------------------------------------------------------------------------

/** `label` is what a person calls it: the repository's name, domain:go, global */
export const scope = s.object({ tier: s.enum(TIERS), id: text(), label: text() })
/** points of probability; `n` judged uses stand behind it; below `enough` (see Why) it says nothing yet */
export const value = s.object({
  mean: number(),
  sd: number(),
  n: number(),
  help: number(),
  nothing: number(),
  harm: number(),
  verdict: s.enum(["helps", "harms", "inert", "early"]),
})
export const cardLine = s.object({
  id: text(),
  short: text(),
  kind: s.enum(KINDS),
  statement: maybe(text()),
  stage: s.enum(STAGES),
  scope,
  source: s.enum(["user", "agent", "extracted"]),
  proposer: text(),
  born: when(),
  value: maybe(value),
  /** may it be measured? Norms, pinned and confirmed cards never are */
  measured: yes(),
  seen: count(),
  shown: count(),
  pinned: yes(),
  confirmed: yes(),
  muted: yes(),
  /** how strict the user wants a norm; null = as strict as the settings */
  strict: maybe(s.enum(STRICTNESS)),
  flags: many(text()),
  because: text(),
})
export const cardRef = s.object({ id: text(), short: text(), kind: maybe(s.enum(KINDS)), statement: maybe(text()) })
export const verdictCounts = s.object({ success: count(), failure: count(), mixed: count(), unjudged: count() })
export const episodeLine = s.object({
  id: text(),
  short: text(),
  client: text(),
  model: maybe(text()),
  scope: maybe(scope),
  openedAt: when(),
  lastAt: when(),
  open: yes(),
  verdict: s.enum(VERDICTS),
  /** chance that the work succeeded */
  p: maybe(number()),
  because: text(),
  judgedBy: maybe(s.enum(["rules", "rules+model", "you"])),
  turns: count(),
  messages: count(),
  /** frustration: highest, and at the end; success at the end */
  peak: number(),
  end: number(),
  success: number(),
  corrections: count(),
  trips: count(),
  intervened: yes(),
  control: yes(),
  /** distinct cards the agent was given */
  cards: count(),
  /** how it began */
  prompt: maybe(text()),
})
export const ledgerLine = s.object({
  /** id to admit it with; null when there is nothing to admit */
  proposal: maybe(text()),
  seq: count(),
  at: when(),
  episode: maybe(text()),
  episodeShort: maybe(text()),
  act: s.enum(["admitted", "merged", "superseded", "archived", "refused", "moved", "user"]),
  card: maybe(text()),
  cardShort: maybe(text()),
  kind: maybe(s.enum(KINDS)),
  statement: maybe(text()),
  rule: text(),
  because: text(),
})
/** a time it noticed trouble in an episode */
export const tripLine = s.object({
  id: text(),
  message: count(),
  at: when(),
  trip: text(),
  intervention: text(),
  /** was it said to the agent? */
  spoken: yes(),
  because: text(),
  /** what the next five messages showed */
  after: s.object({ messages: count(), bad: count(), good: count(), complaints: count() }),
  settled: yes(),
  /** your label; null = none */
  label: maybe(yes()),
  /** the label, or what followed; null = not known */
  right: maybe(yes()),
})
export const message = s.object({
  /** counted from 1: prompts, replies and calls that came back; the x axis of trajectory and lanes */
  message: count(),
  turn: count(),
  event: text(),
  by: s.enum(["user", "agent", "tool"]),
  author: maybe(text()),
  at: when(),
  /** null when forgotten; cut at `chars` of the page's limit when `cut` */
  text: maybe(text()),
  chars: count(),
  cut: yes(),
  tool: maybe(text()),
  input: maybe(text()),
  ok: maybe(yes()),
  exitCode: maybe(s.int()),
  salient: maybe(text()),
})
const versioned = { schema_version: s.literal(1) }
const error = s.object({ code: text(), message: text(), still: maybe(text()), hint: maybe(text()) })
export const failure = s.object({ ...versioned, error })

// ---- pages (GET <path>.json) ---------------------------------------------------------------------------------------

/** Every page says where it speaks of and how to ask the same on the command line. */
const page = { ...versioned, at: when(), command: text(), empty: maybe(text()) }
export const uplift = s.object({
  with: s.object({ n: count(), success: maybe(number()) }),
  without: s.object({ n: count(), success: maybe(number()) }),
  /** adjusted points of success with its 90 % interval; null while there are too few */
  uplift: maybe(number()),
  low: maybe(number()),
  high: maybe(number()),
  verdict: s.enum(["early", "helps", "harms", "unclear"]),
  needs: maybe(number()),
})
export const weekPage = s.object({
  ...page,
  scope,
  /** what it did for you in the last seven days, here and everywhere */
  did: s.object({
    since: when(),
    episodes: count(),
    lines: many(
      s.object({
        deed: s.enum(["left", "held", "met", "wishes", "unsaid", "wrong", "learned", "cost", "open"]),
        n: count(),
        text: text(),
        items: many(s.object({ text: text(), command: text(), href: text() })),
      }),
    ),
  }),
  lift: s.object({ everywhere: uplift, here: uplift, standsDown: yes(), control: count() }),
  /** oldest first; the last one is the week that runs */
  weeks: many(
    s.object({
      from: when(),
      episodes: count(),
      verdicts: verdictCounts,
      /** the user set something right */
      corrections: count(),
      /** a norm that was known already was broken */
      repeated: count(),
    }),
  ),
  cost: s.object({
    model: text(),
    calls: count(),
    tokens: count(),
    dollars: number(),
    dailyTokens: count(),
    dailyMoney: number(),
  }),
  /** worst first */
  worst: many(episodeLine),
  faults: s.object({ count: count(), last: maybe(s.object({ at: when(), where: text(), code: text() })) }),
})
export const episodesPage = s.object({ ...page, episodes: many(episodeLine), total: count(), next: maybe(text()) })
const lane = s.pick(message, {
  ...{ message: true, turn: true, at: true, by: true, tool: true, ok: true, salient: true, chars: true },
})
export const episodePage = s.object({
  ...page,
  episode: episodeLine,
  /** calls that were refused once, and what followed */
  holds: many(
    s.object({
      event: text(),
      at: when(),
      message: count(),
      card: cardRef,
      action: maybe(text()),
      followed: s.enum([
        "remedy",
        "other",
        "broken",
        "repeated",
        "allowed",
        "refused",
        "stopped",
        "gave_up",
        "open",
        "unknown",
      ]),
      says: text(),
    }),
  ),
  branch: maybe(text()),
  /** where the averages moved or something was marked (S2-16) */
  trajectory: many(
    s.object({
      message: count(),
      frustration: number(),
      success: number(),
      /** what moved them: 1 bad, 0 good */
      bad: maybe(s.int()),
      marks: many(text()),
    }),
  ),
  /** one entry per message, without text; `lanesOmitted` older ones are left out of a very long episode */
  lanes: many(lane),
  lanesOmitted: count(),
  segments: many(
    s.object({
      fromTurn: count(),
      toTurn: count(),
      fromMessage: count(),
      toMessage: count(),
      endedBy: text(),
      verdict: s.enum(VERDICTS),
      p: maybe(number()),
      because: text(),
    }),
  ),
  /** when the agent was given cards: how many, in how many tokens */
  packs: many(s.object({ message: count(), cards: count(), tokens: count() })),
  commits: many(s.object({ change: text(), commit: maybe(text()), at: when(), message: count() })),
  trips: many(tripLine),
  used: many(
    s.object({
      ...cardRef.shape,
      placement: s.enum(PLACEMENTS),
      channel: s.enum(CHANNELS),
      /** signed share; null = not credited */
      attribution: maybe(number()),
      because: text(),
    }),
  ),
  ledger: many(ledgerLine),
  /** ?from=<message>&limit=<n> */
  transcript: s.object({ from: count(), limit: count(), total: count(), messages: many(message) }),
})
const facet = many(s.object({ value: text(), label: text(), count: count() }))
/** ?kind&scope=<tier:id>&stage&q&all=1&limit&cursor; facets count what the other filters leave */
export const cardsPage = s.object({
  ...page,
  cards: many(cardLine),
  total: count(),
  next: maybe(text()),
  facets: s.object({ kind: facet, scope: facet, stage: facet }),
})
export const evidence = s.object({
  kind: s.enum(EVIDENCE_KINDS),
  event: text(),
  episode: maybe(text()),
  episodeShort: maybe(text()),
  at: maybe(when()),
  message: maybe(count()),
  /** do the words still stand there, hash and all? */
  holds: yes(),
  quote: maybe(text()),
  /** the text around it; the cited words are context.slice(start, end) (UTF-16) */
  context: maybe(text()),
  start: count(),
  end: count(),
  /** characters of the whole text before and after `context` */
  before: count(),
  after: count(),
  /** the messages next to it, oldest first; the cited one itself is not among them */
  around: many(message),
})
export const waterfall = s.object({
  steps: many(
    s.object({
      what: s.enum(["origin", "episode", "smaller", "others"]),
      episode: maybe(text()),
      episodeShort: maybe(text()),
      verdict: maybe(s.enum(VERDICTS)),
      label: text(),
      /** points of success; the steps add up to `posterior` */
      by: number(),
    }),
  ),
  posterior: number(),
})
const account = s.object({ value, waterfall: maybe(waterfall) })
/** Where a card's value comes from. */
export const why = s.object({
  judged: count(),
  /** judged uses below which a value says nothing */
  enough: count(),
  early: yes(),
  account: maybe(account),
  words: many(text()),
  without: maybe(s.object({ episode: text(), episodeShort: text(), account })),
  /** what teammates saw of it, apart from this person's own evidence above; null when nobody shared any */
  pooled: maybe(
    s.object({
      /** everybody but this person */
      people: count(),
      sessions: count(),
      n: number(),
      /** everybody together, this person's shared episodes included */
      team: s.object({ ...value.shape, people: count(), sessions: count() }),
    }),
  ),
})
/** ?without=<episode> recomputes the value as if that episode had not been */
export const cardPage = s.object({
  ...page,
  card: cardLine,
  evidence: many(evidence),
  /** older versions first, then this one, then what replaced it */
  lineage: many(s.object({ ...cardRef.shape, stage: s.enum(STAGES), born: when(), current: yes() })),
  /** calls it held */
  held: count(),
  shownIn: s.object({ episodes: count(), judged: count(), succeeded: count() }),
  exposures: many(
    s.object({
      at: when(),
      episode: maybe(text()),
      episodeShort: maybe(text()),
      verdict: maybe(s.enum(VERDICTS)),
      placement: s.enum(PLACEMENTS),
      channel: s.enum(CHANNELS),
      head: maybe(text()),
      commits: many(text()),
    }),
  ),
  /** how a norm was followed; null when it is none */
  adherence: maybe(
    s.object({
      followed: count(),
      told: count(),
      broken: maybe(s.object({ episode: text(), at: when() })),
      episodes: many(s.object({ episode: text(), at: when(), adherence: text(), because: text() })),
    }),
  ),
  why,
  truth: s.object({ support: s.record(text(), count()), contradiction: s.record(text(), count()), disputes: count() }),
  ledger: many(ledgerLine),
})
export const reviewPage = s.object({
  ...page,
  /** what to do first, first; at most `limit` (default 50) */
  items: many(
    s.object({
      id: text(),
      short: text(),
      why: text(),
      kind: s.enum(KINDS),
      statement: text(),
      scope,
      card: maybe(cardLine),
      evidence: many(evidence),
      against: maybe(cardRef),
    }),
  ),
  total: count(),
})
const recording = s.enum(["on", "off", "ignored", "paused", "not installed"])
export const statusPage = s.object({
  ...page,
  version: text(),
  seq: count(),
  recording,
  preset: text(),
  scope: s.object({ id: text(), name: text(), domains: many(text()) }),
  model: text(),
  episode: maybe(s.object({ id: text(), short: text(), client: text(), turns: count(), failStreak: count() })),
  breaker: maybe(s.enum(["off", "normal", "tripped"])),
  live: count(),
  review: count(),
  events: count(),
  moved: s.object({ count: count(), at: maybe(when()) }),
  faults: count(),
  feed: s.object({ readers: count(), dropped: count() }),
})
const found = s.pick(episodeLine, {
  ...{ id: true, short: true, client: true, scope: true, openedAt: true, turns: true, verdict: true, prompt: true },
})
/** ?q&kind&scope&limit */
export const searchPage = s.object({
  ...page,
  query: text(),
  cards: many(s.object({ ...cardLine.shape, score: number() })),
  episodes: many(s.object({ ...found.shape, score: number() })),
})

// ---- acts (POST /api/…; every body is JSON, {} when there is nothing to say) ------------------------------------------

const words = (most: number) => s.string().check(s.minLength(1), s.maxLength(most))
export const nothingAsked = s.strictObject({})
export const correctAsked = s.strictObject({ words: words(4000) })
/** repo, repo:<id>, domain:<name>, global */
export const scopeAsked = s.strictObject({ scope: s.optional(words(200)) })
export const strictAsked = s.strictObject({ level: s.enum(STRICTNESS) })
export const archiveAsked = s.strictObject({ note: s.optional(words(1000)) })
export const relabelAsked = s.strictObject({ outcome: s.enum(["success", "failure"]), note: s.optional(words(1000)) })
/** a card that was shown there, or without one the episode as a whole */
export const markAsked = s.strictObject({ card: s.optional(words(64)), note: s.optional(words(1000)) })
export const noteAsked = s.strictObject({
  text: words(4000),
  kind: s.optional(s.enum(["preference", "constraint", "commitment", "fact"])),
  scope: s.optional(words(200)),
})
/** exactly one of card, episode, text, since; `dryRun` changes nothing */
export const forgetAsked = s.strictObject({
  target: s.strictObject({
    card: s.optional(words(64)),
    episode: s.optional(words(64)),
    text: s.optional(s.string().check(s.minLength(3), s.maxLength(4000))),
    since: s.optional(words(40)),
    until: s.optional(words(40)),
  }),
  dryRun: s.boolean(),
})
export const undoAsked = s.strictObject({ steps: s.optional(s.int().check(s.gte(1), s.lte(20))) })

export const cardActed = s.object({ ...versioned, act: text(), id: text(), card: cardLine, undo: text() })
export const reviewActed = s.object({ ...versioned, act: text(), id: maybe(text()), left: count() })
export const noteActed = s.object({ ...versioned, done: yes(), act: text(), because: text(), card: maybe(cardLine) })
export const acted = s.object({ ...versioned, act: text(), id: maybe(text()) })
export const forgetActed = s.object({
  ...versioned,
  done: yes(),
  texts: count(),
  bytes: count(),
  events: count(),
  cards: many(cardRef),
  /** what a search finds afterwards; null for a dry run */
  found: maybe(count()),
  /** names of tools, models and the like that hold the words: facts, which the log keeps */
  named: many(s.object({ field: text(), name: text(), events: count() })),
  elsewhere: count(),
  backups: many(text()),
})
export const undoActed = s.object({
  ...versioned,
  undone: many(s.object({ id: text(), type: text(), at: when(), card: maybe(text()), statement: maybe(text()) })),
})

/** One event of the SSE feed: `event: message` per line; `event: hello` first; `event: change` when something else was folded. */
export const feedLine = s.object({
  seq: count(),
  at: when(),
  event: text(),
  episode: text(),
  client: text(),
  scope: maybe(text()),
  message: count(),
  frustration: number(),
  success: number(),
  failStreak: count(),
  trips: count(),
  /** lines this reader has lost so far */
  dropped: count(),
})
export const feedHello = s.object({ seq: count(), version: text() })
export const feedChange = s.object({ seq: count(), types: many(text()), dropped: count() })

/** What a schema describes, as it is handed about: nobody changes an answer. */
type Json<S extends s.ZodMiniType> = Kept<s.infer<S>>
type Kept<T> = T extends readonly (infer E)[]
  ? readonly Kept<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Kept<T[K]> }
    : T

export type ScopeJson = Json<typeof scope>
export type CardLine = Json<typeof cardLine>
export type CardRef = Json<typeof cardRef>
export type EpisodeLine = Json<typeof episodeLine>
export type LedgerLine = Json<typeof ledgerLine>
export type TripLine = Json<typeof tripLine>
export type MessageJson = Json<typeof message>
export type UpliftJson = Json<typeof uplift>
export type EvidenceJson = Json<typeof evidence>
export type WaterfallJson = Json<typeof waterfall>
export type WeekPage = Json<typeof weekPage>
export type EpisodesPage = Json<typeof episodesPage>
export type EpisodePage = Json<typeof episodePage>
export type CardsPage = Json<typeof cardsPage>
export type CardPage = Json<typeof cardPage>
export type WhyJson = Json<typeof why>
export type ReviewPage = Json<typeof reviewPage>
export type StatusPage = Json<typeof statusPage>
export type SearchPage = Json<typeof searchPage>
export type ForgetAsked = Json<typeof forgetAsked>
export type ForgetActed = Json<typeof forgetActed>
export type CardActed = Json<typeof cardActed>
export type ReviewActed = Json<typeof reviewActed>
export type NoteAsked = Json<typeof noteAsked>
export type NoteActed = Json<typeof noteActed>
export type UndoActed = Json<typeof undoActed>
export type Acted = Json<typeof acted>
export type FeedLineJson = Json<typeof feedLine>
export type FeedHello = Json<typeof feedHello>
export type FeedChange = Json<typeof feedChange>
export type Failure = Json<typeof failure>
