// Builds dist/: the command line (split, so that each command is loaded on demand), the hook (split too), the library
// and its types. `--if-possible` is for `npm install`: without the development tools it says so and leaves dist alone.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(fileURLToPath(import.meta.url))
const ifPossible = process.argv.includes("--if-possible")
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const dist = join(root, "dist")

let esbuild
try {
  esbuild = await import("esbuild")
} catch (error) {
  if (!ifPossible || error?.code !== "ERR_MODULE_NOT_FOUND") throw error
  console.error("mettle: development tools are absent, so nothing was built (npm install --include=dev builds it)")
  process.exit(0)
}

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  // The only package that stays outside the bundle: it carries a prebuilt binary (docs/decisions/0002-dependencies.md).
  external: ["@photostructure/sqlite", "node:*"],
  define: { METTLE_VERSION: JSON.stringify(version) },
  // Some bundled packages are CommonJS and ask for Node's own modules through require.
  banner: {
    js: 'import { createRequire as mettleRequire } from "node:module";const require = mettleRequire(import.meta.url);',
  },
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
}
const written = new Set()
async function bundle(entryPoints, options) {
  const present = Object.fromEntries(Object.entries(entryPoints).filter(([, file]) => existsSync(join(root, file))))
  if (Object.keys(present).length === 0) return
  const result = await esbuild.build({ ...shared, ...options, entryPoints: present, outdir: dist })
  for (const file of Object.keys(result.metafile.outputs)) written.add(join(root, file))
}

mkdirSync(dist, { recursive: true })
await bundle({ cli: "src/cli/main.ts" }, { splitting: true, chunkNames: "cli-[name]-[hash]" })
// Split and small: what a hook only needs for an answer, and the resident, are read only then.
await bundle({ hook: "src/hook.ts" }, { splitting: true, chunkNames: "hook-[name]-[hash]", minify: true })
await bundle({ index: "src/index.ts" }, { splitting: true, chunkNames: "index-[name]-[hash]" })
// Files of an earlier build go last, so that a mettle started meanwhile still finds its own.
for (const name of readdirSync(dist))
  if (name.endsWith(".js") && !written.has(join(dist, name))) rmSync(join(dist, name))

if (existsSync(join(root, "src/index.ts"))) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
  const types = spawnSync(process.execPath, [tsc, "-p", "tsconfig.types.json"], { cwd: root, stdio: "inherit" })
  if (types.status !== 0 && !ifPossible) process.exit(1)
}
