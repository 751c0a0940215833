// Facts of a prompt that later serve as difficulty covariates (credit.md 5): cheap, text in, numbers out.
const ERROR_TEXT =
  /\b(?:error|exception|traceback|panic|failed|fatal|undefined|cannot|stack trace)\b|^\s+at \S+ \(|\bE[A-Z]{3,}\b/im

/** Does the prompt carry an error trace? Only the first 8 KB are looked at. */
export const hasErrorText = (text: string): boolean => ERROR_TEXT.test(text.slice(0, 8192))
