// The stage on which stories are told: a memory in RAM, a clock that is moved by hand, and short words for what
// happens in an episode. Nothing here is a mock: the in-memory log and views are real implementations of their ports.

import { authored, type Draft, observed } from "../../src/core/events/draft.ts"
import { doesByName } from "../../src/core/events/tool-names.ts"
import { episodeId } from "../../src/core/ids.ts"
import type { Author } from "../../src/core/model.ts"
import type { Params } from "../../src/core/rules/rule.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"

export const REPO = "a".repeat(32)
export const PRESETS = ["mettle", "plain", "evolver", "astra", "groove", "swarm", "nucleus"] as const
const MINUTE = 60_000

export interface Told {
  readonly id: string
  says(text: string, author?: Author): Promise<void>
  replies(text: string): Promise<void>
  runs(command: string, result: { ok: boolean; output?: string; exitCode?: number }, tool?: string): Promise<void>
  edits(path: string): Promise<void>
  reads(path: string, output: string, ok?: boolean): Promise<void>
  ends(reason?: string): Promise<void>
  /** what would be shown at this prompt, and it is logged as shown */
  pack(prompt: string): Promise<string>
}

export function world(
  options: {
    preset?: string
    start?: number
    params?: Readonly<Record<string, Params>>
    controlShare?: number
    judges?: boolean
    endByHook?: boolean
    norms?: "auto" | "ask" | "off"
    factDays?: number
  } = {},
) {
  let now = options.start ?? Date.UTC(2026, 0, 5, 9)
  const memory = memoryOver(ramPorts(), {
    now: () => now,
    randomBytes: dice(),
    engine: "test",
    preset: options.preset ?? "mettle",
    ...(options.params ? { params: options.params } : {}),
    ...(options.judges === undefined ? {} : { judges: options.judges }),
    ...(options.endByHook === undefined ? {} : { endByHook: options.endByHook }),
    ...(options.factDays === undefined ? {} : { factDays: options.factDays }),
    ...(options.norms === undefined ? {} : { norms: options.norms }),
    ...(options.controlShare === undefined ? {} : { controlShare: options.controlShare }),
  })
  const later = (minutes: number): void => {
    now += minutes * MINUTE
  }

  async function opens(
    session: string,
    how: { interactive?: boolean; scope?: string; branch?: string } = {},
  ): Promise<Told> {
    const scope = how.scope ?? REPO
    const id = episodeId("claude-code", session)
    let n = 0
    const where = () => ({ ts: now, episode: id, scope })
    const source = (record: string) => ({ client: "claude-code", session, record })
    const put = async (...drafts: Draft[]): Promise<void> => {
      await memory.record(drafts)
      later(0.5)
    }
    await put(
      observed("episode.opened", source("open"), where(), {
        client: "claude-code",
        clientVersion: null,
        model: null,
        interactive: how.interactive ?? true,
        parent: null,
        start: "startup",
        cwd: "/work/shop",
        branch: how.branch ?? "main",
        head: null,
      }),
    )
    const looked = (tool: string, path: string, output: string | null, ok = true): Promise<void> => {
      const call = `call-${n++}`
      return put(
        observed("tool.finished", source(call), where(), {
          ...{
            call,
            tool,
            does: doesByName(tool),
            ok,
            exitCode: null,
            known: "client",
            rejected: false,
            cancelled: false,
          },
          ...{ interrupted: false, durationMs: 20, input: null, path, output, stderr: null, agent: null },
        }),
      )
    }
    return {
      id,
      async says(text, author = "user") {
        await put(
          observed("prompt.submitted", source(`p${n++}`), where(), { author, prompt: text, chars: text.length }),
        )
        await settle(memory)
      },
      async replies(text) {
        await put(
          observed("agent.replied", source(`r${n++}`), where(), {
            text,
            chars: text.length,
            inputTokens: null,
            outputTokens: null,
          }),
          observed("turn.ended", source(`t${n++}`), where(), { reason: "end", inputTokens: null, outputTokens: null }),
        )
      },
      async runs(command, result, tool = "Bash") {
        const call = `call-${n++}`
        await put(
          observed("tool.called", source(call), where(), {
            call,
            tool,
            does: doesByName(tool),
            input: command,
            path: null,
            agent: null,
          }),
          observed("tool.finished", source(call), where(), {
            call,
            tool,
            does: doesByName(tool),
            ok: result.ok,
            exitCode: result.exitCode ?? (result.ok ? 0 : 1),
            known: "exit",
            rejected: false,
            cancelled: false,
            interrupted: false,
            durationMs: 1200,
            input: command,
            path: null,
            output: result.output ?? "",
            stderr: null,
            agent: null,
          }),
        )
      },
      edits: path => looked("Edit", path, null),
      reads: (path, output, ok) => looked("Read", path, output, ok),
      async ends(reason = "exit") {
        await put(observed("episode.closed", source("close"), where(), { reason }))
        await settle(memory)
      },
      async pack(prompt) {
        await settle(memory)
        const built = makePack(memory, { scope, episode: id, placement: "prompt", prompt })
        await memory.record([built.draft])
        memory.catchUp()
        return built.pack.text
      },
    }
  }

  const packFor = async (prompt: string, scope = REPO) => {
    await settle(memory)
    return makePack(memory, { scope, placement: "prompt", prompt }).pack
  }
  return { memory, opens, later, packFor, now: () => now, authored, settle: () => settle(memory) }
}
