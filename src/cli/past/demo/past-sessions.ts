// Writes the story's past sessions where Claude Code keeps its own, and in its format, so that `look` reads them as it
// reads anybody's. Knows the format, tells nothing.

import { mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DAY } from "../../../core/time.ts"
import type { Step } from "./story.ts"

const MINUTE = 60_000
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

export function writePastSessions(
  home: string,
  cwd: string,
  now: number,
  past: readonly { readonly daysAgo: number; readonly steps: readonly Step[] }[],
): void {
  const folder = join(home, ".claude", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"))
  mkdirSync(folder, { recursive: true })
  let n = 0
  for (const { daysAgo, steps } of past) {
    const session = uuid(++n)
    let time = now - daysAgo * DAY
    let prompt = ""
    const lines = steps.flatMap((step): readonly object[] => {
      time += MINUTE
      const common = {
        ...{ sessionId: session, uuid: uuid(++n), cwd, timestamp: new Date(time).toISOString() },
        ...{ version: "2.1.0", entrypoint: "cli", isSidechain: false },
      }
      const said = (content: object, stop: string): object => ({
        ...common,
        type: "assistant",
        message: { id: `m${++n}`, role: "assistant", content: [content], stop_reason: stop },
      })
      if (step.what === "user") {
        prompt = uuid(++n)
        const message = { role: "user", content: step.words }
        return [{ ...common, type: "user", promptId: prompt, promptSource: "typed", message }]
      }
      if (step.what === "agent") return [said({ type: "text", text: step.words }, "end_turn")]
      if (step.what !== "tool") return []
      const id = `toolu_past_${++n}`
      const content = step.ok ? step.output : `Exit code 1\n${step.output}`
      const result = { type: "tool_result", tool_use_id: id, is_error: !step.ok, content }
      return [
        said({ type: "tool_use", id, name: "Bash", input: { command: step.command } }, "tool_use"),
        {
          ...common,
          uuid: uuid(++n),
          type: "user",
          promptId: prompt,
          message: { role: "user", content: [result] },
        },
      ]
    })
    const file = join(folder, `${session}.jsonl`)
    writeFileSync(file, `${lines.map(line => JSON.stringify(line)).join("\n")}\n`)
    utimesSync(file, time / 1000, time / 1000)
  }
}
