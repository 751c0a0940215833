import { describe, expect, it } from "vitest"
import type { Io } from "../../src/cli/io.ts"
import { confirm } from "../../src/cli/io.ts"
import { given } from "./world.ts"

const ask = (tty: boolean, consent: Parameters<typeof confirm>[1], ...lines: string[]) =>
  confirm(
    { tty: { stdin: tty, stdout: tty, stderr: tty }, stdin: given(...lines), stderr: () => {} } as unknown as Io,
    consent,
    "Forget 3 texts?",
  )

describe("users 10: destructive acts", () => {
  it("ask on a terminal, where only a plain yes is one", async () => {
    expect(await ask(true, {}, "y\n")).toBe(true)
    expect(await ask(true, {}, "YES", "\n")).toBe(true)
    for (const said of ["n\n", "\n", "yesterday\n", ""]) expect(await ask(true, {}, said)).toBe(false)
  })
  it("need --yes elsewhere, and under --no-input", async () => {
    expect(await ask(false, { yes: true })).toBe(true)
    await expect(ask(false, {})).rejects.toMatchObject({ code: "E_USAGE", hint: expect.stringContaining("--yes") })
    await expect(ask(true, { input: false })).rejects.toMatchObject({ code: "E_USAGE" })
  })
})
