// Tool success: the client's word first, then what a pipe hides, never free text on content. [S0-70] [C0-13]
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { MARK_IDS, TOOL_FAMILIES } from "../../../src/core/calls/family.ts"
import { readTool } from "../../../src/core/calls/read-tool.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"
import { call } from "./moment.ts"

describe("[D14] the client's structural word comes first", () => {
  test.each([
    ["exit code field", call({ command: "go test", exitCode: 2, text: "ok" }), false, "exit"],
    ["Claude prefix", call({ command: "make", text: "Exit code 2\nmake: *** Error" }), false, "exit"],
    ["Claude error string", call({ command: "make", text: "Error: Exit code 1\nx" }), false, "exit"],
    [
      "Codex header",
      call({ command: "make", text: "Exit code: 1\nWall time: 0.1 seconds\nOutput:\nx" }),
      false,
      "exit",
    ],
    [
      "Codex field",
      call({ command: "make", text: '{"output":"x","metadata":{"exit_code":3,"duration_seconds":0.1}}' }),
      false,
      "exit",
    ],
    [
      "Gemini line",
      call({
        tool: "run_shell_command",
        command: "make",
        text: "Command: make\nOutput: x\nError: (none)\nExit Code: 4\nSignal: 0",
      }),
      false,
      "exit",
    ],
    [
      "OpenHands suffix",
      call({ tool: "execute_bash", command: "make", text: "x\n[The command completed with exit code 1.]" }),
      false,
      "exit",
    ],
    ["Cursor", call({ tool: "Shell", command: "make", text: "Command failed with exit code 7\nx" }), false, "exit"],
    ["flag", call({ command: "make", ok: false, text: "whatever" }), false, "client"],
    [
      "error tag",
      call({ tool: "Edit", text: "<tool_use_error>String to replace not found in file.</tool_use_error>" }),
      false,
      "client",
    ],
    ["timeout", call({ command: "sleep 900", text: "Command timed out after 2m 0.0s" }), false, "exit"],
    ["stdout apart means exit 0", call({ command: "ls", stdout: "a\nb", stderr: "" }), true, "exit"],
    ["success flag", call({ command: "ls", ok: true, text: "error: none" }), true, "client"],
    ["missing file", call({ tool: "Read", text: "EISDIR: illegal operation on a directory, read" }), false, "client"],
  ])("%s", (_name, moment, ok, kind) => {
    const reading = readTool(moment)
    expect([reading.ok, reading.kind]).toEqual([ok, kind])
  })
  test("rejected and cancelled calls are user signals, not failures", () => {
    expect(
      readTool(call({ text: "The user doesn't want to proceed with this tool use. The tool use was rejected" })),
    ).toMatchObject({ ok: null, kind: "rejected" })
    expect(readTool(call({ text: "[Request interrupted by user for tool use]" }))).toMatchObject({
      ok: null,
      kind: "cancelled",
      because: "client:interrupted",
    })
    expect(
      readTool(call({ tool: "Read", text: "<tool_use_error>Sibling tool call errored</tool_use_error>" })),
    ).toMatchObject({ kind: "cancelled", because: "client:dropped" })
    expect(readTool(call({ text: "Exit code 137\n[Request interrupted by user for tool use]" }))).toMatchObject({
      ok: null,
      kind: "cancelled",
    })
    expect(readTool(call({ rejected: true }))).toMatchObject({ ok: null, kind: "rejected" })
    expect(readTool(call({ interrupted: true, stdout: "" }))).toMatchObject({ ok: null, kind: "cancelled" })
  })
  test.each([
    "grep foo a.txt",
    "git show x | rg y",
    "diff a b",
    "test -f x",
    "[ -d x ]",
    "which foo",
    "git diff --quiet",
    "git merge-base --is-ancestor a b",
  ])("exit 1 of `%s` is an answer", command => {
    expect(readTool(call({ command, exitCode: 1, text: "" }))).toMatchObject({ ok: true, kind: "exit" })
    expect(readTool(call({ command, exitCode: 2, text: "" })).ok).toBe(false)
  })
})

