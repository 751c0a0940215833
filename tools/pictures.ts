// Pictures of figures as SVG: bars with their intervals, and curves. Readable in light and dark, with title and description
// for those who do not see them; every picture has its table beside it in the document. Pure.

export interface Bar {
  readonly label: string
  readonly value: number
  readonly low?: number
  readonly high?: number
  /** what stands behind it, as text */
  readonly told: string
  readonly tone?: Tone
}
export type Tone = "good" | "bad" | "plain"
export interface Curve {
  readonly label: string
  readonly points: readonly number[]
  readonly tone?: Tone
}
interface Frame {
  readonly title: string
  readonly about: string
}

const STYLE = `<style>
    text { fill: #1f2328 } .small { font-size: 12px; fill: #57606a } .group { font-weight: 600 }
    .good { fill: #1a7f37; stroke: #1a7f37 } .bad { fill: #9a6700; stroke: #9a6700 } .plain { fill: #57606a; stroke: #57606a }
    .line { fill: none; stroke-width: 2 } .span { stroke: #1f2328; stroke-width: 1.5 } .grid { stroke: #d0d7de; stroke-width: 1 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .small { fill: #8b949e } .span { stroke: #e6edf3 } .grid { stroke: #30363d }
      .good { fill: #3fb950; stroke: #3fb950 } .bad { fill: #d29922; stroke: #d29922 } .plain { fill: #8b949e; stroke: #8b949e }
    }
  </style>`
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
const at = (x: number): string => (Math.round(10 * x) / 10).toString()

const frame = ({ title, about }: Frame, width: number, height: number, body: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d" font-family="system-ui, sans-serif" font-size="14">`,
    `  <title id="t">${escape(title)}</title>`,
    `  <desc id="d">${escape(about)}</desc>`,
    `  ${STYLE}`,
    ...body.map(line => `  ${line}`),
    "</svg>",
    "",
  ].join("\n")

const ROW = 26
const LEFT = 190
const WIDE = 360

/** Groups of horizontal bars on one scale from 0 to `most`. */
export function bars(
  head: Frame,
  most: number,
  groups: readonly { readonly name: string; readonly bars: readonly Bar[] }[],
): string {
  const scale = (x: number): number => LEFT + (WIDE * Math.min(Math.max(x, 0), most)) / most
  const body: string[] = []
  let y = 12
  for (const group of groups) {
    y += ROW
    body.push(`<text class="group" x="12" y="${y}">${escape(group.name)}</text>`)
    for (const bar of group.bars) {
      y += ROW
      body.push(`<text x="${LEFT - 8}" y="${y}" text-anchor="end">${escape(bar.label)}</text>`)
      body.push(
        `<rect class="${bar.tone ?? "plain"}" x="${LEFT}" y="${y - 13}" width="${at(Math.max(1, scale(bar.value) - LEFT))}" height="16" rx="2" fill-opacity="0.75"/>`,
      )
      if (bar.low !== undefined && bar.high !== undefined)
        body.push(`<line class="span" x1="${at(scale(bar.low))}" x2="${at(scale(bar.high))}" y1="${y - 5}" y2="${y - 5}"/>`)
      body.push(`<text class="small" x="${LEFT + WIDE + 10}" y="${y}">${escape(bar.told)}</text>`)
    }
    y += 6
  }
  body.push(`<line class="grid" x1="${LEFT}" x2="${LEFT}" y1="16" y2="${y + 6}"/>`)
  return frame(head, 760, y + 18, body)
}

/** Curves over equal steps, from 0 up; each is named at its end. */
export function curves(head: Frame, axis: { readonly x: string; readonly y: string; readonly last: number }, all: readonly Curve[]): string {
  const [width, height, left, top] = [760, 320, 60, 30]
  const [wide, tall] = [520, 230]
  const most = Math.max(...all.flatMap(c => c.points))
  const place = (c: Curve, i: number): readonly [number, number] => [
    left + (wide * i) / Math.max(1, c.points.length - 1),
    top + tall - (tall * c.points[i]!) / most,
  ]
  const ends = all.map(c => ({ c, y: place(c, c.points.length - 1)[1] })).sort((a, b) => a.y - b.y)
  // Names that would stand on each other move down.
  let former = Number.NEGATIVE_INFINITY
  const names = ends.map(({ c, y }) => {
    former = Math.max(y, former + 15)
    return `<text class="small" x="${left + wide + 10}" y="${at(former + 4)}">${escape(c.label)}</text>`
  })
  return frame(head, width, height, [
    `<text class="small" x="12" y="18">${escape(axis.y)}</text>`,
    ...[0, 0.5, 1].map(part => {
      const y = at(top + tall - tall * part)
      return `<line class="grid" x1="${left}" x2="${left + wide}" y1="${y}" y2="${y}"/><text class="small" x="${left - 6}" y="${y}" text-anchor="end">${(most * part).toFixed(1)}</text>`
    }),
    `<text class="small" x="${left}" y="${top + tall + 20}">0</text><text class="small" x="${left + wide}" y="${top + tall + 20}" text-anchor="end">${axis.last}</text>`,
    `<text class="small" x="${left + wide / 2}" y="${top + tall + 20}" text-anchor="middle">${escape(axis.x)}</text>`,
    ...all.map(
      c =>
        `<polyline class="line ${c.tone ?? "plain"}" style="fill:none" stroke-opacity="${c.tone === "good" ? 1 : 0.55}" points="${c.points.map((_, i) => place(c, i).map(at).join(",")).join(" ")}"/>`,
    ),
    ...names,
  ])
}
