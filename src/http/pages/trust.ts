// Trust: whose proposals hold up?
import { asOf } from "../../memory/as-of.ts"
import { asOne, type TrustTelemetry, trustReport } from "../../memory/measuring/trust.ts"
import { type Asked, type Desk, pageOf, textIn } from "../desk.ts"
import type { TrustPage } from "../schemas.ts"

/** Of a long history the last points; the report keeps them all. */
const POINTS = 1000

export function trustPage(desk: Desk, { query }: Asked): TrustPage {
  const { memory } = desk
  const source = textIn(query, "source")
  const { sources, telemetry } =
    source === undefined ? asOf(memory, "trust", () => trustReport(memory)) : trustReport(memory, { source })
  const none =
    sources.length === 0
      ? "No source has proposed anything yet. What you wrote down or confirmed yourself is never rated."
      : null
  return {
    ...pageOf(desk, "mettle review trust", none),
    sources: asOne(sources).map(sourceOf),
    telemetry: counted(telemetry),
  }
}

function counted(telemetry: TrustTelemetry | null): TrustPage["telemetry"] {
  if (telemetry === null) return null
  const { trust, outcomes, tags } = telemetry
  const { decisions, evaluated, pending, coherence } = outcomes
  return { trust: { ...trust }, outcomes: { decisions, evaluated, pending, coherence }, tags: { ...tags } }
}

const sourceOf = ({
  source,
  names,
  mean,
  lo50,
  hi50,
  lo90,
  hi90,
  n,
  history,
}: ReturnType<typeof asOne>[number]): TrustPage["sources"][number] => ({
  ...{ source, names: [...names], mean, lo50, hi50, lo90, hi90, n },
  history: history.slice(-POINTS).map(point => ({ ...point })),
})
