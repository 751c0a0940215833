// What each category of a signal is worth: P(category | the work succeeded) and P(category | it did not). Expert guesses
// written down before any fit (credit.md 4.1); refit.ts moves them with data and keeps them as pseudo-counts.
import type { Cuts, SignalName } from "./signals.ts"

/** [given success, given failure] */
export type Odds = readonly [ok: number, bad: number]
export interface LabelTables {
  /** chance of success before anything is seen */
  readonly prior: number
  /** minutes per call: terciles */
  readonly cuts: Cuts
  readonly signals: Readonly<Record<SignalName, Readonly<Record<string, Odds>>>>
}

export const EXPERT_TABLES: LabelTables = {
  prior: 0.62,
  cuts: [0.5, 1.5],
  signals: {
    test: { pass: [0.86, 0.48], fail: [0.14, 0.52] },
    build: { pass: [0.94, 0.75], fail: [0.06, 0.25] },
    typecheck: { pass: [0.93, 0.76], fail: [0.07, 0.24] },
    lint: { pass: [0.9, 0.79], fail: [0.1, 0.21] },
    tool: { none: [0.6, 0.45], some: [0.25, 0.27], many: [0.15, 0.28] },
    feedback: {
      explicit_positive: [0.22, 0.04],
      explicit_negative: [0.05, 0.27],
      implicit_retry: [0.04, 0.18],
      implicit_continuation: [0.4, 0.22],
      accept: [0.12, 0.05],
      resend: [0.01, 0.02],
      neutral: [0.16, 0.22],
    },
    end: { normal: [0.9, 0.72], vanished: [0.1, 0.28] },
    slow: { fast: [0.4, 0.27], mid: [0.34, 0.33], slow: [0.26, 0.4] },
    interrupted: { yes: [0.04, 0.15], no: [0.96, 0.85] },
    refused: { yes: [0.04, 0.11], no: [0.96, 0.89] },
    retries: { none: [0.75, 0.55], one: [0.15, 0.22], many: [0.1, 0.23] },
    committed: { yes: [0.5, 0.28], no: [0.5, 0.72] },
    reverted: { yes: [0.02, 0.22], no: [0.98, 0.78] },
    survived: { kept: [0.85, 0.45], part: [0.11, 0.25], gone: [0.04, 0.3] },
    reported: { yes: [0.9, 0.2], no: [0.1, 0.8] },
    judge: { good: [0.85, 0.15], bad: [0.15, 0.85] },
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
    test: { pass: [0.92, 0.76], fail: [0.08, 0.24] },
    lint: { pass: [0.97, 0.95], fail: [0.03, 0.05] },
    tool: { none: [0.6, 0.58], some: [0.25, 0.24], many: [0.06, 0.18] },
    retries: { none: [0.6, 0.48], one: [0.22, 0.2], many: [0.18, 0.32] },
  },
}
