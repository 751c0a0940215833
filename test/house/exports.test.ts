// What is exported is imported by somebody: a file's face shows what others use, and nothing that nobody does.
import { join, normalize } from "node:path"
import { expect, it } from "vitest"
import { sources } from "./source.ts"

/** The package's own doors, and the text of a plugin: what they export is for others. */
const DOORS = ["src/index.ts", "src/sdk/contract.ts", "src/core/promised.ts"]
const NAMED = /(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g
const WHOLE = /(?:\*(?:\s+as\s+\w+)?\s*from\s*|(?<!\}\s*=\s*await\s)(?<!\}\s*=\s*\(await\s)\bimport\()"(\.[^"]+)"/g
const LAZY = /\{([^{}]*)\}\s*=\s*\(?await\s+import\("(\.[^"]+)"\)/g
const EXPORTED = /^export\s+(?:async\s+)?(?:const|let|function\*?|class|type|interface|enum)\s+(\w+)/gm

it("nothing is exported that nobody imports", () => {
  const everywhere = ["src", "test", "bench", "tools", "security", "torture", "examples"].flatMap(sources)
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
  const nobody = sources("src")
    .filter(({ path }) => !DOORS.includes(path))
    .flatMap(({ path, code }) => [...code.matchAll(EXPORTED)].map(([, name]) => `${path}#${name}`))
    .filter(name => !used.has(name) && !used.has(name.replace(/#.*/, "#*")))
  expect(nobody).toEqual([])
})
