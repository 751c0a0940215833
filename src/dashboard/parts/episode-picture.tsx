// The picture of an episode with its marks, legend and table: what the timeline shows, in words.
import { useMemo } from "preact/hooks"
import type { EpisodePage } from "../../http/schemas.ts"
import { count } from "../numbers.ts"
import { EpisodeTimeline, type TimelineMark } from "./episode-timeline.tsx"
import { More } from "./table.tsx"

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

function marksOf(page: EpisodePage): readonly TimelineMark[] {
  const seen = new Set<string>()
  const marks: TimelineMark[] = []
  const add = (mark: string, message: number, title?: string) => {
    const [sign, fill, plainTitle] = SIGNS[mark] ?? ["·", "dim", mark]
    if (seen.has(`${sign}${message}`)) return
    seen.add(`${sign}${message}`)
    marks.push({ message, sign, fill, title: title ?? plainTitle })
  }
  for (const pack of page.packs)
    add("pack", Math.max(1, pack.message), `given: ${count(pack.cards, "card")}, ${count(pack.tokens, "token")}`)
  // A hold is its own act: what the client calls broken off there is no interrupt of anybody.
  for (const hold of page.holds) {
    const message = Math.max(1, hold.message)
    add(
      "hold",
      message,
      `held once: ${hold.action ?? "(forgotten)"}, by “${hold.card.statement ?? "(forgotten)"}”; ${hold.says}`,
    )
    for (const near of [message, message + 1]) seen.add(`${SIGNS.interrupt![0]}${near}`)
  }
  for (const commit of page.commits)
    add("commit", Math.max(1, commit.message), `${commit.change} ${commit.commit ?? ""}`)
  for (const trip of page.trips) add("trip", Math.max(1, trip.message), trip.because)
  for (const point of page.trajectory) for (const mark of point.marks) add(mark, point.message)
  const weight = Object.values(SIGNS).map(([sign]) => sign)
  return marks.sort((a, b) => weight.indexOf(a.sign) - weight.indexOf(b.sign))
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

export function EpisodePicture({
  page,
  cursor,
  onCursor,
}: {
  page: EpisodePage
  cursor: number
  onCursor: (message: number) => void
}) {
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
      <EpisodeTimeline page={page} total={total} marks={marks} cursor={cursor} onCursor={onCursor} />
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
