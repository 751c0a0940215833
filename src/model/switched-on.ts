// What follows from a model being switched on: may its worker run here, and what of the environment does it need? Apart from the worker,
// so that hooks can ask without loading it.
import type { Config } from "../config.ts"
import type { Env } from "../paths.ts"

/** Why no worker may run here; null when one may. */
export const workerBarred = (config: Config, env: Env): string | null =>
  config.get("model.backend") === "none"
    ? "no model is switched on (model.backend is none)"
    : env.METTLE_INTERNAL
      ? "this runs inside a program that mettle started"
      : null

// What of the environment a model needs: nothing while none is switched on. Names only; whoever asks looks them up.

/** All an agent program gets of the environment: places, proxies, and the log-in of these programs. */
export const PROGRAM_VARIABLES =
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|PATH|LANG|LC_ALL|TMPDIR|TEMP|USER|LOGNAME|SHELL|TERM|XDG_[A-Z_]+|(?:HTTPS?|NO|ALL)_PROXY|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|CLAUDE_CONFIG_DIR|CLAUDE_CODE_[A-Z_]+|ANTHROPIC_[A-Z_]+|CODEX_[A-Z_]+|OPENAI_[A-Z_]+|GEMINI_[A-Z_]+|GOOGLE_[A-Z_]+)$/
const VENDOR_VARIABLES: Readonly<Record<string, RegExp>> = {
  client: PROGRAM_VARIABLES,
  anthropic: /^(?:ANTHROPIC_API_KEY|NODE_EXTRA_CA_CERTS)$/,
  openai: /^(?:OPENAI_API_KEY|NODE_EXTRA_CA_CERTS)$/,
}

/** What a process that will start the worker has to carry for it; null = nothing. */
export const modelVariables = (config: Config): RegExp | null => VENDOR_VARIABLES[config.get("model.backend")] ?? null
