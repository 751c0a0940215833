// An episode as a model may see it: prompts, replies, calls and their output, each under an id that leads back to the stored
// text. Redacted once more (rules may have grown since it was stored) and bounded. Not here: what is asked about it.
import { clip } from "../core/clip.ts"
import type { EvidenceKind } from "../core/model.ts"
import { redactWindow } from "../core/redact/redact.ts"
import type { TurnView } from "../core/views/state.ts"

export interface Message {
  /** turn, then u(ser), a(gent), c(all) or o(utput) with its number */
  readonly id: string
  readonly who: "user" | "program" | "agent" | "call" | "output"
  readonly text: string
  /** where it stands */
  readonly turn: number
  readonly at: number
  readonly kind: EvidenceKind
  readonly event: string
  readonly blob: string
  readonly weight: "keep" | "spare"
}

const WINDOW = { head: 32_768, tail: 32_768 }
const LIMIT = {
  user: { head: 1_500, tail: 500 },
  program: { head: 400, tail: 200 },
  agent: { head: 900, tail: 600 },
  call: { head: 400, tail: 0 },
  output: { head: 300, tail: 700 },
} as const
/** Characters of one episode's texts. */
const LONGEST = 24_000

export function transcriptOf(turns: readonly TurnView[], text: (ref: string) => string | null): readonly Message[] {
  const all = turns.flatMap(turn => ofTurn(turn, text))
  return within(all, LONGEST)
}

function ofTurn(turn: TurnView, text: (ref: string) => string | null): readonly Message[] {
  const n = turn.index
  const message = (
    id: string,
    who: Message["who"],
    kind: EvidenceKind,
    event: string | null,
    blob: string | null,
    at: number,
    weight: Message["weight"] = "keep",
  ): readonly Message[] => {
    const stored = blob === null || event === null ? null : text(blob)
    if (stored === null || stored.trim() === "") return []
    const shown = clip(redactWindow(stored, WINDOW).text, LIMIT[who])
    return [{ id, who, text: shown, turn: n, at, kind, event: event!, blob: blob!, weight }]
  }
  const who = turn.author === "user" ? "user" : "program"
  return [
    ...message(`${n}u`, who, "user_span", turn.event, turn.prompt, turn.at),
    ...turn.tools.flatMap((tool, i) => {
      const weight = tool.ok === false || tool.salient !== null ? "keep" : "spare"
      return [
        ...message(`${n}c${i}`, "call", "agent_span", tool.event, tool.input, tool.at, weight),
        ...message(`${n}o${i}`, "output", "tool_output", tool.event, tool.output, tool.at, weight),
      ]
    }),
    ...message(`${n}a`, "agent", "agent_span", turn.replyEvent, turn.reply, turn.lastAt),
  ]
}

/** What tells least goes first: plain calls, then the middle. */
function within(all: readonly Message[], most: number): readonly Message[] {
  const size = (messages: readonly Message[]) => messages.reduce((sum, m) => sum + m.text.length + 40, 0)
  if (size(all) <= most) return all
  const telling = all.filter(m => m.weight === "keep")
  if (size(telling) <= most) return telling
  const start: Message[] = []
  const end: Message[] = []
  let left = most
  const fits = (m: Message | undefined): m is Message => m !== undefined && m.text.length + 40 <= left
  for (let [i, j, turn] = [0, telling.length - 1, 0]; i <= j; turn++) {
    // A third from the beginning, the rest from the end, where things come out.
    const early = turn % 3 === 0
    const next = early ? telling[i] : telling[j]
    if (!fits(next)) break
    left -= next.text.length + 40
    if (early) start.push(telling[i++]!)
    else end.unshift(telling[j--]!)
  }
  return [...start, ...end]
}
