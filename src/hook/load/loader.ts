// dist/hook.cjs, which `mettle init` copies beside its launcher: loads the parts of the hook with V8's code
// cache, since compiling them is most of what a hook process costs. The cache is named after the build and the Node that
// made it (V8 itself compares only lengths), and lies beside the parts, so it is trusted as they are.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Script } from "node:vm"
import { collectLate, compileLate } from "../../memory/compile-late.ts"

declare const METTLE_BUILD: string
declare const __dirname: string
declare const require: NodeJS.Require
type Part = Record<string, unknown>

const loaded = new Map<string, Part>()
const [what, part] = process.argv.slice(2)
const RECORDS = "hook-main.cjs"
const WHOLE = "hook-full.cjs"

function load(name: string): Part {
  const known = loaded.get(name)
  if (known) return known
  const file = join(__dirname, name)
  const cache = join(__dirname, `${name}.${METTLE_BUILD}.${process.version}.cache`)
  let cachedData: Buffer | undefined
  try {
    cachedData = readFileSync(cache)
  } catch {
    // None yet for this Node.
  }
  // Letters of one byte each (build.mjs), already wrapped: every copy of a source is a collection of garbage more.
  const script = new Script(readFileSync(file, "latin1"), { filename: file, ...(cachedData ? { cachedData } : {}) })
  // Flags change what V8 accepts: a process with flags of its own leaves the cache to the others.
  if ((!cachedData || script.cachedDataRejected) && process.execArgv.length === 0)
    process.on("exit", () => keep(cache, script))
  // An answer is given before what V8 optimises meanwhile has paid. Once all is in, Node's own parts too: under other flags no cache is accepted.
  else if (what === "hook" && name === WHOLE) {
    require("node:crypto")
    compileLate()
    collectLate()
  }
  const module = { exports: {} as Part }
  loaded.set(name, module.exports)
  script.runInThisContext()(module.exports, require, module, file, __dirname)
  loaded.set(name, module.exports)
  return module.exports
}

function keep(cache: string, script: Script): void {
  if ("mettleOwnFlags" in globalThis) return
  const draft = `${cache}.${process.pid}.new`
  try {
    writeFileSync(draft, script.createCachedData(), { flag: "wx", mode: 0o600 })
    renameSync(draft, cache)
  } catch {
    rmSync(draft, { force: true })
  }
}

/** Events that wait for an answer, by the words that clients name them with. A wrong guess costs time and nothing else. */
const ASKS =
  /"(?:hook_event_name|event)"\s*:\s*"(?:(?:session|subagent)_?start|(?:user_?)?prompt|before|pre|posttoolusefailure)/i
/** As long as nobody writes, the part that records is taken in meanwhile. */
const FIRST_BYTES_MS = 60

/** The whole hook in one part where an answer is wanted; else the part that records, which fetches the other when it is asked after all. */
function loadFor(stdin: NodeJS.ReadStream): void {
  const begin = (): void => {
    clearTimeout(timer)
    for (const event of ["readable", "error"]) stdin.off(event, begin)
    const first = stdin.read() as Buffer | null
    if (first !== null) stdin.unshift(first)
    load(first !== null && ASKS.test(first.toString("latin1")) ? WHOLE : RECORDS)
  }
  const timer = setTimeout(begin, FIRST_BYTES_MS)
  for (const event of ["readable", "error"]) stdin.on(event, begin)
}

Object.assign(globalThis, { mettleLoad: load })
process.on("uncaughtException", () => process.exit(0))
process.on("unhandledRejection", () => process.exit(0))
if (what === "hook") loadFor(process.stdin)
else load(part === "record" ? RECORDS : WHOLE)
