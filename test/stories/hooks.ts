// Hooks on the stage of the stories: real payloads through the real path of a hook, over ports in RAM. Several processes
// are several memories over the same ports; each has views of its own and folds when a hook makes it.
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clientOf } from "../../src/clients/registry.ts"
import { loadConfig } from "../../src/config.ts"
import { type Hearing, hear } from "../../src/hook/hear.ts"
import type { Surroundings } from "../../src/hook/surroundings.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { type Env, resolvePaths } from "../../src/paths.ts"

/** A place that is never written: what these hooks record stays in RAM. */
const NOWHERE = join(tmpdir(), "mettle-stories-nowhere")

/** Gives a payload to a hook that works with this memory; what it would print, or null. */
export function hooksOf(
  memory: Memory,
  scope: string | null,
  now: () => number,
  settings: Env = {},
  client = "claude-code",
  /** a folder for what hooks keep, the working copy, and how the client was started */
  at: {
    home?: string
    entrypoint?: string
    /** whether its own screen runs, as Claude Code says it; null: as versions that do not say */
    attended?: boolean | null
    repository?: Surroundings["repository"]
    around?: (folder: string | null) => Surroundings
    left?: () => number
  } = {},
) {
  const home = at.home ?? NOWHERE
  const paths = resolvePaths({ HOME: home, METTLE_HOME: home })
  const config = loadConfig({ userDir: NOWHERE, env: settings })
  const repository = at.repository ?? null
  const around = { config, scope, domains: [], repository, dataDir: NOWHERE, silent: null } as Surroundings
  const attended = at.attended == null ? {} : { CLAUDE_CODE_SESSION_ATTENDED: at.attended ? "1" : "0" }
  const env = { CLAUDE_CODE_ENTRYPOINT: at.entrypoint ?? "cli", ...attended }
  return async (payload: Readonly<Record<string, unknown>>): Promise<string | null> => {
    const hearing: Hearing = {
      client: clientOf(client)!,
      payload,
      ...{ env, ownEnv: {}, home: NOWHERE, paths, now, caller: null, drains: false },
      random: () => memory.parts.randomBytes(),
      left: at.left ?? (() => 10_000),
      stores: { plain: async () => memory.parts, full: async () => memory },
      around: at.around ?? (() => around),
    }
    return (await hear(hearing)).out
  }
}

/** Whether an answer denies the call. */
export const denies = (out: string | null): boolean =>
  out !== null && JSON.parse(out).hookSpecificOutput?.permissionDecision === "deny"
