// A tiny made-up history with known effects, for tests of the learner: `good` helps, `bad` harms, the rest do nothing.
import type { CardFacts, EpisodeRecord } from "../../../src/core/questions/worth.ts"
import { seeded } from "../../../src/core/stats.ts"
import { labeller } from "../../../src/lab/credit.ts"

export const CARDS: readonly CardFacts[] = ["good", "bad", "idle", "other"].map(id => ({
  id,
  kind: "tactic",
  source: id === "good" ? "user" : "agent",
  topic: "t",
}))

export function history(n: number, seed = "history"): EpisodeRecord[] {
  const random = seeded(seed)
  const labelled = labeller()
  return Array.from({ length: n }, (_, ep) => ({
    ep: `e${ep}`,
    day: ep / 4,
    repo: ep % 3 === 0 ? "a" : "b",
    endReason: "exit",
    closing: null,
    durMin: 6,
    prompts: [0, 1].map(idx => {
      const shown = CARDS.map(() => random() < 0.5)
      const p = 0.55 + (shown[0] ? 0.25 : 0) - (shown[1] ? 0.25 : 0)
      const ok = random() < p
      return {
        idx,
        lenZ: random() - 0.5,
        hasError: random() < 0.2,
        taskKind: "edit" as const,
        overlap: idx === 0 ? 0 : random() * 0.5,
        fb: idx === 0 ? ("neutral" as const) : ("implicit_continuation" as const),
        nActive: 0,
        slots: 4,
        cand: CARDS.map((c, rank) => ({
          id: c.id,
          score: 0.8 - rank / 20,
          rank,
          pi: 0.5,
          shown: shown[rank]!,
          mode: 1 as const,
          channel: "auto_pack" as const,
          placement: "prompt" as const,
        })),
        tools: [
          { does: "runs" as const, outErr: !ok, exit: ok ? 0 : 1, ok: null, test: true, file: null },
          {
            does: "runs" as const,
            outErr: false,
            exit: ok || random() < 0.5 ? 0 : 1,
            ok: null,
            test: false,
            file: null,
          },
        ],
        durMin: 3,
        cited: [],
        label: null,
      }
    }),
  })).map(labelled)
}

export function deepFreeze<T>(x: T): T {
  if (typeof x === "object" && x !== null && !Object.isFrozen(x)) {
    Object.freeze(x)
    for (const v of Object.values(x)) deepFreeze(v)
  }
  return x
}
