// The look back as one file to share: what the terminal says, whole, in one page. No script, no outside asset, a policy that allows
// neither; light and dark, printable. What to leave out was decided before (report.ts).
import type { LookReport } from "../../memory/past/look.ts"
import type { Out } from "../print.ts"
import { sayLook } from "./look-text.ts"

/** Nothing that came from elsewhere holds these: texts are cleaned before they are printed. */
const [BEGIN, END] = ["\u0001", "\u0002"]
const safe = (text: string): string =>
  text.toWellFormed().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
const STYLE = `:root{color-scheme:light dark}body{margin:2rem 1rem}pre{max-width:104ch;margin:auto;white-space:pre-wrap;
overflow-wrap:anywhere;font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}b{font-size:1.05em}`

export function lookPage(report: LookReport): string {
  const lines: string[] = []
  const page = {
    ...{ width: 100, ascii: false, line: (text = "") => void lines.push(text) },
    paint: (paint: string, text: string) => (paint === "bold" ? `${BEGIN}${text}${END}` : text),
    symbol: (name: string) => ({ bullet: "·", more: "…", arrow: "→" })[name] ?? "",
  } as unknown as Out
  sayLook(page, report, null, Number.POSITIVE_INFINITY)
  const text = safe(lines.join("\n")).replaceAll(BEGIN, "<b>").replaceAll(END, "</b>")
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>mettle look: ${safe(report.repo)}</title><style>${STYLE}</style></head>
<body><pre>${text}</pre></body></html>
`
}
