// A norm in the person's own words: kept at once, since only they can say what they want.
import { useState } from "preact/hooks"
import type { NoteActed } from "../../http/schemas.ts"
import { perform } from "../acts.ts"

export function NoteForm({ onDone }: { readonly onDone: () => void }) {
  const [words, setWords] = useState("")
  const send = (event: Event) => {
    event.preventDefault()
    if (words.trim() === "") return
    void perform<NoteActed>(
      "/api/note",
      { text: words.trim() },
      {
        said: answer => (answer.done ? `Kept: ${answer.card?.statement ?? words}` : answer.because),
        undoable: true,
        done: onDone,
      },
    ).then(() => setWords(""))
  }
  return (
    <form class="row" onSubmit={send}>
      <input
        class="field grow"
        placeholder="Say what you want, in your own words: use pnpm, not npm"
        aria-label="A note in your own words"
        value={words}
        onInput={event => setWords(event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={words.trim() === ""}>
        Keep
      </button>
    </form>
  )
}
