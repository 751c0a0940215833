// Sizes of the files in the data folder, for pages that say how big things are.
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"

export function filesIn(folder: string): readonly { readonly name: string; readonly bytes: number }[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    return []
  }
  return names.flatMap(name => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    return stat?.isFile() ? [{ name, bytes: stat.size }] : []
  })
}
