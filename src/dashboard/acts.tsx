// What people do here: one POST each, one line that says it was done, and an undo where the product has one. At most one line at a
// time; it goes by itself.

import { useEffect, useState } from "preact/hooks"
import { ask } from "./api.ts"

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

export async function perform<T>(
  path: string,
  body: unknown,
  how: { readonly said: string | ((answer: T) => string); readonly undoable?: boolean; readonly done?: () => void },
): Promise<T | null> {
  try {
    const answer = await ask<T>(path, { body })
    const text = typeof how.said === "string" ? how.said : how.said(answer)
    say({ text, ...(how.undoable ? { undo: () => void undo(how.done) } : {}) })
    how.done?.()
    return answer
  } catch (error) {
    say({ text: (error as Error).message })
    return null
  }
}

export const undo = (done?: () => void): Promise<unknown> =>
  perform<{ undone: readonly { type: string; statement: string | null }[] }>(
    "/api/undo",
    {},
    {
      said: ({ undone }) =>
        undone.length === 0 ? "Nothing to undo." : `Undone: ${undone.map(u => u.statement ?? u.type).join(", ")}`,
      ...(done ? { done } : {}),
    },
  )
