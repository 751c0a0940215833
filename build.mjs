// Builds dist/: the command line (split, so that each command is loaded on demand), the hook (two parts and a loader), the
// dashboard, the library and its types. `--if-possible` is for `npm install`: without the development tools it says so and leaves dist alone.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
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
  // Packages that ship both are taken as modules: what is not used is left out.
  mainFields: ["module", "main"],
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
// The libraries of models and of MCP stand apart: in one build with the commands they would drag all of their schema library into each.
const APART = { "wire.ts": "./model-wire.js", "protocol.ts": "./mcp-protocol.js" }
const wire = {
  name: "wire",
  setup(build) {
    build.onResolve({ filter: /\/wire\.ts$|\/mcp\/protocol\.ts$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: APART[path.split("/").at(-1)], external: true } : undefined,
    )
  },
}
await bundle({ cli: "src/cli/main.ts" }, { splitting: true, chunkNames: "cli-[name]-[hash]", plugins: [wire] })
await bundle({ "model-wire": "src/model/wire.ts" }, { minify: true })
await bundle({ "mcp-protocol": "src/mcp/protocol.ts" }, { minify: true })
await bundleHook()
await bundle({ index: "src/index.ts" }, { splitting: true, chunkNames: "index-[name]-[hash]", plugins: [wire] })
/** Two parts and a loader: CommonJS, since V8's code cache is for scripts; the loader knows the parts by their hash. */
async function bundleHook() {
  const script = {
    format: "cjs",
    minify: true,
    outExtension: { ".js": ".cjs" },
    banner: {},
  }
  // A part is one function, as Node's own modules are; its address is made when somebody asks for it.
  const address = 'get url() { return require("node:url").pathToFileURL(__filename).href }'
  const part = {
    ...script,
    banner: { js: `(function (exports, require, module, __filename, __dirname) {const mettlePart = { ${address} };` },
    footer: { js: "})" },
    define: { ...shared.define, "import.meta.url": "mettlePart.url" },
  }
  const later = {
    name: "later",
    setup(build) {
      build.onResolve({ filter: /\/for-answers\.ts$/ }, ({ kind, path }) =>
        kind === "dynamic-import" ? { path, namespace: "later" } : undefined,
      )
      build.onLoad({ filter: /.*/, namespace: "later" }, () => ({
        contents: 'module.exports = globalThis.mettleLoad("hook-full.cjs")',
      }))
    },
  }
  // What most hooks never touch is loaded at first use: compiling Node's own of it costs a tenth of a hook, the RE2 engine as much as a pack.
  // The engine is a part of its own, which nobody reads either; the words of bans are sorted where a call is checked.
  const rarely = {
    name: "rarely",
    setup(build) {
      build.onResolve(
        { filter: /^(?:node:(?:zlib|net|http|readline|child_process)|re2js)$|\/check\/ban\.ts$|^\.\/ban\.ts$/ },
        ({ path, namespace, resolveDir }) => {
          if (namespace === "rarely") return path.startsWith("node:") ? { path, external: true } : undefined
          return { path: path.startsWith(".") ? join(resolveDir, path) : path, namespace: "rarely" }
        },
      )
      build.onLoad({ filter: /.*/, namespace: "rarely" }, async ({ path }) => {
        const names = path.endsWith(".ts")
          ? await exportsOf(path)
          : Object.keys(await import(path)).filter(name => name !== "default")
        const get =
          path === "re2js"
            ? '() => globalThis.mettleLoad("hook-re2.cjs")[name]'
            : `() => require(${JSON.stringify(path)})[name]`
        return {
          contents: `for (const name of ${JSON.stringify(names)}) Object.defineProperty(exports, name, { enumerable: true, get: ${get} })`,
          resolveDir: root,
        }
      })
    },
  }
  await bundle({ "hook-main": "src/hook/load/main.ts" }, { ...part, plugins: [later, rarely] })
  await bundle({ "hook-full": "src/hook/load/full.ts" }, { ...part, plugins: [rarely] })
  await bundle({ "hook-re2": "node_modules/re2js/build/index.cjs" }, part)
  const hash = createHash("sha256")
  for (const part of ["hook-main.cjs", "hook-full.cjs", "hook-re2.cjs"]) {
    // Only expressions hold other letters still. Spelt out they mean the same, and V8 keeps one byte a letter instead of two.
    const spelt = readFileSync(join(dist, part), "utf8").replace(
      /[^\0-\x7f]/g,
      unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    writeFileSync(join(dist, part), spelt)
    hash.update(spelt)
  }
  const build = JSON.stringify(hash.digest("hex").slice(0, 12))
  await bundle({ hook: "src/hook/load/loader.ts" }, { ...script, define: { ...shared.define, METTLE_BUILD: build } })
  writeFileSync(join(dist, "hook.js"), '// The hook by the name that an ES module has.\nimport "./hook.cjs"\n')
  written.add(join(dist, "hook.js"))
}
/** The names that a module of ours exports. */
async function exportsOf(file) {
  const { metafile } = await esbuild.build({
    entryPoints: [file],
    format: "esm",
    metafile: true,
    write: false,
    outdir: dist,
  })
  return Object.values(metafile.outputs)[0].exports
}

await bundleDashboard()
/** Vite, for the page: hashed names, no inline script, nothing fetched from elsewhere. */
async function bundleDashboard() {
  const { build } = await import("vite")
  const outDir = join(dist, "dashboard")
  const { output } = await build({
    configFile: false,
    root: join(root, "src/dashboard"),
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    // Files of an earlier build go after this one is written, as below; small pictures travel in the page.
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2023",
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  })
  const made = new Set(output.map(({ fileName }) => join(outDir, fileName)))
  for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !made.has(join(entry.parentPath, entry.name))) rmSync(join(entry.parentPath, entry.name))
}

// Files of an earlier build go last, so that a mettle started meanwhile still finds its own.
for (const name of readdirSync(dist))
  if (/\.(?:js|cjs|cache)$/.test(name) && !written.has(join(dist, name))) rmSync(join(dist, name))

if (existsSync(join(root, "src/index.ts"))) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
  const types = spawnSync(process.execPath, [tsc, "-p", "tsconfig.types.json"], { cwd: root, stdio: "inherit" })
  if (types.status !== 0 && !ifPossible) process.exit(1)
  else if (types.status === 0) pruneTypes(join(dist, "types"))
}

/** Only what the entry's own types name is published: the rest of the house is not a contract. */
function pruneTypes(dir) {
  const named = new Set()
  const follow = file => {
    if (named.has(file)) return
    named.add(file)
    for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g))
      follow(join(dirname(file), path.replace(/\.[tj]s$/, ".d.ts")))
  }
  follow(join(dir, "index.d.ts"))
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !named.has(join(entry.parentPath, entry.name))) rmSync(join(entry.parentPath, entry.name))
}
