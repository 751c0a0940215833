import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readFailure } from "../../../src/core/calls/failure.ts"
import { type Action, actionKeys, check } from "../../../src/core/check/check.ts"
import { type Guard, guardKeys, guardOf, TAG } from "../../../src/core/check/guard.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"

const NOTHING: Action = { command: null, path: null, content: null, error: null }
const norm = (statement: string): Guard =>
  guardOf({ card: "n1", kind: "constraint", statement, tags: [], failures: 0 }) as Guard
const failure = (tags: Readonly<Record<string, string>>, failures = 1): Guard =>
  guardOf({
    card: "f1",
    kind: "negative_result",
    statement: "Run `docker compose up -d redis` before `pnpm test`",
    tags: Object.entries(tags).map(([name, value]) => `${TAG[name as keyof typeof TAG]}${value}`),
    failures,
  }) as Guard
const setUp = (failures = 1) =>
  failure({ command: "pnpm test", remedy: "docker compose up -d redis", how: "set-up" }, failures)
const run = (command: string, guards: readonly Guard[], more = {}) =>
  check({ ...NOTHING, command }, guards, { ran: [], ...more })

describe("check before a command", () => {
  it("[S4-77] holds what the user turned down by name, and nothing else", () => {
    const guards = [norm("use pnpm, not npm")]
    expect(run("npm install left-pad", guards)[0]).toMatchObject({ hold: true, remedy: "pnpm", exact: true })
    for (const fine of ["pnpm install", "echo npm", "grep npm package.json", "npx vitest", "cat npm"])
      expect(run(fine, guards)).toEqual([])
  })
  it("holds a program that nobody knows once it is said to be run, not a name in the code", () => {
    expect(run("sudo db-nuke --all", [norm("never run `db-nuke`")])[0]?.hold).toBe(true)
    expect(norm("never use `db-nuke` in new code")).toBe(null)
  })
  it("lets pass what only asks, or does nothing", () => {
    for (const asks of ["npm --version", "npm -v", "npm help install"])
      expect(run(asks, [norm("use pnpm, not npm")])).toEqual([])
    expect(run("npm -v install", [norm("use pnpm, not npm")])).toHaveLength(1)
    expect(run("git push --dry-run origin main", [norm("never push to main")])).toEqual([])
    expect(run("npm publish --dry-run", [norm("never run `npm publish --dry-run`")])).toHaveLength(1)
  })
  it("[S4-77] finds a denied command behind cd, sudo and variables", () => {
    const guards = [norm("never use `git push --force`")]
    expect(run("cd app && FOO=1 git push --force origin main", guards)[0]?.hold).toBe(true)
    expect(run("git push -f", guards)[0]?.hold).toBe(true)
    expect(run("git push origin main", guards)).toEqual([])
  })
  it("[S4-77] tells after one failure, holds after two", () => {
    expect(run("pnpm test", [setUp(1)])[0]).toMatchObject({ hold: false, remedy: "docker compose up -d redis" })
    expect(run("pnpm test", [setUp(2)])[0]?.hold).toBe(true)
  })
  it("is quiet when the step was taken, when it went well in this episode, and when it went well as often since", () => {
    expect(run("pnpm test", [setUp()], { ran: ["docker compose up -d redis"] })).toEqual([])
    expect(run("pnpm test", [setUp()], { ran: ["pnpm test"] })).toEqual([])
    expect(run("pnpm test", [setUp(1)], { passes: () => 1 })).toEqual([])
    expect(run("pnpm test", [setUp(2)], { passes: () => 1 })).toHaveLength(1)
  })
  it("does not take a shortened name or another line for the same command", () => {
    const long = failure({ command: 'go test -run "…"', remedy: "make", how: "set-up" })
    expect(run('go test -run "TestSomethingWithAVeryLongName"', [long])).toEqual([])
    expect(run("pnpm test\nrm -r build", [setUp()])).toEqual([])
  })
  it("a changed file prevents nothing: said only at the failure", () => {
    const edit = failure({ command: "pnpm test", remedy: "src/a.ts", how: "edit" }, 5)
    expect(run("pnpm test", [edit])).toEqual([])
  })
})

