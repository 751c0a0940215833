// A world for the command line: captured output, a fixed clock, a home of its own. Real files, no mocks of our code.
import { mkdtempSync, realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Entry } from "../../src/cli/commands.ts"
import type { Io } from "../../src/cli/io.ts"
import { main } from "../../src/cli/main.ts"

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  json(): any
}
export interface World {
  readonly home: string
  readonly cwd: string
  run(words: readonly string[], change?: Partial<Io>, commands?: readonly Entry[]): Promise<Ran>
}

/** A fresh folder, gone when the tests end (test/one-folder.ts). */
export const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), "mettle-test-")))

export function world(cwd: string = folder()): World {
  const home = folder()
  return {
    home,
    cwd,
    run: async (words, change = {}, commands) => {
      let out = ""
      let err = ""
      const io: Io = {
        stdout: text => {
          out += text
        },
        stderr: text => {
          err += text
        },
        stdin: (async function* () {})(),
        tty: { stdin: false, stdout: false, stderr: false },
        columns: 80,
        cwd,
        platform: "linux",
        now: () => 1_700_000_000_000,
        random: bytes => new Uint8Array(bytes),
        onInterrupt: () => () => {},
        exit: () => {},
        ...change,
        env: { METTLE_HOME: home, METTLE_COLD: "1", LANG: "C.UTF-8", ...change.env },
      }
      const code = await main(words, io, commands)
      return { code, out, err, json: () => JSON.parse(out) }
    },
  }
}

export async function* given(...lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield line
}
