// Before each file of tests: an empty set of functions entered; behind it, the set is written down under the file's name.
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { afterAll, expect } from "vitest"

const entered = new Set<string>()
;(globalThis as { __entered?: Set<string> }).__entered = entered
const root = join(import.meta.dirname, "..", "..")

afterAll(() => {
  const folder = join(root, ".cache", "mutants", "entered")
  mkdirSync(folder, { recursive: true })
  const file = relative(root, expect.getState().testPath!)
  writeFileSync(join(folder, `${file.replaceAll("/", "+")}.json`), JSON.stringify([...entered]))
})
