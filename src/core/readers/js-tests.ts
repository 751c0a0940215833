// JavaScript test runners: jest, vitest, mocha, node:test, ava, tap, playwright, cypress, karma, bun test, deno test.
// Ground truth: the summary lines their default reporters print.
import { byProgram, type Reader, subcommand } from "./reader.ts"

const named = byProgram({
  jest: "test",
  vitest: "test",
  mocha: "test",
  _mocha: "test",
  ava: "test",
  tap: "test",
  tape: "test",
  playwright: "test",
  cypress: "test",
  karma: "test",
  wtr: "test",
  jasmine: "test",
  "react-scripts": "test",
})
export const jsTests: Reader = {
  name: "js-tests",
  behindRunner: true,
  claims(command) {
    if (command.program === "node" && command.args.some(arg => arg === "--test" || arg.startsWith("--test=")))
      return { salient: "test" }
    if ((command.program === "bun" || command.program === "deno") && subcommand(command) === "test")
      return { salient: "test" }
    if (command.program === "ng" && subcommand(command) === "test") return { salient: "test" }
    return named(command)
  },
  marks: [
    { id: "jest/summary-failed", says: "fail", re: /^\s*(?:Tests|Test Suites):\s+[1-9]\d* failed\b/m },
    { id: "jest/suite-broken", says: "fail", re: /^\s*● Test suite failed to run/m },
    { id: "jest/fail-file", says: "fail", re: /^\s*FAIL\s{1,3}[^\s:]+\.(?:[cm]?[jt]sx?|vue|svelte)\b/m },
    { id: "jest/summary-passed", says: "ok", re: /^\s*Tests:\s+(?:\d+ (?:skipped|todo), )*\d+ passed, \d+ total/m },
    { id: "jest/none", says: "fail", re: /^No tests found, exiting with code 1/m },
    { id: "vitest/summary-failed", says: "fail", re: /^\s*(?:Test Files|Tests)\s{1,4}[1-9]\d* failed\b/m },
    { id: "vitest/errors", says: "fail", re: /^\s*Errors\s{1,4}[1-9]\d* errors?\b/m },
    { id: "vitest/none", says: "fail", re: /^\s*No test files found, exiting with code 1/m },
    { id: "vitest/summary-passed", says: "ok", re: /^\s*(?:Test Files|Tests)\s{1,4}\d+ passed\b/m },
    { id: "mocha/failing", says: "fail", re: /^\s*[1-9]\d* failing\b/m },
    { id: "mocha/passing", says: "ok", re: /^\s*\d+ passing\b/m },
    { id: "node-test/fail", says: "fail", re: /^(?:#|ℹ) fail [1-9]\d*\s*$/m },
    { id: "node-test/cancelled", says: "fail", re: /^(?:#|ℹ) cancelled [1-9]\d*\s*$/m },
    { id: "node-test/pass", says: "ok", re: /^(?:#|ℹ) fail 0\s*$/m },
    { id: "tap/not-ok", says: "fail", re: /^not ok \d+ (?!.*# (?:TODO|SKIP))/m },
    { id: "tap/failed", says: "fail", re: /^# (?:failed|fail) +[1-9]\d*(?: |$)/m },
    {
      id: "ava/failed",
      says: "fail",
      re: /^\s*[1-9]\d* (?:tests?|uncaught exceptions?|unhandled rejections?) failed\s*$/m,
    },
    { id: "ava/passed", says: "ok", re: /^\s*\d+ tests? passed\s*$/m },
    { id: "playwright/failed", says: "fail", re: /^\s{2,}[1-9]\d* (?:failed|interrupted|did not run)\s*$/m },
    { id: "playwright/passed", says: "ok", re: /^\s{2,}\d+ passed \([\d.]+m?s\)/m },
    { id: "cypress/failed", says: "fail", re: /✖\s+[1-9]\d* of \d+ failed/m },
    { id: "cypress/passed", says: "ok", re: /All specs passed!/m },
    { id: "karma/failed", says: "fail", re: /^.{0,80}Executed \d+ of \d+.{0,40}\([1-9]\d* FAILED\)/m },
    { id: "karma/passed", says: "ok", re: /^(?:TOTAL: |.{0,80}Executed \d+ of \d+ )SUCCESS/m },
    { id: "bun/failed", says: "fail", re: /^\s*[1-9]\d* fail\s*$/m },
    { id: "bun/passed", says: "ok", re: /^\s*0 fail\s*$/m },
    { id: "deno/failed", says: "fail", re: /^(?:FAILED \| |error: Test failed)/m },
    { id: "deno/passed", says: "ok", re: /^ok \| \d+ passed/m },
  ],
}
