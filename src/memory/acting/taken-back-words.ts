// Words that take a wish back in passing ("forget the tabs thing", "we no longer need pnpm"): the one norm of the user's that they name
// is asked about, with the command that drops it. Asked, not done: only an act of the user's takes a norm away.
import { isNorm } from "../../core/model.ts"
import { waitsForYes } from "../../core/views/state.ts"
import { stemsOf } from "../../core/words/similar.ts"
import type { Memory } from "../memory.ts"
import { quoted } from "../packs/attention.ts"
import { liveCards, scopesOf } from "../packs/situation.ts"
import { cardShort } from "../reading/read.ts"

const NAMED = [
  /\b(?:forget|drop|scrap|never ?mind)(?: about)? (?:the|that|this|my) ([^.,;:!?\n]{2,40})/i,
  /\b(?:no longer|don't|do not) (?:need|want|have) (?:to use )?(?:the |that )?([^.,;:!?\n]{2,40})/i,
]
/** What a wish is called, not what it is about. */
const CALLED = stemsOf("thing rule wish preference instruction requirement part bit now anymore more")
const LONGEST = 300

/** The line that asks; null = no wish is plainly meant, or more than one. */
export function takenBackSaid(
  memory: Memory,
  where: { readonly scope: string | null; readonly domains: readonly string[] },
  prompt: string,
): string | null {
  const named = prompt.length > LONGEST ? null : NAMED.map(form => form.exec(prompt)?.[1]).find(Boolean)
  const about = [...stemsOf(named ?? "")].filter(stem => !CALLED.has(stem))
  if (about.length === 0) return null
  const meant = liveCards(memory.views, scopesOf(where.scope, where.domains)).filter(card => {
    if (!isNorm(card.kind) || card.source !== "user" || card.stage === "trial" || waitsForYes(card)) return false
    const statement = memory.text(card.statement) ?? ""
    // what was kept of these very words is not the wish they are about
    if (prompt.includes(statement)) return false
    const stems = stemsOf(statement)
    return about.every(stem => stems.has(stem))
  })
  const [card] = meant
  if (meant.length !== 1 || !card) return null
  return `mettle: no longer wanted? ${quoted(memory.text(card.statement))} · drop it: mettle undo ${cardShort(card)}`
}
