// mettle redact --scan: looks at everything stored with the rules of today, and erases what they would have masked.
import { forget } from "../memory/forget.ts"
import { rescan } from "../memory/rescan.ts"
import { defineMettleCommand, FLAGS, usage } from "./command.ts"
import { confirm } from "./confirm.ts"
import { isRecorded, readMemory, writeMemory } from "./memory-of.ts"

export const command = defineMettleCommand({
  name: "redact",
  summary: "look for secrets in what is stored already",
  examples: [
    ["mettle redact --scan --dry-run", "what the rules of today would mask"],
    ["mettle redact --scan", "erase those texts; asks first"],
    ["mettle lab redact < texts.jsonl", "try the rules on your own text"],
  ],
  args: {
    scan: { type: "boolean", description: "check every stored text again" },
    "dry-run": FLAGS["dry-run"],
    yes: FLAGS.yes,
  },
  run: async ({ args, out, context }) => {
    if (!args.scan) throw usage(command, "masks before anything is stored; --scan checks what is stored already")
    const dry = args["dry-run"] ?? false
    if (!isRecorded(context)) {
      out.result({ texts: 0, found: 0, kinds: {}, erased: 0 }, () => out.line("Nothing was recorded yet."))
      return
    }
    const { memory } = dry ? (await readMemory(context, out))! : await writeMemory(context, out)
    const bar = out.progress("checking", memory.parts.log.head())
    let from = 0
    const seen = rescan(memory, done => {
      bar.step(done - from)
      from = done
    })
    bar.done()
    const found = seen.refs.size
    const kinds = Object.entries(seen.kinds)
      .map(([kind, n]) => `${n} ${kind}`)
      .join(", ")
    if (!out.json)
      out.line(
        found === 0
          ? `${seen.texts} texts checked, nothing left to mask`
          : `${found} of ${seen.texts} texts hold what today's rules would mask: ${kinds}`,
      )
    const go =
      found > 0 &&
      !dry &&
      (await confirm(context.io, { yes: args.yes, input: args.input }, `Erase these ${found} texts for good?`))
    const gone = go ? await forget(memory, { refs: seen.refs }) : null
    out.result(
      { texts: seen.texts, found, kinds: seen.kinds, erased: gone?.texts ?? 0, left: gone?.found ?? found },
      () => {
        if (gone) out.line(`erased ${gone.texts} texts · searched again: found ${gone.found}`)
        else if (found > 0) out.line("nothing was changed")
      },
    )
  },
})
