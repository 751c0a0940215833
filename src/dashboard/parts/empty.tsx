// What a page says when there is nothing: what will fill it, and one thing to do about it. And what it says while it waits, and when
// the server refuses.

import type { ComponentChildren } from "preact"
import { Refused } from "../api.ts"
import type { Data } from "../use-data.ts"
import { CommandLine } from "./button.tsx"

export function Empty({ children, command }: { children: ComponentChildren; command?: string }) {
  return (
    <div class="panel empty" data-empty>
      <p>{children}</p>
      {command && <CommandLine text={command} />}
    </div>
  )
}

export function Problem({ error }: { error: Error }) {
  const refused = error instanceof Refused ? error : null
  const told = refused?.told
  return (
    <div class="problem" role="alert">
      <p>
        <b>{refused ? error.message : "No answer from mettle open."}</b>{" "}
        <span class="dim small">{told?.code ?? (refused ? `HTTP ${refused.status}` : "E_NETWORK")}</span>
      </p>
      {told?.still && <p class="small">{told.still}</p>}
      <p class="small dim">
        {refused?.status === 401
          ? "This tab has no valid token. Open the address that mettle open printed."
          : (told?.hint ?? "Is it still running? Start it again with: mettle open")}
      </p>
    </div>
  )
}

/** Shows the answer, or that it is awaited, or why there is none. */
export function Answer<T>({ of, children }: { of: Data<T>; children: (data: T) => ComponentChildren }) {
  if (of.data === null && of.error) return <Problem error={of.error} />
  if (of.data === null)
    return (
      <p class="waiting" role="status">
        Reading …
      </p>
    )
  return (
    <>
      {of.error && <Problem error={of.error} />}
      {children(of.data)}
    </>
  )
}
