// What is exported is imported by somebody: a file's face shows what others use, and nothing that nobody does.
import { expect, it } from "vitest"
import { sources } from "./source.ts"
import { IMPORTERS, importedNowhere } from "./unused.ts"

it("nothing is exported that nobody imports", () => {
  expect(importedNowhere(IMPORTERS.flatMap(sources))).toEqual([])
})
