// Starts of our own texts: packs, notes and holds come back to us through prompts and transcripts, and are never the
// user's words nor a tool's.
import { BLOCKED, HELD } from "../core/check/held.ts"
import { LEFT_HEAD } from "../core/left/render.ts"

const OURS = ["Notes from earlier work (mettle)", "Note from earlier work (mettle)", LEFT_HEAD, HELD, BLOCKED]

export const isOurs = (text: string): boolean => OURS.some(start => text.trimStart().startsWith(start))

/** Our own MCP tools under the prefixes that clients give them: what they answer is logged by us and is no tool's word. */
const OUR_TOOL = /mettle(?:__?|-)memory_(?:pack|search|read|check|note|keep|feedback)$/

export const isOurTool = (name: string): boolean => OUR_TOOL.test(name)
