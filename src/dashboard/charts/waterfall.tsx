// A waterfall: from where such cards start, through what each episode added or took away, to where the card stands. Largest
// first; sign, arrow and colour say the direction.
import { points } from "../numbers.ts"
import { Drawing, useWidth } from "./drawing.tsx"

interface WaterfallStep {
  readonly label: string
  /** points of probability */
  readonly by: number
  readonly kind: "start" | "step" | "rest"
  readonly onOpen?: () => void
}

const ROW = 27
const GUTTER = 190

export function WaterfallChart({ steps, end }: { readonly steps: readonly WaterfallStep[]; readonly end: number }) {
  const [place, width] = useWidth<HTMLDivElement>()
  let total = 0
  const sums = steps.map(step => (total += step.by))
  const low = Math.min(0, end, ...sums)
  const high = Math.max(0, end, ...sums)
  const span = Math.max(0.02, high - low)
  const gutter = Math.min(GUTTER, width * 0.36)
  const x = (value: number) => gutter + 48 + ((value - low) / span) * Math.max(20, width - gutter - 104)
  const height = (steps.length + 1) * ROW + 8
  const digits = span < 0.03 ? 2 : 1
  return (
    <Drawing
      place={place}
      width={width}
      height={height}
      label={`from ${points(steps[0]?.by ?? 0)} through ${steps.length - 1} steps to ${points(end)} points`}
    >
      <line class="zero" x1={x(0)} x2={x(0)} y1={0} y2={height} />
      {steps.map((step, i) => {
        const from = (sums[i] ?? 0) - step.by
        const left = Math.min(x(from), x(from + step.by))
        const wide = Math.max(1.5, Math.abs(x(from + step.by) - x(from)))
        const up = step.by >= 0
        return (
          <g key={`${step.label}${i}`} transform={`translate(0 ${i * ROW})`}>
            <text class="ink" x={0} y={17}>
              {step.label.length > 26 ? `${step.label.slice(0, 25)}…` : step.label}
              <title>{step.label}</title>
            </text>
            <rect
              class={step.kind === "start" ? "is-none" : up ? "is-good" : "is-bad"}
              x={left}
              y={5}
              width={wide}
              height={16}
              rx={2}
              opacity={step.kind === "rest" ? 0.6 : 1}
            />
            <text x={up ? left + wide + 5 : left - 5} y={17} text-anchor={up ? "start" : "end"}>
              {points(step.by, digits)}
            </text>
            <line class="axis" x1={x(from + step.by)} x2={x(from + step.by)} y1={21} y2={ROW + 5} />
          </g>
        )
      })}
      <g transform={`translate(0 ${steps.length * ROW})`}>
        <text class="ink" x={0} y={17} font-weight="600">
          now
        </text>
        <path class={end >= 0 ? "is-good" : "is-bad"} d={`M${x(end)} 4 l6 9 l-6 9 l-6 -9 z`} />
        <text class="ink" x={x(end) + 11} y={17} font-weight="600">
          {points(end, digits)}
        </text>
      </g>
    </Drawing>
  )
}
