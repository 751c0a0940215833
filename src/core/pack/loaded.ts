// Is a statement already before the model? Texts that the client loads by itself (CLAUDE.md, AGENTS.md) compared without
// case, spacing and Markdown. Reading the files is the door's work.

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[*_`#>|"'’“”]+/g, "")
    .replace(/\s+/g, " ")
    .trim()

/** Shorter statements stand in other sentences by chance. */
const TELLING = 12

export function alreadyLoaded(texts: readonly string[]): (statement: string) => boolean {
  const loaded = texts.map(plain)
  return statement => {
    const said = plain(statement).replace(/[.!;]+$/, "")
    return said.length >= TELLING && loaded.some(text => text.includes(said))
  }
}
