// A model through an agent program that is installed and logged in: one child process per question, one question at a time.
// While one is answered the next process starts up and waits (S2-62): at most one, asked once, never without its money cap.
import { readObject } from "./answer.ts"
import type { Ask, Completer, Completion } from "./backend.ts"
import { type Child, type ChildOptions, failed, startChild } from "./child.ts"
import { PROGRAMS } from "./programs.ts"

interface ClientOptions extends ChildOptions {
  /** the program's own choice when empty */
  readonly model: string
  /** false: every question pays for a start */
  readonly warm?: boolean
}
interface Waiting {
  readonly child: Child
  readonly system: string
  /** what it may cost, as it was told when it started */
  readonly dollars: number | undefined
}

const UNCAPPED = Number.POSITIVE_INFINITY
let last: Promise<unknown> = Promise.resolve()

export function clientCompleter(options: ClientOptions): Completer {
  const program = PROGRAMS[options.program]
  let waiting: Waiting | null = null
  let closed = false
  const start = (system: string, dollars: number | undefined): Child =>
    startChild(options, program.args(options.model, system, dollars))
  const drop = (): void => {
    waiting?.child.end()
    waiting = null
  }
  /** One that waits, if it is still there, was told the same, and may not cost more than is left now. */
  const take = ({ system, dollars }: Ask<unknown>): Child => {
    const found = waiting
    const fits =
      found?.child.isAlive() && found.system === system && (found.dollars ?? UNCAPPED) <= (dollars ?? UNCAPPED)
    if (!found || !fits) {
      drop()
      return start(system, dollars)
    }
    waiting = null
    return found.child
  }
  const prepare = ({ system, dollars, dollarsAfter }: Ask<unknown>): void => {
    const next = dollars === undefined ? undefined : (dollarsAfter ?? 0)
    if (closed || waiting || !program.waits || options.warm === false || (next !== undefined && next <= 0)) return
    waiting = { child: start(system, next), system, dollars: next }
  }
  const one = async <T>(ask: Ask<T>): Promise<Completion<T>> => {
    ask.signal?.throwIfAborted()
    const answer = take(ask).ask(program.stdin(ask.system, ask.prompt), ask.signal)
    prepare(ask)
    const said = program.read(await answer)
    if (said === null) throw failed(options.program, "answered something that is no result")
    return {
      object: readObject(said.text, ask.schema),
      inputTokens: said.input,
      outputTokens: said.output,
      dollars: said.dollars,
    }
  }
  return {
    name: options.program,
    to: options.program,
    free: false,
    overhead: program.overhead,
    complete: ask => {
      const mine = last.then(() => one(ask))
      last = mine.catch(() => {})
      return mine
    },
    close: () => {
      closed = true
      drop()
    },
  }
}
