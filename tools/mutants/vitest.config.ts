// The tests under one mutant, or telling which functions each of them enters. Nothing on the disk is changed: the mutated text is
// handed out in place of the file's own.
import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { defineConfig } from "vitest/config"
import { mutate, telling } from "./find.ts"

const root = join(import.meta.dirname, "..", "..")
const mutant = process.env.METTLE_MUTANT ? JSON.parse(process.env.METTLE_MUTANT) : null
const MUTATED = /^src\/core\/(?:rules|views)\//

export default defineConfig({
  root,
  plugins: [
    {
      name: "mutant",
      enforce: "pre",
      load(id) {
        const file = relative(root, id.split("?")[0]!)
        if (mutant) return mutant.file === file ? mutate(readFileSync(join(root, file), "utf8"), mutant) : null
        return MUTATED.test(file) ? telling(file, readFileSync(join(root, file), "utf8")) : null
      },
    },
  ],
  test: {
    include: ["test/**/*.test.ts"],
    pool: "threads",
    isolate: false,
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ["json"],
    ...(mutant ? { bail: 1 } : { setupFiles: ["tools/mutants/entered.ts"] }),
  },
})
