// Parts of a whole, one bar per row or per month. Each part is wide enough to carry its number, or the table has it.
import type { ComponentChildren } from "preact"
import { Drawing, useWidth } from "./drawing.tsx"

export type Fill = "good" | "bad" | "mixed" | "none" | "accent" | "green" | "gold" | "ink"
interface BarPart {
  readonly name: string
  readonly n: number
  readonly fill: Fill
}
interface Bar {
  readonly label: string
  readonly parts: readonly BarPart[]
  readonly note: string
}

const ROW = 26

interface StackedBarsProps {
  readonly bars: readonly Bar[]
  readonly label: string
  /** room for the labels, in pixels */
  readonly gutter?: number
  readonly say?: (n: number) => string
  readonly link?: (bar: Bar, i: number) => ((children: ComponentChildren) => ComponentChildren) | null
}

export function StackedBars({ bars, label, gutter = 110, say = String, link }: StackedBarsProps) {
  const [place, width] = useWidth<HTMLDivElement>()
  const most = Math.max(1e-9, ...bars.map(bar => bar.parts.reduce((sum, part) => sum + part.n, 0)))
  const room = Math.max(40, width - gutter - 96)
  return (
    <Drawing place={place} width={width} height={bars.length * ROW} label={label}>
      {bars.map((bar, i) => {
        let x = gutter
        const name = (
          <text class="ink" x={0} y={16}>
            {bar.label}
          </text>
        )
        return (
          <g key={`${bar.label}${i}`} transform={`translate(0 ${i * ROW})`}>
            {link?.(bar, i)?.(name) ?? name}
            {bar.parts.map(part => {
              const wide = (part.n / most) * room
              const at = x
              x += wide
              return part.n === 0 ? null : (
                <g key={part.name}>
                  <rect class={`is-${part.fill}`} x={at} y={4} width={Math.max(1.5, wide - 1)} height={17} rx={2}>
                    <title>{`${part.name}: ${say(part.n)}`}</title>
                  </rect>
                  {wide > 8 * say(part.n).length + 6 && (
                    <text x={at + wide / 2} y={17} text-anchor="middle" fill="var(--panel)" style="fill: var(--panel)">
                      {say(part.n)}
                    </text>
                  )}
                </g>
              )
            })}
            <text x={x + 6} y={16}>
              {bar.note}
            </text>
          </g>
        )
      })}
    </Drawing>
  )
}

export function BarLegend({ parts }: { readonly parts: readonly { readonly name: string; readonly fill: Fill }[] }) {
  return (
    <p class="legend">
      {parts.map(part => (
        <span key={part.name}>
          <svg width="10" height="10" class="picture" style="display: inline; width: 10px" aria-hidden="true">
            <rect class={`is-${part.fill}`} width="10" height="10" rx="2" />
          </svg>{" "}
          {part.name}
        </span>
      ))}
    </p>
  )
}
