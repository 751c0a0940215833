// How a session is taken up again in its own client, where that has a command for it. Ground truth: each program's --help.
const SESSION = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|ses_[0-9A-Za-z]{10,40}/gi

const COMMANDS: Readonly<Record<string, (session: string) => string>> = {
  "claude-code": session => `claude --resume ${session}`,
  codex: session => `codex resume ${session}`,
  "gemini-cli": session => `gemini --resume ${session}`,
  opencode: session => `opencode --session ${session}`,
  "copilot-cli": session => `copilot --resume ${session}`,
}

export const resumeCommand = (client: string, session: string): string | null => COMMANDS[client]?.(session) ?? null

/** Names that a client may have given a session, as the place it is kept in tells. */
export const sessionsNamed = (path: string): readonly string[] => path.match(SESSION) ?? []
