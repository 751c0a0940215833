// JSON in which every name of an object stands once. The plain parser lets the last one win, so that two readers of the same
// text may see two different things; such a text is refused where it comes from outside.

/** The first name that stands twice in one object of a text that is JSON; null when none does. */
export function repeatedName(text: string): string | null {
  const open: (Set<string> | null)[] = []
  let name: string | null = null
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '"') {
      const start = i++
      while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1
      name = text.slice(start, i + 1)
    } else if (c === ":") {
      const names = open[open.length - 1]
      if (names && name !== null) {
        // an escape may spell the same name in another way
        const said = name.includes("\\") ? (JSON.parse(name) as string) : name.slice(1, -1)
        if (names.has(said)) return said
        names.add(said)
      }
    } else if (c === "{") open.push(new Set())
    else if (c === "[") open.push(null)
    else if (c === "}" || c === "]") open.pop()
  }
  return null
}
