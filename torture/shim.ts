// Compiles shim.c once per run, and reads what it wrote down.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

export type Kind = "C" | "O" | "W" | "T" | "S" | "D" | "U" | "R" | "M" | "F"
export interface Operation {
  readonly kind: Kind
  readonly path: string
  /** offset of a write, length of a truncation, number of a fault */
  readonly at: number
  readonly data: Buffer
}

/** The shared object's path. Throws when there is no compiler: these tests cannot be left out silently. */
export function buildShim(into: string): string {
  const file = join(into, "shim.so")
  const ran = spawnSync(
    "gcc",
    ["-shared", "-fPIC", "-O2", "-o", file, join(process.cwd(), "torture/shim.c"), "-ldl", "-lpthread"],
    { encoding: "utf8" },
  )
  if (ran.status !== 0)
    throw new Error(`gcc is needed to record file operations: ${ran.stderr || ran.error?.message || "it failed"}`)
  return file
}

const HEAD = 15
export function readOperations(file: string): Operation[] {
  const bytes = readFileSync(file)
  const out: Operation[] = []
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const pathLength = bytes.readUInt16LE(at + 1)
    const length = bytes.readUInt32LE(at + 11)
    const body = at + HEAD + pathLength
    // The last record of a killed process may be cut off.
    if (body + length > bytes.length) break
    out.push({
      kind: String.fromCharCode(bytes[at]!) as Kind,
      at: Number(bytes.readBigUInt64LE(at + 3)),
      path: bytes.toString("utf8", at + HEAD, body).replace(/ \(deleted\)$/, ""),
      data: bytes.subarray(body, body + length),
    })
    at = body + length
  }
  return out
}
/** What the shim counts when it is told to fail or kill. */
export const isCounted = ({ kind, path }: Operation): boolean =>
  !/(?:\/ACK|\/ARM|-shm)$/.test(path) && "CWTSDUR".includes(kind)
