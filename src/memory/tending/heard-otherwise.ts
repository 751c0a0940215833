// Cards that an older ear kept of the user's messages and the present one would not: they stay in force, and wait in Review with
// that reason until the user says. Heard anew once for each card, as long as a process lives.
import { isNorm } from "../../core/model.ts"
import { proposeFromPrompt } from "../../core/propose/from-prompt.ts"
import { read } from "../../core/views/read.ts"
import type { CardView } from "../../core/views/state.ts"
import { builtInHear } from "../../meaning/ear.ts"
import { userWords } from "../../proposers/user-words.ts"
import type { Memory } from "../memory.ts"

const known = new WeakMap<Memory, Map<string, boolean>>()

export function heardOtherwise(memory: Memory, card: CardView): boolean {
  const [name, version] = card.proposer.split("@")
  if (name !== userWords.name || Number(version) >= userWords.version || !isNorm(card.kind)) return false
  if (card.confirmed || card.pinned || card.stage === "trial") return false
  const answers = known.get(memory) ?? new Map<string, boolean>()
  known.set(memory, answers)
  const before = answers.get(card.id)
  if (before !== undefined) return before
  const answer = !card.evidence.some(cited => stillSure(memory, cited))
  answers.set(card.id, answer)
  return answer
}

/** A sure stretch of the present ear covers some of the cited words. */
function stillSure(memory: Memory, cited: CardView["evidence"][number]): boolean {
  // what is not the user's message (a line of a document that was nodded to) was not heard at all
  if (cited.kind !== "user_span" || read.note.get(memory.views, cited.event) !== undefined) return true
  const text = memory.text(cited.blob)
  if (text === null) return true
  return proposeFromPrompt(builtInHear, { text, agentTail: null, author: "user", interactive: true }).some(
    p => p.sure && p.start < cited.end && p.end > cited.start,
  )
}
