// The transcript of an episode, a window of messages at a time. It scrolls to the cursor of the picture, and moves it when a
// person scrolls. And one piece of evidence in its place. Text only.
import { useLayoutEffect, useRef } from "preact/hooks"
import type { EpisodePage, EvidenceJson, MessageJson } from "../../http/schemas.ts"
import { cut, exact, when } from "../numbers.ts"
import { Link } from "../router.tsx"
import { Button, Chip } from "./small.tsx"

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

// One piece of evidence in its place: the messages around it, and the cited words marked in the text that holds them.

export const WHOSE: Readonly<Record<EvidenceJson["kind"], string>> = {
  user_span: "your words",
  agent_span: "the agent's words",
  doc_span: "a document",
  tool_output: "a tool's output",
}

export function EvidenceView({ evidence: e }: { readonly evidence: EvidenceJson }) {
  const earlier = e.around.filter(m => e.message !== null && m.message < e.message)
  const later = e.around.filter(m => e.message === null || m.message >= e.message)
  const beside = (messages: EvidenceJson["around"]) =>
    messages.map(m => (
      <p key={m.event} class="small dim words quote">
        <b>{m.by === "user" ? "you" : m.by === "tool" ? (m.tool ?? "tool") : m.by}</b>{" "}
        {cut(m.input ?? m.text ?? "(forgotten)", SHOWN)}
      </p>
    ))
  return (
    <article class="stack" data-evidence={e.kind}>
      <div class="row small">
        <Chip tone={e.kind === "user_span" ? "accent" : "none"}>{WHOSE[e.kind]}</Chip>
        {e.at !== null && (
          <span class="dim" title={exact(e.at)}>
            {when(e.at)}
          </span>
        )}
        {e.episode !== null && (
          <Link to={`/episode/${e.episode}${e.message === null ? "" : `?message=${e.message}`}`} data-row>
            {e.episodeShort ?? "episode"}
            {e.message !== null && `, message ${e.message}`}
          </Link>
        )}
        {!e.holds && <Chip tone="bad">✗ the words no longer stand there</Chip>}
      </div>
      {beside(earlier)}
      <div class={e.kind === "user_span" ? "quote mine" : "quote"}>
        {e.context !== null && e.holds ? (
          <p class="words">
            {e.before > 0 && "… "}
            {e.context.slice(0, e.start)}
            <mark>{e.context.slice(e.start, e.end)}</mark>
            {e.context.slice(e.end)}
            {e.after > 0 && " …"}
          </p>
        ) : (
          <p class="dim">{e.quote ?? "(forgotten, or changed since)"}</p>
        )}
      </div>
      {beside(later)}
    </article>
  )
}

const SHOWN = 280
