// Whether a worker may run at all. Apart from the worker, so that hooks can ask without loading it.
import type { Config } from "../config.ts"

/** Why no worker may run here; null when one may. */
export const workerBarred = ({
  config,
  env,
}: {
  readonly config: Config
  readonly env: Readonly<Record<string, string | undefined>>
}): string | null =>
  config.get("model.backend") === "none"
    ? "no model is switched on (model.backend is none)"
    : env.METTLE_INTERNAL
      ? "this runs inside a program that mettle started"
      : null
