// What is exported and imported nowhere: for the law that there is none, and for the bench that counts.
import { join, normalize } from "node:path"
import type { Source } from "./source.ts"

/** The package's own doors, and the text of a plugin: what they export is for others. */
const DOORS = ["src/index.ts", "src/sdk/contract.ts", "src/core/promised.ts"]
const NAMED = /(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g
const WHOLE = /(?:\*(?:\s+as\s+\w+)?\s*from\s*|(?<!\}\s*=\s*await\s)(?<!\}\s*=\s*\(await\s)\bimport\()"(\.[^"]+)"/g
const LAZY = /\{([^{}]*)\}\s*=\s*\(?await\s+import\("(\.[^"]+)"\)/g
const EXPORTED = /^export\s+(?:async\s+)?(?:const|let|function\*?|class|type|interface|enum)\s+(\w+)/gm

/** Who may import. */
export const IMPORTERS = ["src", "test", "bench", "tools", "security", "torture", "examples"]

/** `path#name` of everything exported under src/ that none of these files imports. */
export function importedNowhere(everywhere: readonly Source[]): readonly string[] {
  const used = new Set<string>()
  for (const { path, code } of everywhere) {
    const at = (file: string): string => normalize(join(path, "..", file))
    for (const [, names, file] of [...code.matchAll(NAMED), ...code.matchAll(LAZY)])
      for (const name of names!.split(","))
        used.add(
          `${at(file!)}#${
            name
              .trim()
              .replace(/^type\s+/, "")
              .split(/\s+as\s+|\s*:\s*/)[0]
          }`,
        )
    for (const [, file] of code.matchAll(WHOLE)) used.add(`${at(file!)}#*`)
  }
  return everywhere
    .filter(({ path }) => path.startsWith("src/") && !DOORS.includes(path))
    .flatMap(({ path, code }) => [...code.matchAll(EXPORTED)].map(([, name]) => `${path}#${name}`))
    .filter(name => !used.has(name) && !used.has(name.replace(/#.*/, "#*")))
}
