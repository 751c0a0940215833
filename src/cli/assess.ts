// mettle assess …: the names given elsewhere to commands that stand on their own here. The frame drops the word "assess"
// before one of them; what is left for this file is to say which there are.

import { defineMettleCommand, usage } from "./command.ts"
import { ASSESS } from "./commands.ts"

export const command = defineMettleCommand({
  name: "assess",
  summary: "status, history, trigger and their kin under one name",
  examples: ASSESS.map(name => [`mettle assess ${name}`, `the same as mettle ${name}`] as const),
  args: { what: { type: "positional", required: false, description: ASSESS.join(", ") } },
  run: ({ args }) => {
    const what = args.what === undefined ? "needs one of" : `does not know "${args.what}"; it knows`
    throw usage(command, `${what} ${ASSESS.join(", ")}`)
  },
})
