// A prompt of Claude Code: its name in hook and transcript, whether a person or a program gave it, the words as typed.
// Ground truth: recorded UserPromptSubmit payloads and the user records of the transcripts.

import { type Loose, list, record, str } from "../../core/loose.ts"
import { turnName } from "../drafts.ts"
import { readNotification, tagged } from "./result.ts"

export const CLIENT = "claude-code"

export function promptName(id: string | null, text: string, at: number): string {
  const task = readNotification(text)?.task
  return task === undefined ? turnName(id, text, at) : `task:${task}`
}

/** A person, a program, or no word about it. */
export function entrypointPerson(entrypoint: string | null): boolean | null {
  if (entrypoint === null) return null
  if (/^(?:sdk|mcp|claude-code-github-action|github|headless|print|local-agent|remote_)/.test(entrypoint)) return false
  return /^(?:cli|claude-vscode|claude-desktop|claude-jetbrains|vscode|jetbrains|ide)$/.test(entrypoint) ? true : null
}
export function personOf(entry: Loose): boolean | null {
  const said = [str(entry.promptSource), str(record(entry.origin).kind), str(entry.turnOrigin)]
  if (said.some(word => word !== null && /^(?:sdk|print|headless)/.test(word))) return false
  return said.includes("typed") || said.includes("human") ? true : entrypointPerson(str(entry.entrypoint))
}

/** `<command-name>/x</command-name> … <command-args>y</command-args>` as it was typed: `/x y`. */
export function typedCommand(text: string): string | null {
  if (!text.startsWith("<command-")) return null
  const name = tagged(text, "command-name")
  if (name === null) return null
  return `${name.startsWith("/") ? "" : "/"}${name} ${tagged(text, "command-args") ?? ""}`.trim()
}
/** The words alone: the hook does not show pictures either. */
export const typed = (content: unknown): string =>
  (typeof content === "string"
    ? content
    : list(content)
        .map(block => str(record(block).text) ?? "")
        .join("\n")
  ).trim()
