// A store full of hostile text, wherever text can stand: notes, prompts, commands, outputs, replies, paths.
import { note } from "../../src/memory/acting/acts.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { HOSTILE } from "./hostile.ts"
import { teller } from "./teller.ts"

export async function tellHostile(folder: string): Promise<string> {
  const t = teller(folder, Date.now() - 3 * 86_400_000)
  for (const [i, text] of HOSTILE.entries()) {
    await note(t.memory, `${text} is said ${i} times`, { scope: t.scope, kind: "constraint" })
    await note(t.memory, `${text} was concluded ${i} times`, { scope: t.scope, kind: "tactic", by: "agent" })
    t.later(1)
  }
  const e = await t.opens("hostile")
  for (const text of HOSTILE) {
    await e.says(`${text} fix this, and always use ${text} from now on`)
    await e.edits(text)
    await e.runs(`echo ${text}`, { ok: false, output: text })
    await e.runs("pnpm test", { ok: true, output: text })
    await e.replies(text)
  }
  await e.ends()
  await settle(t.memory)
  await t.close()
  return e.id
}
