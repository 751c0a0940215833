// What a page says when there is nothing: what will fill it, and one thing to do about it. And what it says while it waits, how far
// long work is, and when the server refuses.

import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { WorkPage } from "../../http/schemas.ts"
import { ask, Refused } from "../api.ts"
import { whole } from "../numbers.ts"
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
  return (
    <div class="problem" role="alert">
      <p>
        <b>{refused ? error.message : "No answer from mettle open."}</b>{" "}
        <span class="dim small">{refused?.code ?? "E_NETWORK"}</span>
      </p>
      {refused?.still && <p class="small">{refused.still}</p>}
      <p class="small dim">
        {refused?.status === 401
          ? "This tab has no valid token. Open the address that mettle open printed."
          : (refused?.hint ?? "Is it still running? Start it again with: mettle open")}
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

const AGAIN_MS = 400

/** Of work over the whole log, asked for a few times a second. */
export function Progress({ doing }: { readonly doing: string }) {
  const [work, setWork] = useState<WorkPage["running"][number] | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const timer = setInterval(() => {
      ask<WorkPage>("/api/work", { signal: stop.signal })
        .then(({ running }) => setWork(running[0] ?? null))
        .catch(() => undefined)
    }, AGAIN_MS)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [])
  const known = work !== null && work.total > 0
  return (
    <p class="row small" role="status" data-progress>
      <progress {...(known ? { value: work.done, max: work.total } : {})} aria-label={doing} />
      <span class="dim">
        {doing}
        {known ? `: ${whole(work.done)} of ${whole(work.total)} events` : ""}. Everything else goes on meanwhile.
      </span>
    </p>
  )
}
