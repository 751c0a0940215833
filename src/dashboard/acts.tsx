// What people do here: one POST each, one line that says it was done, and an undo where the product has one. At most one line at a
// time; it goes by itself.

import { useEffect, useState } from "preact/hooks"
import { ask } from "./use-data.ts"

interface Notice {
  readonly text: string
  readonly undo?: () => void
}
let show: (notice: Notice | null) => void = () => undefined
const say = (notice: Notice): void => show(notice)

const SHOWN_MS = 8000

export function Toast() {
  const [notice, setNotice] = useState<Notice | null>(null)
  show = setNotice
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div role="status" aria-live="polite">
      {notice && (
        <div class="toast">
          <span>{notice.text}</span>
          {notice.undo && (
            <button
              type="button"
              onClick={() => {
                setNotice(null)
                notice.undo?.()
              }}
            >
              undo
            </button>
          )}
        </div>
      )}
    </div>
  )
}

type Said<T> = string | ((answer: T) => string)

async function told<T>(path: string, body: unknown, said: Said<T>, done?: () => void, back?: () => void) {
  try {
    const answer = await ask<T>(path, { body })
    const text = typeof said === "string" ? said : said(answer)
    say({ text, ...(back ? { undo: back } : {}) })
    done?.()
    return answer
  } catch (error) {
    say({ text: (error as Error).message })
    return null
  }
}

/** Does it, and says so; null when it was refused. */
export const perform = <T,>(path: string, body: unknown, said: Said<T>, done?: () => void): Promise<T | null> =>
  told(path, body, said, done)
/** The same, with an undo beside what is said. */
export const act = <T,>(path: string, body: unknown, said: Said<T>, done?: () => void): Promise<T | null> =>
  told(path, body, said, done, () => void undo(done))

type Undone = { readonly undone: readonly { readonly type: string; readonly statement: string | null }[] }
export const undo = (done?: () => void): Promise<unknown> =>
  perform<Undone>(
    "/api/undo",
    {},
    ({ undone }) =>
      undone.length === 0 ? "Nothing to undo." : `Undone: ${undone.map(u => u.statement ?? u.type).join(", ")}`,
    done,
  )
