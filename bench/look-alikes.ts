// Failures that look the same without asking our own reader: the same command or path and the same first line of error, but
// for numbers, in an earlier session; and, later in that session, the same command or a file of that name went well. A
// crude net for reading by hand (bench/hand-read/again.json), not a judgement.

import type { Memory } from "../src/memory/memory.ts"
import type { PastCall } from "../src/memory/past/hindsight.ts"

export interface Again {
  readonly call: PastCall
  readonly earlier: PastCall
  readonly line: string
}

const ERROR = /error|fail|not |no such|denied|undefined|cannot|exceeds/i
const LONGEST = 100

export function lookAlikes(memory: Memory, calls: readonly PastCall[]): readonly Again[] {
  const text = (ref: string | null): string => (ref === null ? "" : (memory.text(ref) ?? ""))
  const name = ({ command, tool }: PastCall): string =>
    command === null ? text(tool.path) : (command.split("\n")[0] ?? "").replace(/\s*2>&1.*$/, "").trim()
  const base = (path: string): string => path.split("/").at(-1)!
  const wentWell = new Map<string, { readonly at: number; readonly name: string }[]>()
  for (const call of calls)
    if (call.tool.ok === true && name(call) !== "") {
      const known = wentWell.get(call.episode.id) ?? []
      known.push({ at: call.tool.at, name: name(call) })
      wentWell.set(call.episode.id, known)
    }
  const solved = (call: PastCall): boolean =>
    (wentWell.get(call.episode.id) ?? []).some(
      later =>
        later.at > call.tool.at &&
        (later.name === name(call) || (call.command === null && base(later.name) === base(name(call)))),
    )
  const seen = new Map<string, PastCall[]>()
  const found: Again[] = []
  for (const call of calls) {
    if (call.tool.ok !== false || call.tool.rejected || name(call) === "") continue
    const output = text(call.tool.output)
    const line = (output.split("\n").find(l => ERROR.test(l)) ?? output)
      .replace(/0x[0-9a-f]+|\d+/gi, "#")
      .slice(0, LONGEST)
    const key = `${name(call)}\n${line}`
    const known = seen.get(key) ?? []
    const earlier = known.find(k => k.episode.id !== call.episode.id && (solved(k) || call.command === null))
    if (earlier) found.push({ call, earlier, line })
    seen.set(key, [...known, call])
  }
  return found
}
