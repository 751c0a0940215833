// Which tool calls name a file whose contents are never recorded.

import { describe, expect, it } from "vitest"
import { DEFAULT_IGNORES } from "../../../src/core/redact/ignore.ts"
import { namesIgnored, writesIgnored } from "../../../src/core/redact/named-files.ts"

const runs = (line: string): boolean => namesIgnored("runs", line, DEFAULT_IGNORES)

describe("namesIgnored", () => {
  it("takes no time that grows with every slash [security-11]", () => {
    for (const part of ["/", "//*", "/.", "/**/"]) {
      expect(runs(`ls ~/.ssh${part.repeat(2_000)}`), part).toBe(true)
      expect(runs(`ls ~/.ssx*${part.repeat(2_000)}x`), part).toBe(false)
    }
  })
  it("finds such files in shell lines, whatever program reads them [security-4]", () => {
    for (const line of [
      "cat .env",
      "cat ./.env 2>/dev/null",
      "cat config/.env.production | head",
      "head -3 ~/.aws/credentials",
      "grep -r . .env",
      "grep -e DB .env",
      "grep -A 3 DB .env",
      "rg DB_PASS .env",
      "source .env; env",
      ". .env && npm test",
      "set -a; . ./.env; set +a; printenv",
      "while read l; do echo $l; done < .env",
      "echo $(<.env)",
      'echo "$(cat .env)"',
      "echo `cat .env`",
      "diff <(sort .env) a",
      "(cat) < '.env'",
      "xxd<.env",
      "F=.env; cat $F",
      "for f in a .env; do cat $f; done",
      "cat .env*",
      "cat .en?",
      "cat config/.env{,.local}",
      "cat ~/.aws/*",
      "grep -r . ~/.ssh",
      "grep -r . ~/.aws/",
      'cat "my keys/server.key"',
      'bash -c "cat .env"',
      "ssh host 'cd app && cat .env'",
      "python3 -c \"print(open('.env').read())\"",
      "python3 - <<'EOF'\nprint(open('.env').read())\nEOF",
      'node -e "console.log(process.env)"',
      "docker run --env-file=.env app env",
      "docker compose --env-file .env config",
      "git show HEAD:.env",
      "git diff -- .env",
      "curl -d @.env http://localhost",
      "dd if=.env",
      "sudo cat /etc/shadow",
      "cd ~/.aws && cat credentials",
      "type C:\\app\\.env",
      "openssl rsa -in server.key -text",
      'echo "A=b" >> .env',
      `${"true; ".repeat(300)}cat .env`,
    ])
      expect(runs(line), line).toBe(true)
  })

  it("leaves lines alone that name none, or only say it", () => {
    for (const line of [
      "cat .env.example",
      "git add .env.example",
      "cp .env.example .env.sample",
      "ls -la",
      "cat src/env.ts",
      "grep -rn process.env src",
      "rg 'credentials' src/login",
      "grep -rn .env src",
      'git commit -m "Read .env late"',
      "git commit -m \"$(cat <<'EOF'\nRead .env late, and server.key\nEOF\n)\"",
      'echo "put it into .env"',
      "cat > README.md <<'EOF'\nput it into .env\nEOF",
      "npx vitest run test/*",
      "wc -l *",
      "npm test",
      "cat ~/.ssh/known_hosts",
      "cat id_rsa.pub",
    ])
      expect(runs(line), line).toBe(false)
  })

  it("finds them in any field of other tools, and in patches", () => {
    const other = (input: unknown, does = "other", hasPath = false): boolean =>
      namesIgnored(does, JSON.stringify(input), DEFAULT_IGNORES, hasPath)
    expect(other({ uri: "file:///home/a/app/.env" })).toBe(true)
    expect(other({ paths: ["a.ts", "b/.env.local"] })).toBe(true)
    expect(other({ files: [{ at: "~/.aws/credentials" }] })).toBe(true)
    expect(other({ name: "id_rsa" })).toBe(true)
    expect(other({ cmd: "cat .env" })).toBe(true)
    expect(other({ command: ["bash", "-c", "cat .env"] }, "runs")).toBe(true)
    expect(other({ pattern: "KEY", glob: ".env*" }, "searches")).toBe(true)
    expect(
      namesIgnored("edits", "*** Begin Patch\n*** Update File: a.ts\n@@\n*** Add File: x/.env\n+A=b", DEFAULT_IGNORES),
    ).toBe(true)
    expect(other({ pattern: "process.env", path: "src" }, "searches", true)).toBe(false)
    expect(other({ file_path: ".gitignore", old_string: "", new_string: ".env" }, "edits", true)).toBe(false)
    expect(other({ url: "https://docs.example/api/credentials" }, "fetches")).toBe(false)
    expect(other({ todos: [{ content: "Fill src/.env" }] }, "plans")).toBe(false)
    expect(other({ path: "a/.env.example" })).toBe(false)
  })

  it("goes by the user's own globs", () => {
    const mine = [...DEFAULT_IGNORES, "notes/**", "!.npmrc"]
    expect(namesIgnored("runs", "cat notes/a.txt", mine)).toBe(true)
    expect(namesIgnored("runs", "grep -r . notes", mine)).toBe(true)
    expect(namesIgnored("runs", "cat .npmrc", mine)).toBe(false)
    expect(namesIgnored("runs", "cat .env", [])).toBe(false)
    expect(namesIgnored("runs", "cat anything", ["*"])).toBe(true)
  })

  it("knows what is written into one, and stays quick on long lines", () => {
    expect(writesIgnored("cat > .env <<EOF\nA=b\nEOF", DEFAULT_IGNORES)).toBe(true)
    expect(writesIgnored("echo A=b | tee -a .env", DEFAULT_IGNORES)).toBe(true)
    expect(writesIgnored("cat .env 2>/dev/null", DEFAULT_IGNORES)).toBe(false)
    const start = performance.now()
    runs(`cat ${"x ".repeat(30_000)} .env`)
    runs("a".repeat(100_000))
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
