// A density strip: how likely each value is, as darkness, so that no hard end pretends to more precision than there is
//. Zero is a dashed line; the middle is a tick with its number.
import { points } from "../numbers.ts"
import { Drawing, useWidth } from "./drawing.tsx"

export interface Strip {
  readonly label: string
  /** points of probability; null = too early */
  readonly mean: number | null
  readonly sd: number
  readonly note: string
}

const ROW = 46
const CELLS = 90

export function DensityStrip({ strips }: { readonly strips: readonly Strip[] }) {
  const [place, width] = useWidth<HTMLDivElement>()
  const known = strips.filter(strip => strip.mean !== null)
  const reach = Math.max(0.1, ...known.map(strip => Math.abs(strip.mean!) + 2.6 * strip.sd))
  const left = 8
  const right = Math.max(left + 10, width - 8)
  const x = (value: number) => left + ((value + reach) / (2 * reach)) * (right - left)
  const ticks = ticksOf(reach)
  const height = strips.length * ROW + 24
  return (
    <Drawing place={place} width={width} height={height} label={strips.map(sentence).join("; ")}>
      {ticks.map(tick => (
        <g key={tick}>
          <line class={tick === 0 ? "zero" : "axis"} x1={x(tick)} x2={x(tick)} y1={14} y2={height - 20} />
          <text x={x(tick)} y={height - 5} text-anchor="middle">
            {tick === 0 ? "0" : points(tick, 0)}
          </text>
        </g>
      ))}
      {strips.map((strip, i) => (
        <g key={strip.label} transform={`translate(0 ${i * ROW})`}>
          <text class="ink" x={left} y={11}>
            {strip.label}
          </text>
          <text x={right} y={11} text-anchor="end">
            {strip.note}
          </text>
          {strip.mean === null ? (
            <rect class="is-sunk" x={left} y={17} width={right - left} height={20} rx={3} />
          ) : (
            <Cells mean={strip.mean} sd={strip.sd} reach={reach} x={x} />
          )}
          {strip.mean !== null && (
            <path
              class={strip.mean >= 0 ? "is-good" : "is-bad"}
              d={`M${x(strip.mean)} 39 l-4 6 h8 z M${x(strip.mean) - 1} 15 h2 v24 h-2 z`}
            />
          )}
        </g>
      ))}
    </Drawing>
  )
}

function Cells({ mean, sd, reach, x }: { mean: number; sd: number; reach: number; x: (value: number) => number }) {
  const step = (2 * reach) / CELLS
  return (
    <>
      {Array.from({ length: CELLS }, (_, i) => {
        const at = -reach + i * step
        const z = (at + step / 2 - mean) / Math.max(sd, 1e-6)
        const density = Math.exp(-0.5 * z * z)
        if (density < 0.01) return null
        return (
          <rect
            key={at}
            class={at + step / 2 >= 0 ? "is-good" : "is-bad"}
            x={Math.round(x(at))}
            y={17}
            width={Math.max(1, Math.round(x(at + step)) - Math.round(x(at)))}
            height={20}
            opacity={0.85 * density}
          />
        )
      })}
    </>
  )
}

const sentence = (strip: Strip): string =>
  strip.mean === null ? `${strip.label}: ${strip.note}` : `${strip.label}: ${points(strip.mean)} points, ${strip.note}`

function ticksOf(reach: number): readonly number[] {
  const step = [0.02, 0.05, 0.1, 0.2, 0.25, 0.5].find(s => reach / s <= 3) ?? 0.5
  const most = Math.floor(reach / step)
  return Array.from({ length: 2 * most + 1 }, (_, i) => (i - most) * step)
}
