// THE list of commands: one line each, loaded only when it is run. "daily" are the eight of `mettle --help`.
import type { Command } from "./command.ts"

export interface Entry {
  readonly name: string
  readonly summary: string
  readonly group: "daily" | "more"
  readonly load: () => Promise<{ readonly command: Command }>
}

/** `mettle assess <name>` is `mettle <name>` (S2-97..109). */
export const ASSESS: readonly string[] = ["status", "history", "breaker", "trigger", "replay", "patterns", "calibrate"]

export const COMMANDS: readonly Entry[] = [
  { name: "init", summary: "put mettle into the agents you have", group: "daily", load: () => import("./init.ts") },
  {
    name: "did",
    summary: "what it did for you this week (mettle, alone, says the same)",
    group: "daily",
    load: () => import("./did.ts"),
  },
  {
    name: "status",
    summary: "is it recording, what is known, is the loop alive",
    group: "daily",
    load: () => import("./status.ts"),
  },
  { name: "cards", summary: "what is known, with facets", group: "daily", load: () => import("./cards.ts") },
  {
    name: "keep",
    summary: "for agents: keep what the user typed",
    group: "more",
    load: () => import("./keep.ts"),
  },
  { name: "note", summary: "state something yourself", group: "daily", load: () => import("./note.ts") },
  { name: "why", summary: "why a card stands where it stands", group: "daily", load: () => import("./why.ts") },
  { name: "forget", summary: "erase text for good, and prove it", group: "daily", load: () => import("./forget.ts") },
  {
    name: "open",
    summary: "the dashboard, on this computer only",
    group: "daily",
    load: () => import("./open.ts"),
  },
  {
    name: "left",
    summary: "where work here stopped, and how to take it up again",
    group: "more",
    load: () => import("./left.ts"),
  },
  {
    name: "look",
    summary: "what past sessions show, before installing",
    group: "more",
    load: () => import("./look.ts"),
  },
  {
    name: "card",
    summary: "one card with its evidence, and acts on it",
    group: "more",
    load: () => import("./card.ts"),
  },
  {
    name: "search",
    summary: "cards and past episodes, by words and by meaning",
    group: "more",
    load: () => import("./search.ts"),
  },
  { name: "pack", summary: "what the agent would be given now", group: "more", load: () => import("./pack.ts") },
  {
    name: "check",
    summary: "what is known about a command or an error",
    group: "more",
    load: () => import("./check.ts"),
  },
  { name: "errors", summary: "open errors of the task at hand", group: "more", load: () => import("./errors.ts") },
  {
    name: "report",
    summary: "how a task went, told by a script or a swarm",
    group: "more",
    load: () => import("./report.ts"),
  },
  { name: "norms", summary: "how what you asked for was followed", group: "more", load: () => import("./norms.ts") },
  { name: "history", summary: "episodes and how they went", group: "more", load: () => import("./history.ts") },
  {
    name: "breaker",
    summary: "when it stepped in, and whether that was right",
    group: "more",
    load: () => import("./breaker.ts"),
  },
  {
    name: "calibrate",
    summary: "what the past says about the breaker's numbers",
    group: "more",
    load: () => import("./calibrate.ts"),
  },
  {
    name: "patterns",
    summary: "what reads prompts and output, by id",
    group: "more",
    load: () => import("./patterns.ts"),
  },
  {
    name: "trigger",
    summary: "assess the episode that goes on, now",
    group: "more",
    load: () => import("./trigger.ts"),
  },
  {
    name: "assess",
    summary: "status, history, trigger and their kin under one name",
    group: "more",
    load: () => import("./assess.ts"),
  },
  { name: "ledger", summary: "what was let in or refused, and why", group: "more", load: () => import("./ledger.ts") },
  {
    name: "trust",
    summary: "whose proposals hold up, and what moved that",
    group: "more",
    load: () => import("./trust.ts"),
  },
  { name: "review", summary: "what waits for you", group: "more", load: () => import("./review.ts") },
  {
    name: "undo",
    summary: "take back what was kept, or the last acts",
    group: "more",
    load: () => import("./undo.ts"),
  },
  {
    name: "replay",
    summary: "one log under two presets, side by side",
    group: "more",
    load: () => import("./replay.ts"),
  },
  {
    name: "uplift",
    summary: "what this log can prove about memory as a whole",
    group: "more",
    load: () => import("./uplift.ts"),
  },
  {
    name: "trial",
    summary: "your own agent on a folder of tasks, with and without memory",
    group: "more",
    load: () => import("./trial.ts"),
  },
  { name: "gates", summary: "is there enough to speak of cause", group: "more", load: () => import("./gates.ts") },
  { name: "rebuild", summary: "fold the whole log again", group: "more", load: () => import("./rebuild.ts") },
  { name: "settle", summary: "run all that is due, and wait", group: "more", load: () => import("./settle.ts") },
  {
    name: "model",
    summary: "the optional model: what it may use, and what it is sent",
    group: "more",
    load: () => import("./model.ts"),
  },
  {
    name: "team",
    summary: "share with people who work on the same code",
    group: "more",
    load: () => import("./team.ts"),
  },
  { name: "pause", summary: "stop recording for a while", group: "more", load: () => import("./pause.ts") },
  { name: "resume", summary: "go on recording", group: "more", load: () => import("./resume.ts") },
  { name: "redact", summary: "look for secrets in what is stored", group: "more", load: () => import("./redact.ts") },
  { name: "export", summary: "the log, or the cards, to a file", group: "more", load: () => import("./export.ts") },
  { name: "import", summary: "merge an exported log", group: "more", load: () => import("./import.ts") },
  { name: "backup", summary: "copy the store into one file", group: "more", load: () => import("./backup.ts") },
  { name: "doctor", summary: "is everything in order", group: "daily", load: () => import("./doctor.ts") },
  {
    name: "demo",
    summary: "a short story: what is learned, what it changes",
    group: "more",
    load: () => import("./demo.ts"),
  },
  { name: "config", summary: "settings: get, set, explain", group: "more", load: () => import("./config.ts") },
  { name: "scope", summary: "which repository this is; name, merge", group: "more", load: () => import("./scope.ts") },
  {
    name: "mcp",
    summary: "the memory as an MCP server, for agents that ask",
    group: "more",
    load: () => import("./mcp.ts"),
  },
  { name: "hook", summary: "hear one hook of an agent", group: "more", load: () => import("./hook.ts") },
  {
    name: "completion",
    summary: "completion for bash, zsh, fish, PowerShell",
    group: "more",
    load: () => import("./completion.ts"),
  },
  { name: "uninstall", summary: "take mettle out again", group: "more", load: () => import("./uninstall.ts") },
  { name: "lab", summary: "run one judgement on your own data", group: "more", load: () => import("./lab.ts") },
]
