// mettle export --to AGENTS.md: active norms of this repository as a fenced block that a pull request can review. Written
// beside what people wrote, replaced in place, taken out again to the byte with --remove.
import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { MettleError } from "../../core/errors.ts"
import type { Memory } from "../../memory/memory.ts"
import { changeBlock, goneNorms, normsFor } from "../../memory/packs/norms-file.ts"
import type { Context } from "../context.ts"
import { here } from "../here.ts"
import type { Out } from "../print.ts"

const FILES = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"]
const LARGEST = 4 << 20

interface NormsExport {
  readonly to: string
  readonly remove: boolean
  readonly dryRun: boolean
}

export function exportNorms(memory: Memory | null, asked: NormsExport, out: Out, context: Context): void {
  const name = FILES.find(file => file === asked.to)
  if (!name)
    throw new MettleError("E_USAGE", `export: --to is one of ${FILES.join(", ")}, not "${asked.to}"`, {
      hint: "it is written in the root of the repository",
    })
  const path = join(context.repository().top, name)
  const before = read(path)
  const place = here(context)
  // What holds for everybody who works here; a person's global norms are theirs alone.
  const scopes = [`repo:${place.scope}`, ...place.domains.map(domain => `domain:${domain}`)]
  const norms = asked.remove || !memory ? [] : normsFor(memory, scopes)
  const { text: after, empty } = changeBlock(
    before ?? "",
    asked.remove ? null : norms,
    memory ? goneNorms(memory) : undefined,
  )
  const changed = after !== (before ?? "")
  if (changed && !asked.dryRun) write(path, after, before === null, empty)
  out.result({ file: path, norms: norms.map(norm => norm.statement), changed, removed: asked.remove }, () => {
    if (asked.dryRun && changed) out.line(after)
    else if (!changed)
      out.line(`${name} stays as it is${norms.length === 0 ? ": there are no active norms of this repository" : ""}.`)
    else if (asked.remove || norms.length === 0) out.line(`took mettle's block out of ${path}`)
    else
      out.line(
        `wrote ${norms.length === 1 ? "1 norm" : `${norms.length} norms`} to ${path} · undo: mettle export --to ${name} --remove`,
      )
  })
}

function read(path: string): string | null {
  try {
    const found = lstatSync(path)
    if (!found.isFile() || found.size > LARGEST)
      throw new MettleError("E_DISK", `${path} is not a plain file of ordinary size`, { still: "nothing was written" })
    return readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}

/** A new file takes the old one's place in one step; a file that held nothing but the block goes with it. */
function write(path: string, text: string, fresh: boolean, empty: boolean): void {
  try {
    if (empty) {
      rmSync(path)
      return
    }
    const mode = fresh ? 0o644 : statSync(path).mode & 0o777
    const beside = join(path, "..", `.${basename(path)}.mettle-${process.pid}`)
    writeFileSync(beside, text, { flag: "wx", mode })
    renameSync(beside, path)
  } catch (error) {
    throw new MettleError("E_DISK", `cannot write ${path}: ${(error as Error).message}`, {
      still: "the file was not changed",
      cause: error,
    })
  }
}
