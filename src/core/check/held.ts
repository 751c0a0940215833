// The words a hold begins with. A client gives them back as the result of the call: that is our own act, no tool's word and no
// user's refusal.
export const HELD = "mettle held this call once"

/** How far into a result clients put a hook's reason: after their own "PreToolUse:Bash hook error: " and the like. */
const LEAD = 400

/** Whether the result of a call that never ran is our own hold. */
export const saysHeld = (output: string | null): boolean => output?.slice(0, LEAD).includes(HELD) ?? false
