// The words a hold begins with. A client gives them back as the result of the call: that is our own act, no tool's word and no
// user's refusal.
export const HELD = "mettle held this call once"
/** The same for what the user wants blocked however often it comes. */
export const BLOCKED = "mettle blocked this call"

/** How far into a result clients put a hook's reason: after their own "PreToolUse:Bash hook error: " and the like. */
const LEAD = 400

/** Whether the result of a call that never ran is our own hold. */
export const saysHeld = (output: string | null): boolean =>
  [HELD, BLOCKED].some(words => output?.slice(0, LEAD).includes(words))
