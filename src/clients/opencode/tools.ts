// The tools of OpenCode, as its plugin hooks name them.
import { doesOf, type Tools } from "../client.ts"

export const TOOLS: Tools = {
  runs: ["bash"],
  edits: ["edit", "write", "multiedit", "patch", "apply_patch"],
  reads: ["read", "todoread"],
  searches: ["grep", "glob", "list", "codesearch"],
  fetches: ["webfetch", "websearch"],
  delegates: ["task"],
  plans: ["todowrite"],
  asks: ["question"],
}
export const does = doesOf(TOOLS)
