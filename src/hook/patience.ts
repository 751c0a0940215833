// How much longer than usual a hook may wait.
import type { Env } from "../paths.ts"

/** METTLE_PATIENCE=10 waits ten times as long: for tests on busy machines, never for a host. */
export const patience = (env: Env): number => Math.max(1, Math.min(60, Number(env.METTLE_PATIENCE) || 1))
