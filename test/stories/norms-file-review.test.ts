// A team's norms in a file that a pull request changes: written by one memory, read back by another as a document, and never
// heard back by the one that wrote it.
import { expect, it } from "vitest"
import { note } from "../../src/memory/acting/acts.ts"
import { changeBlock, goneNorms, normsFor } from "../../src/memory/packs/rule-files.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { approve, inbox } from "../../src/memory/reading/review.ts"
import { lookAtDocuments } from "../../src/memory/tending/documents.ts"
import { REPO, world } from "./world.ts"

const written = (w: ReturnType<typeof world>, before: string): string =>
  changeBlock(before, normsFor(w.memory, [`repo:${REPO}`]), goneNorms(w.memory)).text
const waiting = (w: ReturnType<typeof world>) => inbox(w.memory).map(i => [i.why, i.statement])

it("[W17] both ways without a loop: exported, changed in review, read back, exported again", async () => {
  const [ann, bob] = [world(), world()]
  await note(ann.memory, "Use pnpm for every install", { scope: REPO })
  await note(ann.memory, "Never push to main", { scope: REPO })
  const first = written(ann, "# Rules\n")
  const head = ann.memory.parts.log.head()
  await lookAtDocuments(ann.memory, REPO, [{ path: "AGENTS.md", text: first }])
  expect([ann.memory.parts.log.head(), waiting(ann)]).toEqual([head, []])
  // A pull request takes one out and adds another.
  const merged = first.replace(/- Never push to main[^\n]*\n/, "- Always squash before merging\n")
  await lookAtDocuments(ann.memory, REPO, [{ path: "AGENTS.md", text: merged }])
  expect(waiting(ann)).toEqual([["from a document", "Always squash before merging"]])
  expect(written(ann, merged)).toBe(merged)
  // Somebody else reads all of it as a document: a nod makes it theirs, and writing it again changes nothing.
  await lookAtDocuments(bob.memory, REPO, [{ path: "AGENTS.md", text: merged }])
  expect(
    waiting(bob)
      .map(([, s]) => s)
      .sort(),
  ).toEqual(["Always squash before merging", "Use pnpm for every install"])
  for (const item of inbox(bob.memory)) await approve(bob.memory, item)
  expect(readCards(bob.memory).length).toBe(2)
  expect(written(bob, merged).replace(/<!-- mettle:begin.*\n/, "")).toBe(merged.replace(/<!-- mettle:begin.*\n/, ""))
})
