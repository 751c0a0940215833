// When an alarm may go off again: cool-down, messages in between, most per episode (S2-45..47). Beyond the most it is
// only written down.
import type { AlarmAnswer, AlarmInput } from "../questions/happened.ts"
import type { On, Params, RuleContext } from "../rules/rule.ts"
import { table } from "../views/table.ts"

export interface Trip extends Pick<NonNullable<AlarmAnswer>, "trip" | "intervention" | "spoken"> {
  readonly message: number
  readonly at: number
  readonly because: string
}
export interface Gate {
  readonly last: Trip | null
  readonly trips: number
}
/** `mute`: trips are written down and never spoken */
export const GATE_PARAMS = { enabled: true, mute: false, cooldownSeconds: 120, spacing: 3, perEpisode: 3 }
export const OPEN: Gate = { last: null, trips: 0 }

/** The gate after something wants to trip: unchanged while it is shut. */
export function pass(
  gate: Gate,
  wants: Pick<Trip, "trip" | "intervention" | "because"> | null,
  here: { readonly message: number; readonly at: number },
  speaks: boolean,
  params: typeof GATE_PARAMS,
): Gate {
  if (wants === null || !params.enabled) return gate
  const { last, trips } = gate
  if (last !== null) {
    if (here.message - last.message < params.spacing) return gate
    if (here.at - last.at < params.cooldownSeconds * 1000) return gate
  }
  const spoken = speaks && !params.mute && trips < params.perEpisode
  return { last: { ...wants, ...here, spoken }, trips: trips + 1 }
}

/** The trip that this very message set off. */
export const tripAt = (
  { last }: Gate,
  { message, at }: { readonly message: number; readonly at: number },
): Trip | null => (last !== null && last.message === message && last.at === at ? last : null)

// What an alarm rule remembers of one episode: stepped by each message, gone when the episode's messages fade, so that episodes do
// not weigh on each other.

export function perEpisode<State, P extends Params>(
  name: string,
  start: State,
  /** the same state when the message changes nothing: nothing is written then */
  next: (state: State, message: AlarmInput, params: P) => State,
) {
  const STATE = table<State>(name, "episode")
  const of = ({ rows }: RuleContext, episode: string): State => STATE.get(rows, episode) ?? start
  return {
    of,
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
