// What we say, as recording knows it again without loading how it came about. First the words a hold begins with: a client gives them
// back as the result of the call, and that is our own act, no tool's word and no user's refusal.

export const HELD = "mettle held this call once"
/** The same for what the user wants blocked however often it comes. */
export const BLOCKED = "mettle blocked this call"

/** How far into a result clients put a hook's reason: after their own "PreToolUse:Bash hook error: " and the like. */
const LEAD = 400

/** Whether the result of a call that never ran is our own hold. */
export const saysHeld = (output: string | null): boolean =>
  [HELD, BLOCKED].some(words => output?.slice(0, LEAD).includes(words))

// Of threads left off: their kinds, and the line above them.

/** What may be open in one. */
export const PARTS = ["red", "uncommitted", "broken_off", "question", "put_off"] as const
export const LEFT_HEAD = "Where earlier work here stopped (mettle): a record, not a task; only if the user asks for it."
