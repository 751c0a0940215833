// How a launcher and a resident know that they belong together: the protocol, and a mark of the bundle both came from.
// After an upgrade the marks differ, and the old resident makes room.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

const PROTOCOL = 1
/** header that carries `PROTOCOL.mark` */
export const MARK_HEADER = "x-mettle"
/** header that carries the id of the process that called the launcher */
export const CALLER_HEADER = "x-mettle-caller"
/** headers that carry the few variables an adapter may ask for */
export const ENV_HEADER = "x-mettle-env-"

export const bundleMark = (file: string): string =>
  `${PROTOCOL}.${createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 12)}`

/** A variable's name as a header: CLAUDE_CONFIG_DIR, x-mettle-env-claude-config-dir. */
export const envHeader = (name: string): string => ENV_HEADER + name.toLowerCase().replaceAll("_", "-")
