// Where a card should apply: narrower is safer, wider reaches other repositories. The person decides, and can undo it.
import { useState } from "preact/hooks"
import type { ScopeJson } from "../../http/schemas.ts"
import { Dialog, SendOrLeave } from "./dialog.tsx"

const ORDER = ["repo", "domain", "global"]

export function ScopeDialog({
  scope: now,
  onClose,
  onSend,
}: {
  scope: ScopeJson
  onClose: () => void
  onSend: (how: "narrow" | "promote", scope: string) => void
}) {
  const [scope, setScope] = useState(now.tier === "global" ? "repo" : "global")
  const send = (event: Event) => {
    event.preventDefault()
    onClose()
    const tier = scope.split(":")[0] ?? "repo"
    onSend(ORDER.indexOf(tier) > ORDER.indexOf(now.tier) ? "promote" : "narrow", scope.trim())
  }
  return (
    <Dialog label="Scope" onClose={onClose}>
      <form class="stack" onSubmit={send}>
        <h2>Where should it apply?</h2>
        <p>
          Now: <b>{now.label}</b>. A narrower scope is safer; a wider one reaches other repositories.
        </p>
        <input
          class="field"
          aria-label="scope"
          list="scopes"
          value={scope}
          onInput={event => setScope(event.currentTarget.value)}
        />
        <datalist id="scopes">
          <option value="repo" />
          <option value="domain:" />
          <option value="global" />
        </datalist>
        <p class="small dim">repo (this one), domain:name, or global.</p>
        <SendOrLeave act="Move" onClose={onClose} />
      </form>
    </Dialog>
  )
}
