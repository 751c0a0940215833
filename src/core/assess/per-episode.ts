// What an alarm rule remembers of one episode: stepped by each message, gone when the episode's messages fade, so that episodes do
// not weigh on each other.
import type { AlarmInput } from "../questions/alarm.ts"
import type { Happening, Told } from "../rules/happening.ts"
import type { Own, Params } from "../rules/rule.ts"
import { table } from "../views/table.ts"

export function perEpisode<State, P extends Params>(
  name: string,
  start: State,
  /** the same state when the message changes nothing: nothing is written then */
  next: (state: State, message: AlarmInput, params: P) => State,
) {
  const STATE = table<State>(name, "episode")
  const of = ({ rows }: Own, episode: string): State => STATE.get(rows, episode) ?? start
  return {
    of,
    set: ({ rows }: Own, episode: string, state: State): void => STATE.set(rows, episode, state),
    tables: [STATE],
    watches: ["message heard", "messages faded"] as const,
    step(own: Own, happening: Happening, params: P): Told | undefined {
      if (happening.what === "messages faded") STATE.delete(own.rows, happening.episode)
      if (happening.what !== "message heard") return undefined
      const { message } = happening
      const before = STATE.get(own.rows, message.episode)
      const after = next(before ?? start, message, params)
      if (after !== before) STATE.set(own.rows, message.episode, after)
      return undefined
    },
  }
}
