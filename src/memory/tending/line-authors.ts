// Who wrote the lines that wait in review: a rule from a document of this repository is shown with its file, line and author.
// Asked when it is shown, never recorded: the repository itself is the place where that stands.
import { normaliseStatement } from "../../core/words/statement.ts"
import { type LineAuthor, lineAuthors } from "../../world/git-history.ts"
import type { InboxItem } from "../reading/review.ts"

/** By id of the item; what nobody can tell is left out. */
export async function authorsOf(
  items: readonly InboxItem[],
  place: { readonly top: string; readonly cacheDir: string },
): Promise<ReadonlyMap<string, LineAuthor>> {
  const byFile = new Map<string, InboxItem[]>()
  for (const item of items)
    if (item.document !== undefined && !item.document.startsWith("~"))
      byFile.set(item.document, [...(byFile.get(item.document) ?? []), item])
  const known = new Map<string, LineAuthor>()
  for (const [path, mine] of byFile) {
    const told = await lineAuthors(
      place.top,
      place.cacheDir,
      path,
      mine.map(
        ({ statement }) =>
          (line: string) =>
            normaliseStatement(line, 4000).includes(normaliseStatement(statement, 4000)),
      ),
    )
    told.forEach((author, i) => {
      if (author !== null) known.set(mine[i]!.id, author)
    })
  }
  return known
}
