// What a prompt says in the user's own words and how likely it lasts, by the built-in ear: a reader like any other, heard once however often proposers look. Never asked in the
// fold: what they make of it is an event. Its weights come with the release, so a reading is one of this release.
import { ownClauses, type PromptProposal } from "../../core/propose/from-prompt.ts"
import type { TextReader } from "../../core/readings/reader.ts"
import { builtInHear } from "../../meaning/ear.ts"
import { VERSION } from "../../version.ts"
import type { Memory } from "../memory.ts"

/** Of a prompt and the agent's last message before it. */
const lastingWords: TextReader<string, readonly PromptProposal[]> = {
  name: "lasting-words",
  version: 3,
  read: ([text, agentTail = null]) =>
    text == null ? [] : ownClauses(builtInHear, { text, agentTail, author: "user", interactive: true }),
}

export const lastingIn = (memory: Memory, prompt: string, reply: string | null): readonly PromptProposal[] =>
  memory.readBy(lastingWords, [prompt, reply], VERSION)
