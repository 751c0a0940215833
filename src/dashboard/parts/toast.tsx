// One line about the last act, with its undo. At most one at a time; it goes by itself.
import { useEffect, useState } from "preact/hooks"

interface Notice {
  readonly text: string
  readonly undo?: () => void
}
let show: (notice: Notice | null) => void = () => undefined
export const say = (notice: Notice): void => show(notice)

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
