// How full something is: a bar against its cap, with both numbers.
import { useWidth } from "../use-width.ts"

export interface MeterRow {
  readonly label: string
  readonly part: number
  readonly cap: number
  readonly note: string
}
const ROW = 30

export function Meter({ rows, label }: { readonly rows: readonly MeterRow[]; readonly label: string }) {
  const [place, width] = useWidth<HTMLDivElement>()
  return (
    <div ref={place}>
      {width > 0 && (
        <svg class="picture" height={rows.length * ROW} role="img" aria-label={label}>
          {rows.map((row, i) => {
            const filled = row.cap > 0 ? Math.min(1, row.part / row.cap) : 0
            return (
              <g key={row.label} transform={`translate(0 ${i * ROW})`}>
                <text class="ink" x={0} y={12}>
                  {row.label}
                </text>
                <text x={width} y={12} text-anchor="end">
                  {row.note}
                </text>
                <rect class="is-sunk" x={0} y={17} width={width} height={7} rx={3.5} />
                {filled > 0 && (
                  <rect
                    class={filled > 0.9 ? "is-bad" : "is-accent"}
                    x={0}
                    y={17}
                    width={Math.max(4, filled * width)}
                    height={7}
                    rx={3.5}
                  />
                )}
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}
