// The package as others get it: packed, unpacked elsewhere, its examples type-checked and run by plain Node.
import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { buildSync } from "esbuild"
import { beforeAll, describe, expect, it } from "vitest"
import { folder } from "../cli/world.ts"
import { ROOT } from "../house/source.ts"

const EXAMPLES = readdirSync(join(ROOT, "examples")).filter(name => name.endsWith(".ts"))
const elsewhere = folder()
let packed = 0

beforeAll(() => {
  const told = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", elsewhere], {
    cwd: ROOT,
    encoding: "utf8",
    timeout: 60_000,
    stdio: ["ignore", "pipe", "ignore"],
  })
  const [tarball] = JSON.parse(told) as [{ filename: string; size: number }]
  packed = tarball.size
  const installed = join(elsewhere, "node_modules", "mettle")
  mkdirSync(installed, { recursive: true })
  execFileSync("tar", ["xzf", join(elsewhere, tarball.filename), "-C", installed, "--strip-components=1"])
  for (const name of ["@photostructure", "node-gyp-build"])
    symlinkSync(join(ROOT, "node_modules", name), join(elsewhere, "node_modules", name))
  cpSync(join(ROOT, "examples"), join(elsewhere, "examples"), { recursive: true })
  writeFileSync(join(elsewhere, "package.json"), '{"type":"module"}\n')
}, 90_000)

const run = (example: string) => {
  const file = join(elsewhere, "built", example.replace(/\.ts$/, ".mjs"))
  buildSync({
    entryPoints: [join(elsewhere, "examples", example)],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    outfile: file,
  })
  const env = { PATH: process.env.PATH, HOME: elsewhere, METTLE_HOME: join(elsewhere, "home") }
  return spawnSync(process.execPath, [file], { encoding: "utf8", timeout: 30_000, env })
}

describe("the packed library", () => {
  it("is under 9 MB", () => {
    expect(packed).toBeGreaterThan(0)
    expect(packed).toBeLessThan(9_000_000)
  })
  it("its types resolve without any package of ours, strictly and with libraries checked", () => {
    writeFileSync(
      join(elsewhere, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "ES2023",
          lib: ["ES2023", "ESNext.Disposable", "DOM"],
          module: "nodenext",
          strict: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: false,
          noEmit: true,
          types: [],
        },
        include: ["examples"],
      }),
    )
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc")
    const done = spawnSync(process.execPath, [tsc, "-p", elsewhere], { encoding: "utf8", timeout: 60_000 })
    expect(done.stdout).toBe("")
    expect(done.status).toBe(0)
  })
  it("there is an example of each kind, and each says what it shows", () => {
    expect(EXAMPLES).toEqual(["own-parts.ts", "remember.ts", "swarm.ts"])
    for (const name of EXAMPLES) expect(readFileSync(join(ROOT, "examples", name), "utf8")).toMatch(/^\/\/ \S/)
  })
  it("remember.ts: said once, it stands in the next pack and before the known mistake", () => {
    const { status, stdout, stderr } = run("remember.ts")
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toContain("admitted constraint: always use pnpm in this repo, never npm")
    expect(stdout).toContain("before npm install")
  })
  it("[S3-08] [S3-39] swarm.ts: the second task knows what failed in the first", () => {
    const { status, stdout, stderr } = run("swarm.ts")
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toContain("bead-1: success after 1 errors")
    expect(stdout).toContain("bead-2: 1 similar tasks, 0 cards, 1 known failures")
    expect(stdout).toContain("open: pnpm test")
  })
  it("own-parts.ts: clock, chance, store and embedder of the caller", () => {
    const { status, stdout, stderr } = run("own-parts.ts")
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toContain("deploys go through the staging cluster first")
    expect(stdout).toContain("no such card")
  })
  it("the memory of this computer opens from plain Node, on disk", () => {
    const script = join(elsewhere, "disk.mjs")
    writeFileSync(
      script,
      `import { openMemory } from "mettle"
const m = await openMemory()
await m.cards.note("never commit to main directly", { scope: "s" })
await m.close()
const again = await openMemory({ readOnly: true })
console.log((await again.cards.list()).length)
await again.close()
`,
    )
    const env = { PATH: process.env.PATH, HOME: elsewhere, METTLE_HOME: join(elsewhere, "disk") }
    const done = spawnSync(process.execPath, [script], { encoding: "utf8", timeout: 30_000, env })
    expect(done.stderr).toBe("")
    expect(done.stdout).toBe("1\n")
  })
})
