// Are two failures of one command the same? By what was printed, line by line, without the numbers that change from run to run;
// no list of errors and no language. Paths and names count: another test that is red is another failure.

import { readFailure, stripAnsi } from "../calls/failure.ts"
import { overlap } from "../words/similar.ts"

const LONGEST_READ = 32_768
const LONGEST_LINE = 300
/** from the front and from the end: what is long repeats itself in the middle */
const MOST_LINES = 40
const WORDLESS = /^[^\p{L}]*$/u
/** Half of the lines alike: a stack that grew by a frame is the same failure, another assertion is not. */
const ALIKE = 0.5

export function failureMarks(output: string): ReadonlySet<string> {
  const lines = stripAnsi(output.slice(0, LONGEST_READ))
    .split("\n")
    .map(line =>
      line
        .slice(0, LONGEST_LINE)
        .replace(/0x[0-9a-f]+|\b[0-9a-f]{7,40}\b|\d+(?:[.:,]\d+)*(?:ns|µs|ms|s|m)?/gi, "#")
        .replace(/\s+/g, " ")
        .trim()
        .toLowerCase(),
    )
    .filter(line => !WORDLESS.test(line))
  return new Set(lines.length <= 2 * MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), ...lines.slice(-MOST_LINES)])
}

export function sameFailure(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === 0 || b.size === 0 ? a.size === b.size : overlap(a, b) >= ALIKE
}

/** The same reason again, whatever it was about; of a red test or a finding mostly the same output: one test may be red for many. */
export function failedAlike(a: string, b: string): boolean {
  const [x, y] = [readFailure(a), readFailure(b)]
  const reason = x.cause !== "content" && x.key !== null && x.key === y.key
  return reason || sameFailure(failureMarks(a), failureMarks(b))
}

/** What a failure is known by whatever was called: its reason, or of a red test or a finding its place; null when its words could be
 * anybody's. */
export function failureName(output: string): string | null {
  const { cause, key, place } = readFailure(output)
  return cause === "content" ? place : key
}
