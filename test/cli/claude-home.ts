// A home with past Claude Code sessions of one repository, told in short words. Records as Claude Code writes them.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export type Told =
  | { readonly says: string }
  | { readonly replies: string }
  | { readonly runs: string; readonly ok: boolean; readonly output: string }
  | { readonly reads: string; readonly ok: boolean }

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`
let made = 0

/** Writes one session; its records are a minute apart, from `at` on. Returns the file. */
export function pastSession(home: string, cwd: string, at: number, told: readonly Told[]): string {
  const session = uuid(++made)
  let time = at
  let prompt = ""
  const lines = told.flatMap((step): readonly object[] => {
    time += 60_000
    const common = {
      sessionId: session,
      uuid: uuid(++made),
      cwd,
      timestamp: new Date(time).toISOString(),
      version: "2.1.0",
      entrypoint: "cli",
      isSidechain: false,
    } // prettier-ignore
    if ("says" in step) {
      prompt = uuid(++made)
      return [
        {
          ...common,
          type: "user",
          promptId: prompt,
          promptSource: "typed",
          message: { role: "user", content: step.says },
        },
      ] // prettier-ignore
    }
    const said = (content: object, stop: string) => ({
      ...common,
      type: "assistant",
      message: { id: `m${++made}`, role: "assistant", content: [content], stop_reason: stop },
    }) // prettier-ignore
    if ("replies" in step) return [said({ type: "text", text: step.replies }, "end_turn")]
    const id = `call-${++made}`
    const call =
      "runs" in step
        ? { name: "Bash", input: { command: step.runs } }
        : { name: "Read", input: { file_path: step.reads } } // prettier-ignore
    const output =
      "runs" in step ? step.output : step.ok ? "1→text" : "<tool_use_error>File does not exist.</tool_use_error>" // prettier-ignore
    const result = {
      type: "tool_result",
      tool_use_id: id,
      is_error: !step.ok,
      content: "runs" in step && !step.ok ? `Exit code 1\n${output}` : output,
    } // prettier-ignore
    return [
      said({ type: "tool_use", id, ...call }, "tool_use"),
      { ...common, uuid: uuid(++made), type: "user", promptId: prompt, message: { role: "user", content: [result] } },
    ]
  })
  const folder = join(home, ".claude", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"))
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${session}.jsonl`)
  writeFileSync(file, `${lines.map(line => JSON.stringify(line)).join("\n")}\n`)
  utimesSync(file, time / 1000, time / 1000)
  return file
}
