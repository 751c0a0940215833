// Prompts made by two hands: what may be pasted is doubted, what one person typed in one go is not.
import { describe, expect, it } from "vitest"
import { ownership } from "../../../../src/core/admission/anchor.ts"
import { statedBy } from "../../../../src/core/words/ear/stance.ts"
import { builtInHear } from "../../../../src/meaning/ear.ts"

describe("two hands", () => {
  it.each([
    [
      "Setting up\nUse Node 22. Run the linter before you push.\n\nStyle\nKeep functions short.\n\nok thats their guide, prepare a branch",
      "Keep functions short",
    ],
    [
      "Hi Lena, thanks for the demo. Please stop using the grey font, we can't read it. Best, Omar",
      "stop using the grey font",
    ],
    [
      "Visitors must always wear a badge. Doors are never left open.\nmake a poster out of it",
      "Doors are never left open",
    ],
    [
      "Hallo,\n\nab sofort bitte immer das Formular benutzen. Keine Ausnahmen mehr.\n\nViele Grüße\nJutta\n\nübersetz das mal",
      "ab sofort bitte immer das Formular benutzen",
    ],
    [
      "Pools are sized by cores. Do not use more than a hundred. What is ours set to?",
      "Do not use more than a hundred",
    ],
  ])("[D76] [L7] doubt or refuse what another hand may have written: %j", (prompt, quote) => {
    expect(["doubted", "foreign"]).toContain(ownership(quote, prompt, statedBy(builtInHear.work.stance)))
  })

  it.each([
    [
      "look at the importer, it drops the last row.\n\nPS: I'd rather you ask than guess.",
      "I'd rather you ask than guess",
    ],
    [
      "1. rename the service\n2. from here on spell names out in full\n3. run lint",
      "from here on spell names out in full",
    ],
    ["I prefer short answers.\n\nFix the login form.", "I prefer short answers"],
    ["fix the header. we never use inline styles here", "we never use inline styles here"],
  ])("[S4-17] trust what one person typed in one go: %j", (prompt, quote) => {
    expect(ownership(quote, prompt, statedBy(builtInHear.work.stance))).toBe("own")
  })
})
