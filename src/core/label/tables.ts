// What each category of a signal is worth: P(category | the work succeeded) and P(category | it did not). Guesses written down
// before any fit (docs/credit.md), pooled from what is known; refit.ts moves them with a store's own log and keeps them as
// pseudo-counts.
import type { SignalName } from "./signals.ts"

/** [given success, given failure] */
export type Odds = readonly [ok: number, bad: number]
export interface LabelTables {
  /** chance of success before anything is seen */
  readonly prior: number
  /** share of sessions whose user says verdicts aloud */
  readonly talker: number
  readonly signals: Readonly<Record<SignalName, Readonly<Record<string, Odds>>>>
}

export const EXPERT_TABLES: LabelTables = {
  prior: 0.62,
  talker: 0.35,
  signals: {
    test: { pass: [0.76, 0.25], fail: [0.21, 0.6], again: [0.03, 0.15] },
    build: { pass: [0.94, 0.75], fail: [0.06, 0.25] },
    typecheck: { pass: [0.93, 0.76], fail: [0.07, 0.24] },
    lint: { pass: [0.9, 0.79], fail: [0.1, 0.21] },
    // fifths of what work of this size usually takes
    pace: { 0: [0.25, 0.14], 1: [0.23, 0.17], 2: [0.2, 0.2], 3: [0.17, 0.23], 4: [0.15, 0.26] },
    echo: {
      0: [0.44, 0.26],
      1: [0.28, 0.2],
      2: [0.2, 0.18],
      3: [0.04, 0.13],
      4: [0.03, 0.13],
      5: [0.01, 0.1],
    },
    end: { normal: [0.95, 0.84], vanished: [0.05, 0.16] },
    tries: { one: [0.6, 0.48], two: [0.22, 0.2], more: [0.18, 0.32] },
    interrupted: { yes: [0.04, 0.15], no: [0.96, 0.85] },
    refused: { yes: [0.04, 0.11], no: [0.96, 0.89] },
    committed: { yes: [0.5, 0.28], no: [0.5, 0.72] },
    reverted: { yes: [0.02, 0.22], no: [0.98, 0.78] },
    survived: { kept: [0.85, 0.45], part: [0.11, 0.25], gone: [0.04, 0.3] },
    reported: { yes: [0.9, 0.2], no: [0.1, 0.8] },
    judge: { good: [0.85, 0.15], bad: [0.15, 0.85] },
    talk: { none: [0.33, 0.27], praise: [0.56, 0.12], complaint: [0.06, 0.39], trace: [0.05, 0.22] },
    quiet: { none: [0.9, 0.86], praise: [0.05, 0.025], complaint: [0.02, 0.065], trace: [0.03, 0.05] },
    runs: { ok: [0.89, 0.77], failed: [0.11, 0.23] },
    looks: { ok: [0.93, 0.9], failed: [0.07, 0.1] },
    acts: { ok: [0.9, 0.82], failed: [0.1, 0.18] },
  },
}

/**
 * Whole headless runs at an issue, judged later by tests the agent never saw. Published agents resolve about a quarter, so
 * the prior is low; the repository's own tests were green before the work, so passing them says little and failing them much.
 */
export const RUN_TABLES: LabelTables = {
  ...EXPERT_TABLES,
  prior: 0.27,
  signals: {
    ...EXPERT_TABLES.signals,
    test: { pass: [0.92, 0.76], fail: [0.06, 0.18], again: [0.02, 0.06] },
    lint: { pass: [0.97, 0.95], fail: [0.03, 0.05] },
    acts: { ok: [0.94, 0.82], failed: [0.06, 0.18] },
  },
}
