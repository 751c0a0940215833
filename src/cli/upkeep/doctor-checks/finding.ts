// What one check of doctor says: ok, warn or fail, with what to do about it.
import type { Context } from "../../context.ts"

export interface Finding {
  readonly state: "ok" | "warn" | "fail"
  readonly text: string
  readonly fix?: string
}
export interface Check {
  readonly name: string
  readonly look: (context: Context) => Finding | Promise<Finding>
}
export const ok = (text: string): Finding => ({ state: "ok", text })
export const warn = (text: string, fix: string): Finding => ({ state: "warn", text, fix })
export const fail = (text: string, fix: string): Finding => ({ state: "fail", text, fix })
