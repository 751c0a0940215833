// What a person may do with a card: one act each, each with its undo; forgetting asks first and proves itself.
import { useState } from "preact/hooks"
import type { CardActed, CardLine } from "../../http/schemas.ts"
import { perform } from "../acts.ts"
import { useKeys } from "../keys.ts"
import { go } from "../router.tsx"
import { Dialog, SendOrLeave } from "./dialog.tsx"
import { ForgetDialog } from "./forget-dialog.tsx"
import { ScopeDialog } from "./scope-dialog.tsx"

export function CardActs({ card, onDone }: { readonly card: CardLine; readonly onDone: () => void }) {
  const [asking, setAsking] = useState<"correct" | "scope" | "forget" | null>(null)
  const act = (name: string, body: object, said: string) =>
    perform<CardActed>(`/api/cards/${card.id}/${name}`, body, { said, undoable: true, done: onDone })
  const gone = card.stage === "archived" || card.stage === "superseded"
  useKeys("Card", [
    { key: "e", does: "correct it", run: () => setAsking("correct") },
    {
      key: "p",
      does: card.pinned ? "unpin" : "pin",
      run: () => void act(card.pinned ? "unpin" : "pin", {}, card.pinned ? "Unpinned." : "Pinned."),
    },
    { key: "x", does: "forget it", run: () => setAsking("forget") },
  ])
  return (
    <div class="row">
      {!card.confirmed && !gone && (
        <button type="button" class="button main" onClick={() => void act("confirm", {}, "Confirmed.")}>
          Confirm
        </button>
      )}
      <button type="button" class="button" onClick={() => setAsking("correct")}>
        Correct <kbd>e</kbd>
      </button>
      <button type="button" class="button" onClick={() => setAsking("scope")}>
        Scope …
      </button>
      <button
        type="button"
        class="button"
        onClick={() => void act(card.pinned ? "unpin" : "pin", {}, card.pinned ? "Unpinned." : "Pinned.")}
      >
        {card.pinned ? "Unpin" : "Pin"} <kbd>p</kbd>
      </button>
      {card.flags.length > 0 && (
        <button type="button" class="button" onClick={() => void act("verify", {}, "Verified: it still holds.")}>
          Still true
        </button>
      )}
      {!gone && (
        <button type="button" class="button" onClick={() => void act("archive", {}, "Archived.")}>
          Archive
        </button>
      )}
      {["preference", "constraint", "commitment"].includes(card.kind) && !gone && (
        <label class="row">
          When broken
          <select
            value={card.strict ?? ""}
            onChange={event => void act("strict", { level: event.currentTarget.value }, "As strict as you want.")}
          >
            {card.strict === null && <option value="">as set for all</option>}
            <option value="say">only say it</option>
            <option value="tell">tell before</option>
            <option value="hold">hold once</option>
            <option value="block">always block</option>
          </select>
        </label>
      )}
      {card.measured && (
        <button type="button" class="button" onClick={() => void act("reset", {}, "Its value starts anew.")}>
          Reset value
        </button>
      )}
      <button type="button" class="button danger" onClick={() => setAsking("forget")}>
        Forget <kbd>x</kbd>
      </button>
      {asking === "correct" && (
        <Correct
          card={card}
          onClose={() => setAsking(null)}
          onSend={words =>
            void act("correct", { words }, "Corrected.").then(answer => {
              if (answer && answer.card.id !== card.id) go(`/card/${answer.card.id}`)
            })
          }
        />
      )}
      {asking === "scope" && (
        <ScopeDialog
          scope={card.scope}
          onClose={() => setAsking(null)}
          onSend={(how, scope) => void act(how, { scope }, "Moved.")}
        />
      )}
      {asking === "forget" && (
        <ForgetDialog
          target={{ card: card.id }}
          what={card.statement ?? card.short}
          onClose={() => setAsking(null)}
          onDone={() => go("/cards")}
        />
      )}
    </div>
  )
}

function Correct({ card, onClose, onSend }: { card: CardLine; onClose: () => void; onSend: (words: string) => void }) {
  const [words, setWords] = useState(card.statement ?? "")
  const send = (event: Event) => {
    event.preventDefault()
    onClose()
    if (words.trim() !== "" && words.trim() !== card.statement) onSend(words.trim())
  }
  return (
    <Dialog label="Correct" onClose={onClose}>
      <form class="stack" onSubmit={send}>
        <h2>What should it say?</h2>
        <textarea
          class="field"
          aria-label="What should it say?"
          rows={4}
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
        />
        <p class="small dim">Your words become a new card that takes this one's place.</p>
        <SendOrLeave act="Correct" onClose={onClose} />
      </form>
    </Dialog>
  )
}
