// The trajectory of an episode drawn with characters: frustration as a line, success as dots, marks below. 24 to 100
// columns, Unicode or ASCII. Pure: points in, lines out; the same facts stand in the table that `history --table` prints.

interface Point {
  readonly message: number
  readonly frustration: number
  readonly success: number
  readonly marks: readonly string[]
}
interface Drawing {
  readonly lines: readonly string[]
  /** what the marks in it mean */
  readonly legend: string
}

const LABEL = 5
const STEP = 0.2
const MARKS: Readonly<Record<string, readonly [unicode: string, ascii: string, meaning: string]>> = {
  pack: ["P", "P", "pack"],
  fail: ["✗", "x", "failed"],
  pass: ["✓", "v", "passed"],
  correction: ["c", "c", "correction"],
  again: ["a", "a", "asked again"],
  praise: ["+", "+", "praise"],
  commit: ["●", "o", "commit"],
  interrupt: ["‖", "i", "broken off"],
  trip: ["!", "!", "noticed trouble"],
  hold: ["H", "H", "held"],
}
const PENS = {
  unicode: { flat: "─", up: "│", foot: "╯", head: "╭", top: "╮", base: "╰", dot: "·", axis: "┤" },
  ascii: { flat: "-", up: "|", foot: "'", head: ".", top: ".", base: "'", dot: ":", axis: "|" },
} as const

export const markSign = (mark: string, ascii: boolean): string => MARKS[mark]?.[ascii ? 1 : 0] ?? "?"

/** `also`: what is marked besides and moved nothing. */
export function drawTrajectory(
  points: readonly Point[],
  also: readonly Pick<Point, "message" | "marks">[],
  messages: number,
  how: { readonly width: number; readonly ascii: boolean },
): Drawing {
  const room = Math.max(24, Math.min(how.width, 100)) - LABEL
  const columns = Math.min(room, Math.max(24 - LABEL, messages))
  const columnOf = (message: number): number =>
    messages <= 1 ? 0 : Math.round(((Math.min(message, messages) - 1) / (messages - 1)) * (columns - 1))
  const frustration = steps(points, p => p.frustration, 0, columns, columnOf)
  const success = steps(points, p => p.success, 0.5, columns, columnOf)
  const levels = 1 + Math.max(4, ...frustration, ...success)
  const pen = PENS[how.ascii ? "ascii" : "unicode"]
  const cells: string[][] = Array.from({ length: levels }, () => Array<string>(columns).fill(" "))
  success.forEach((level, column) => {
    cells[level]![column] = pen.dot
  })
  frustration.forEach((level, column) => {
    const before = column === 0 ? level : frustration[column - 1]!
    if (before === level) cells[level]![column] = pen.flat
    else {
      const rises = level > before
      for (let i = Math.min(before, level) + 1; i < Math.max(before, level); i++) cells[i]![column] = pen.up
      cells[before]![column] = rises ? pen.foot : pen.top
      cells[level]![column] = rises ? pen.head : pen.base
    }
  })
  const rows = cells.map((row, level) => `${(level * STEP).toFixed(1)} ${pen.axis}${row.join("")}`.trimEnd()).reverse()
  const marked = [...points, ...also]
  const present = Object.keys(MARKS).filter(mark => marked.some(p => p.marks.includes(mark)))
  return {
    lines: [...rows, axis(messages, columns, columnOf), ...markRows(marked, columns, columnOf, how.ascii)],
    legend: [
      `${pen.flat} frustration`,
      `${pen.dot} success`,
      ...present.map(mark => `${markSign(mark, how.ascii)} ${MARKS[mark]![2]}`),
    ].join("  "),
  }
}

/** The level of each column: what held at the last message that falls on it. */
function steps(
  points: readonly Point[],
  of: (point: Point) => number,
  start: number,
  columns: number,
  columnOf: (message: number) => number,
): readonly number[] {
  const level = (value: number): number => Math.round(Math.max(0, Math.min(1, value)) / STEP)
  const out: number[] = []
  let value = start
  let next = 0
  for (let column = 0; column < columns; column++) {
    while (next < points.length && columnOf(points[next]!.message) <= column) value = of(points[next++]!)
    out.push(level(value))
  }
  return out
}

/** Message numbers below the plot, as many as fit without touching. */
function axis(messages: number, columns: number, columnOf: (message: number) => number): string {
  const every = [1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find(n => (messages / n) * 5 <= columns) ?? 10_000
  const row = Array<string>(columns).fill(" ")
  const put = (message: number): void => {
    const text = String(message)
    const at = Math.max(0, Math.min(columnOf(message), columns - text.length))
    const before = row.slice(Math.max(0, at - 1), at + text.length + 1)
    if (before.every(cell => cell === " ")) for (const [i, digit] of [...text].entries()) row[at + i] = digit
  }
  put(1)
  if (messages > 1) put(messages)
  for (let message = every; message < messages; message += every) put(message)
  return `${" ".repeat(LABEL)}${row.join("")}`.trimEnd()
}

/** Marks under their message; what falls on the same place goes one row down. */
function markRows(
  points: readonly Pick<Point, "message" | "marks">[],
  columns: number,
  columnOf: (message: number) => number,
  ascii: boolean,
): readonly string[] {
  const rows = Array.from({ length: 3 }, () => Array<string>(columns).fill(" "))
  for (const point of points)
    for (const mark of point.marks) {
      const sign = markSign(mark, ascii)
      const column = columnOf(point.message)
      if (rows.some(row => row[column] === sign)) continue
      const free = rows.find(row => row[column] === " ")
      if (free) free[column] = sign
    }
  return rows.filter(row => row.some(cell => cell !== " ")).map(row => `${" ".repeat(LABEL)}${row.join("")}`.trimEnd())
}
