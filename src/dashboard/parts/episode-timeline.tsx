// One episode as a picture: frustration and success as lines, segments shaded by verdict, what was shown and what came of it
// as marks, and a lane each for user, agent and tools. The cursor is a message; the transcript follows it, and leads it.
import type { RefObject } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { EpisodePage } from "../../http/schemas.ts"
import { VERDICT } from "./chip.tsx"

const PLOT = 120
const MARK_ROW = 14
const MARK_ROWS = 3
const MARKS = MARK_ROWS * MARK_ROW + 4
const LANE = 20
const LEFT = 56
const LANES = ["user", "agent", "tool"] as const

export interface TimelineMark {
  readonly message: number
  readonly sign: string
  readonly fill: string
  readonly title: string
}
interface TimelineProps {
  readonly page: EpisodePage
  readonly total: number
  readonly marks: readonly TimelineMark[]
  readonly cursor: number | null
  readonly onCursor: (message: number) => void
}

export function EpisodeTimeline({ page, total, marks, cursor, onCursor }: TimelineProps) {
  const [place, width] = useWidth<HTMLDivElement>()
  const room = Math.max(20, width - LEFT - 8)
  const x = (message: number) => LEFT + ((message - 0.5) / Math.max(1, total)) * room
  const height = PLOT + MARKS + LANES.length * LANE + 22
  const at = (clientX: number, box: DOMRect) =>
    Math.min(total, Math.max(1, Math.round(((clientX - box.left - LEFT) / room) * total + 0.5)))
  return (
    <div
      ref={place}
      role="slider"
      tabIndex={0}
      aria-label="message under the cursor"
      aria-valuemin={1}
      aria-valuemax={total}
      aria-valuenow={cursor ?? 1}
      onPointerMove={event => onCursor(at(event.clientX, event.currentTarget.getBoundingClientRect()))}
      onKeyDown={event => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
        if (step === 0) return
        event.preventDefault()
        onCursor(Math.min(total, Math.max(1, (cursor ?? 1) + step)))
      }}
    >
      {width > 0 && (
        <svg class="picture" height={height} aria-hidden="true">
          <Segments page={page} x={x} total={total} height={height - 20} />
          <Lines page={page} x={x} total={total} />
          <MarkRow marks={marks} x={x} />
          <LaneRows page={page} x={x} wide={Math.max(1.6, Math.min(7, (room / Math.max(1, total)) * 0.72))} />
          <Axis total={total} x={x} y={height - 5} />
          {cursor !== null && <line class="cursor" x1={x(cursor)} x2={x(cursor)} y1={0} y2={height - 20} />}
        </svg>
      )}
    </div>
  )
}

/** In real pixels, so that letters keep their size. */
function useWidth<T extends HTMLElement>(): readonly [RefObject<T | null>, number] {
  const place = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return [place, width]
}

type Scale = (message: number) => number

function Segments({ page, x, total, height }: { page: EpisodePage; x: Scale; total: number; height: number }) {
  return (
    <>
      {page.segments.map((segment, i) => {
        const from = x(Math.max(1, segment.fromMessage) - 0.5)
        const to = x(Math.min(total, segment.toMessage) + 0.5)
        const { sign, tone } = VERDICT[segment.verdict]
        return (
          <g key={segment.fromMessage}>
            <rect
              class={`is-${tone}`}
              x={from}
              y={0}
              width={Math.max(1, to - from - 1)}
              height={height}
              opacity={segment.verdict === "unjudged" ? 0.05 : 0.11}
            >
              <title>{`segment ${i + 1}: ${segment.verdict}. ${segment.because}`}</title>
            </rect>
            {to - from > 34 && (
              <text x={from + 5} y={13} style={`fill: var(--${tone})`}>
                {`${i + 1} ${sign} ${to - from > 120 ? segment.verdict : ""}`}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

const START = { frustration: 0, success: 0.5 }

function Lines({ page, x, total }: { page: EpisodePage; x: Scale; total: number }) {
  const y = (value: number) => 20 + (1 - value) * (PLOT - 26)
  const path = (value: (point: EpisodePage["trajectory"][number]) => number, start: number) =>
    page.trajectory.reduce((d, point) => `${d} H${x(point.message)} V${y(value(point))}`, `M${x(1)} ${y(start)}`) +
    ` H${x(total)}`
  return (
    <>
      {[0, 0.5, 1].map(tick => (
        <g key={tick}>
          <line class="axis" x1={LEFT} x2={x(total + 0.5)} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
            {tick.toFixed(1)}
          </text>
        </g>
      ))}
      <path class="line-good" d={path(point => point.success, START.success)} />
      <path class="line-bad" d={path(point => point.frustration, START.frustration)} />
    </>
  )
}

/** The weightiest first: marks that would lie on each other stand below each other, and only in the table where there is no room. */
function MarkRow({ marks, x }: { marks: readonly TimelineMark[]; x: Scale }) {
  const rows = Array.from({ length: MARK_ROWS }, (): number[] => [])
  return (
    <>
      {marks.map((mark, i) => {
        const at = x(mark.message)
        const row = rows.findIndex(taken => taken.every(other => Math.abs(at - other) >= 11))
        if (row < 0) return null
        rows[row]!.push(at)
        return (
          <text
            key={`${mark.message}${mark.sign}${i}`}
            x={at}
            y={PLOT + 14 + row * MARK_ROW}
            text-anchor="middle"
            font-weight="700"
            style={`fill: var(--${mark.fill})`}
          >
            {mark.sign}
            <title>{`message ${mark.message}: ${mark.title}`}</title>
          </text>
        )
      })}
    </>
  )
}

function LaneRows({ page, x, wide }: { page: EpisodePage; x: Scale; wide: number }) {
  const top = (by: string) => PLOT + MARKS + LANES.indexOf(by as (typeof LANES)[number]) * LANE
  return (
    <>
      {LANES.map(by => (
        <text key={by} x={0} y={top(by) + 14}>
          {by === "tool" ? "tools" : by}
        </text>
      ))}
      {page.lanes.map(entry => (
        <rect
          key={entry.message}
          class={
            entry.by === "user"
              ? "is-gold"
              : entry.by === "agent"
                ? "is-accent"
                : entry.ok === false
                  ? "is-bad"
                  : entry.salient !== null
                    ? "is-good"
                    : "is-none"
          }
          x={x(entry.message) - wide / 2}
          y={top(entry.by) + (entry.ok === false ? 2 : 5)}
          width={wide}
          height={entry.ok === false ? 16 : 10}
          rx={1}
        >
          <title>{`${entry.message} ${entry.by}${entry.tool === null ? "" : ` ${entry.tool}`}${entry.ok === false ? ": failed" : ""}`}</title>
        </rect>
      ))}
    </>
  )
}

function Axis({ total, x, y }: { total: number; x: Scale; y: number }) {
  const most = Math.min(12, (x(total) - x(0)) / 36)
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find(s => total / s <= most) ?? 2000
  const ticks = [1, ...Array.from({ length: Math.floor(total / step) }, (_, i) => (i + 1) * step)]
  return (
    <>
      {[...new Set(ticks)]
        .filter(tick => tick === 1 || tick >= step)
        .map(tick => (
          <text key={tick} x={x(tick)} y={y} text-anchor="middle">
            {tick}
          </text>
        ))}
    </>
  )
}
