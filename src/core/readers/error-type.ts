// The five types of an error (S3-33) and how a text is put into one (S3-38 names classifyError without defining it).
export const ERROR_TYPES = ["validation", "timeout", "conflict", "tool_failure", "unknown"] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

const LONGEST_READ = 8_192
// Order matters: a time-out inside a test run is a time-out, a lock is a conflict before it is a failed tool.
const MARKS: readonly (readonly [ErrorType, RegExp])[] = [
  ["timeout", /\btimed?[ -]?out\b|\bdeadline exceeded\b|\bETIMEDOUT\b|\bESOCKETTIMEDOUT\b|\bTimeoutError\b/i],
  [
    "conflict",
    /\bCONFLICT \(|\bmerge conflict|\bautomatic merge failed|\[rejected\]|\bnon-fast-forward\b|\bindex\.lock\b|\bEADDRINUSE\b|\baddress already in use\b|\bdatabase is locked\b|\bfile reservation\b|\breserved by\b|\bmodified since read\b|\bwould be overwritten by (?:merge|checkout)\b|\balready exists\b|\bHTTP[ /][\d. ]*409\b/i,
  ],
  [
    "validation",
    /\bInputValidationError\b|\bValidationError\b|\bvalidation (?:failed|error)\b|\binvalid (?:argument|option|input|value|syntax|parameter)|\bunknown (?:flag|option|command|argument)|\bunrecogni[sz]ed (?:option|argument)|\bmissing required\b|\bmust be (?:a|an|one of)\b|\bSyntaxError\b|\bsyntax error\b|\berror TS\d+|\berror\[E\d+\]|\btype ?check|\bAssertionError\b|\bassertion failed\b|\bschema\b|\busage:|\bString to replace not found\b|\bmatches of the string to replace\b|\bhas not been read yet\b|\b\d+ (?:problems?|issues?|offenses?)\b/i,
  ],
  [
    "tool_failure",
    /\bexit(?:ed)? (?:with )?(?:code|status)\b|\bcommand not found\b|\bno such file\b|\bdoes not exist\b|\bpermission denied\b|\bENOENT\b|\bEACCES\b|\bEISDIR\b|\bsegmentation fault\b|\bpanic:|\btraceback\b|\bfatal:|\bFAIL(?:ED|URE)?\b|\bfailed\b|\berror\b/i,
  ],
]

export function classifyError(text: string): ErrorType {
  const read = text.slice(0, LONGEST_READ)
  for (const [type, mark] of MARKS) if (mark.test(read)) return type
  return "unknown"
}
