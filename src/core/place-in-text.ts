// Where in a text something is, as editors count: the first character of the first line is line 1, column 1.
export function placeInText(text: string, at: number): string {
  const before = text.slice(0, at).split(/\r\n|\n|\r/)
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}

/** "at line 2, column 26" for an error of JSON.parse; its own words where they name no place. */
export function jsonPlace(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const at = /position (\d+)/.exec(message)?.[1]
  if (at !== undefined) return `at ${placeInText(text, Number(at))}`
  return /end of JSON/.test(message) ? `at ${placeInText(text, text.length)}` : `(${message})`
}
