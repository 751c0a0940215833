// Trust: whose proposals hold up?
import { asOf } from "../../memory/as-of.ts"
import { type SourceTrust, type TrustTelemetry, trustReport } from "../../memory/measuring/trust.ts"
import { type Asked, type Desk, pageOf, textIn } from "../desk.ts"
import type { TrustPage } from "../schemas.ts"

/** Of a long history the last points; the report keeps them all. */
const POINTS = 1000

export function trustPage(desk: Desk, { query }: Asked): TrustPage {
  const { memory } = desk
  const source = textIn(query, "source")
  const { sources, telemetry } =
    source === undefined ? asOf(memory, "trust", () => trustReport(memory)) : trustReport(memory, { source })
  const none = sources.length === 0 ? "No source has proposed anything yet. Your own words are never rated." : null
  return { ...pageOf(desk, "mettle review trust", none), sources: sources.map(sourceOf), telemetry: counted(telemetry) }
}

function counted(telemetry: TrustTelemetry | null): TrustPage["telemetry"] {
  if (telemetry === null) return null
  const { trust, outcomes, tags } = telemetry
  const { decisions, evaluated, pending, coherence } = outcomes
  return { trust: { ...trust }, outcomes: { decisions, evaluated, pending, coherence }, tags: { ...tags } }
}

const sourceOf = ({ source, mean, lo50, hi50, lo90, hi90, n, history }: SourceTrust): TrustPage["sources"][number] => ({
  ...{ source, mean, lo50, hi50, lo90, hi90, n },
  history: history.slice(-POINTS).map(point => ({ ...point })),
})
