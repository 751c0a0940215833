// J2: don't repeat that mistake. A failure that was fixed is known the next time, before or at the failure.
import { describe, expect, it } from "vitest"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { readCards, readLedger } from "../../src/memory/reading/read.ts"
import { claude } from "../hook/house.ts"
import { hooksOf } from "./hooks.ts"
import { REPO, world } from "./world.ts"

const RED =
  "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\n    at TCPConnectWrap.afterConnect\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"

async function failThenFix(w: ReturnType<typeof world>, session: string): Promise<void> {
  const e = await w.opens(session)
  await e.says("run the tests")
  await e.runs("pnpm test", { ok: false, output: RED })
  await e.runs("docker compose up -d redis", { ok: true, output: "Container redis started" })
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies("Redis was not running; tests pass now.")
  await e.ends()
  w.later(60 * 24)
}

describe("failure and fix", () => {
  it("[S4-12, D75] a test that failed, then passed after a step, yields a negative result with its remedy", async () => {
    const w = world()
    await failThenFix(w, "one")
    const cards = readCards(w.memory)
    expect(cards.map(c => [c.kind, c.stage])).toEqual([["negative_result", "active"]])
    expect(cards[0]?.statement).toContain("docker compose up -d redis")
    expect(readLedger(w.memory).map(l => l.act)).toEqual(["admitted"])
  })

  it("[S4-77] check tells the fix at the same error, and holds once it was seen twice", async () => {
    const w = world()
    await failThenFix(w, "one")
    const ask = { scope: REPO, action: { command: null, path: null, content: null, error: RED }, mode: "hold" as const }
    expect(checkAction(w.memory, ask).tell).toContain("docker compose up -d redis")
    const before = { ...ask, action: { ...ask.action, command: "pnpm test", error: null } }
    expect(checkAction(w.memory, before).hold).toBeNull()
    expect(checkAction(w.memory, before).tell).toContain("docker compose up -d redis")
    await failThenFix(w, "two")
    expect(checkAction(w.memory, before).hold).toContain("docker compose up -d redis")
    expect(readCards(w.memory)).toHaveLength(1)
  })

  it("a wrapper's other work is no way round what it cannot run, and of two ways round the usual one is told", async () => {
    const w = world()
    const unknown = "error: unrecognized subcommand 'bun'\n\nUsage: wrap <COMMAND>"
    const session = async (name: string, instead: string): Promise<void> => {
      const e = await w.opens(name)
      await e.says("run the tests")
      await e.runs("wrap bun run test | tail -20", { ok: false, output: unknown })
      await e.runs("wrap bun run lint | tail -20", { ok: true, output: unknown })
      await e.runs("wrap git status && wrap git diff | tail -20", { ok: true, output: "nothing to commit" })
      await e.runs(instead, { ok: true, output: GREEN })
      await e.ends()
      w.later(60 * 24)
    }
    for (const name of ["one", "two", "three"]) await session(name, "bun run test | tail -20")
    await session("four", "wrap test bun run test | tail -20")
    const learned = readCards(w.memory).filter(c => c.kind === "negative_result")
    expect(learned.map(c => c.statement).join("\n")).not.toMatch(/lint|git/)
    const action = { command: "wrap bun run test | tail -20", path: null, content: null, error: null }
    const { hits, hold } = checkAction(w.memory, { scope: REPO, episode: "e", action, mode: "hold" })
    expect(hits).toHaveLength(1)
    expect(hold).toContain("Instead: bun run test")
  })

  it("a step already taken in the episode needs no reminder", async () => {
    const w = world()
    await failThenFix(w, "one")
    await failThenFix(w, "two")
    const e = await w.opens("three")
    await e.says("run the tests")
    await e.runs("docker compose up -d redis", { ok: true })
    w.memory.catchUp()
    const asked = checkAction(w.memory, {
      scope: REPO,
      episode: e.id,
      action: { command: "pnpm test", path: null, content: null, error: null },
      mode: "hold",
    })
    expect(asked.hits).toEqual([])
  })
})

