// The transcript of an episode, a window of messages at a time. It scrolls to the cursor of the picture, and moves it when a
// person scrolls. Text only.

import { useLayoutEffect, useRef } from "preact/hooks"
import type { EpisodePage, MessageJson } from "../../http/schemas.ts"
import { exact } from "../numbers.ts"
import { Button } from "./small.tsx"

interface TranscriptProps {
  readonly page: EpisodePage
  readonly cursor: number
  readonly onCursor: (message: number) => void
  readonly busy: boolean
}
/** The list follows the cursor, and leads it when a person scrolls. */
function useFollowing({ page, cursor, onCursor }: TranscriptProps) {
  const place = useRef<HTMLOListElement>(null)
  /** Where the picture scrolled the list to: there, the list does not move the picture. */
  const led = useRef<number | null>(null)
  const own = useRef<number | null>(null)
  const { messages } = page.transcript
  useLayoutEffect(() => {
    if (own.current === cursor) return
    const row = place.current?.querySelector<HTMLElement>(`[data-message="${cursor}"]`)
    if (!row || !place.current) return
    place.current.scrollTop = row.offsetTop - place.current.offsetTop - 40
    led.current = place.current.scrollTop
  }, [cursor, messages])
  const scrolled = () => {
    if (!place.current || place.current.scrollTop === led.current) return
    led.current = null
    const top = place.current.scrollTop + place.current.offsetTop + 8
    const row = [...place.current.children].find(
      (child): child is HTMLElement => child instanceof HTMLElement && child.offsetTop + child.offsetHeight > top,
    )
    const message = Number(row?.dataset.message)
    if (!(message > 0)) return
    own.current = message
    onCursor(message)
  }
  return { place, scrolled }
}

export function Transcript(props: TranscriptProps) {
  const { page, cursor, onCursor, busy } = props
  const { place, scrolled } = useFollowing(props)
  const { messages, total } = page.transcript
  const first = messages[0]?.message ?? 1
  const last = messages.at(-1)?.message ?? 1
  return (
    <>
      <div class="row spread">
        <h2>Transcript</h2>
        <span class="row small dim">
          {first > 1 && (
            <Button kind="plain" onClick={() => onCursor(first - 1)}>
              earlier
            </Button>
          )}
          <span>
            {total === 0 ? "none kept" : `${first}–${last} of ${total}`}
            {busy && " …"}
          </span>
          {last < total && (
            <Button kind="plain" onClick={() => onCursor(last + 1)}>
              later
            </Button>
          )}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reached by keyboard */}
      <ol class="transcript" ref={place} onScroll={scrolled} tabIndex={0} aria-label="transcript">
        {messages.map(message => (
          <Message key={message.event} message={message} current={message.message === cursor} />
        ))}
      </ol>
    </>
  )
}

function Message({ message: m, current }: { readonly message: MessageJson; readonly current: boolean }) {
  const failed = m.ok === false
  return (
    <li data-message={m.message} aria-current={current ? "true" : undefined}>
      <span class="who" title={exact(m.at)}>
        {m.by === "tool"
          ? (m.tool ?? "tool")
          : m.by === "user"
            ? m.author === "user"
              ? "you"
              : (m.author ?? "you")
            : m.by}
        <br />
        <span class="num">{m.message}</span>
        {failed && <span class="is-bad"> ✗{m.exitCode === null ? "" : ` ${m.exitCode}`}</span>}
        {m.ok === true && m.salient !== null && <span class="is-good"> ✓ {m.salient}</span>}
      </span>
      <div>
        {m.input !== null && <div class="words code">{`$ ${m.input}`}</div>}
        <div class={m.by === "tool" ? "words code dim" : "words"}>
          {m.text ?? (m.chars > 0 ? "(forgotten)" : m.input === null ? "(no output)" : "")}
          {m.cut && ` … (${m.chars.toLocaleString("en")} characters)`}
        </div>
      </div>
    </li>
  )
}
