// One dot per thing that happened, stacked by week: small numbers stay countable.
import { Drawing, useWidth } from "./drawing.tsx"

interface DotColumn {
  readonly label: string
  /** filled dots, then hollow ones */
  readonly full: number
  readonly hollow: number
}

/** room that a day needs */
const LABEL = 52
const DOT = 9
const MOST = 12

export function Dots({ columns, label }: { readonly columns: readonly DotColumn[]; readonly label: string }) {
  const [place, width] = useWidth<HTMLDivElement>()
  const tallest = Math.min(MOST, Math.max(3, ...columns.map(c => c.full + c.hollow)))
  const height = tallest * DOT + 36
  const wide = columns.length === 0 ? 0 : width / columns.length
  return (
    <Drawing place={place} width={width} height={height} label={label}>
      <line class="axis" x1={0} x2={width} y1={height - 20.5} y2={height - 20.5} />
      {columns.map((column, i) => {
        const n = column.full + column.hollow
        const shown = Math.min(MOST, n)
        const mid = (i + 0.5) * wide
        return (
          <g key={column.label}>
            {Array.from({ length: shown }, (_, k) => (
              <circle
                key={k}
                cx={mid}
                cy={height - 27 - k * DOT}
                r={3.2}
                class={k < column.full ? "is-bad" : ""}
                fill={k < column.full ? undefined : "none"}
                stroke={k < column.full ? "none" : "var(--bad)"}
              />
            ))}
            {n > 0 && (
              <text x={mid} y={height - 33 - shown * DOT + 6} text-anchor="middle">
                {n}
              </text>
            )}
            {(columns.length - 1 - i) % Math.max(1, Math.ceil(LABEL / Math.max(1, wide))) === 0 && (
              <text x={mid} y={height - 5} text-anchor="middle">
                {column.label}
              </text>
            )}
          </g>
        )
      })}
    </Drawing>
  )
}