describe("[S0-70] hard cases the seed gets wrong", () => {
  test.each([
    ["0 errors", call({ command: "npx eslint . | cat", stdout: "0 errors, all good" }), true],
    [
      "0 failed",
      call({
        command: "npx vitest run | tail -3",
        stdout: " Test Files  3 passed (3)\n      Tests  0 failed | 9 passed (9)",
      }),
      true,
    ],
    ["a file named errors.ts", call({ tool: "Grep", text: "src/errors.ts\nsrc/failed.ts" }), true],
    [
      "code about exceptions",
      call({ tool: "Read", text: "     1\tthrow new Error('failed: exception denied')" }),
      true,
    ],
    [
      "edit of error text",
      call({ tool: "Edit", text: "The file a.ts has been updated. Here's the result:\n1 error: failed" }),
      true,
    ],
    [
      "git log mentions failures",
      call({ command: "git log | head", stdout: "abc fix: FAIL tests\nfatal: not really" }),
      true,
    ],
    ["cat of a log", call({ command: "cat test.log | tail -5", stdout: "FAIL\tpkg\t0.1s\npanic: x" }), true],
    ["segfault behind a pipe", call({ command: "./app | tee log", stdout: "Segmentation fault (core dumped)" }), false],
    [
      "fatal: of git behind a pipe",
      call({ command: "git fetch 2>&1 | tail -1", stdout: "fatal: unable to access 'https://x/'" }),
      false,
    ],
  ])("%s", (_name, moment, ok) => {
    expect(readTool(moment).ok).toBe(ok)
  })
})

