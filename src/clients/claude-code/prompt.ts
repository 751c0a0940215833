// A prompt of Claude Code: its name in hook and transcript, whether a person or a program gave it, the words as typed.
// Ground truth: recorded UserPromptSubmit payloads and the user records of the transcripts.

import { type Loose, list, record, str } from "../../core/loose.ts"
import { textKey } from "../drafts.ts"
import { readNotification } from "./result.ts"

export const CLIENT = "claude-code"

/** The name of a prompt: hook and transcript share the id, and one id can carry more than one prompt. */
export function promptName(id: string | null, text: string, at: number): string {
  const task = readNotification(text)?.task
  if (task !== undefined) return `task:${task}`
  return `${id ?? `at:${Math.floor(at / 10_000)}`}:${textKey(text)}`
}
export const replyName = (id: string | null, text: string, at: number): string =>
  `${id ?? `at:${Math.floor(at / 10_000)}`}:${textKey(text)}`

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
  const field = (name: string): string => {
    const start = text.indexOf(`<${name}>`)
    const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start)
    return end < 0 ? "" : text.slice(start + name.length + 2, end).trim()
  }
  const name = field("command-name")
  if (name === "") return null
  return `${name.startsWith("/") ? "" : "/"}${name} ${field("command-args")}`.trim()
}
/** The words alone: the hook does not show pictures either. */
export const typed = (content: unknown): string =>
  (typeof content === "string"
    ? content
    : list(content)
        .map(block => str(record(block).text) ?? "")
        .join("\n")
  ).trim()
