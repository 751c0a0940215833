import { describe, expect, it } from "vitest"
import type { Io } from "../../src/cli/io.ts"
import { clean, columnsOf, createOut, describe as describeError, duration, shorten } from "../../src/cli/print.ts"
import { MettleError } from "../../src/core/errors.ts"

const plainly = { json: false, plain: false, color: true, ascii: false, quiet: false, verbose: false }
function captured(change: Partial<Io> = {}, switches: Partial<typeof plainly> = {}) {
  const said = { out: "", err: "" }
  const io = {
    stdout: (text: string) => {
      said.out += text
    },
    stderr: (text: string) => {
      said.err += text
    },
    tty: { stdin: true, stdout: true, stderr: true },
    columns: 40,
    env: { LANG: "en_US.UTF-8" },
    platform: "linux",
    now: () => 0,
    ...change,
  } as Io
  return { said, out: createOut(io, { ...plainly, ...switches }) }
}
const painted = (change: Partial<Io>, switches: Partial<typeof plainly> = {}) =>
  captured(change, switches).out.paint("red", "x") !== "x"

describe("users 10: colour and symbols", () => {
  it("follow the terminal, NO_COLOR, FORCE_COLOR, TERM and the flag", () => {
    const off = { stdin: false, stdout: false, stderr: false }
    expect(painted({})).toBe(true)
    expect(painted({ tty: off })).toBe(false)
    expect(painted({ env: { NO_COLOR: "1" } })).toBe(false)
    expect(painted({ env: { NO_COLOR: "" } })).toBe(true)
    expect(painted({ env: { TERM: "dumb" } })).toBe(false)
    expect(painted({ tty: off, env: { FORCE_COLOR: "1" } })).toBe(true)
    expect(painted({ env: { FORCE_COLOR: "0" } })).toBe(false)
    expect(painted({ env: { FORCE_COLOR: "1" } }, { color: false })).toBe(false)
  })
  it("symbols have ASCII twins where the locale is not UTF-8", () => {
    expect(captured().out.symbol("ok")).toBe("✓")
    expect(captured({}, { ascii: true }).out.symbol("ok")).toBe("ok")
    expect(captured({ env: { LANG: "C" } }).out.symbol("arrow")).toBe("->")
    expect(captured({ env: {} }).out.ascii).toBe(true)
    const { said, out } = captured({ env: { LC_ALL: "C" } })
    out.line("held by “use pnpm” · 2–3")
    expect(said.out).toBe('held by "use pnpm" - 2-3\n')
    expect(captured({ env: {}, platform: "darwin" }).out.ascii).toBe(false)
  })
})

describe("text that came from elsewhere", () => {
  it("cannot drive the terminal", () => {
    expect(clean("a\x1b[31mb\x1b]0;title\x07c\u202ed\r\ne\ud800")).toBe("ab]0;titlecd e\ufffd")
  })
  it("is measured and cut by what a terminal shows", () => {
    expect(columnsOf("日本e\u0301")).toBe(5)
    expect(shorten("日本語テキスト", 7, "…")).toBe("日本語…")
    expect(shorten("short", 7, "…")).toBe("short")
  })
})

describe("tables", () => {
  const columns = [{ name: "id" }, { name: "n", align: "right" as const }, { name: "text" }]
  const rows = [
    ["a-1", 5, "x".repeat(60)],
    ["b", null, { text: "ok", paint: "green" as const }],
  ]
  it("align, and cut the last column at the terminal's edge", () => {
    const { said, out } = captured({ env: { LANG: "C.UTF-8", NO_COLOR: "1" } })
    out.table(columns, rows)
    expect(said.out.split("\n")).toEqual(["ID   N  TEXT", `a-1  5  ${"x".repeat(31)}…`, "b    -  ok", ""])
  })
  it("put below a row what does not fit beside it, and drop nothing", () => {
    const { said, out } = captured({ env: { LANG: "C.UTF-8", NO_COLOR: "1" }, columns: 24 })
    out.table(columns, [["e-91c4a0", 12, "fix the login"]])
    expect(said.out.split("\n")).toEqual(["ID         N", "  TEXT", "e-91c4a0  12", "  fix the login", ""])
  })
  it("--plain is one record per line, tab-separated, whole", () => {
    const { said, out } = captured({}, { plain: true })
    out.table(columns, rows)
    expect(said.out).toBe(`a-1\t5\t${"x".repeat(60)}\nb\t-\tok\n`)
  })
})

it("users 8: an error says what, what still works, what next, and its code", () => {
  const error = new MettleError("E_DISK", "cannot write the log (disk full)", {
    still: "Your agent goes on.",
    hint: "free space",
  })
  expect(describeError(error).split("\n")).toEqual([
    `${"mettle: cannot write the log (disk full)".padEnd(78)}E_DISK`,
    "     Your agent goes on.",
    "     Next: free space        docs: mettle help E_DISK",
    "",
  ])
})

describe("users 8: progress", () => {
  const run = (tty: boolean, quiet = false) => {
    let now = 0
    const { said, out } = captured({ now: () => now, tty: { stdin: tty, stdout: tty, stderr: tty } }, { quiet })
    const progress = out.progress("reading", 100)
    for (let i = 0; i < 60; i++) {
      now += 500
      progress.to(i + 1, "3 masked")
    }
    progress.done("read 60")
    return said.err
  }
  it("redraws on a terminal: count, rate, and time left after two seconds", () => {
    const parts = run(true).split("\r\x1b[K")
    expect(parts[1]).toBe("reading  ░░░░░░░░░░░░░░░░░░░░  1/100 · 3 masked")
    expect(parts[10]).toBe("reading  ██░░░░░░░░░░░░░░░░░░  10/100 · 2.0/s · 45 s left · 3 masked")
    expect(parts.at(-1)).toBe("read 60\n")
  })
  it("elsewhere prints a line every ten seconds; under --quiet none", () => {
    expect(run(false).trimEnd().split("\n")).toHaveLength(4)
    expect(run(true, true)).toBe("")
  })
  it("times are short words", () => {
    expect([500, 99_000, 120_000, 8_000_000].map(duration)).toEqual(["1 s", "99 s", "2 min", "2 h"])
  })
})
