// What an alarm rule remembers of one episode: stepped by each message, gone when the episode's messages fade, so that episodes do not
// weigh on each other.
import type { AlarmInput } from "../questions/happened.ts"
import type { On, Params, RuleContext } from "../rules/rule.ts"
import { table } from "../views/table.ts"

export function overMessages<State, P extends Params>(
  name: string,
  start: State,
  /** the same state when the message changes nothing: nothing is written then */
  next: (state: State, message: AlarmInput, params: P) => State,
) {
  const STATE = table<State>(name, "episode")
  return {
    of: ({ rows }: RuleContext, episode: string): State => STATE.get(rows, episode) ?? start,
    set: ({ rows }: RuleContext, episode: string, state: State): void => STATE.set(rows, episode, state),
    tables: [STATE],
    on: {
      "message heard"({ rows }, { message }, params) {
        const before = STATE.get(rows, message.episode)
        const after = next(before ?? start, message, params)
        if (after !== before) STATE.set(rows, message.episode, after)
        return undefined
      },
      "messages faded"({ rows }, { episode }) {
        STATE.delete(rows, episode)
        return undefined
      },
    } satisfies On<P>,
  }
}
