// A histogram of differences: left of zero less, right of zero more.
import { points } from "../numbers.ts"
import { Drawing, useWidth } from "./drawing.tsx"

interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}
const HEIGHT = 120

export function Bins({ bins, label }: { readonly bins: readonly Bin[]; readonly label: string }) {
  const [place, width] = useWidth<HTMLDivElement>()
  const low = bins[0]?.from ?? 0
  const high = bins.at(-1)?.to ?? 1
  const most = Math.max(1, ...bins.map(bin => bin.count))
  const x = (value: number) => ((value - low) / Math.max(1e-9, high - low)) * Math.max(1, width - 2) + 1
  return (
    <Drawing place={place} width={width} height={HEIGHT} label={label}>
      {bins.map(bin => {
        const tall = (bin.count / most) * (HEIGHT - 40)
        return (
          <g key={bin.from}>
            <rect
              class={bin.to <= 0 ? "is-bad" : bin.from >= 0 ? "is-good" : "is-none"}
              x={x(bin.from)}
              y={HEIGHT - 20 - tall}
              width={Math.max(1, x(bin.to) - x(bin.from) - 1.5)}
              height={tall}
            >
              <title>{`${points(bin.from)} to ${points(bin.to)}: ${bin.count}`}</title>
            </rect>
            {bin.count > 0 && (
              <text x={(x(bin.from) + x(bin.to)) / 2} y={HEIGHT - 24 - tall} text-anchor="middle">
                {bin.count}
              </text>
            )}
          </g>
        )
      })}
      {low < 0 && high > 0 && <line class="zero" x1={x(0)} x2={x(0)} y1={0} y2={HEIGHT - 20} />}
      <line class="axis" x1={0} x2={width} y1={HEIGHT - 19.5} y2={HEIGHT - 19.5} />
      <text x={0} y={HEIGHT - 4}>
        {points(low)}
      </text>
      <text x={width} y={HEIGHT - 4} text-anchor="end">
        {points(high)}
      </text>
    </Drawing>
  )
}
