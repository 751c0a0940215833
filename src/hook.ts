// Entry of dist/hook.js, the one file that `mettle init` copies beside its launcher: `hook <client>` and `resident`.
import { runHook, writeAll } from "./hook/run.ts"

const [what, name] = process.argv.slice(2)

process.on("uncaughtException", () => process.exit(0))
process.on("unhandledRejection", () => process.exit(0))

if (what === "resident") {
  const { runResident } = await import("./resident.ts")
  await runResident(process.env)
} else {
  // Whatever hangs, the host is let go; a busy loop cannot be, so nothing here may have one.
  setTimeout(() => process.exit(0), 1_400).unref()
  if (what === "hook" && name)
    await runHook(name, { env: process.env, stdin: process.stdin, write: writeAll, now: Date.now })
  process.exit(0)
}
