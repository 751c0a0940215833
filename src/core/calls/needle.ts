// Texts of which every match of a pattern must contain at least one, and which of many such texts stand in an output, found
// in one walk over it. Most outputs hold none, which makes hundreds of marks cheap. Conservative: a pattern that promises
// nothing has no needles, and is tried always.

/** Every match holds one of these; empty when nothing is certain. */
export const needlesOf = (re: RegExp): readonly string[] => (re.flags.includes("i") ? [] : needlesOfChoice(re.source))

function needlesOfChoice(source: string): readonly string[] {
  const each = choices(source).map(needlesOfRow)
  return each.some(needles => needles.length === 0) ? [] : [...new Set(each.flat())]
}

const shortest = (needles: readonly string[]): number => Math.min(...needles.map(needle => needle.length))

/** Of all that must stand there, one after another, what is the hardest to meet by chance. */
function needlesOfRow(source: string): readonly string[] {
  let best: readonly string[] = []
  let run = ""
  const offer = (needles: readonly string[]): void => {
    if (needles.length > 0 && (best.length === 0 || shortest(needles) > shortest(best))) best = needles
  }
  const close = (): void => {
    if (run !== "") offer([run])
    run = ""
  }
  for (let i = 0; i < source.length; i++) {
    const c = source[i] as string
    const next = source[i + 1] ?? ""
    if (c === "(") {
      close()
      const end = endOf(source, i)
      if (!OPTIONAL.test(source[end + 1] ?? "")) offer(needlesOfGroup(source.slice(i + 1, end)))
      i = end
    } else if (c === "[") {
      close()
      i = endOf(source, i)
    } else if (c === "\\" && /[^\w\s]/.test(next)) {
      run += next
      i++
    } else if (c === "\\") {
      close()
      i += LONG_ESCAPE.exec(source.slice(i, i + 20))?.[0].length ?? 2
      i--
    } else if (OPTIONAL.test(c)) {
      run = run.slice(0, -1)
      close()
      if (c === "{") i = source.indexOf("}", i)
    } else if (c === "+" || c === "." || c === "^" || c === "$") close()
    else run += c
  }
  close()
  return best
}
/** What may make the thing before it stand there no time at all; `{2}` is taken for one of them. */
const OPTIONAL = /[?*{]/
const LONG_ESCAPE = /^\\(?:u\{[^}]*\}|u.{4}|x..|c.|[pPk][{<][^}>]*[}>])/

function needlesOfGroup(inside: string): readonly string[] {
  if (/^\?(?:[=!]|<[=!])/.test(inside)) return []
  return needlesOfChoice(inside.replace(/^\?(?::|<\w+>)/, ""))
}

/** The parts of a choice `a|b|c`, as they stand outside of groups and classes. */
function choices(source: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (let i = 0; i < source.length; i++) {
    const c = source[i]
    if (c === "\\") i++
    else if (c === "(" || c === "[") i = endOf(source, i)
    else if (c === "|") {
      parts.push(source.slice(from, i))
      from = i + 1
    }
  }
  parts.push(source.slice(from))
  return parts
}

/** Where the group or class that opens at `at` ends. */
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

const UNITS = 128
/** Finds which of the needles a text holds. Its time hangs on the text, hardly on how many needles there are. */
export function needleFinder(needles: readonly string[]): (text: string) => ReadonlySet<string> {
  // Pairs of units a needle begins with; a unit outside ASCII stands for itself whatever follows.
  const begins = new Uint8Array(UNITS * UNITS)
  const byPair = new Map<number, string[]>()
  const others = new Map<number, string[]>()
  const short: string[] = []
  const add = <K>(to: Map<K, string[]>, key: K, needle: string): void => {
    const list = to.get(key)
    if (list) list.push(needle)
    else to.set(key, [needle])
  }
  for (const needle of new Set(needles)) {
    const first = needle.charCodeAt(0)
    const second = needle.charCodeAt(1)
    if (first >= UNITS) add(others, first, needle)
    else if (second < UNITS) {
      begins[first * UNITS + second] = 1
      add(byPair, first * UNITS + second, needle)
    } else short.push(needle)
  }
  return text => {
    const found = new Set(short.filter(needle => text.includes(needle)))
    const take = (list: readonly string[] | undefined, at: number): void => {
      for (const needle of list ?? []) if (text.startsWith(needle, at)) found.add(needle)
    }
    let unit = text.charCodeAt(0)
    for (let i = 0; i < text.length; i++) {
      const following = text.charCodeAt(i + 1)
      if (unit >= UNITS) take(others.get(unit), i)
      else if (following < UNITS && begins[unit * UNITS + following] === 1)
        take(byPair.get(unit * UNITS + following), i)
      unit = following
    }
    return found
  }
}
