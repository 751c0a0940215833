import { describe, expect, it } from "vitest"
import { fileRefused } from "../../src/core/errors.ts"

const refusal = (parts: object) => fileRefused(Object.assign(new Error("refused"), parts))

describe("[N10] what a file system refuses, in the house's form", () => {
  it("a full disk: a copy names where it goes, a write into an open file no path", () => {
    const copy = refusal({ code: "ENOSPC", syscall: "copyfile", path: "/from/words.bin", dest: "/to/words.bin" })
    expect(copy).toMatchObject({ code: "E_DISK", message: "copyfile: /to/words.bin cannot be written (ENOSPC)" })
    const write = refusal({ code: "ENOSPC", syscall: "write" })
    expect(write).toMatchObject({ code: "E_DISK", hint: expect.stringContaining("free some space") })
    expect(write!.message).toBe("write: the disk cannot be written (ENOSPC)")
  })
  it("a closed place, something in the way and a failing disk each get their own advice", () => {
    const hintOf = (code: string) => refusal({ code, syscall: "mkdir", path: "/data" })?.hint
    expect(hintOf("EACCES")).toContain("make it writable")
    for (const code of ["ENOTDIR", "EEXIST"]) expect(hintOf(code)).toContain("move away what stands there")
    expect(hintOf("EIO")).toContain("look at that disk")
  })
  it("whatever else fails stays what it is", () => {
    for (const code of ["ENOENT", "ECONNREFUSED", "ERR_INVALID_ARG_TYPE"])
      expect(refusal({ code, path: "/data" })).toBeNull()
    expect(fileRefused(new Error("ours"))).toBeNull()
    expect(fileRefused(null)).toBeNull()
  })
})
