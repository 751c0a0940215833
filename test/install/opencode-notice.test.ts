// OpenCode's plugin shows a notice as a toast where there is a screen, and is silent where there is none or it fails.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, it } from "vitest"
import { folder } from "../cli/world.ts"
import { ROOT } from "../house/source.ts"

it("a notice of any hook is one toast; without a screen nothing happens", async () => {
  const home = folder()
  const bin = join(home, "data", "bin")
  mkdirSync(bin, { recursive: true })
  const said = JSON.stringify({ notice: 'mettle: kept for shop: "use pnpm"' })
  writeFileSync(join(bin, "mettle-hook"), `#!/bin/sh\ncat > /dev/null\necho '${said}'\n`)
  chmodSync(join(bin, "mettle-hook"), 0o755)
  const before = process.env.METTLE_HOME
  process.env.METTLE_HOME = home
  try {
    const { MettlePlugin } = await import(pathToFileURL(join(ROOT, "plugin", "opencode", "mettle.js")).href)
    const toasts: unknown[] = []
    const give = async (client: unknown): Promise<void> => {
      const hooks = await MettlePlugin({ directory: home, client })
      await hooks["tool.execute.before"]({ sessionID: "s", callID: "c", tool: "bash" }, { args: { command: "ls" } })
    }
    await give({ tui: { showToast: async (toast: unknown) => void toasts.push(toast) } })
    expect(toasts).toEqual([{ body: { message: 'mettle: kept for shop: "use pnpm"', variant: "info" } }])
    await give({ tui: { showToast: () => Promise.reject(new Error("no screen")) } })
    await give(undefined)
  } finally {
    if (before === undefined) delete process.env.METTLE_HOME
    else process.env.METTLE_HOME = before
  }
})
