// How things read on a terminal: times ("2 h ago"; JSON keeps ISO), scopes, small pictures of numbers, and cards. No number without
// its count (L8).
import { isNorm, type Kind, type Value } from "../core/model.ts"
import { count, ENOUGH } from "../core/say-number.ts"
import { DAY, HOUR } from "../core/time.ts"
import type { CardRead, Quoted } from "../memory/reading/read.ts"
import { daysAgo, type Place } from "../memory/where-and-when.ts"
import { type Cell, clean, type Out, type Paint } from "./print.ts"

export const iso = (at: number): string => new Date(at).toISOString()
/** 14:05, where the reader is */
export const clock = (at: number): string => {
  const time = new Date(at)
  return `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`
}

/** "just now", "5 min ago", "3 h ago", "yesterday", "4 d ago", then the day. A time to come is "just now": clocks step. */
export function ago(at: number, now: number): string {
  const past = now - at
  if (past < 60_000) return "just now"
  if (past < HOUR) return `${Math.floor(past / 60_000)} min ago`
  if (past < DAY) return `${Math.floor(past / HOUR)} h ago`
  return daysAgo(at, now).replace(" days", " d")
}

/** repo · repo:4f1c22 (another one) · domain:go · global */
export const scopeText = (scope: { readonly tier: string; readonly id: string }, place: Place): string =>
  scope.tier === "global"
    ? "global"
    : scope.tier === "domain"
      ? `domain:${scope.id}`
      : scope.id === place.scope
        ? "repo"
        : `repo:${scope.id.slice(0, 6)}`

/** `most`: the value that fills a side of `half` columns. */
export function signedBar(out: Out, value: number, most: number, half = 10): string {
  const length = most > 0 ? Math.min(half, Math.round((half * Math.abs(value)) / most)) : 0
  const full = out.symbol("full").repeat(length)
  const left = value < 0 ? out.paint("red", full.padStart(half)) : " ".repeat(half)
  const right = value > 0 ? out.paint("green", full.padEnd(half)) : " ".repeat(half)
  return `${left}│${right}`
}

export const kindText = (kind: Kind): string => (kind === "negative_result" ? "negative" : kind)

export const stagePaint = (stage: string): Paint =>
  stage === "needs_recheck" ? "yellow" : stage === "active" || stage === "proven" ? "green" : "dim"

export function valueText(card: Pick<CardRead, "kind" | "value" | "pinned" | "confirmed">): string {
  if (isNorm(card.kind)) return "not scored: your own words are kept, not measured"
  if (card.pinned || card.confirmed) return "not scored: you vouched for it"
  return measuredText(card.value)
}

function measuredText(value: Value | null): string {
  if (value === null || value.n < ENOUGH) return `too early, ${count(value?.n ?? 0, "judged use")} (it takes ${ENOUGH})`
  const points = (x: number) => `${x >= 0 ? "+" : ""}${Math.round(x * 100)}`
  return `${value.verdict === "early" ? "too early to say" : value.verdict}: ${points(value.mean)} points (${points(value.mean - 2 * value.sd)} to ${points(value.mean + 2 * value.sd)}), ${value.n} judged uses`
}

const WHO: Readonly<Record<Quoted["kind"], string>> = {
  user_span: "you",
  agent_span: "agent",
  doc_span: "document",
  tool_output: "tool output",
}
export const whoSaid = (evidence: Quoted): string => WHO[evidence.kind]

const CARD_COLUMNS = [
  ...[{ name: "card" }, { name: "kind" }, { name: "stage" }, { name: "scope" }],
  ...[{ name: "shown", align: "right" }, { name: "statement" }],
] as const
/** Cards in a row; what is wrong with one stands in the place of its stage. */
export const cardTable = (out: Out, cards: readonly CardRead[], place: Place): void =>
  out.table(
    CARD_COLUMNS,
    cards.map(({ short, kind, stage, scope, shown, statement, muted, flags }): Cell[] => [
      ...[short, kindText(kind)],
      muted || flags.length > 0
        ? { text: muted ? "muted" : flags.join(", "), paint: "yellow" }
        : { text: stage, paint: stagePaint(stage) },
      ...[scopeText(scope, place), shown, clean(statement ?? "(forgotten)")],
    ]),
  )
