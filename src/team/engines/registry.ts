// THE list of engines that can carry a shared log: one file and one line each. docs/engines.md says how to add one.
import { MettleError } from "../../core/errors.ts"
import type { Engine, EngineOptions, SharedLog } from "../shared-log.ts"
import { folderEngine } from "./folder.ts"
import { gitEngine } from "./git.ts"
import { natsEngine } from "./nats.ts"
import { postgresEngine } from "./postgres.ts"

const ENGINES: readonly Engine[] = [postgresEngine, natsEngine, gitEngine, folderEngine]

export function engineOf(url: string): Engine {
  const engine = ENGINES.find(candidate => candidate.matches(url))
  if (engine) return engine
  throw new MettleError("E_CONFIG", `no engine knows the address ${shown(url)}`, {
    hint: ENGINES.map(({ example }) => example).join("  or  "),
  })
}

/** The one way to open a shared log. */
export const openSharedLog = (url: string, options: EngineOptions = {}): Promise<SharedLog> =>
  engineOf(url).open(url, options)

/** An address without its password, for people and logs. */
export const shown = (url: string): string => url.replace(/^([a-z+]+:\/\/[^:@/]*):[^@/]*@/i, "$1:…@")
