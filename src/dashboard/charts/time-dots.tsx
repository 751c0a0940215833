// When something happened, on one line of time: shape and colour say how it went.
import { day, exact } from "../numbers.ts"
import type { Tone } from "../parts/chip.tsx"
import { Drawing, useWidth } from "./drawing.tsx"

interface TimeDot {
  readonly at: number
  readonly tone: Tone
  readonly shape: "circle" | "cross" | "tilde" | "dot"
  readonly title: string
}
const HEIGHT = 62

export const shapeOf = (verdict: string | null): TimeDot["shape"] =>
  verdict === "success" ? "circle" : verdict === "failure" ? "cross" : verdict === "mixed" ? "tilde" : "dot"

export function TimeDots({ dots, label }: { readonly dots: readonly TimeDot[]; readonly label: string }) {
  const [place, width] = useWidth<HTMLDivElement>()
  const first = Math.min(...dots.map(dot => dot.at))
  const last = Math.max(...dots.map(dot => dot.at))
  const span = Math.max(1, last - first)
  const x = (at: number) => 12 + ((at - first) / span) * Math.max(1, width - 24)
  const heights = new Map<number, number>()
  return (
    <Drawing place={place} width={dots.length > 0 ? width : 0} height={HEIGHT} label={label}>
      <line class="axis" x1={0} x2={width} y1={HEIGHT - 20.5} y2={HEIGHT - 20.5} />
      {dots.map((dot, i) => {
        const slot = Math.round(x(dot.at) / 9)
        const level = heights.get(slot) ?? 0
        heights.set(slot, level + 1)
        return <Dot key={`${dot.at}${i}`} dot={dot} x={x(dot.at)} y={HEIGHT - 29 - Math.min(level, 3) * 9} />
      })}
      <text x={0} y={HEIGHT - 5}>
        {day(first)}
      </text>
      {span > 3_600_000 && (
        <text x={width} y={HEIGHT - 5} text-anchor="end">
          {day(last)}
        </text>
      )}
    </Drawing>
  )
}

function Dot({ dot, x, y }: { readonly dot: TimeDot; readonly x: number; readonly y: number }) {
  const title = <title>{`${exact(dot.at)}: ${dot.title}`}</title>
  if (dot.shape === "cross")
    return (
      <path d={`M${x - 3.5} ${y - 3.5} l7 7 m0 -7 l-7 7`} stroke="var(--bad)" stroke-width="2">
        {title}
      </path>
    )
  if (dot.shape === "tilde")
    return (
      <rect class="is-mixed" x={x - 3.4} y={y - 3.4} width={6.8} height={6.8} transform={`rotate(45 ${x} ${y})`}>
        {title}
      </rect>
    )
  return (
    <circle
      cx={x}
      cy={y}
      r={dot.shape === "dot" ? 2.6 : 3.8}
      class={dot.shape === "dot" ? "" : "is-good"}
      fill={dot.shape === "dot" ? "none" : undefined}
      stroke={dot.shape === "dot" ? "var(--none)" : "none"}
    >
      {title}
    </circle>
  )
}

/** As they are drawn above. */
const SIGNS = [
  ["●", "good", "success"],
  ["✕", "bad", "failure"],
  ["◆", "mixed", "mixed"],
  ["○", "dim", "unjudged"],
] as const

export const VerdictLegend = () => (
  <p class="legend">
    {SIGNS.map(([sign, fill, verdict]) => (
      <span key={verdict}>
        <b style={`color: var(--${fill})`}>{sign}</b> {verdict}
      </span>
    ))}
  </p>
)
