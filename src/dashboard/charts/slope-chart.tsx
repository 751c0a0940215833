// Ranks under two presets, side by side: a line up is a gain. Only what moved most is drawn; the table has the rest.
import { Drawing, useWidth } from "./drawing.tsx"

interface Slope {
  readonly label: string
  readonly a: number | null
  readonly b: number | null
}
const ROW = 24

export function SlopeChart({
  slopes,
  names,
}: {
  readonly slopes: readonly Slope[]
  readonly names: readonly [string, string]
}) {
  const [place, width] = useWidth<HTMLDivElement>()
  const left = rowsBy(slopes, s => s.a)
  const right = rowsBy(slopes, s => s.b)
  const height = (slopes.length + 1) * ROW + 6
  const textRoom = Math.min(280, width * 0.36)
  const xa = textRoom
  const xb = width - textRoom
  const y = (at: number) => (at + 1) * ROW + 4
  const letters = Math.floor(textRoom / 7) - 5
  const cut = (text: string) => (text.length > letters ? `${text.slice(0, Math.max(1, letters - 1))}…` : text)
  return (
    <Drawing
      place={place}
      width={width}
      height={height}
      label={`ranks of ${slopes.length} cards under ${names.join(" and ")}`}
    >
      <text class="ink" x={xa} y={12} text-anchor="end" font-weight="600">
        {names[0]}
      </text>
      <text class="ink" x={xb} y={12} font-weight="600">
        {names[1]}
      </text>
      {slopes.map((slope, i) => {
        const from = left[i]!
        const to = right[i]!
        const gain = slope.a !== null && slope.b !== null ? slope.a - slope.b : 0
        return (
          <g key={`${slope.label}${i}`}>
            <text x={xa - 8} y={y(from) + 4} text-anchor="end">
              {`${cut(slope.label)}  ${slope.a ?? "–"}`}
              <title>{slope.label}</title>
            </text>
            <line
              class={gain > 0 ? "line-good" : gain < 0 ? "line-bad" : "line-none"}
              x1={xa}
              y1={y(from)}
              x2={xb}
              y2={y(to)}
            />
            <circle class={gain > 0 ? "is-good" : gain < 0 ? "is-bad" : "is-none"} cx={xa} cy={y(from)} r={3} />
            <circle class={gain > 0 ? "is-good" : gain < 0 ? "is-bad" : "is-none"} cx={xb} cy={y(to)} r={3} />
            <text x={xb + 8} y={y(to) + 4}>
              {`${slope.b ?? "–"}  ${cut(slope.label)}`}
              <title>{slope.label}</title>
            </text>
          </g>
        )
      })}
    </Drawing>
  )
}

/** Row of each slope when they are put in order of their rank on one side. */
function rowsBy(slopes: readonly Slope[], rank: (slope: Slope) => number | null): readonly number[] {
  const order = slopes.map((slope, i) => ({ i, rank: rank(slope) ?? Number.MAX_SAFE_INTEGER }))
  order.sort((a, b) => a.rank - b.rank || a.i - b.i)
  const rows: number[] = []
  order.forEach(({ i }, at) => {
    rows[i] = at
  })
  return rows
}
