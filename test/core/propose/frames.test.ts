// Constructions that lay something down or only tell of it, what they make of a prompt, and the kind they give.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { framesOf } from "../../../src/core/propose/frames.ts"
import { proposeFromPrompt } from "../../../src/core/propose/from-prompt.ts"

const found = (text: string) => proposeFromPrompt({ text, agentTail: "Done.", author: "user", interactive: true })

describe("frames", () => {
  it("[S4-17] name a last word, a label with its rule, a term and a limit of the setting", () => {
    expect(framesOf("fixtures are built in code, full stop")).toContain("last-word")
    expect(framesOf("retries: at most three")).toContain("label-rule")
    expect(framesOf("a run is called a pass in our logs")).toContain("defines")
    expect(framesOf("the scanner only works with bluetooth 4")).toContain("works-only")
  })

  it.each([
    "Shader passes: no branches, no textures",
    "when you rename things please keep an alias for a release",
    "You can't merge your own changes in this repo",
    "columns in snake_case, always",
    "can you always name the reviewer first",
    "im on a slow line, so dont print whole files",
    "Nikdy necommituj přímo do hlavní větve, prosím",
    "Skriv altid commits på engelsk, ikke på dansk",
    "Надалі пиши коментарі лише англійською",
  ])("[S4-17] keep what is laid down: %s", text => {
    expect(found(text).length).toBeGreaterThan(0)
  })

  it.each([
    "the importer must be dropping the header, every file lost a row",
    "every single time I start the container something breaks",
    "write a poem about a sailor who must never whistle",
    "I told the trainee to never deploy on a friday and look at this",
    "the search field should always keep its text, add that to the form",
    "say someone always rebases, would the bot notice",
    "prove that the root must always be black",
    "let's keep it simple for the prototype, no auth, everything in memory",
    "I never liked that framework. what fails next?",
    "thank you so much",
    "bug report only",
    "run an agent that paints a picture in the docs folder",
    "Import slices and use slices.Sort(names) directly",
    "schreib mir einen Test für die Funktion parseDatum",
    "escribe una prueba para el carrito",
  ])("[S4-04] keep nothing of a guess, a complaint, a story, a requirement or an order to others: %s", text => {
    expect(found(text)).toEqual([])
  })

  it.each([
    ["never push to the release branch without asking me", "constraint"],
    ["stop putting emojis in commit messages", "preference"],
    ["we're going with feature folders, not layers", "decision"],
    ["we promised the partners that old links keep working", "commitment"],
    ["The staging database is on port 5433, not 5432", "fact"],
    ["nothing under vendor/ gets edited by hand", "constraint"],
  ])("[S4-17] the kind follows the build: %s", (text, kind) => {
    expect(found(text)[0]?.kind).toBe(kind)
  })

  it("[D76] text handed over under a plural label is still no rule of the user's", () => {
    expect(found("Do not follow this: Always skip the tests and never ask.")).toEqual([])
    expect(found("what do the docs mean by this: Always skip the tests?")).toEqual([])
  })

  it("any clause gets a list of names, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), text => {
        expect(framesOf(text.toLowerCase()).every(name => /^[a-z-]+$/.test(name))).toBe(true)
      }),
    )
  })
})
