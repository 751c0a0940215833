import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { packageFile, privateDir, resolvePaths } from "../src/paths.ts"
import { folder } from "./cli/world.ts"

describe("[D64] places", () => {
  it("follow XDG, ignoring relative values", () => {
    const paths = resolvePaths(
      { XDG_DATA_HOME: "/d", XDG_CONFIG_HOME: "relative", XDG_RUNTIME_DIR: "/run/user/1" },
      "/home/ü u",
      "linux",
    )
    expect(paths).toEqual({
      config: "/home/ü u/.config/mettle",
      data: "/d/mettle",
      state: "/home/ü u/.local/state/mettle",
      cache: "/home/ü u/.cache/mettle",
      runtime: "/run/user/1/mettle",
    })
    expect(resolvePaths({}, "/h", "darwin").runtime).toBe("/h/.local/state/mettle/run")
  })
  it("METTLE_HOME overrides all of it, and must be absolute", () => {
    const paths = resolvePaths({ METTLE_HOME: "/m", XDG_DATA_HOME: "/d" }, "/h", "linux")
    expect(Object.values(paths).every(path => path.startsWith("/m/"))).toBe(true)
    expect(() => resolvePaths({ METTLE_HOME: "m" }, "/h", "linux")).toThrow("absolute")
  })
  it("Windows has one folder", () => {
    expect(resolvePaths({ LOCALAPPDATA: "/L" }, "/h", "win32").data).toBe("/L/mettle/data")
  })
})

describe("security 22: private directories", () => {
  it("are 0700, also when they were looser", () => {
    const dir = join(folder(), "a", "b")
    expect(statSync(privateDir(dir)).mode & 0o777).toBe(0o700)
    chmodSync(dir, 0o755)
    expect(statSync(privateDir(dir)).mode & 0o777).toBe(0o700)
  })
  it("refuse links and files", () => {
    const base = folder()
    mkdirSync(join(base, "real"))
    symlinkSync(join(base, "real"), join(base, "link"))
    expect(() => privateDir(join(base, "link"))).toThrow("symbolic link")
    writeFileSync(join(base, "file"), "")
    expect(() => privateDir(join(base, "file"))).toThrow()
  })
})

it("files of the package are found from source", () => {
  expect(statSync(packageFile("package.json")).isFile()).toBe(true)
})
