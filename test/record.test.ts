// What of a tool call is kept when it names a file whose contents never are.
import { describe, expect, it } from "vitest"
import { drafts } from "../src/clients/drafts.ts"
import type { ToolDoes } from "../src/core/model.ts"
import { IGNORED, record } from "../src/record.ts"
import { memoryBlobs } from "../src/store/ram/blobs.ts"
import { memoryLog } from "../src/store/ram/log.ts"

const world = { now: 1_700_000_000_000, scope: null, branch: null, head: null } as unknown as Parameters<
  typeof drafts
>[2]

async function kept(does: ToolDoes, input: unknown) {
  const store = { log: memoryLog(), blobs: memoryBlobs() }
  const make = drafts("claude-code", "s", world)
  const end = { ok: true, known: "client" as const, output: "DB_PASS=letmein1234\nFOO=barbarbar" }
  await record(store, [make.finished({ call: "c", tool: "t", does, input }, end)])
  const data = store.log.read(0, 10)[0]!.data as Record<"input" | "output" | "path", string | null>
  const text = (ref: string | null) => (ref === null ? null : store.blobs.get(ref))
  return { input: text(data.input), output: text(data.output), path: text(data.path) }
}

describe("record", () => {
  it("keeps nothing that a command prints of an ignored file, and keeps the command [security-4]", async () => {
    for (const command of ["cat .env", "cat config/.env.production | head", "source .env; env"])
      expect(await kept("runs", { command })).toMatchObject({ input: command, output: IGNORED })
    expect((await kept("runs", { command: "cat .env.example" })).output).toContain("FOO=barbarbar")
  })

  it("keeps no command that writes into one, and no call of another tool that names one", async () => {
    expect(await kept("runs", { command: "cat > .env <<EOF\nFOO=barbarbar\nEOF" })).toMatchObject({
      input: IGNORED,
      output: IGNORED,
    })
    expect(await kept("other", { uri: "file:///a/.env", text: "FOO=barbarbar" })).toMatchObject({
      input: IGNORED,
      output: IGNORED,
    })
    const patch = "*** Begin Patch\n*** Update File: a.ts\n+a\n*** Add File: .env\n+FOO=barbarbar\n*** End Patch"
    expect(await kept("edits", patch)).toMatchObject({ input: IGNORED, output: IGNORED, path: "a.ts" })
  })
})
