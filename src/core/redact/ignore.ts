// Says whether a file's contents must never be recorded.
// Ground truth: globs in gitignore's manner: a later rule wins, `!` takes back, a glob without `/` matches any file name.

import { DEFAULT_IGNORES } from "./default-ignores.ts"

export { DEFAULT_IGNORES }

const GLOB_LIMIT = 256

const pieces = (glob: string): string => {
  let source = ""
  for (let i = 0; i < glob.length; i++) {
    const unit = glob[i]!
    if (unit === "*" && glob[i + 1] === "*") {
      source += ".*"
      i += glob[i + 2] === "/" ? 2 : 1
    } else if (unit === "*") source += "[^/]*"
    else if (unit === "?") source += "[^/]"
    else source += unit.replace(/[.+^${}()|[\]\\]/g, "\\$&")
  }
  return source
}

const compiled = new Map<string, RegExp>()

const matcher = (glob: string): RegExp => {
  const known = compiled.get(glob)
  if (known !== undefined) return known
  // Repeated stars would backtrack on each other.
  const body = glob
    .slice(0, GLOB_LIMIT)
    .replace(/\*{3,}/g, "**")
    .replace(/(\*\*\/)+/g, "**/")
    .replace(/^\.?\//, "")
  const pattern = new RegExp(`^(?:.*/)?${pieces(body)}$`, "is")
  if (compiled.size < 1000) compiled.set(glob, pattern)
  return pattern
}

/** `path` with either slash. To add to the defaults pass `[...DEFAULT_IGNORES, "more", "!less"]`. */
export const ignored = (path: string, globs: readonly string[] = DEFAULT_IGNORES): boolean => {
  const clean = path.slice(0, 4096).replaceAll("\\", "/")
  let verdict = false
  for (const glob of globs) {
    const takesBack = glob.startsWith("!")
    const pattern = takesBack ? glob.slice(1) : glob
    if (pattern === "" || takesBack !== verdict) continue
    if (matcher(pattern).test(clean)) verdict = !takesBack
  }
  return verdict
}
