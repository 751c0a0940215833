// Which model the user's settings name, if any. The one place where settings become a Completer; "none" makes nothing.
import type { Config } from "../config.ts"
import type { Completer } from "./backend.ts"

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stateDir: string
}

export async function chosenCompleter(config: Config, { env, stateDir }: Surroundings): Promise<Completer | null> {
  const backend = config.get("model.backend")
  if (backend === "none") return null
  const model = config.get("model.name")
  if (backend === "client") {
    const { clientCompleter } = await import("./client.ts")
    return clientCompleter({ program: config.get("model.client"), model, stateDir, env })
  }
  const { sdkCompleter } = await import("./sdk.ts")
  return sdkCompleter({ vendor: backend, url: config.get("model.url"), model, env })
}
