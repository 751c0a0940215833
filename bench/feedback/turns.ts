// Labelled turns for measuring: data/feedback-turns, and further turns of data/agent-transcripts that one of us labelled by
// the same guidelines. The second labels carry only a hash of the turn's id: no text of the data set is kept here.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import SECOND from "./second-labels.json" with { type: "json" }

export interface Turn {
  readonly id: string
  readonly session: string
  readonly label: string
  readonly w: number
  readonly text: string
  readonly prev: string | null
  readonly agent_tail: string | null
  readonly tools: readonly string[] | null
  readonly n_tools: number | null
  readonly interrupted: boolean | null
}

const sessionOf = (id: string) => id.slice(0, id.lastIndexOf("#"))

export function labelledTurns(shared: string): readonly Turn[] {
  const text = readFileSync(join(shared, "data/feedback-turns/labels.jsonl"), "utf8").trim()
  return text.split("\n").map(line => {
    const row = JSON.parse(line) as Turn
    return { ...row, session: sessionOf(row.id) }
  })
}

interface Line {
  readonly s: string
  readonly i: number
  readonly e: string
  readonly k?: string
  readonly text?: string
  readonly tool?: string
}
const NAMES: Readonly<Record<string, string>> = { n: "negative", m: "mixed", a: "accept", p: "positive", o: "other" }
/** the second labels are a plain sample of what the strata had left, so each stands for about three turns */
const SECOND_WEIGHT = 3

export function secondTurns(shared: string): readonly Turn[] {
  const labels = SECOND as Readonly<Record<string, string>>
  const found: Turn[] = []
  const file = gunzipSync(readFileSync(join(shared, "data/agent-transcripts/events.jsonl.gz"))).toString("utf8")
  let session = ""
  let prev: string | null = null
  let tail: string | null = null
  let tools: string[] = []
  let calls = 0
  let interrupted = false
  for (const raw of file.split("\n")) {
    if (raw === "") continue
    const line = JSON.parse(raw) as Line
    if (line.s !== session) {
      session = line.s
      prev = tail = null
      tools = []
      calls = 0
      interrupted = false
    }
    if (line.e === "user" && line.k === "interrupt") interrupted = true
    else if (line.e === "assistant") tail = (line.text ?? "").slice(-700) || tail
    else if (line.e === "call") {
      calls++
      tools.push(line.tool ?? "")
    } else if (line.e === "result" && (line.text ?? "").includes("doesn't want to")) interrupted = true
    else if (line.e === "user" && line.k === "human") {
      const id = `${line.s}#${line.i}`
      const label = labels[createHash("sha256").update(id).digest("hex").slice(0, 12)]
      const text = line.text ?? ""
      if (prev !== null && label !== undefined)
        found.push({
          id,
          session,
          label: NAMES[label] ?? "other",
          w: SECOND_WEIGHT,
          text,
          prev,
          agent_tail: tail ?? "",
          tools,
          n_tools: calls,
          interrupted,
        })
      prev = text
      tail = null
      tools = []
      interrupted = false
    }
  }
  return found
}
