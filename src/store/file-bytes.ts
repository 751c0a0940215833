// Whether bytes stand anywhere in the file of an open database. Read by a process of its own: closing a file drops every lock
// that this process holds on it, SQLite's too, and then another process may take the journal away from under us.
import { spawnSync } from "node:child_process"

const SCAN = `
const { openSync, readSync, readFileSync } = require("node:fs")
const { path, wanted, overlap } = JSON.parse(readFileSync(0, "utf8"))
const pieces = wanted.map(hex => Buffer.from(hex, "hex"))
const file = openSync(path, "r")
const chunk = Buffer.alloc(4 * 1024 * 1024)
for (let at = 0, read = chunk.length; read === chunk.length; at += chunk.length - overlap) {
  read = readSync(file, chunk, 0, chunk.length, at)
  const seen = chunk.subarray(0, read)
  if (pieces.some(piece => seen.includes(piece))) process.exit(10)
}
`

/** True also when that could not be found out. */
export function fileHolds(path: string, wanted: readonly Uint8Array[]): boolean {
  // A chunk repeats the end of the one before, so that nothing is missed between two.
  const overlap = Math.max(0, ...wanted.map(piece => piece.byteLength))
  const input = JSON.stringify({ path, wanted: wanted.map(piece => Buffer.from(piece).toString("hex")), overlap })
  const { status } = spawnSync(process.execPath, ["-e", SCAN], {
    input,
    stdio: ["pipe", "ignore", "ignore"],
    env: {},
    windowsHide: true,
  })
  return status !== 0
}