const NOT_THERE = "✖ converts eur to usd\n  Error: generated/rates.json is missing\nℹ tests 3\nℹ fail 1"
const DAY = 60 * 24
/** One session: red, some steps, green again; `steps` may edit with "edit: path". */
async function session(
  w: ReturnType<typeof world>,
  name: string,
  steps: readonly string[],
  before: readonly string[] = [],
) {
  const e = await w.opens(name)
  await e.says("run the tests")
  for (const step of before) await e.runs(step, { ok: true })
  await e.runs("pnpm test", { ok: false, output: NOT_THERE })
  for (const step of steps)
    if (step.startsWith("edit: ")) await e.edits(`/work/shop/${step.slice(6)}`)
    else await e.runs(step, { ok: true })
  await e.runs("pnpm test", { ok: true, output: "ℹ tests 3\nℹ fail 0" })
  await e.ends()
  w.later(DAY)
}
const lessons = (w: ReturnType<typeof world>) => readCards(w.memory).filter(c => c.kind === "negative_result")

describe("a failure that comes back", () => {
  it("[N1, S4-20] the second session teaches what both did before green, whatever it is called, with both failures as evidence", async () => {
    const w = world()
    await session(w, "one", ["ls src", "pnpm run gen"])
    expect(lessons(w)).toEqual([])
    await session(w, "two", ["cat package.json", "pnpm run gen"])
    const [card] = lessons(w)
    expect(card?.statement).toContain("Run `pnpm run gen` before `pnpm test`")
    expect(card?.stage).toBe("active")
    expect(card?.evidence.filter(e => e.kind === "tool_output")).toHaveLength(2)
    const ask = {
      scope: REPO,
      action: { command: "pnpm test", path: null, content: null, error: null },
      mode: "tell" as const,
    }
    expect(checkAction(w.memory, ask).tell).toContain("pnpm run gen")
  })
  it("[N1] what taught nothing stands in the ledger with its reason", async () => {
    const w = world()
    await session(w, "one", ["ls src"])
    await session(w, "two", ["git status"])
    await session(w, "three", ["edit: src/rates.ts"])
    expect(lessons(w)).toEqual([])
    const reasons = readLedger(w.memory).map(l => l.because)
    expect(reasons).toEqual([
      "taught-nothing: only looked at between red and green",
      "taught-nothing: passed after the code was changed, each time elsewhere",
    ])
  })
  it("[N1] what never passed says so when the episode ends, whenever its failure was looked at", async () => {
    const w = world()
    for (const name of ["one", "two"]) {
      const e = await w.opens(name)
      await e.says("run the tests")
      await e.runs("pnpm test", { ok: false, output: NOT_THERE })
      await e.says("leave it")
      await e.ends()
      w.later(DAY)
    }
    expect(readLedger(w.memory).map(l => l.because)).toEqual(["taught-nothing: never seen to pass"])
  })
  it("[N1] and when it ends without a word, because the terminal was killed", async () => {
    const w = world()
    for (const name of ["one", "two", "three"]) {
      const e = await w.opens(name)
      await e.says("run the tests")
      if (name !== "three") await e.runs("pnpm test", { ok: false, output: NOT_THERE })
      await e.says("leave it")
      await w.settle()
      w.later(DAY)
    }
    expect(readLedger(w.memory).map(l => l.because)).toEqual(["taught-nothing: never seen to pass"])
  })
  it("[N1] a path that failed before and taught no other one says why; what is new or failed otherwise says nothing", async () => {
    const w = world()
    const looks = async (name: string, ...at: readonly (readonly [path: string, output: string, ok: boolean])[]) => {
      const e = await w.opens(name)
      await e.says("look at the rates")
      for (const [path, output, ok] of at) await e.reads(`/work/${path}`, output, ok)
      await e.says("and now the totals")
      await e.ends()
      w.later(DAY)
    }
    const gone = "File does not exist."
    for (const name of ["one", "two"])
      await looks(
        name,
        ["shop/src/rates.ts", gone, false],
        ["other/rates.ts", gone, false],
        ["shop/src/late.ts", gone, false],
        ["shop/src/late.ts", "export {}", true],
        ["shop/src/big.ts", "File content (300000 tokens) exceeds the limit", false],
        [`shop/src/${name}.ts`, gone, false],
        ["shop/src/mixed.ts", name === "one" ? gone : "permission was denied", false],
      )
    expect(lessons(w)).toEqual([])
    expect(readLedger(w.memory).map(l => l.because)).toEqual([
      "taught-nothing: nothing of its name was found",
      "taught-nothing: lies outside the repository",
      "taught-nothing: was there a moment later",
      "taught-nothing: failed for another reason than its path",
    ])
  })
  it("what was done and did not help speaks against the card, and is unlearned", async () => {
    const w = world()
    await session(w, "one", ["pnpm run gen"])
    await session(w, "two", ["pnpm run gen"])
    expect(lessons(w).map(c => c.stage)).toEqual(["active"])
    for (const name of ["three", "four", "five"]) await session(w, name, ["pnpm run rates"], ["pnpm run gen"])
    const by = new Map(lessons(w).map(c => [/`([^`]+)`/.exec(c.statement ?? "")?.[1], c.stage]))
    expect(by.get("pnpm run gen")).toBe("needs_recheck")
    expect(by.get("pnpm run rates")).toBe("active")
  })
  it("what stood in for a call and then failed alike is unlearned too", async () => {
    const w = world()
    const unknown = "error: unknown command 'tset'"
    const calls = async (name: string, ok: boolean) => {
      const e = await w.opens(name)
      await e.says("run the tests")
      await e.runs("shop tset cart", { ok: false, output: unknown })
      await e.runs("shop check cart", ok ? { ok, output: "3 passed" } : { ok, output: unknown })
      await e.ends()
      w.later(DAY)
    }
    await calls("one", true)
    expect(lessons(w).map(c => c.stage)).toEqual(["active"])
    for (const name of ["two", "three", "four"]) await calls(name, false)
    expect(lessons(w).map(c => c.stage)).toEqual(["needs_recheck"])
  })
  it("a call that found nothing to work on as it was called teaches what to tell it, though what it then ran was red", async () => {
    const w = world()
    const empty =
      "package shop/it: build constraints exclude all Go files in /work/shop/it\nFAIL shop/it [setup failed]"
    const e = await w.opens("one")
    await e.says("run that test")
    await e.runs("go test -run TestCart ./it", { ok: false, output: empty })
    const red = "--- FAIL: TestCart (0.1s)\n    cart_test.go:7: the total is wrong"
    await e.runs("go test -tags=integration -run TestCart ./it", { ok: false, output: red })
    await e.edits("/work/shop/it/cart_test.go")
    await e.ends()
    expect(lessons(w).map(c => c.statement)).toEqual([
      expect.stringContaining(
        "Call `go test` with `-tags=integration`: without it `go test -run TestCart ./it` failed",
      ),
    ])
    // a pipe hid the next one from the client: it is told before the call that follows, and once
    w.later(DAY)
    const hook = hooksOf(w.memory, REPO, w.now)
    const later = claude("/work/shop", "two")
    for (const payload of [later.start(), later.prompt("p1", "and the rates")]) await hook(payload)
    const line = "go test -run TestRates ./it 2>&1 | tail -20"
    await hook(later.before("t1", line))
    await hook(later.after("t1", line, empty))
    expect(await hook(later.before("t2", "ls it"))).toContain("-tags=integration")
    await hook(later.after("t2", "ls it", "cart_test.go"))
    expect(await hook(later.before("t3", "cat it/cart_test.go"))).toBeNull()
  })
  it("a call that is told more and then works, nothing changed in between, teaches what to tell it the second time", async () => {
    const w = world()
    const red = "src/ledger.ts: Error: the ledger of the shop is out of balance"
    const session = async (name: string, month: string): Promise<void> => {
      const e = await w.opens(name)
      await e.says("close the month")
      await e.runs(`shop close ${month}`, { ok: false, output: red })
      await e.runs(`shop close ${month} --rounded`, { ok: true, output: "closed" })
      await e.ends()
      w.later(DAY)
    }
    await session("one", "may")
    expect(lessons(w)).toEqual([])
    await session("two", "june")
    expect(lessons(w).map(c => c.statement)).toEqual([
      expect.stringContaining("Call `shop close` with `--rounded`: without it `shop close june` failed"),
    ])
  })
  it("another verb that is told the same and works, each time another one, teaches the last", async () => {
    const w = world()
    const red = "# shop/e2e\ne2e/env.go:40:26: undefined: defaultAgent\ne2e/env.go:83:22: undefined: getBinary"
    for (const [name, instead] of [
      ["one", "go test -tags e2e -c ./e2e -o /dev/null"],
      ["two", "go vet -tags=e2e ./e2e"],
    ] as const) {
      const e = await w.opens(name)
      await e.says("does it build?")
      await e.runs("go build -tags=e2e ./e2e", { ok: false, output: red })
      await e.runs(instead, { ok: true })
      await e.ends()
      w.later(DAY)
    }
    expect(lessons(w).map(c => c.statement)).toEqual([
      expect.stringContaining("Use `go vet -tags=e2e ./e2e` instead of `go build -tags=e2e ./e2e`"),
    ])
  })
  it("a path that was missing from the wrong folder teaches where to go, and is silent to who went there", async () => {
    const w = world()
    const missing = "sed: can't read src/cart.ts: No such file or directory"
    const e = await w.opens("one")
    await e.says("show me the cart")
    await e.runs("sed -n 1,40p src/cart.ts", { ok: false, output: missing })
    await e.runs("cd /work/shop && sed -n 1,50p src/cart.ts", { ok: true, output: "export {}" })
    await e.ends()
    const once = await w.opens("two")
    await once.says("and the taxes")
    await once.runs("grep -n rate src/taxes.ts", { ok: false, output: "grep: src/taxes.ts: No such file or directory" })
    await once.runs("cd /work/shop && grep -n rate src/taxes.ts", { ok: true, output: "7: rate" })
    await once.ends()
    // one lesson, whichever command learned it
    expect(lessons(w).map(c => c.statement)).toEqual([
      "Run `cd /work/shop` before you name `src`: from another folder it is not found",
    ])
    const told = (command: string) => {
      const error = missing.replace("cart", "rates")
      const action = { command, path: null, content: null, error }
      return checkAction(w.memory, { scope: REPO, action, mode: "tell" }).tell
    }
    expect(told("git add src/rates.ts")).toContain("cd /work/shop")
    const unsafe = "git add src/cart.ts && git commit --amend --no-edit && git push --force-with-lease"
    const other = world()
    const f = await other.opens("one")
    await f.says("push it")
    await f.runs(unsafe, { ok: false, output: "fatal: pathspec 'src/cart.ts' did not match any files" })
    await f.runs(`cd /work/shop && ${unsafe}`, { ok: true, output: "done" })
    await f.ends()
    expect(lessons(other).map(c => c.statement)).toEqual([expect.stringContaining("before you name `src`")])
    expect(told("sed -n 1,9p lib/rates.ts")).toBeNull()
    expect(told("cd /work/shop && sed -n 1,9p src/rates.ts")).toBeNull()
  })
  it("is told once after a prompt, and again to who fails the same way an hour later or after the next prompt", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("show me the cart")
    await e.runs("sed -n 1,40p src/cart.ts", {
      ok: false,
      output: "sed: can't read src/cart.ts: No such file or directory",
    })
    await e.runs("cd /work/shop && sed -n 1,50p src/cart.ts", { ok: true, output: "export {}" })
    await e.ends()
    const later = await w.opens("two")
    await later.says("and the taxes")
    const told = async () => {
      const error = "grep: src/taxes.ts: No such file or directory"
      const action = { command: "grep -n rate src/taxes.ts", path: null, content: null, error }
      const { tell, draft } = checkAction(w.memory, { scope: REPO, action, mode: "tell", episode: later.id })
      if (draft) await w.memory.record([draft])
      return tell
    }
    expect(await told()).toContain("cd /work/shop")
    w.later(30)
    expect(await told()).toBeNull()
    w.later(40)
    expect(await told()).toContain("cd /work/shop")
    w.later(1)
    expect(await told()).toBeNull()
    await later.says("and what else")
    w.memory.catchUp()
    expect(await told()).toContain("cd /work/shop")
  })
  it("a shell that stood there already teaches to leave out `cd`, and only who goes somewhere is told", async () => {
    const w = world()
    const missing = (path: string) => `(eval):cd:1: no such file or directory: ${path}`
    const e = await w.opens("one")
    await e.says("run the rate tests")
    await e.runs("cd src/rates && go test -run TestRates", { ok: false, output: missing("src/rates") })
    await e.runs("go test -run TestRates ./src/rates", { ok: false, output: "FAIL ./src/rates [setup failed]" })
    await e.runs("pwd", { ok: true, output: "/work/shop/src/rates" })
    await e.runs("go test -run TestRates", { ok: true, output: "ok" })
    await e.ends()
    expect(lessons(w).map(c => c.statement)).toContainEqual(
      "Leave out `cd src/rates` where it finds nothing: the shell stood there already",
    )
    const told = (command: string) => {
      const action = { command, path: null, content: null, error: missing("src/taxes") }
      return checkAction(w.memory, { scope: REPO, action, mode: "tell" }).tell
    }
    expect(told("cd src/taxes && go test -run TestTaxes")).toContain("Instead: the same without `cd`")
    expect(told("ls src/taxes")).toBeNull()
  })
})
