// Where the CPU of a piece of work goes, by sampling: each sample belongs to the innermost frame of a file that a stage names. The
// bench runs as one bundle, in which esbuild marks where each source file begins.
import { readFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { fileURLToPath } from "node:url"

export type Stages = readonly (readonly [stage: string, files: RegExp])[]
interface Node {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

export interface Sampled<T> {
  readonly value: T
  /** milliseconds by stage, what no stage names under "other" */
  readonly ms: Readonly<Record<string, number>>
  /** the heaviest files and functions with what they called outside, for whoever looks for the next thing to mend */
  readonly heaviest: readonly string[]
}

export async function sampled<T>(bundle: string, stages: Stages, work: () => T): Promise<Sampled<T>> {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.setSamplingInterval", { interval: 500 })
  await session.post("Profiler.start")
  const value = work()
  const { profile } = await session.post("Profiler.stop")
  session.disconnect()
  const fileAt = filesOf(bundle)
  const nodes = new Map((profile.nodes as readonly Node[]).map(node => [node.id, node]))
  const parent = new Map<number, number>()
  for (const node of nodes.values()) for (const child of node.children ?? []) parent.set(child, node.id)
  const place = new Map<number, string>()
  const fileOf = ({ callFrame }: Node): string => (callFrame.url === bundle ? fileAt(callFrame.lineNumber) : "")
  const stageOf = (id: number): string => {
    const known = place.get(id)
    if (known !== undefined) return known
    const file = fileOf(nodes.get(id)!)
    const own = file === "" ? undefined : stages.find(([, files]) => files.test(file))?.[0]
    const up = parent.get(id)
    const stage = own ?? (up === undefined ? "other" : stageOf(up))
    place.set(id, stage)
    return stage
  }
  const ms: Record<string, number> = {}
  const self = new Map<string, number>()
  const files = new Map<string, number>()
  let all = 0
  for (const [i, id] of (profile.samples ?? []).entries()) {
    const spent = (profile.timeDeltas![i] ?? 0) / 1000
    const node = nodes.get(id)!
    const stage = node.callFrame.functionName === "(garbage collector)" ? "garbage" : stageOf(id)
    ms[stage] = (ms[stage] ?? 0) + spent
    let named = id
    while (fileOf(nodes.get(named)!) === "" && parent.has(named)) named = parent.get(named)!
    const name = `${fileOf(nodes.get(named)!)} ${nodes.get(named)!.callFrame.functionName}${named === id ? "" : ` > ${node.callFrame.functionName}`}`
    self.set(name, (self.get(name) ?? 0) + spent)
    const file = fileOf(nodes.get(named)!)
    files.set(file, (files.get(file) ?? 0) + spent)
    all += spent
  }
  const shares = (of: ReadonlyMap<string, number>, most: number): readonly string[] =>
    [...of]
      .sort((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([name, spent]) => `${((100 * spent) / all).toFixed(1).padStart(6)} %  ${name.slice(0, 120)}`)
  return { value, ms, heaviest: [...shares(files, 40), "", ...shares(self, 40)] }
}

/** Source file of a line of the bundle. */
function filesOf(bundle: string): (line: number) => string {
  const starts: number[] = []
  const names: string[] = []
  for (const [i, line] of readFileSync(fileURLToPath(bundle), "utf8").split("\n").entries()) {
    const name = /^\/\/ ((?:src|bench|node_modules)\/\S+)$/.exec(line)?.[1]
    if (name === undefined) continue
    starts.push(i)
    names.push(name)
  }
  return line => {
    let at = starts.length - 1
    while (at >= 0 && starts[at]! > line) at--
    return names[at] ?? ""
  }
}
