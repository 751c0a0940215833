// Facts from anchored spans: what a document or a program said and a later call of the same episode used with success. Few
// and cited; only tool output and documents are evidence here, so that such a card is shown as untrusted data.

import { commandName } from "../core/again/known-by.ts"
import { parseCommand } from "../core/calls/command.ts"
import type { Draft } from "../core/events/draft.ts"
import { factsIn, isFactFile, type SeenFact } from "../core/propose/seen-facts.ts"
import { within } from "../core/propose/wrong-path.ts"
import { callsOf, cite, type Placed, type Proposer, type Seen, suggest } from "./proposer.ts"
import { DOC_TAG } from "./rule-files.ts"

const MOST = 2
const SHOWS = new Set(["cat", "bat", "head", "less", "more", "nl"])
const PORT = /(?::|\bport[ =]|-p ?)\d{2,5}\b/
const RUNNERS = new Set(["npm", "pnpm", "yarn", "bun"])

export const seenFacts: Proposer = {
  name: "seen-facts",
  version: 1,
  provenance: "output",
  propose(seen) {
    const root = seen.text(seen.episode.cwd)
    const calls = callsOf(seen, seen.episode, seen.turns).map(call =>
      call.does === "runs" ? call : { ...call, command: null },
    )
    const fresh = calls.filter(call => seen.fresh(call.event))
    // What was printed long ago is read again only when something new could have used it.
    const ports = fresh.some(call => call.command !== null && PORT.test(call.command))
    const out: Draft<"card.proposed">[] = []
    const told = new Set<string>()
    for (const call of fresh.length === 0 ? [] : calls) {
      const path = documentOf(call, root)
      // A file that is no document of how things are run says nothing here; a reader's output is never a program's word.
      if (path === null && (call.command === null || shows(call.command) !== null)) continue
      if (path === null && !ports && !fresh.includes(call)) continue
      const text = call.ok === true ? call.output() : null
      if (text === null) continue
      for (const fact of factsIn(text, path, call.command === null ? "" : commandName(call.command))) {
        const use = calls.find(c => c !== call && c.ok === true && c.command !== null && uses(fact, c.command))
        if (use === undefined || told.has(fact.topic) || !(fresh.includes(use) || fresh.includes(call))) continue
        told.add(fact.topic)
        out.push(proposal(seen, call, fact, text, path))
      }
    }
    return out.slice(0, MOST)
  },
}

function proposal(seen: Seen, { view, turn }: Placed, fact: SeenFact, text: string, path: string | null) {
  return suggest(seenFacts, seen, {
    kind: "fact",
    statement: fact.statement,
    turn,
    at: view.at,
    topic: fact.topic,
    ...(path === null ? {} : { tags: [`${DOC_TAG}${path}`] }),
    evidence: [
      cite(seen, path === null ? "tool_output" : "doc_span", view.event, view.output!, text, fact.start, fact.end),
    ],
  })
}

/** The file whose words the output is, relative to the repository; null when it is none that states facts. */
function documentOf({ does, path: at, command }: Placed, root: string | null): string | null {
  const named = command !== null ? shows(command) : does === "reads" ? at : null
  const path = named === null ? null : within(named, root)
  return path !== null && !path.startsWith("/") && !path.startsWith("..") && isFactFile(path) ? path : null
}

/** The one file that a command line only shows. */
function shows(command: string): string | null {
  const [one, ...more] = parseCommand(command).filter(c => c.program !== "cd")
  if (one === undefined || more.length > 0 || !SHOWS.has(one.program)) return null
  const files = one.args.filter(arg => !arg.startsWith("-") && !/^\d+$/.test(arg))
  return files.length === 1 ? files[0]! : null
}

/** Did this call, which went well, use what the fact states? */
function uses(fact: SeenFact, command: string): boolean {
  const { value } = fact
  if ("port" in value) return new RegExp(`(?::|\\bport[ =]|-p ?)${value.port}\\b`).test(command)
  if ("command" in value) return commandName(command) === commandName(value.command)
  return parseCommand(command).some(c => {
    const [first, second] = c.args
    return RUNNERS.has(c.program) && (first === value.script || (first === "run" && second === value.script))
  })
}