describe("guards by their keys", () => {
  const ERRORS = [
    "Error: connect ECONNREFUSED 127.0.0.1:6379",
    "sh: vitest: command not found",
    "FAIL src/cart.test.ts > total adds up\nAssertionError: expected 3 to be 4",
    "cat: docs/gone.md: No such file or directory",
  ]
  const COMMANDS = [
    "npm install",
    "cd app && sudo npm ci",
    "git push -f",
    "pnpm test",
    "bash -c 'rm -rf build'",
    "echo hi; git push",
  ]
  const PATHS = ["/work/shop/docs/gone.md", "docs/gone.md", "/elsewhere/x"]
  const statement = fc.constantFrom(
    "use pnpm, not npm",
    "never use `git push --force`",
    "never run `rm -rf`, npm or yarn",
    "never use `npm install --global`, and no `sudo`",
    "avoid `git push origin --delete`",
    "prefer small functions",
  )
  const tag = fc.oneof(
    fc.constantFrom(...COMMANDS).map(c => TAG.command + c),
    fc.constantFrom(...ERRORS).map(e => TAG.error + readFailure(e).key),
    fc.constantFrom(...ERRORS).map(e => TAG.place + readFailure(e).place),
    fc.constantFrom("docs/gone.md", "other.md").map(p => TAG.path + p),
    fc.constantFrom("other-command", "set-up", "edit", "other-path").map(h => TAG.how + h),
    fc.constantFrom("pnpm ci", "docs/here.md").map(r => TAG.remedy + r),
  )
  const card = fc.record({
    card: fc.integer({ min: 0, max: 99 }).map(n => `c${n}`),
    kind: fc.constantFrom("constraint" as const, "preference" as const, "negative_result" as const),
    statement,
    tags: fc.array(tag, { maxLength: 6 }),
    failures: fc.integer({ min: 0, max: 3 }),
  })
  const action = fc.record({
    command: fc.option(fc.constantFrom(...COMMANDS)),
    path: fc.option(fc.constantFrom(...PATHS)),
    content: fc.constant(null),
    error: fc.option(fc.constantFrom(...ERRORS)),
  })
  it("[S4-77] those that share a key with an action answer it as all of them would", () => {
    let answered = 0
    fc.assert(
      fc.property(fc.uniqueArray(card, { selector: c => c.card, maxLength: 20 }), action, (cards, asked) => {
        const guards = cards.flatMap(c => guardOf(c) ?? [])
        const keys = new Set(actionKeys(asked, "/work/shop"))
        const sharing = guards.filter(guard => guardKeys(guard).some(key => keys.has(key)))
        const options = { ran: [], root: "/work/shop" }
        const all = check(asked, guards, options)
        answered += all.length
        expect(check(asked, sharing, options)).toEqual(all)
      }),
      { numRuns: 1000 },
    )
    expect(answered).toBeGreaterThan(100)
  })
})

