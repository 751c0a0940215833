// mettle check: is this command known to be unwanted, or this error known? Exit 10 when something matched. A question of a
// person or a script: nothing is recorded.
import { checkWords } from "../../memory/checks/checks.ts"
import { cardShort, findCard } from "../../memory/reading/read.ts"
import { defineMettleCommand, usage, word } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { wordsGiven } from "../io.ts"
import { clean } from "../print.ts"

const MATCHED = 10

export const command = defineMettleCommand({
  name: "check",
  examples: [
    ['mettle check "npm install"', "a command about to run; exit 10 when something is known"],
    ["pnpm test 2>&1 | mettle check -", "an error just seen"],
    ['mettle check "npm install" --json', "{matched, hits: [{card, statement, remedy, why, hold}]}"],
  ],
  args: { action: word("a command or an error; - reads stdin") },
  rest: true,
  run: async ({ args, out, context }) => {
    const text = await wordsGiven(context.io, args._)
    if (text === "") throw usage(command, 'needs a command or an error: mettle check "npm install"')
    const memory = await readMemory(context, out)
    const { scope, domains } = here(context)
    const { hits } = checkWords(memory, { scope, domains, mode: "hold" }, text)
    const shown = hits.map(hit => ({ ...hit, short: cardShort(findCard(memory, hit.card)) }))
    out.result({ matched: hits.length > 0, hits: shown }, () => {
      if (shown.length === 0) out.line("Nothing known about this.")
      for (const hit of shown) {
        const does = hit.block ? "block" : hit.hold ? "hold" : "tell"
        out.line(`${out.paint("yellow", does.padEnd(5))} ${hit.short}  "${clean(hit.statement)}"`)
        out.line(`      ${clean(hit.why)}${hit.remedy === null ? "" : `; instead: ${clean(hit.remedy)}`}`)
      }
    })
    return hits.length > 0 ? MATCHED : 0
  },
})
