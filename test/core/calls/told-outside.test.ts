// What strangers' shells show: an exit code that is an answer, and a failure that no exit code tells. Each class both ways.
import { describe, expect, test } from "vitest"
import { readTool } from "../../../src/core/calls/read-tool.ts"
import { call } from "./moment.ts"

const exited = (command: string, exitCode: number, text = "") => readTool(call({ command, exitCode, text })).ok
const printed = (command: string, stdout: string) => readTool(call({ command, stdout, stderr: "" })).ok

describe("[C0-13] an exit code that is an answer", () => {
  test.each([
    [
      "a search with one path missing that found something",
      "rg -n foo src lib",
      2,
      "src/a.ts:1:foo\nrg: lib: No such file or directory (os error 2)",
    ],
    ["a silenced search", "grep -rn foo a b 2>/dev/null", 2, ""],
    ["a chain that ends in an empty search", "ls src | grep widget && grep -n x src/widget.ts | head", 1, ""],
    ["a search behind a compiler that said nothing", "go vet ./... 2>&1 | grep -v generated && echo clean", 1, ""],
    ["a search after looking around", "ls -la docs && rg -n outline docs", 1, "total 4\n-rw-r--r-- 1 me me 12 a.md"],
    [
      "looking whether a file is there",
      "pwd; ls go.mod",
      2,
      "/srv/app\nls: cannot access 'go.mod': No such file or directory",
    ],
    ["asking for the version of what is not installed", "ruby --version", 127, "bash: line 1: ruby: command not found"],
    ["one of two files shown", "cat .env .env.local", 1, "PORT=1\ncat: .env.local: No such file or directory"],
    ["no pull request yet", "gh pr view --json url", 1, 'no pull requests found for branch "topic"'],
    ["an API asked whether something is there", "gh api repos/o/r/contents/X.md", 1, "gh: Not Found (HTTP 404)"],
    ["checks that still run", "gh pr checks 12", 8, "build\tpending\t0\thttps://ci.example"],
    ["a setting that is not set", "git config --global core.excludesfile", 1, ""],
  ])("%s", (_name, command, code, text) => expect(exited(command, code, text)).toBe(true))

  test.each([
    [
      "a search told wrongly",
      "go test ./... | grep -E '--- FAIL'",
      2,
      "grep: unrecognized option `--- FAIL'\nusage: grep [-abc]",
    ],
    ["all files missing", "sed -n 1,20p src/run.go", 2, "sed: can't read src/run.go: No such file or directory"],
    [
      "headings are no findings",
      'for f in a b; do echo "== $f"; grep -n x "lib/$f"; done',
      2,
      "== a\ngrep: lib/a: No such file or directory",
    ],
    [
      "a folder that cannot be entered",
      "cd src && for s in a; do [ -f $s ]; done",
      1,
      "bash: line 1: cd: src: No such file or directory",
    ],
    ["a program that is missing and was to work", "ruby build.rb", 127, "bash: line 1: ruby: command not found"],
    ["an API told to write", "gh api -X POST repos/o/r/issues", 1, "gh: Not Found (HTTP 404)"],
    ["tests that fail before a search", "npm test && grep ok log", 1, "Tests:       1 failed, 2 passed, 3 total"],
  ])("not: %s", (_name, command, code, text) => expect(exited(command, code, text)).toBe(false))
})

describe("[C0-13] a failure that the exit code does not tell", () => {
  test.each([
    [
      "a linter nobody listed, behind a pipe",
      "npx doclinter docs 2>&1 | tail -3",
      "docs/a.md:4:81 error D13 line too long",
    ],
    ["its counted summary", "npx doclinter docs 2>&1 | tail -1", "Summary: 13 issues in 1 file"],
    [
      "findings before the agent's own OK",
      "go build ./... && go vet ./... 2>&1 | tail -30 && echo VET_OK",
      "cache/map.go:20:13: possible misuse of unsafe.Pointer\nVET_OK",
    ],
    [
      "tests in another shell",
      "wsl -e sh -c 'go test ./...' 2>&1 | tail -4",
      "--- PASS: TestA (0.1s)\nFAIL\nFAIL\tx.dev/e2e\t21.2s\nFAIL",
    ],
    ["a CI run that failed", "gh run view 17 2>&1 | head -40", "X main Validate o/r#1 · 17\n\nX test (linux) in 1m"],
    [
      "a check that failed",
      "gh pr checks 3 | cat",
      "lint\tfail\t12s\thttps://ci.example\nunit\tpass\t3s\thttps://ci.example",
    ],
    [
      "only missing files read",
      'grep -n port conf/app.yml | head; echo "=== size ==="',
      "grep: conf/app.yml: No such file or directory\n=== size ===",
    ],
    [
      "an error as the service's answer",
      "curl -s https://api.example/v1/me",
      '{"message":"Requires authentication","status":"401"}',
    ],
    [
      "a script that passes on a service's no",
      "./reply 12 hello 2>&1 | head -5",
      '{"message":"gone"}gh: Parent comment not found (HTTP 404)',
    ],
    ["an evaluation's verdict", "python3 evals/run.py", "case 1 ok\ncase 2 bad\nRESULT: FAIL"],
    ["a wrapper's ok before the end", "./all-checks 2>&1 | tail -3", "unit: ok\nlint: ok\nintegration FAILED"],
  ])("%s", (_name, command, stdout) => expect(printed(command, stdout)).toBe(false))

  test.each([
    [
      "warnings alone",
      "vale notes.md 2>&1 | tail -2",
      "notes.md:3:14 warning Consider another word\n✖ 0 errors, 1 warning and 0 suggestions in 1 file.",
    ],
    ["a search for a linter's name", "grep -rn vale .github | head", ".github/workflows/vale.yml:1:name: vale"],
    ["a log read through a shell", "cat ci.log | tail -3", "step 4\nRESULT: FAIL\nFAILED"],
    [
      "what the command line itself writes",
      "make gen; echo 'VERDICT: FAIL means red'",
      "done\nVERDICT: FAIL means red",
    ],
    ["none failed", "./all-checks 2>&1 | tail -1", "12 passed, 0 failed"],
    ["a body without an error", "curl -s https://api.example/v1/me", '{"name":"x","error":null,"status":"active"}'],
    ["tests whose exit code is seen", "go test -v ./...", "FAIL"],
  ])("not: %s", (_name, command, stdout) => expect(printed(command, stdout)).toBe(true))
})

describe("[C0-13] exit codes in other clients' words", () => {
  test.each([
    ["Copilot CLI's trailer", call({ command: "make", text: "gcc: nothing to do\n<exited with exit code 2>" })],
    [
      "a poll of a running command",
      call({
        tool: "write_stdin",
        text: "Chunk ID: a1\nWall time: 1.0 seconds\nProcess exited with code 1\nOutput:\nx",
      }),
    ],
    ["a tool of a server", call({ tool: "mcp__host__exec", text: "Exit code: 1\nboom" })],
  ])("%s", (_name, moment) => expect(readTool(moment).ok).toBe(false))
})
