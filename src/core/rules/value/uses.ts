// Counts judged uses and claims nothing: value without learning. Always "early".
import { unmeasured } from "../../questions/worth.ts"
import { table } from "../../views/table.ts"
import { defineRule } from "../rule.ts"

const USES = table<number>("uses", "card")

export const uses = defineRule("value", "uses@1", {
  source: "plain: how often it was used",
  params: {},
  tables: [USES],
  on: {
    "record credited"({ rows }, { record }) {
      for (const prompt of record.prompts)
        if (prompt.label !== null)
          for (const c of prompt.cand) if (c.shown) USES.set(rows, c.id, (USES.get(rows, c.id) ?? 0) + 1)
    },
  },
  decide({ rows }, { card }) {
    const n = USES.get(rows, card.id) ?? 0
    return { answer: unmeasured(n), because: `${n} judged uses, nothing learned` }
  },
})