describe("check after a failure", () => {
  const failing = (error: string, guard: Guard, more: Partial<Action> = {}) =>
    check({ ...NOTHING, error, ...more }, [guard], { ran: [], root: "/work/shop" })
  const known = (output: string, how: string) => {
    const read = readFailure(output)
    return failure({
      how,
      remedy: "x",
      ...(read.key ? { error: read.key } : {}),
      ...(read.place ? { place: read.place } : {}),
    })
  }
  it("[S4-77] tells the step for the same reason, whatever the numbers", () => {
    const guard = known("FAIL a.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379", "set-up")
    expect(failing("2 failed\nError: connect ECONNREFUSED 127.0.0.1:6380", guard)).toHaveLength(1)
    expect(failing("Error: connect ETIMEDOUT 10.0.0.1:6379", guard)).toEqual([])
  })
  it("tells a changed file only where the same test or the same rule failed", () => {
    const red = known("--- FAIL: TestCheckout (0.31s)", "edit")
    expect(failing("--- FAIL: TestCheckout (2.10s)", red)).toHaveLength(1)
    expect(failing("--- FAIL: TestRefund (0.31s)", red)).toEqual([])
    const finding = known("a/b.go:12:3: error is not nil (line 9) but it returns nil (nilerr)", "edit")
    expect(failing("c/d.go:80:1: error is not nil (line 77) but it returns nil (nilerr)", finding)).toHaveLength(1)
  })
  it("a line that says only that it failed is nobody's", () => {
    for (const line of [
      "FAIL",
      "[lint] ERROR task failed",
      "Exit code 1",
      "error: test failed",
      "FAIL\tshop/cart [build failed]",
    ]) {
      expect(readFailure(line).key).toBeNull()
      expect(readFailure(line).place).toBeNull()
    }
  })
  it("knows a path that was not there before, in this repository only", () => {
    const guard = failure({ path: ".golangci.yml", remedy: ".golangci.yaml", how: "other-path" })
    const missing = "File does not exist."
    expect(failing(missing, guard, { path: "/work/shop/.golangci.yml" })[0]?.remedy).toBe(".golangci.yaml")
    expect(failing(missing, guard, { path: ".golangci.yml" })).toHaveLength(1)
    const itself = "File does not exist. Did you mean .golangci.yaml?"
    const folder = failure({ path: "src/cli/commands", remedy: "src/cli", how: "other-path" })
    const path = "/work/shop/src/cli/commands"
    expect(failing(`Path does not exist: ${path}`, folder, { path })).toHaveLength(1)
    expect(failing(itself, guard, { path: ".golangci.yml" })).toEqual([])
    expect(failing(missing, guard, { path: "/work/shop/sub/.golangci.yml" })).toEqual([])
    expect(failing(missing, guard, { path: "/elsewhere/.golangci.yml" })).toEqual([])
  })
})

describe("what a failure is about", () => {
  it("tells the call, the surroundings and the content apart", () => {
    const cause = (text: string) => readFailure(text).cause
    expect(cause("zsh: command not found: golangci-lint")).toBe("invocation")
    expect(cause("mise ERROR no task lint:full found")).toBe("invocation")
    expect(cause("Error: unknown flag: --out-format")).toBe("invocation")
    expect(cause('npm error Missing script: "lint"')).toBe("invocation")
    expect(cause("ModuleNotFoundError: No module named 'yaml'")).toBe("surroundings")
    expect(cause("Error: DATABASE_URL is not set")).toBe("surroundings")
    expect(cause("Error: Cannot find module 'express'")).toBe("surroundings")
    expect(cause("Error: Cannot find module './cart'")).toBe("content")
    expect(cause("AssertionError: expected 3 to be 4")).toBe("content")
    expect(cause("src/a.ts(3,1): error TS2304: Cannot find name 'x'.")).toBe("content")
  })
  it("reads any text in bounded time, and its span lies in the text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 4000, unit: "binary" }), text => {
        const read = readFailure(text)
        expect(read.start).toBeGreaterThanOrEqual(0)
        expect(read.end).toBeLessThanOrEqual(text.length)
        expect(read.start).toBeLessThanOrEqual(read.end)
      }),
    )
    for (const piece of ["error ", "/", "a-", "a-\n"])
      expect(
        growth(size => readFailure(piece.repeat(size)), 4_000),
        piece,
      ).toBeLessThan(GROWS_LINEARLY)
  })
  it("equal failures have equal keys, whatever numbers, times and folders say", () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.nat(99_999), (a, b) => {
        const line = (n: number) => `Error: connect ECONNREFUSED 127.0.0.1:${n} after ${n}ms`
        expect(readFailure(line(a)).key).toBe(readFailure(line(b)).key)
      }),
    )
  })
})

describe("[S4-77] at most three answers, holds first", () => {
  it("for any guards", () => {
    const guard = fc.record({ failures: fc.integer({ min: 1, max: 4 }), id: fc.uuid() }).map(({ failures, id }) => ({
      ...setUp(failures),
      card: id,
    }))
    fc.assert(
      fc.property(fc.array(guard, { maxLength: 12 }), guards => {
        const hits = run("pnpm test", guards)
        expect(hits.length).toBe(Math.min(3, guards.length))
        const holds = hits.map(h => h.hold)
        expect(holds).toEqual([...holds].sort((a, b) => Number(b) - Number(a)))
      }),
    )
  })
})
