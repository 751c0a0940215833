// A dialog: the browser's own, so that focus stays inside and Escape closes it.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { type Key, useKeys } from "../keys.ts"

interface DialogProps {
  readonly label: string
  /** besides Escape */
  readonly keys?: readonly Key[]
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function Dialog({ label, keys = [], onClose, children }: DialogProps) {
  const place = useRef<HTMLDialogElement>(null)
  useKeys(label, [{ key: "Escape", does: "close", run: onClose, always: true }, ...keys], { alone: true })
  // Before the next key arrives, so that what is typed right after opening lands in the dialog.
  useLayoutEffect(() => {
    const dialog = place.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={place}
      aria-label={label}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        if (event.target === place.current) onClose()
      }}
      onKeyDown={() => undefined}
    >
      {children}
    </dialog>
  )
}
