// A bar in a row of figures: spans of 0 … 1 on one ground. The figures beside it say the same, so whoever does not see it misses
// nothing. A faded span is an estimate: no hard end pretends to more precision than there is.
import type { Tone } from "./chip.tsx"

interface Span {
  readonly from: number
  readonly to: number
  readonly fill: Tone
  readonly title?: string
  readonly faded?: boolean
}

export const Bar = ({ spans, zero }: { readonly spans: readonly Span[]; readonly zero?: number }) => (
  <span class="bar" aria-hidden="true">
    {spans.map(({ from, to, fill, title, faded }) => (
      <i
        key={`${from}${fill}`}
        class={`is-${fill}${faded ? " faded" : ""}`}
        title={title}
        style={`left: ${100 * from}%; width: ${100 * (to - from)}%`}
      />
    ))}
    {zero !== undefined && <b style={`left: ${100 * zero}%`} />}
  </span>
)

interface Part {
  readonly n: number
  readonly fill: Tone
  readonly title: string
}
/** Parts one after the other; `most` is as wide as the bar. */
export function Stacked({ parts, most }: { readonly parts: readonly Part[]; readonly most: number }) {
  let at = 0
  const spans = parts
    .filter(({ n }) => n > 0)
    .map(({ n, fill, title }): Span => {
      const from = at
      at += n / Math.max(most, 1e-9)
      return { from, to: at, fill, title }
    })
  return <Bar spans={spans} />
}

/** Where a difference probably lies, on a ground that reaches as far to both sides of zero. */
export const Estimate = ({
  low,
  high,
  reach,
}: {
  readonly low: number
  readonly high: number
  readonly reach: number
}) => {
  const at = (value: number) => Math.min(1, Math.max(0, (value + reach) / (2 * reach)))
  const fill = low + high >= 0 ? "good" : "bad"
  return <Bar spans={[{ from: at(low), to: at(high), fill, faded: true }]} zero={0.5} />
}
