// The file of --out: where it goes is settled before the work begins, since that may be long or cost money; then it is written
// as JSON, for its owner only.
import { statSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { MettleError } from "../core/errors.ts"

/** null: none was asked for. */
export function outFile(cwd: string, name: string | undefined): string | null {
  if (name === undefined) return null
  const path = resolve(cwd, name)
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new MettleError("E_NOT_FOUND", `there is no folder ${dirname(path)}`, {
      hint: "name another file with --out",
    })
  return path
}

export function writeOut(path: string, value: unknown): void {
  try {
    writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  } catch (cause) {
    throw new MettleError("E_DISK", `cannot write ${path}`, { hint: "name another file with --out", cause })
  }
}
