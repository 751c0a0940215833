// A ruler of tokens: what each card of a pack takes of the budget, in the order it is said, by slot.
import { Drawing, useWidth } from "./drawing.tsx"
import type { Fill } from "./stacked-bars.tsx"

interface RulerPart {
  readonly label: string
  readonly tokens: number
  readonly fill: Fill
}

export const SLOT_FILL: Readonly<Record<string, Fill>> = {
  norms: "accent",
  negatives: "bad",
  tactics: "green",
  facts: "gold",
}

export function TokenRuler({
  parts,
  tokens,
  budget,
}: {
  readonly parts: readonly RulerPart[]
  readonly tokens: number
  readonly budget: number
}) {
  const [place, width] = useWidth<HTMLDivElement>()
  const most = Math.max(budget, tokens, 1)
  const x = (n: number) => (n / most) * Math.max(1, width - 2) + 1
  const step = [50, 100, 200, 500].find(s => most / s <= width / 45) ?? 500
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
  let at = 0
  return (
    <Drawing place={place} width={width} height={52} label={`${tokens} of ${budget} tokens`}>
      <rect class="is-sunk" x={1} y={2} width={width - 2} height={22} rx={4} />
      {parts.map((part, i) => {
        const from = at
        at += part.tokens
        return (
          <rect
            key={`${part.label}${i}`}
            class={`is-${part.fill}`}
            x={x(from)}
            y={2}
            width={Math.max(1, x(at) - x(from) - 1.2)}
            height={22}
            rx={2}
          >
            <title>{`${part.label}: ${part.tokens} tokens`}</title>
          </rect>
        )
      })}
      {ticks.map(tick => (
        <g key={tick}>
          <line class="axis" x1={x(tick)} x2={x(tick)} y1={26} y2={31} style="stroke: var(--dim)" />
          <text x={x(tick)} y={44} text-anchor={tick === 0 ? "start" : x(tick) > width - 20 ? "end" : "middle"}>
            {tick}
          </text>
        </g>
      ))}
    </Drawing>
  )
}
