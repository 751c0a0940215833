// THE list of routes: path, what it expects, what it answers, who answers. The guard asks it which paths there are, the
// OpenAPI document is made from it, the server runs it.
import type * as s from "../core/schema.ts"
import { CARD_ACTS, type CardAct } from "../memory/acting/card-acts.ts"
import * as acts from "./acts.ts"
import type { Asked, Desk } from "./desk.ts"
import type { Expected } from "./guard.ts"
import { cardPage, cardsPage } from "./pages/cards.ts"
import { episodePage, episodesPage } from "./pages/episodes.ts"
import { reviewPage, searchPage, statusPage, weekPage } from "./pages/overview.ts"
import * as shape from "./schemas.ts"

export interface Route {
  readonly method: "GET" | "POST"
  /** {id} stands for one segment; a page's may end in .json */
  readonly path: string
  readonly about: string
  /** words of the query string */
  readonly query?: Readonly<Record<string, string>>
  readonly body?: s.ZodMiniType
  readonly answer: s.ZodMiniType
  /** changes something: acts run one after the other */
  readonly acts?: boolean
  readonly run: (desk: Desk, asked: Asked<any>) => unknown
}

const LIST = { limit: "at most so many", cursor: "`next` of the page before" }
const get = (path: string, about: string, answer: s.ZodMiniType, run: Route["run"], query = {}): Route => ({
  ...{ method: "GET", path, about, answer, run, query },
})
const post = (path: string, about: string, body: s.ZodMiniType, answer: s.ZodMiniType, run: Route["run"]): Route => ({
  ...{ method: "POST", path, about, body, answer, run, acts: true },
})

const CARD_BODY: Readonly<Partial<Record<CardAct, s.ZodMiniType>>> = {
  correct: shape.correctAsked,
  narrow: shape.scopeAsked,
  promote: shape.scopeAsked,
  archive: shape.archiveAsked,
  strict: shape.strictAsked,
}

export const ROUTES: readonly Route[] = [
  get("/week.json", "Is it helping?", shape.weekPage, weekPage, { weeks: "how many, 8 unless told" }),
  get("/episodes.json", "Episodes, newest first", shape.episodesPage, episodesPage, {
    ...{ outcome: "one verdict", since: "7d, 2026-01-31, …", scope: "repo:<id>" },
    ...LIST,
  }),
  get("/episodes/{id}.json", "What happened in one", shape.episodePage, episodePage, {
    ...{ from: "first message of the transcript", limit: "messages of it" },
  }),
  get("/cards.json", "What is known, with facets", shape.cardsPage, cardsPage, {
    ...{ kind: "one kind", scope: "tier:id", stage: "one stage", q: "words in the statement", all: "1: archived too" },
    ...LIST,
  }),
  get(
    "/cards/{id}.json",
    "One card: its words where they stand, and where its value comes from",
    shape.cardPage,
    cardPage,
    {
      without: "an episode: the value as if it had not been",
    },
  ),
  get("/review.json", "What waits for you", shape.reviewPage, reviewPage, { limit: "items" }),
  get("/status.json", "Is it recording, what is known", shape.statusPage, statusPage),
  get("/search.json", "Cards and episodes, by words and by meaning", shape.searchPage, searchPage, {
    ...{ q: "what to look for", kind: "one kind", scope: "tier:id", limit: "of each" },
  }),
  ...CARD_ACTS.map(name =>
    post(
      `/api/cards/{id}/${name}`,
      `${name} a card`,
      CARD_BODY[name] ?? shape.nothingAsked,
      shape.cardActed,
      acts.cardAct(name),
    ),
  ),
  ...(["yes", "no", "edit"] as const).map(name =>
    post(
      `/api/review/{id}/${name}`,
      `answer ${name} to what waits`,
      name === "edit" ? shape.correctAsked : shape.nothingAsked,
      shape.reviewActed,
      acts.reviewAct(name),
    ),
  ),
  post("/api/episodes/{id}/relabel", "say how it went", shape.relabelAsked, shape.acted, acts.relabelEpisode),
  ...(["useful", "irrelevant"] as const).map(tag =>
    post(
      `/api/episodes/{id}/${tag}`,
      `mark it, or a card shown in it, ${tag}`,
      shape.markAsked,
      shape.acted,
      acts.markIn(tag),
    ),
  ),
  ...(["right", "wrong"] as const).map(label =>
    post(
      `/api/breakers/{id}/${label}`,
      `the trip was ${label}`,
      shape.nothingAsked,
      shape.acted,
      acts.breakerAct(label === "right"),
    ),
  ),
  post("/api/forget", "erase text for good, and search again", shape.forgetAsked, shape.forgetActed, acts.forgetAct),
  post("/api/undo", "take back the last acts", shape.undoAsked, shape.undoActed, acts.undoAct),
  post("/api/note", "state something yourself", shape.noteAsked, shape.noteActed, acts.noteAct),
  post(
    "/api/ledger/{id}/admit",
    "admit what was refused, as your own words",
    shape.nothingAsked,
    shape.noteActed,
    acts.admitAct,
  ),
]

/** Answered by the server itself: the live feed, and a sign of life that says nothing. */
export const FEED_PATH = "/api/feed"
export const HEALTH_PATH = "/health"

export interface Matched {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

const ID = "([A-Za-z0-9-]{1,64})"
const MATCHERS = ROUTES.map(route => ({
  route,
  fits: new RegExp(`^${route.path.replaceAll(".", "\\.").replace("{id}", ID)}$`),
}))

export function routeFor(method: string, path: string): Matched | null {
  const asked = method === "HEAD" ? "GET" : method
  for (const { route, fits } of MATCHERS) {
    const found = route.method === asked ? fits.exec(path) : null
    if (found) return { route, params: found[1] === undefined ? {} : { id: found[1] } }
  }
  return null
}

/** What the guard needs to know of a path that is not a file. */
export function expectedAt(path: string): Expected | null {
  if (path === HEALTH_PATH) return { methods: ["GET", "HEAD"], open: true }
  if (path === FEED_PATH) return { methods: ["GET"], open: false }
  const methods = MATCHERS.flatMap(({ route, fits }) =>
    fits.test(path) ? (route.method === "GET" ? ["GET", "HEAD"] : ["POST"]) : [],
  )
  return methods.length === 0 ? null : { methods: [...new Set(methods)], open: false }
}
