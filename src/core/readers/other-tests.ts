// Test runners of Ruby, PHP, Elixir, Perl, Lua, Haskell and shell: rspec, minitest, phpunit, pest, mix test, prove, bats.
import { byProgram, type Reader, subcommand } from "./reader.ts"

const named = byProgram({
  rspec: "test",
  minitest: "test",
  phpunit: "test",
  pest: "test",
  prove: "test",
  bats: "test",
  busted: "test",
  stack: "build",
  cabal: "build",
})
export const otherTests: Reader = {
  name: "other-tests",
  behindRunner: true,
  claims(command) {
    const sub = subcommand(command)
    if (command.program === "mix")
      return { salient: sub === "test" ? "test" : sub === "compile" ? "build" : sub === "credo" ? "lint" : null }
    if (command.program === "rails" || command.program === "artisan") return sub === "test" ? { salient: "test" } : null
    if (command.program === "php" && command.args[0] === "artisan" && command.args[1] === "test")
      return { salient: "test" }
    if (command.program === "ruby" && command.args.some(arg => /_(?:test|spec)\.rb$/.test(arg)))
      return { salient: "test" }
    if ((command.program === "stack" || command.program === "cabal") && sub === "test") return { salient: "test" }
    return named(command)
  },
  marks: [
    {
      id: "rspec/failed",
      says: "fail",
      re: /^\d+ examples?, (?:[1-9]\d* failures?|\d+ failures?,.{0,40} [1-9]\d* errors? occurred)/m,
      salient: "test",
    },
    { id: "rspec/passed", says: "ok", re: /^\d+ examples?, 0 failures/m, salient: "test" },
    {
      id: "minitest/failed",
      says: "fail",
      re: /^\d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9]\d* errors)/m,
      salient: "test",
    },
    {
      id: "minitest/passed",
      says: "ok",
      re: /^\d+ (?:runs|tests), \d+ assertions, 0 failures, 0 errors/m,
      salient: "test",
    },
    {
      id: "phpunit/failed",
      says: "fail",
      re: /^(?:FAILURES!|ERRORS!|Tests: \d+, Assertions: \d+, .{0,40}(?:Errors|Failures): [1-9]|There (?:was|were) \d+ (?:failures?|errors?):)/m,
      salient: "test",
    },
    { id: "phpunit/passed", says: "ok", re: /^OK \(\d+ tests?, \d+ assertions?\)/m, salient: "test" },
    { id: "pest/failed", says: "fail", re: /^\s*Tests:\s+[1-9]\d* (?:failed|errors?)/m, salient: "test" },
    { id: "exunit/failed", says: "fail", re: /^(?:\d+ doctests?, )?\d+ tests?, [1-9]\d* failures?/m, salient: "test" },
    { id: "exunit/passed", says: "ok", re: /^(?:\d+ doctests?, )?\d+ tests?, 0 failures/m, salient: "test" },
    {
      id: "elixir/compile",
      says: "fail",
      re: /^\*\* \((?:Compile|Syntax|Token|Mix)\w*Error\)|^== Compilation error in file/m,
      salient: "build",
    },
    { id: "prove/failed", says: "fail", re: /^Result: FAIL/m, salient: "test" },
    { id: "prove/passed", says: "ok", re: /^Result: PASS/m, salient: "test" },
    { id: "bats/failed", says: "fail", re: /^(?:\s*✗ |\d+ tests?, [1-9]\d* failures?)/m, salient: "test" },
  ],
}
