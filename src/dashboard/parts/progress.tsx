// How far work over the whole log is: shown while a page waits for its answer, asked for a few times a second.
import { useEffect, useState } from "preact/hooks"
import type { WorkPage } from "../../http/schemas.ts"
import { ask } from "../api.ts"
import { whole } from "../numbers.ts"

const AGAIN_MS = 400

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
