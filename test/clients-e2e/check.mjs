// One thing that must be true, with what was seen; and the last words of every script, which only a run that was let go
// its way can print.
export const END = "All is done now."
export const check = (name, ok, detail) => ({ name, ok: Boolean(ok), detail })
