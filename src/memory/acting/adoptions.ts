// Presets and numbers of rules that this store was told to live under: authored events, so each can be taken back.

import { changedLeaves, mergeOverrides, type Overrides } from "../../core/rules/params.ts"
import type { Log } from "../../store/ports.ts"
import { eventsOf } from "../refs.ts"

export const undoneActs = (log: Pick<Log, "readTypes" | "readEpisode">): ReadonlySet<string> =>
  new Set(eventsOf(log, "act.undone").map(({ data }) => data.act))

/** Those that were not taken back, oldest first, with the numbers that are not as the preset has them. */
export function adoptionsIn(log: Pick<Log, "readTypes" | "readEpisode">) {
  const all = eventsOf(log, "preset.adopted")
  if (all.length === 0) return []
  const undone = undoneActs(log)
  return all
    .filter(event => !undone.has(event.id))
    .map(({ id, ts, data }) => ({
      id,
      at: ts,
      preset: data.preset,
      params: mergeOverrides({}, data.params as Overrides),
    }))
}

/** What it changed against the one before, in the words of the command line. */
export function sayAdoption(log: Pick<Log, "readTypes" | "readEpisode">, id: string): string {
  const all = adoptionsIn(log)
  const at = all.findIndex(adoption => adoption.id === id)
  const [before, now] = [all[at - 1], all[at]!]
  const flat = (params: Overrides) => new Map(changedLeaves([], params).map(c => [`rules.${c.rule}.${c.path}`, c.to]))
  const [was, is] = [flat(before?.params ?? {}), flat(now.params)]
  const numbers = [...new Set([...was.keys(), ...is.keys()])].flatMap(place => {
    const [from, to] = [was.get(place), is.get(place)].map(value => JSON.stringify(value))
    return from === to ? [] : [`${place} ${to ?? "as the rule has it"}`]
  })
  return (before?.preset === now.preset || numbers.length > 0 ? numbers : [`the preset ${now.preset}`]).join(", ")
}
