// When an alarm may go off again: cool-down, messages in between, most per episode (S2-45..47). Beyond the most it is
// only written down.

export interface Trip {
  readonly message: number
  readonly at: number
  readonly trip: string
  readonly intervention: "clarify" | "pivot" | "check_in" | "fix"
  readonly spoken: boolean
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
