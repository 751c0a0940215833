// The list of keys that work here, made from the keys themselves.
import { useState } from "preact/hooks"
import { keyHelp } from "../keys.ts"
import { Dialog } from "./dialog.tsx"

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const [groups] = useState(() => keyHelp().filter(group => group.keys.length > 0))
  return (
    <Dialog label="Keys" onClose={onClose}>
      <div class="stack">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h2>{title}</h2>
            <div class="keys">
              {keys.map(key => [
                <span key={key.key}>
                  <kbd>{key.key.replace("mod+", "Ctrl ")}</kbd>
                </span>,
                <span key={`${key.key} does`}>{key.does}</span>,
              ])}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
