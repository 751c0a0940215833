// A path that was looked for and is not there, and the one that was found instead: the client's own suggestion, a file of
// the same name elsewhere, or the folder above. Only paths that really were read become a remedy.
import { normaliseStatement } from "../words/statement.ts"

interface WrongPath {
  /** relative to the repository */
  readonly missing: string
  readonly found: string
  readonly statement: string
}

const MISSING =
  /^(?:<tool_use_error>)?(?:Error: )?(?:File does not exist|Path does not exist|Directory does not exist|File not found|Path not found|ENOENT|No such file or directory)\b/i
const MEANT = /\bDid you mean ([^\s?]{1,300})\?/

/** Why a look at a path that failed teaches no other path. */
type NoPath =
  | "failed for another reason than its path"
  | "lies outside the repository"
  | "was there a moment later"
  | "nothing of its name was found"

/** `after` are the next calls that looked at files, in order. */
export function wrongPath(
  path: string,
  output: string,
  root: string | null,
  after: readonly { readonly path: string | null; readonly ok: boolean | null }[],
): WrongPath | NoPath {
  if (!MISSING.test(output.slice(0, 200))) return "failed for another reason than its path"
  const missing = within(path, root)
  if (missing === null || missing.length < 3) return "lies outside the repository"
  const seen = after.flatMap(call => {
    const at = call.path === null || call.ok !== true ? null : within(call.path, root)
    return at === null || at === missing ? [] : [at]
  })
  // It was there a moment later: it was only too early to look.
  if (after.some(call => call.ok === true && call.path !== null && within(call.path, root) === missing))
    return "was there a moment later"
  // A missing folder is answered by the one above it; that a missing file may lie in its own folder says nothing.
  const isFolder = stemOf(nameOf(missing)) === nameOf(missing) && !nameOf(missing).startsWith(".")
  const above = isFolder
    ? seen.filter(at => missing.startsWith(`${at}/`)).sort((a, b) => b.length - a.length)[0]
    : undefined
  const meant = MEANT.exec(output.slice(0, 2000))?.[1]
  const told = meant === undefined ? null : within(beside(path, meant), root)
  const found = told ?? seen.find(at => alike(missing, at)) ?? above
  if (found === undefined || found === null) return "nothing of its name was found"
  const there = missing.startsWith(`${found}/`) ? "look in" : "it is"
  return { missing, found, statement: normaliseStatement(`\`${missing}\` does not exist here; ${there} \`${found}\``) }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)
const stemOf = (name: string): string => name.replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, "")
/** The same name in another folder, or the same name with another ending beside it. */
function alike(missing: string, at: string): boolean {
  const [a, b] = [nameOf(missing), nameOf(at)]
  if (a === b) return true
  const [x, y] = [stemOf(a), stemOf(b)]
  return x === y && x !== a && y !== b && missing.slice(0, -a.length) === at.slice(0, -b.length)
}
const beside = (path: string, meant: string): string =>
  meant.startsWith("/") ? meant : `${path.slice(0, path.lastIndexOf("/") + 1)}${meant}`

/** A path as the repository knows it; null when it lies outside. */
export function within(path: string, root: string | null): string | null {
  const plain = path.replaceAll("\\", "/").replace(/\/+$/, "")
  if (!plain.startsWith("/") && !/^[A-Za-z]:\//.test(plain)) return plain.replace(/^\.\//, "") || null
  if (root === null) return null
  const top = root.replaceAll("\\", "/").replace(/\/+$/, "")
  return plain.startsWith(`${top}/`) ? plain.slice(top.length + 1) : null
}
