// The longest text that every match of a pattern must contain. Looking for it first makes hundreds of marks cheap: most
// outputs lack most needles. Conservative: "" when a pattern promises nothing.
export function needleOf(re: RegExp): string {
  if (re.flags.includes("i")) return ""
  const source = re.source
  let best = ""
  let run = ""
  const close = (): void => {
    if (run.length > best.length) best = run
    run = ""
  }
  for (let i = 0; i < source.length; i++) {
    const c = source[i] as string
    const next = source[i + 1] ?? ""
    if (c === "|") return "" // a choice at the top: nothing is certain
    if (c === "(" || c === "[") {
      close()
      i = endOf(source, i)
    } else if (c === "\\" && /[^\w\s]/.test(next)) {
      run += next
      i++
    } else if (c === "\\") {
      close()
      i++
    } else if (c === "?" || c === "*" || c === "{") {
      run = run.slice(0, -1)
      close()
      if (c === "{") i = source.indexOf("}", i)
    } else if (c === "+" || c === "." || c === "^" || c === "$") close()
    else run += c
  }
  close()
  return best
}

function endOf(source: string, at: number): number {
  const inClass = source[at] === "["
  let depth = 0
  for (let i = at; i < source.length; i++) {
    const c = source[i]
    if (c === "\\") i++
    else if (inClass) {
      if (c === "]" && i > at) return i
    } else if (c === "[") i = endOf(source, i)
    else if (c === "(") depth++
    else if (c === ")" && --depth === 0) return i
  }
  return source.length
}
