// Draws docs/pictures/story.svg from a real run of `mettle look demo`: npm run story. Only its first acts, up to what a session gains; text
// on a dark ground, colours as the terminal has them. Lines that name folders of the machine it ran on are left out.
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"

const LINE = 17
const CHAR = 7.83
const PAD = 18
const COLOURS: Readonly<Record<string, string>> = {
  31: "#ff8f7d",
  32: "#7fd6a4",
  33: "#f2c572",
  36: "#82cfe8",
}

interface Piece {
  readonly text: string
  readonly fill: string
  readonly bold: boolean
}

function pieces(line: string): readonly Piece[] {
  let [fill, bold] = ["#d9dee5", false]
  return line.split(/(\x1b\[\d+m)/).flatMap((part): Piece[] => {
    const code = /^\x1b\[(\d+)m$/.exec(part)?.[1]
    if (code === undefined) return part === "" ? [] : [{ text: part, fill, bold }]
    if (code === "1") bold = true
    else if (code === "2") fill = "#8b96a5"
    else if (code === "22") [bold, fill] = [false, "#d9dee5"]
    else fill = COLOURS[code] ?? "#d9dee5"
    return []
  })
}

const safe = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

export function drawStory(text: string): string {
  const plain = (line: string): string => line.replace(/\x1b\[\d+m/g, "")
  const lines = text
    .trimEnd()
    .split("\n")
    .filter(line => !/mettle-demo-|^ {6}|^ {4}(?: {4}|[+-])/.test(plain(line)) || /^ {10}\S/.test(plain(line)))
  const wide = Math.max(...lines.map(line => plain(line).length))
  const [width, height] = [Math.ceil(wide * CHAR + 2 * PAD), lines.length * LINE + 2 * PAD]
  const rows = lines.map((line, i) => {
    const spans = pieces(line).map(
      p => `<tspan fill="${p.fill}"${p.bold ? ' font-weight="700"' : ""}>${safe(p.text)}</tspan>`,
    )
    return `<text x="${PAD}" y="${PAD + 13 + i * LINE}" xml:space="preserve">${spans.join("")}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="The story that mettle look demo tells, as a terminal shows it">`,
    `<rect width="100%" height="100%" rx="10" fill="#161b22"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">`,
    ...rows,
    "</g>",
    "</svg>",
    "",
  ].join("\n")
}

const env = { ...process.env, FORCE_COLOR: "1", LANG: "C.UTF-8" }
const ran = spawnSync(process.execPath, ["bin/mettle", "demo", "--no-open"], { encoding: "utf8", env })
if (ran.status !== 0) throw new Error(ran.stderr)
const gained = ran.stdout.search(/^(?:\x1b\[\d+m)*4 /m)
if (gained < 0) throw new Error("the story has no fourth act")
writeFileSync("docs/pictures/story.svg", drawStory(ran.stdout.slice(0, gained)))
