// What a person may do with a card: one act each, each with its undo; forgetting asks first and proves itself.
import { useState } from "preact/hooks"
import type { CardActed, CardLine } from "../../http/schemas.ts"
import { act as perform } from "../acts.tsx"
import { useKeys } from "../keys.ts"
import { go } from "../router.tsx"
import { Dialog, ForgetDialog } from "./dialog.tsx"
import { Button } from "./small.tsx"

const isNorm = (card: CardLine): boolean => ["preference", "constraint", "commitment"].includes(card.kind)
const TIERS = ["repo", "domain", "global"] as const

type Act = (name: string, said: string, body?: object) => Promise<CardActed | null>

export function CardActs({ card, onDone }: { readonly card: CardLine; readonly onDone: () => void }) {
  const [asking, setAsking] = useState<"correct" | "forget" | null>(null)
  const close = () => setAsking(null)
  const act: Act = (name, said, body = {}) => perform(`/api/cards/${card.id}/${name}`, body, said, onDone)
  const gone = card.stage === "archived" || card.stage === "superseded"
  const pin = () => void (card.pinned ? act("unpin", "Unpinned.") : act("pin", "Pinned."))
  useKeys("Card", [
    { key: "e", does: "correct it", run: () => setAsking("correct") },
    { key: "p", does: card.pinned ? "unpin" : "pin", run: pin },
    { key: "x", does: "forget it", run: () => setAsking("forget") },
  ])
  return (
    <div class="row">
      {!card.confirmed && !gone && (
        <Button kind="main" onClick={() => void act("confirm", "Confirmed.")}>
          Confirm
        </Button>
      )}
      <Button onClick={() => setAsking("correct")}>
        Correct <kbd>e</kbd>
      </Button>
      <Button onClick={pin}>
        {card.pinned ? "Unpin" : "Pin"} <kbd>p</kbd>
      </Button>
      {card.flags.length > 0 && (
        <Button onClick={() => void act("verify", "Verified: it still holds.")}>Still true</Button>
      )}
      {!gone && <Button onClick={() => void act("archive", "Archived.")}>Archive</Button>}
      {card.measured && <Button onClick={() => void act("reset", "Its value starts anew.")}>Reset value</Button>}
      <Button kind="danger" onClick={() => setAsking("forget")}>
        Forget <kbd>x</kbd>
      </Button>
      {!gone && <Reach card={card} act={act} />}
      {isNorm(card) && !gone && <Strictness card={card} act={act} />}
      {asking === "correct" && <Correct card={card} act={act} onClose={close} />}
      {asking === "forget" && (
        <ForgetDialog
          target={{ card: card.id }}
          what={card.statement ?? card.short}
          onClose={close}
          onDone={() => go("/cards")}
        />
      )}
    </div>
  )
}

function Reach({ card: { scope }, act }: { readonly card: CardLine; readonly act: Act }) {
  const move = (tier: string) => {
    const wider = TIERS.indexOf(tier as "repo") > TIERS.indexOf(scope.tier)
    void act(wider ? "promote" : "narrow", "Moved.", { scope: tier })
  }
  return (
    <label class="row small">
      Applies in
      <select value={scope.tier} onChange={event => move(event.currentTarget.value)}>
        <option value="repo">{scope.tier === "repo" ? scope.label : "this repository"}</option>
        {scope.tier === "domain" && <option value="domain">{scope.label}</option>}
        <option value="global">every repository</option>
      </select>
    </label>
  )
}

const Strictness = ({ card, act }: { readonly card: CardLine; readonly act: Act }) => (
  <label class="row small">
    When broken
    <select
      value={card.strict ?? ""}
      onChange={event => void act("strict", "As strict as you want.", { level: event.currentTarget.value })}
    >
      {card.strict === null && <option value="">as set for all</option>}
      <option value="say">only say it</option>
      <option value="tell">tell at the call</option>
      <option value="hold">hold once</option>
      <option value="block">always block</option>
    </select>
  </label>
)

function Correct({ card, act, onClose }: { card: CardLine; act: Act; onClose: () => void }) {
  const [words, setWords] = useState(card.statement ?? "")
  const send = (event: Event) => {
    event.preventDefault()
    onClose()
    if (words.trim() === "" || words.trim() === card.statement) return
    void act("correct", "Corrected.", { words: words.trim() }).then(answer => {
      if (answer && answer.card.id !== card.id) go(`/card/${answer.card.id}`)
    })
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
        <div class="row">
          <button type="submit" class="button main">
            Correct
          </button>
          <Button onClick={onClose}>Leave it</Button>
        </div>
      </form>
    </Dialog>
  )
}
