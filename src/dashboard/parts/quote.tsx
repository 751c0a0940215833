// Words from a transcript with the cited part marked. Text only: whatever stands in it is shown, never run.
export function Quote({
  text,
  start,
  end,
  before = 0,
  after = 0,
}: {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly before?: number
  readonly after?: number
}) {
  return (
    <p class="words">
      {before > 0 && <span class="dim">… </span>}
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
      {after > 0 && <span class="dim"> …</span>}
    </p>
  )
}
