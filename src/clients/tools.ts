// What a client's tools do, by their names: each client declares its own, so that nothing behind it knows a name.
import { TOOL_DOES, type ToolDoes } from "../core/model.ts"

export type Tools = Readonly<Partial<Record<ToolDoes, readonly string[]>>>

/** Names in any case; one that is not declared does "other". */
export function doesOf(tools: Tools): (tool: string) => ToolDoes {
  const byName = new Map(
    TOOL_DOES.flatMap(does => (tools[does] ?? []).map(name => [name.toLowerCase(), does] as const)),
  )
  return tool => byName.get(tool.toLowerCase()) ?? "other"
}
