// Cards of a shared folder as pages for people: a pull request shows what a colleague wants the team to learn, in words.
// Written by the machine that shares the card; never read back. The envelope in the log is what counts.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { ID } from "../../core/ids.ts"
import type { Envelope } from "../shared-log.ts"
import { replaceFile } from "./folder-segments.ts"

export function writeCardPages(folder: string, batch: readonly Envelope[]): void {
  for (const envelope of batch) {
    const page = cardPage(envelope)
    if (!page) continue
    mkdirSync(folder, { recursive: true })
    replaceFile(join(folder, page.name), page.text)
  }
}

/** No page of ours is longer. */
const LARGEST = 1 << 20

/** Removes the pages that came from these envelopes. */
export function removeCardPages(folder: string, ids: ReadonlySet<string>): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    // Whoever carries the folder may put anything there: a link, or a file without an end.
    const stat = name.endsWith(".md") ? lstatSync(file, { throwIfNoEntry: false }) : undefined
    if (!stat?.isFile() || stat.size > LARGEST) continue
    if (ids.has(/^<!-- ([0-9a-f]{32}) -->/.exec(readFileSync(file, "utf8"))?.[1] ?? "")) rmSync(file, { force: true })
  }
}

interface Words {
  readonly subject?: unknown
  readonly kind?: unknown
  readonly statement?: unknown
  readonly topic?: unknown
  readonly evidence?: unknown
}

function cardPage(envelope: Envelope): { readonly name: string; readonly text: string } | null {
  if (envelope.type !== "card.shared") return null
  let words: Words
  try {
    words = JSON.parse(envelope.body) as Words
  } catch {
    return null
  }
  const { subject, statement } = words
  if (typeof statement !== "string" || typeof subject !== "string" || !ID.test(subject)) return null
  const author = envelope.author.replace(/[^A-Za-z0-9_-]/g, "").slice(0, 12)
  const cited = (Array.isArray(words.evidence) ? words.evidence : []).flatMap(piece => {
    const { kind, quote } = (piece ?? {}) as { kind?: unknown; quote?: unknown }
    return typeof quote === "string" ? [`- ${plain(kind)}:\n${quoted(quote)}`] : []
  })
  const text = [
    `<!-- ${envelope.id} -->`,
    quoted(statement),
    "",
    `${plain(words.kind)} · topic ${plain(words.topic)} · scope ${plain(envelope.partition)} · by ${plain(envelope.author)}`,
    ...(cited.length > 0 ? ["", "Cited:", "", ...cited] : []),
    "",
  ]
  return { name: `${author}-${subject.slice(0, 16)}.md`, text: text.join("\n") }
}

const plain = (value: unknown): string =>
  typeof value === "string" && value !== "" ? value.replace(/\s+/g, " ") : "none"
const quoted = (text: string): string =>
  text
    .split("\n")
    .map(line => `> ${line}`)
    .join("\n")
