// One episode as a picture: frustration and success as lines, segments shaded by verdict, what was shown and what came of it as
// marks, and a lane each for user, agent and tools; below it the marks in words. The cursor is a message; the transcript follows it, and
// leads it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { EpisodePage } from "../../http/schemas.ts"
import { count } from "../numbers.ts"
import { More } from "./rows.tsx"
import { VERDICT } from "./small.tsx"

const PLOT = 120
const MARK_ROW = 14
const MARK_ROWS = 3
const MARKS = MARK_ROWS * MARK_ROW + 4
const LANE = 20
const LEFT = 56
const LANES = ["user", "agent", "tool"] as const
const TONES = { user: "gold", agent: "accent", tool: "none" } as const

interface Mark {
  readonly message: number
  readonly sign: string
  readonly fill: string
  readonly title: string
}
interface PictureProps {
  readonly page: EpisodePage
  readonly cursor: number
  readonly onCursor: (message: number) => void
}
interface TimelineProps extends PictureProps {
  readonly total: number
  readonly marks: readonly Mark[]
}

/** The weightiest first: where marks crowd, it is the last that give way. */
const SIGNS: Readonly<Record<string, readonly [sign: string, fill: string, title: string]>> = {
  hold: ["H", "accent", "held once"],
  trip: ["!", "bad", "it noticed trouble"],
  fail: ["✗", "bad", "failed"],
  correction: ["c", "bad", "you corrected it"],
  again: ["a", "bad", "you asked again"],
  praise: ["+", "good", "praise"],
  commit: ["●", "ink", "commit"],
  interrupt: ["‖", "mixed", "broken off"],
  pack: ["P", "accent", "cards given"],
  pass: ["✓", "good", "passed"],
}

function marksOf({ packs, holds, commits, trips, trajectory }: EpisodePage): readonly Mark[] {
  const marks = new Map<string, Mark>()
  const add = (mark: string, at: number, told?: string) => {
    const [sign, fill, title] = SIGNS[mark] ?? ["·", "dim", mark]
    const message = Math.max(1, at)
    if (!marks.has(`${sign}${message}`)) marks.set(`${sign}${message}`, { message, sign, fill, title: told ?? title })
  }
  for (const { message, cards, tokens } of packs)
    add("pack", message, `given: ${count(cards, "card")}, ${count(tokens, "token")}`)
  for (const { message, action, card, says } of holds)
    add("hold", message, `held once: ${action ?? "(forgotten)"}, by “${card.statement ?? "(forgotten)"}”; ${says}`)
  for (const { message, change, commit } of commits) add("commit", message, `${change} ${commit ?? ""}`)
  for (const { message, because } of trips) add("trip", message, because)
  for (const point of trajectory) for (const mark of point.marks) add(mark, point.message)
  // A hold is its own act: what the client calls broken off there is no interrupt of anybody.
  for (const at of holds.map(({ message }) => Math.max(1, message)))
    for (const near of [at, at + 1]) marks.delete(`${SIGNS.interrupt![0]}${near}`)
  const weight = Object.values(SIGNS).map(([sign]) => sign)
  return [...marks.values()].sort((a, b) => weight.indexOf(a.sign) - weight.indexOf(b.sign))
}

const Legend = ({ omitted }: { readonly omitted: number }) => (
  <p class="legend">
    <span style="color: var(--bad)">
      <b>━</b> frustration
    </span>
    <span style="color: var(--good)">
      <b>╍</b> success
    </span>
    {Object.values(SIGNS).map(([sign, , title]) => (
      <span key={sign}>
        <b>{sign}</b> {title}
      </span>
    ))}
    {omitted > 0 && <span>{count(omitted, "older message")} not drawn</span>}
  </p>
)

export function EpisodePicture({ page, cursor, onCursor }: PictureProps) {
  const marks = useMemo(() => marksOf(page), [page])
  const total = Math.max(page.transcript.total, page.lanes.at(-1)?.message ?? 0, 1)
  const rows = [...marks].sort((a, b) => a.message - b.message)
  const at = (message: number) => page.trajectory.findLast(point => point.message <= message)
  return (
    <figure>
      <figcaption>
        <h2>Timeline</h2>
        <span class="small dim">
          {count(page.transcript.total, "message")}, frustration at most {page.episode.peak.toFixed(2)}, at the end{" "}
          {page.episode.end.toFixed(2)}
        </span>
      </figcaption>
      <Timeline page={page} total={total} marks={marks} cursor={cursor} onCursor={onCursor} />
      <Legend omitted={page.lanesOmitted} />
      <More
        what="as a table"
        rows={rows}
        columns={[
          { head: "message", num: true, cell: row => row.message },
          { head: "mark", cell: row => `${row.sign} ${row.title}` },
          { head: "frustration", num: true, cell: row => (at(row.message)?.frustration ?? 0).toFixed(2) },
          { head: "success", num: true, cell: row => (at(row.message)?.success ?? 0.5).toFixed(2) },
        ]}
      />
    </figure>
  )
}

function Timeline({ page, total, marks, cursor, onCursor }: TimelineProps) {
  const [place, width] = useWidth()
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
      aria-valuenow={cursor}
      onPointerMove={event => onCursor(at(event.clientX, event.currentTarget.getBoundingClientRect()))}
      onKeyDown={event => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
        if (step === 0) return
        event.preventDefault()
        onCursor(Math.min(total, Math.max(1, cursor + step)))
      }}
    >
      {width > 0 && (
        <svg class="picture" height={height} aria-hidden="true">
          <Segments page={page} x={x} total={total} height={height - 20} />
          <Lines page={page} x={x} total={total} />
          <MarkRow marks={marks} x={x} />
          <LaneRows page={page} x={x} wide={Math.max(1.6, Math.min(7, (room / Math.max(1, total)) * 0.72))} />
          <Axis total={total} x={x} y={height - 5} />
          <line class="cursor" x1={x(cursor)} x2={x(cursor)} y1={0} y2={height - 20} />
        </svg>
      )}
    </div>
  )
}

/** In real pixels, so that letters keep their size. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return [place, width] as const
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
function MarkRow({ marks, x }: { marks: readonly Mark[]; x: Scale }) {
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
  const top = (by: (typeof LANES)[number]) => PLOT + MARKS + LANES.indexOf(by) * LANE
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
          class={`is-${entry.ok === false ? "bad" : entry.salient !== null ? "good" : TONES[entry.by]}`}
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
