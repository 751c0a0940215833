// Presets and numbers of rules that this store was told to live under: authored events, so each can be taken back.
import { changedLeaves, mergeOverrides, type Overrides } from "../../core/rules/params.ts"
import type { Log } from "../../store/ports.ts"

export const undoneActs = (log: Pick<Log, "readTypes">): ReadonlySet<string> =>
  new Set(log.readTypes(["act.undone"]).map(event => (event.data as { readonly act: string }).act))

/** Those that were not taken back, oldest first, with the numbers that are not as the preset has them. */
export function adoptionsIn(log: Pick<Log, "readTypes">) {
  const all = log.readTypes(["preset.adopted"])
  if (all.length === 0) return []
  const undone = undoneActs(log)
  return all
    .filter(event => !undone.has(event.id))
    .map(({ id, ts, data }) => ({
      id,
      at: ts,
      preset: String((data as { preset: unknown }).preset),
      params: mergeOverrides({}, (data as { params: Overrides }).params),
    }))
}

/** What it changed against the one before, in the words of the command line. */
export function sayAdoption(log: Pick<Log, "readTypes">, id: string): string {
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
