// The memory as a command wants it: folded to the end, with progress when that takes long, and null when nothing was ever
// recorded, so that looking leaves no trace.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { compileLate } from "../memory/compile-late.ts"
import type { Memory } from "../memory/memory.ts"
import type { Context } from "./context.ts"
import type { Out } from "./print.ts"

/** Folding fewer events than this is over before a line could be read. */
const QUICK = 1000

export const isRecorded = (context: Context): boolean => existsSync(join(context.paths().data, "log.db"))

export async function readMemory(context: Context, out: Out): Promise<Memory | null> {
  return isRecorded(context) ? fold((await context.memory({ readOnly: true })).memory, out) : null
}

/** The memory there has to be, or nothing of what was asked for can be. */
export async function memoryFor(context: Context, out: Out, what: string): Promise<Memory> {
  const memory = await readMemory(context, out)
  if (!memory) throw nothingYet(what)
  return memory
}

export const writeMemory = async (context: Context, out: Out): Promise<Memory> =>
  fold((await context.memory()).memory, out)

/** Folded to the end. Views that another build made are folded anew, which on a long log takes long: it is shown. */
export function fold(memory: Memory, out: Out): Memory {
  const { log } = memory.parts
  const behind = log.head() - memory.views.seq()
  if (behind < QUICK) memory.catchUp()
  else foldShown(out, behind, memory.views.seq(), step => memory.catchUp(step))
  return memory
}

export function foldShown(
  out: Out,
  total: number,
  from: number,
  work: (step: (done: number) => void) => number,
): number {
  compileLate()
  const bar = out.progress("reading the log again", total)
  bar.step(0)
  const folded = work(done => bar.to(done - from))
  bar.done()
  return folded
}

export const nothingYet = (what: string): MettleError =>
  new MettleError("E_NOT_FOUND", `${what}: nothing was recorded yet`, {
    hint: 'mettle note "…" states something yourself; mettle doctor looks at the set-up',
  })
