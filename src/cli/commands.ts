// THE list of commands: one line each, loaded only when it is run. "daily" are the eight of `mettle --help`.
import type { Command } from "./command.ts"

export interface Entry {
  readonly name: string
  readonly summary: string
  readonly group: "daily" | "more"
  readonly load: () => Promise<{ readonly command: Command }>
}

export const COMMANDS: readonly Entry[] = [
  { name: "doctor", summary: "is everything in order", group: "daily", load: () => import("./doctor.ts") },
  { name: "config", summary: "settings: get, set, explain", group: "more", load: () => import("./config.ts") },
  { name: "scope", summary: "which repository this is; name, merge", group: "more", load: () => import("./scope.ts") },
  { name: "lab", summary: "run one judgement on your own data", group: "more", load: () => import("./lab.ts") },
]
