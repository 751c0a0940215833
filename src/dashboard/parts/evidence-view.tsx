// One piece of evidence in its place: the messages around it, and the cited words marked in the text that holds them.
import type { EvidenceJson } from "../../http/schemas.ts"
import { cut, exact, when } from "../numbers.ts"
import { Link } from "../router.tsx"
import { Chip } from "./small.tsx"

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
