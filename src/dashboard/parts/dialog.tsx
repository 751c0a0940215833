// A dialog: the browser's own, so that focus stays inside and Escape closes it. The one that forgets shows what would go, then the act,
// then the proof that a search finds nothing.
import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { ForgetActed, ForgetAsked } from "../../http/schemas.ts"
import { type Key, useKeys } from "../keys.ts"
import { bytes, count } from "../numbers.ts"
import { ask } from "../use-data.ts"
import { Button, Problem } from "./small.tsx"

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

interface ForgetProps {
  readonly target: ForgetAsked["target"]
  readonly what: string
  readonly onClose: () => void
  readonly onDone: () => void
}

export function ForgetDialog({ target, what, onClose, onDone }: ForgetProps) {
  const [answer, setAnswer] = useState<ForgetActed | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const send = (dryRun: boolean) => {
    setBusy(true)
    ask<ForgetActed>("/api/forget", { body: { target, dryRun } })
      .then(setAnswer)
      .catch(setError)
      .finally(() => setBusy(false))
  }
  useEffect(() => send(true), [])
  const close = () => {
    onClose()
    if (answer?.done) onDone()
  }
  return (
    <Dialog label="Forget" onClose={close}>
      <div class="stack" data-forget={answer?.done ? "done" : answer ? "preview" : "asked"}>
        <h2>{answer?.done ? "Forgotten" : "Forget this?"}</h2>
        <p class="quote words">{what}</p>
        {error && <Problem error={error} />}
        {answer && <Counts answer={answer} />}
        {answer?.done ? <Proof answer={answer} /> : <Warning />}
        {busy && answer && <Erasing />}
        <div class="row">
          {answer?.done ? (
            <Button kind="main" onClick={close}>
              Done
            </Button>
          ) : (
            <>
              <Button kind="danger" disabled={busy || !answer} onClick={() => send(false)}>
                Forget for good
              </Button>
              <Button onClick={close}>Keep</Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const Erasing = () => (
  <p class="row small" role="status">
    <progress aria-label="Erasing" />
    <span class="dim">Erasing, folding again, searching.</span>
  </p>
)
const Warning = () => (
  <p class="small dim">
    The words go for good, from log, cards, index and vectors. What stays is that something was forgotten, and when.
  </p>
)
const Proof = ({ answer: { found, backups } }: { readonly answer: ForgetActed }) => (
  <p>
    Searched again: <b>found {found ?? 0}</b>.
    {backups.length > 0 && ` ${count(backups.length, "backup")} made earlier still hold it.`}
  </p>
)

function Counts({ answer }: { readonly answer: ForgetActed }) {
  return (
    <div>
      <p>
        {answer.done ? "Gone:" : "Would go:"} {count(answer.texts, "text")} ({bytes(answer.bytes)}) of{" "}
        {count(answer.events, "event")}, {count(answer.cards.length, "card")}.
        {answer.elsewhere > 0 && ` ${count(answer.elsewhere, "mention")} elsewhere.`}
      </p>
      <Some of={answer.cards.map(card => `${card.short} ${card.statement ?? ""}`)} />
      {answer.named.length > 0 && <p>It stands in names too, which are facts and stay in the log:</p>}
      <Some of={answer.named.map(({ field, name, events }) => `${field} ${name} (${count(events, "event")})`)} />
    </div>
  )
}

const SHOWN = 8
const Some = ({ of }: { readonly of: readonly string[] }) => (
  <ul class="small dim words">
    {of.slice(0, SHOWN).map(line => (
      <li key={line}>{line}</li>
    ))}
    {of.length > SHOWN && <li>and {of.length - SHOWN} more</li>}
  </ul>
)
