// One thing that must be true, with what was seen; and the last words of every script, which only a run that was let go
// its way can print.
/** What a client cannot show is said, and counted as nothing. */
export const unless = (lacking, row) => (lacking ? { ...row, ok: null, detail: `left out: ${lacking}` } : row)
export const END = "All is done now."
export const check = (name, ok, detail) => ({ name, ok: Boolean(ok), detail })