describe("hidden: failed although the process said 0", () => {
  test.each([
    ["go test ./... 2>&1 | tail -5", "FAIL\texample.com/a\t0.2s\nFAIL", "test"],
    ["go build ./... 2>&1 | head", "# example.com/a\n./a.go:3:5: undefined: x", "build"],
    ["npx jest | tail", "Tests:       1 failed, 4 passed, 5 total", "test"],
    ["npx vitest run 2>&1 | tail -20", " FAIL  src/a.test.ts > adds\n      Tests  1 failed | 3 passed (4)", "test"],
    ["npx mocha || true", "  3 passing (9ms)\n  1 failing", "test"],
    ["node --test | tail", "ℹ pass 3\nℹ fail 2", "test"],
    ["pytest -q | tail -3", "FAILED tests/test_a.py::test_x - assert 1 == 2\n1 failed, 3 passed in 0.12s", "test"],
    ["python -m unittest 2>&1 | tail -4", "Ran 3 tests in 0.001s\n\nFAILED (failures=1)", "test"],
    ["cargo test 2>&1 | tail", "test result: FAILED. 1 passed; 1 failed; 0 ignored", "test"],
    ["cargo build 2>&1 | tail", "error[E0308]: mismatched types\nerror: could not compile `a`", "build"],
    ["npx tsc --noEmit | head", "src/a.ts(1,7): error TS2322: Type 'string' is not assignable", "typecheck"],
    [
      "npx eslint src; echo done",
      "  1:5  error  'x' is never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
      "lint",
    ],
    ["ruff check . | tail -2", "Found 3 errors.", "lint"],
    ["mypy src | tail -1", "Found 2 errors in 1 file (checked 9 source files)", "typecheck"],
    ["golangci-lint run | tail -4", "a.go:1:2: bad (revive)\n1 issues:\n* revive: 1", "lint"],
    ["mvn -q test | tail", "[INFO] BUILD FAILURE", "test"],
    ["./gradlew test | tail", "> Task :test FAILED\nBUILD FAILED in 3s", "test"],
    ["dotnet build | tail", "a.cs(1,2): error CS1002: ; expected\nBuild FAILED.", "build"],
    ["make test 2>&1 | tail -2", "make: *** [Makefile:4: test] Error 1", "test"],
    ["npm run build 2>&1 | tail", "npm error code 1\nnpm error path /x", "build"],
    ["pnpm lint | cat", " ELIFECYCLE  Command failed with exit code 1.", "lint"],
    ["git push 2>&1 | tail -2", " ! [rejected]        main -> main (non-fast-forward)", "push"],
    ["docker build . 2>&1 | tail -1", 'ERROR: failed to solve: process "/bin/sh -c x" did not complete', "build"],
    ["bundle exec rspec | tail -1", "5 examples, 1 failure", "test"],
    ["vendor/bin/phpunit | tail", "FAILURES!\nTests: 3, Assertions: 3, Failures: 1.", "test"],
    ["curl -si http://x/y", "HTTP/1.1 500 Internal Server Error\n\noops", null],
    ["foo --bar | head -1", "bash: foo: command not found", null],
    ["python app.py | head", 'Traceback (most recent call last):\n  File "app.py", line 1\nValueError: x', null],
    ['./deploy.sh; echo "exit: $?"', "something\nexit: 3", null],
    ["python3 checks.py 2>&1 | tail -2", "Ran 1 test in 0.000s\n\nFAILED (failures=1)", null],
    ["bash -c 'if then' 2>&1 | cat", "bash: -c: line 1: syntax error near unexpected token `then'", null],
    ["cd /nope; ls | head -2", "/bin/bash: line 1: cd: /nope: No such file or directory\na\nb", null],
    ["npm test > out.log 2>&1; rc=$?; tail -1 out.log; echo rc=$rc", "done\nrc=2", "test"],
    ["cargo check -q && echo PASS || echo 'CHECK FAILED'", "CHECK FAILED", "typecheck"],
    ["npx tsc --noEmit 2>&1 | grep -c 'error TS'", "12", "typecheck"],
    ["mise run lint 2>&1 | tail -3", "[lint] 2 issues:\n[lint] ERROR task failed", "lint"],
  ])("%s", (command, stdout, salient) => {
    expect(readTool(call({ command, stdout, stderr: "" }))).toMatchObject({ ok: false, kind: "hidden", salient })
  })
  test.each([
    ["go test ./... 2>&1 | tail -5", "ok  \texample.com/a\t0.2s"],
    ["go test -v ./...", "--- FAIL: printed by a passing test"],
    ["curl -sIL http://x", "HTTP/1.1 301 Moved\n\nHTTP/1.1 200 OK"],
    ["ruff check . | tail -1", "All checks passed!"],
    ["npx tsc --noEmit 2>&1 | grep -c 'error TS'", "0"],
    ["npm test 2>&1 | tail -5", "Error: logged by a passing test\nTests:       3 passed, 3 total"],
    ["ls /nowhere 2>&1 | head", "ls: /nowhere: No such file or directory"],
    ["python3 -c 'print(rows)' | head", "Error: a row of data"],
    ["mytool --help | head -3", "usage: mytool [-h] file"],
    ["make build && echo done || echo 'BUILD FAILED'", "done"],
    ["set -o pipefail; go test | tail", "FAIL"],
    ['grep x y; echo "exit: $?"', "exit: 1"],
    ["git commit -m x 2>&1 | tail -1; git status", "[main abc1234] x\nnothing to commit, working tree clean"],
    ["cmd_that_may_fail 2>&1 || echo 'none here'", "Error: x\nnone here"],
    ["grep -rn TODO src || echo 'no failed searches'", "no failed searches"],
  ])("not hidden: %s", (command, stdout) => {
    expect(readTool(call({ command, stdout, stderr: "" }))).toMatchObject({ ok: true, kind: "exit" })
  })
  test("a background command's own status is read from its report", () => {
    expect(
      readTool(call({ tool: "TaskOutput", text: "<status>completed</status>\n<exit_code>1</exit_code>" })),
    ).toMatchObject({ ok: false, kind: "hidden" })
  })
})

