// The command line: finds the command, loads it, runs it, and turns whatever happens into an exit code.
// No command's own logic belongs here.
import { fileRefused, MettleError } from "../core/errors.ts"
import { nearest } from "../core/nearest.ts"
import { VERSION } from "../version.ts"
import { ASSESS, COMMANDS, type Entry, GONE, MOVED, named } from "./commands.ts"
import type { Io } from "./io.ts"
import { createOut, type Out } from "./print.ts"

export { processIo } from "./io.ts"

/** Flags that take a value and may stand before the command's name. */
const LEADING = ["--repo"]

export async function main(words: readonly string[], io: Io, commands: readonly Entry[] = COMMANDS): Promise<number> {
  const before = words.includes("--") ? words.slice(0, words.indexOf("--")) : words
  const has = (flag: string) => before.includes(flag)
  const out = createOut(io, {
    json: has("--json"),
    plain: has("--plain"),
    color: !has("--no-color"),
    ascii: has("--ascii"),
    quiet: has("--quiet"),
    verbose: has("--verbose"),
  })
  const interruption = watchInterrupts(io)
  try {
    const code = await Promise.race([dispatch(words, io, out, commands, interruption.signal), interruption.happened])
    return interruption.asked() ? 130 : code
  } catch (thrown) {
    const error = interruption.asked() ? interrupted(thrown) : asMettleError(thrown)
    out.error(error)
    if (out.verbose && thrown instanceof Error) out.note(thrown.stack ?? "")
    return error.exitCode
  } finally {
    interruption.stop()
  }
}

async function dispatch(
  words: readonly string[],
  io: Io,
  out: Out,
  commands: readonly Entry[],
  signal: () => AbortSignal,
): Promise<number> {
  const at = commandIndex(words)
  const name = words[at]
  if (name === undefined || name === "help") {
    if (name === undefined && words.some(word => word === "--version" || word === "-V")) {
      out.result({ version: VERSION }, `mettle ${VERSION}`)
      return 0
    }
    // Alone, it says what it did; before anything was recorded there is nothing but help.
    if (name === undefined && !wantsHelp(words) && (await hasRecorded(words, io, signal)))
      return dispatch([...words, "did"], io, out, commands, signal)
    const { showHelp } = await import("./help.ts")
    return showHelp(out, name === undefined ? [] : words.slice(at + 1).filter(word => !word.startsWith("-")))
  }
  const found = named(words.slice(at), commands)
  const was = [words.slice(at, at + 2).join(" "), name].find(one => Object.hasOwn(GONE, one))
  if (was !== undefined) throw new MettleError("E_USAGE", `mettle ${was} is no command any more`, { hint: GONE[was] })
  if (!found) {
    const meant = nearest(name, [...commands.map(candidate => candidate.name), ...Object.keys(MOVED), "help"])
    throw new MettleError("E_USAGE", name === "assess" ? `assess knows ${ASSESS.join(", ")}` : `no command "${name}"`, {
      hint: meant ? `did you mean mettle ${(MOVED[meant] ?? [meant]).join(" ")}?` : "mettle help all",
    })
  }
  const { command } = await found.what.load()
  if (found.was !== null) out.note(`mettle ${found.was} is mettle ${MOVED[found.was]!.join(" ")} now`)
  const rest = [...words.slice(0, at), ...found.rest]
  if (wantsHelp(rest)) {
    const { commandHelp } = await import("./help.ts")
    out.result({ command: found.name, summary: found.what.summary, examples: command.examples }, () => {
      for (const line of commandHelp(command, found)) out.line(line)
    })
    return 0
  }
  const [{ parseCommand }, { createContext }] = await Promise.all([import("./command.ts"), import("./context.ts")])
  const args = parseCommand(command, rest)
  const flags = args.preset === undefined || command.comparesPresets ? {} : { preset: args.preset }
  const context = createContext(io, { repo: args.repo as string | undefined, flags }, signal)
  try {
    return (await command.run({ args, words: rest, out, context })) ?? 0
  } finally {
    await context.close()
  }
}

async function hasRecorded(words: readonly string[], io: Io, signal: () => AbortSignal): Promise<boolean> {
  const [{ parseCommand }, { createContext, isRecorded }, { command }] = await Promise.all([
    import("./command.ts"),
    import("./context.ts"),
    import("./past/did.ts"),
  ])
  return isRecorded(createContext(io, { repo: parseCommand(command, words).repo, flags: {} }, signal))
}

function commandIndex(words: readonly string[]): number {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word === "--") return words.length
    if (LEADING.includes(word)) i++
    else if (!word.startsWith("-")) return i
  }
  return words.length
}

function wantsHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--")
  return (end < 0 ? words : words.slice(0, end)).some(word => word === "--help" || word === "-h")
}

function asMettleError(thrown: unknown): MettleError {
  if (thrown instanceof MettleError) return thrown
  const refused = fileRefused(thrown)
  if (refused) return refused
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new MettleError("E_BUG", `unexpected: ${message}`, {
    still: "your agent and the log are not affected",
    hint: "run it again with --verbose and report what it prints",
    cause: thrown,
  })
}

const interrupted = (cause: unknown): MettleError =>
  cause instanceof MettleError && cause.code === "E_INTERRUPTED"
    ? cause
    : new MettleError("E_INTERRUPTED", "interrupted", { still: "what was done so far is kept", cause })

/** The first Ctrl-C asks a command that listens to stop, and ends any other with 130; the second ends all. */
function watchInterrupts(io: Io) {
  const controller = new AbortController()
  let listened = false
  let resolve!: (code: number) => void
  const happened = new Promise<number>(settle => {
    resolve = settle
  })
  const stop = io.onInterrupt(() => {
    if (listened && !controller.signal.aborted) controller.abort()
    else {
      resolve(130)
      io.exit(130)
    }
  })
  return {
    happened,
    stop,
    asked: () => controller.signal.aborted,
    signal: () => {
      listened = true
      return controller.signal
    },
  }
}
