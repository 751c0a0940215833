// Bands of states over time or messages, one row each. A band's word stands in it when there is room, and in its title.
import { Drawing, useWidth } from "./drawing.tsx"
import type { Fill } from "./stacked-bars.tsx"

interface StateRow {
  readonly label: string
  /** positions 0 … 1 */
  readonly spans: readonly {
    readonly from: number
    readonly to: number
    readonly state: string
    readonly fill: Fill
    readonly title: string
  }[]
  readonly note: string
}
const ROW = 28
const GUTTER = 92

export function StateTimeline({ rows, label }: { readonly rows: readonly StateRow[]; readonly label: string }) {
  const [place, width] = useWidth<HTMLDivElement>()
  const room = Math.max(30, width - GUTTER - 92)
  return (
    <Drawing place={place} width={width} height={rows.length * ROW} label={label}>
      {rows.map((row, i) => (
        <g key={`${row.label}${i}`} transform={`translate(0 ${i * ROW})`}>
          <text class="ink" x={0} y={18}>
            {row.label}
          </text>
          {row.spans.map(span => {
            const wide = Math.max(3, (span.to - span.from) * room)
            return (
              <g key={`${span.from}${span.state}`}>
                <rect
                  class={`is-${span.fill}`}
                  x={GUTTER + span.from * room}
                  y={5}
                  width={wide}
                  height={18}
                  rx={2}
                  opacity={span.fill === "none" ? 0.35 : 0.9}
                >
                  <title>{span.title}</title>
                </rect>
                {wide > 7.2 * span.state.length + 8 && (
                  <text
                    x={GUTTER + span.from * room + wide / 2}
                    y={18}
                    text-anchor="middle"
                    style={span.fill === "none" ? undefined : "fill: var(--panel)"}
                  >
                    {span.state}
                  </text>
                )}
              </g>
            )
          })}
          <text x={GUTTER + room + 8} y={18}>
            {row.note}
          </text>
        </g>
      ))}
    </Drawing>
  )
}
