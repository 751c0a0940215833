// Who wrote a line of a file as it is committed, and where it stands: git's own account of it, over borrowed objects, within a
// deadline. Null when the file or the line is not committed, or nobody can tell in time.
import { borrowObjects } from "./borrowed-objects.ts"
import { tipsOf } from "./git-history.ts"

export interface LineAuthor {
  /** counted from 1, in the committed file */
  readonly line: number
  readonly author: string
  readonly at: number
}
const LIMITS = { timeoutMs: 3_000, maxBytes: 4 * 1024 * 1024 }

/** For each of the wanted lines of one file, by a test on its text. */
export async function lineAuthors(
  top: string,
  cacheDir: string,
  path: string,
  wanted: readonly ((line: string) => boolean)[],
): Promise<readonly (LineAuthor | null)[]> {
  const found = tipsOf(top)
  const head = found?.tips.head ?? null
  if (found === null || head === null) return wanted.map(() => null)
  const objects = borrowObjects(found.git.common, cacheDir, head.length === 64 ? "sha256" : "sha1")
  const told = await objects.run(["blame", "--line-porcelain", head, "--", path], LIMITS)
  const lines = told === null ? [] : blamed(told)
  return wanted.map(isWanted => {
    const hit = lines.find(({ text }) => isWanted(text))
    return hit === undefined ? null : { line: hit.line, author: hit.author, at: hit.at }
  })
}

/** `--line-porcelain`: a heading with the line's number, names and values, then a tab and the line itself. */
function blamed(told: string): readonly (LineAuthor & { readonly text: string })[] {
  const lines: (LineAuthor & { text: string })[] = []
  let [line, author, at] = [0, "", 0]
  for (const row of told.split("\n")) {
    const heading = /^[0-9a-f]{40,64} \d+ (\d+)/.exec(row)
    if (heading) line = Number(heading[1])
    else if (row.startsWith("author ")) author = row.slice("author ".length)
    else if (row.startsWith("author-time ")) at = 1000 * Number(row.slice("author-time ".length))
    else if (row.startsWith("\t")) lines.push({ line, author, at, text: row.slice(1) })
  }
  return lines
}
