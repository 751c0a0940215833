// The meter: what models used today, kept beside the log, and the two caps. Nothing is asked of a model before the meter
// said yes; 0 allows none. Days are UTC. Bodies of requests are never kept, only when, where to and how much.
import type { Config } from "../config.ts"
import { MettleError } from "../core/errors.ts"
import type { Completer } from "./backend.ts"

export interface Usage {
  readonly day: string
  readonly calls: number
  readonly tokens: number
  readonly dollars: number
  readonly refused: number
  /** the last calls, oldest first */
  readonly log: readonly { readonly at: number; readonly to: string; readonly tokens: number }[]
}
export interface Caps {
  readonly tokens: number
  readonly dollars: number
  /** dollars per million tokens, where the program does not say what it cost */
  readonly inputPrice: number
  readonly outputPrice: number
}
export interface Meter {
  /** Throws E_CAP when the worst case would pass a cap; else the dollars that are left now, and after the worst case. */
  allow(guess: Tokens, of: Pick<Completer, "free" | "to">): { readonly left: number; readonly after: number }
  spent(used: Tokens, of: Pick<Completer, "free" | "to">, dollars: number | null): void
}
interface Tokens {
  readonly input: number
  readonly output: number
}
type Meta = { get(key: string): string | null; set(key: string, value: string): void }

const MARK = "model.usage"
const LOGGED = 20
const day = (now: number): string => new Date(now).toISOString().slice(0, 10)

export const capsOf = (config: Config): Caps => ({
  tokens: config.get("model.dailyTokens"),
  dollars: config.get("model.dailyMoney"),
  inputPrice: config.get("model.inputPrice"),
  outputPrice: config.get("model.outputPrice"),
})

export function usageToday(meta: Pick<Meta, "get">, now: number): Usage {
  const none: Usage = { day: day(now), calls: 0, tokens: 0, dollars: 0, refused: 0, log: [] }
  const text = meta.get(MARK)
  if (text === null) return none
  const kept = JSON.parse(text) as Usage
  return kept.day === none.day ? kept : { ...none, log: kept.log }
}

export function openMeter(meta: Meta, now: () => number, caps: Caps): Meter {
  const price = ({ input, output }: Tokens): number => (input * caps.inputPrice + output * caps.outputPrice) / 1e6
  const save = (usage: Usage): void => meta.set(MARK, JSON.stringify(usage))
  return {
    allow(guess, { free }) {
      const usage = usageToday(meta, now())
      const [tokens, dollars] = [guess.input + guess.output, free ? 0 : price(guess)]
      const reached =
        usage.tokens + tokens > caps.tokens
          ? `model.dailyTokens: ${usage.tokens} of ${caps.tokens} used, the next call may take ${tokens}`
          : !free && usage.dollars + Math.max(dollars, Number.MIN_VALUE) > caps.dollars
            ? `model.dailyMoney: $${usage.dollars.toFixed(2)} of $${caps.dollars.toFixed(2)} used, the next call may cost $${dollars.toFixed(2)}`
            : null
      if (reached === null) {
        const left = Math.max(0, caps.dollars - usage.dollars)
        return { left, after: Math.max(0, left - dollars) }
      }
      save({ ...usage, refused: usage.refused + 1 })
      throw new MettleError("E_CAP", reached, {
        still: "everything else goes on without a model",
        hint: "mettle config model status; raise a cap with mettle config set",
      })
    },
    spent(used, { free, to }, told) {
      const usage = usageToday(meta, now())
      const tokens = used.input + used.output
      save({
        ...usage,
        calls: usage.calls + 1,
        tokens: usage.tokens + tokens,
        dollars: usage.dollars + (free ? 0 : (told ?? price(used))),
        log: [...usage.log, { at: now(), to, tokens }].slice(-LOGGED),
      })
    },
  }
}