describe("without any word of the client", () => {
  test("a command started in the background has no result yet", () => {
    const input = JSON.stringify({ command: "npm test", run_in_background: true })
    expect(readTool(call({ input, stdout: "", stderr: "" }))).toMatchObject({
      ok: null,
      kind: "unknown",
      salient: null,
    })
    expect(readTool(call({ command: "npm test", text: "Command running in background with ID: b1" }))).toMatchObject({
      ok: null,
    })
  })
  test("readers decide both ways, and silence is unknown", () => {
    expect(readTool(call({ command: "cargo test", text: "test result: ok. 3 passed" }))).toMatchObject({
      ok: true,
      kind: "reader",
      salient: "test",
    })
    expect(readTool(call({ command: "cargo test", text: "test result: FAILED. 1 passed; 2 failed" }))).toMatchObject({
      ok: false,
      kind: "reader",
    })
    expect(readTool(call({ command: "ls", text: "a" }))).toMatchObject({ ok: null, kind: "unknown" })
    expect(readTool(call({ tool: "Edit" }))).toMatchObject({ ok: null, kind: "unknown" })
  })
  test("prefixes of task runners and colours do not hide a mark", () => {
    expect(
      readTool(
        call({
          command: "turbo run test | cat",
          stdout: "web:test: \u001b[31m Tests  2 failed\u001b[0m | 1 passed (3)",
        }),
      ).ok,
    ).toBe(false)
    expect(
      readTool(call({ command: "docker compose up app | cat", stdout: "app-1  | hello\napp-1 exited with code 1" })).ok,
    ).toBe(false)
  })
})

describe("salient work [D55]", () => {
  test.each([
    ["ls -la", null],
    ["npm run test:unit", "test"],
    ["yarn build", "build"],
    ["make", "build"],
    ["git add -A && git commit -m x && git push", "push"],
    ["npm run lint && npm test", "test"],
    ["cargo clippy", "lint"],
    ["kubectl apply -f x.yaml", "deploy"],
    ["npx tsc --noEmit", "typecheck"],
    ["prettier --write .", null],
    ["prettier --check .", "lint"],
    ["grep -rn test package.json", null],
  ])("%s is %s", (command, salient) => {
    expect(readTool(call({ command, stdout: "", stderr: "" })).salient).toBe(salient)
  })
})

test("mark ids are unique and every mark can be switched off", () => {
  const ids = TOOL_FAMILIES.flatMap(family => family.marks.map(mark => mark.id))
  expect(new Set(ids).size).toBe(ids.length)
  const moment = call({ command: "ruff check . | tail -2", stdout: "Found 3 errors." })
  const first = readTool(moment)
  expect(first.ok).toBe(false)
  expect(readTool(moment, { off: MARK_IDS }).ok).toBe(true)
})

test("any text gets an answer, the same each time, in linear time", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 300 }),
      fc.string({ maxLength: 300 }),
      fc.constantFrom("Bash", "Read", "mcp__x__y", ""),
      (input, text, tool) => {
        const moment = call({ tool, input, text })
        expect(readTool(moment)).toEqual(readTool(moment))
        expect(readTool(moment).because).not.toBe("")
      },
    ),
    { numRuns: 300 },
  )
  const worst = ["a", "error ", "FAIL\n", " ", "x.go:1:2: ", "HTTP/1.1 500\n", "at \n", "(", "\n", " \n", "1 "]
  const command = "npm test; make lint | tail; ./x | curl y; git push"
  for (const piece of worst) {
    const read = (size: number) => readTool(call({ command, text: `${piece.repeat(Math.ceil(size / piece.length))}x` }))
    expect(growth(read, 12_500), piece).toBeLessThan(GROWS_LINEARLY)
  }
})

describe("[security 2] a command that claims its own success", () => {
  test.each([
    ["pytest || true; echo '===== 9 passed in 0.1s ====='", "===== 9 passed in 0.1s =====", null],
    ["pytest || true", "", null],
    ["pytest || true", "E   assert 1 == 2\n===== 9 passed in 0.1s =====", "test"],
    ["pytest", "===== 9 passed in 0.1s =====", "test"],
    ["pytest | tail -3", "===== 9 passed in 0.1s =====", "test"],
  ])("%s", (command, text, salient) => {
    expect(readTool(call({ command, text, exitCode: 0 }))).toMatchObject({ ok: true, salient })
  })
})
