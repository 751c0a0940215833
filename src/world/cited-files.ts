// Files of a repository that cards cite, read again. Bounded, inside the repository only, links never followed; a file that is
// not there is left out, because it may stand in another folder than the one we look from.
import { join } from "node:path"
import { plainFile, smallFile } from "./foreign-files.ts"

const LARGEST = 256 << 10
const MOST = 40

export function citedFiles(
  top: string,
  paths: readonly string[],
): readonly { readonly path: string; readonly text: string }[] {
  return paths
    .filter(path => !/^(?:[/~\\]|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).includes(".."))
    .slice(0, MOST)
    .flatMap(path => {
      const full = join(top, path)
      const text = plainFile(full) === null ? null : smallFile(full, LARGEST)
      return text === null ? [] : [{ path, text }]
    })
}
