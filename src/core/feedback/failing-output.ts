// Does text that the user pasted show something failing, or something passing? Ground truth: GUIDELINES of the labelled
// turns ("pastes failing output of what the agent just delivered"). Tool results have their own readers elsewhere.

const FAILING =
  /(?:^|\n|\s)(?:--- FAIL|FAIL\b|FAILED\b|ERROR\b[: ]|E\s{3,}|fatal: |panic: |npm ERR!|Traceback \(most recent|error\[E\d+\]|error TS\d+|AssertionError|Segmentation fault|BUILD FAILED|✗|✘|✖|❌)|\b(?:Error|Exception|[A-Z][a-zA-Z]{2,30}(?:Error|Exception)): |\b(?:error|fatal|panic|failed): \S|exit(?:ed)? (?:with )?(?:status |code )?\(?[1-9]|command not found|No such file or directory|Permission denied|[1-9]\d{0,5} (?:failed|failing|failures?|errors?|issues:)|unexpected token|undefined (?:reference|is not)|cannot (?:use|find|read|resolve|open|assign|import)|could not (?:find|resolve|open|read|connect|compile)|unable to (?:access|connect|resolve|open|find)|failed to (?:load|push|open|find|connect|fetch|install|compile|build|parse|start|resolve|create|write|read|save|run)|is not (?:defined|a function|assignable)|not a git repository|returned error|undefined: \w|unknown (?:command|flag|option)|level=ERROR|status code: ?[45]\d\d|HTTP\/\S{1,4} [45]\d\d|\([a-z]+(?:check|lint|vet)\)|gofmt|remote mismatch/
const PASSING =
  /(?:^|\n)(?:--- PASS|PASS\b|ok\s{2,}\S|OK\b|✓|✔|✅)|\b\d{1,6} (?:passed|passing)\b|\b0 (?:errors|failed|failures|issues)\b|All tests pass|BUILD SUCCESS|exit(?:ed)? (?:with )?(?:status |code )?0\b/

interface PastedOutput {
  readonly failing: boolean
  readonly passing: boolean
}

export function readPasted(text: string): PastedOutput {
  return { failing: FAILING.test(text), passing: PASSING.test(text) }
}
