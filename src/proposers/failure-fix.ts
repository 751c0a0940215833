// Failures and their remedies: what broke, and what was done before it was green, here and when it broke before in other episodes. A
// negative result with its remedy, anchored in the failing outputs and the calls it names; a failure that came back and taught nothing
// is proposed as that, so that the ledger says why. Paths that a reading tool guessed wrong and found elsewhere come last.
import { commandName, failedAlike, failureMarks, failureName, sameFailure } from "../core/again/known-by.ts"
import { missingTop } from "../core/again/other-folder.ts"
import { type Lesson, type Nothing, remedyOf } from "../core/again/remedy.ts"
import { type Stretch, stretchAt } from "../core/again/stretch.ts"
import { readFailure } from "../core/calls/failure.ts"
import { TAG } from "../core/check/guard.ts"
import type { Evidence } from "../core/model.ts"
import { within, wrongPath } from "../core/propose/wrong-path.ts"
import { callsOf, cite, inputOf, outputOf, type Placed, type Proposer, type Seen, suggest } from "./proposer.ts"

/** Other episodes that are looked at for one failure. */
const MOST_EARLIER = 6

export const failureFix: Proposer = {
  name: "failure-fix",
  version: 10,
  provenance: "records",
  propose(seen) {
    const calls = callsOf(seen, seen.episode, seen.turns)
    const spoken = new Set<string>()
    return calls.flatMap((failed, i) => {
      const name = failed.ok !== false || failed.command === null ? "" : commandName(failed.command)
      const now = name === "" || spoken.has(name) ? null : stretchAt(calls, i)
      const end = now?.passed ?? now?.from?.call ?? now?.instead ?? undefined
      // it speaks when what ended it is new; what never ended, when the episode does
      if (now === null || !(end ? seen.fresh(end.event) : seen.closing)) return []
      const before = earlierStretches(seen, name, now)
      const earlier = before.filter(stretch => sameFailure(stretch.marks, now.marks))
      const found = remedyOf(now, earlier)
      if (typeof found === "string" && before.length === 0) return []
      spoken.add(name)
      const at = calls.findLast(c => c.event === end?.event)?.view.at ?? failed.view.at
      return [
        typeof found === "string" ? nothing(seen, failed, found, at) : lesson(seen, failed, found, at),
        ...unhelpful(seen, failed, now, earlier, at),
      ]
    })
  },
}

function lesson(seen: Seen, failed: Placed, found: Lesson, at: number) {
  const { evidence, tags } = failureOf(seen, failed)
  return suggest(failureFix, seen, {
    ...{ kind: "negative_result", statement: found.statement, turn: failed.turn, at },
    topic: commandName(failed.command!),
    tags: [
      ...(found.because === "other-folder" ? topOf(failed) : tags),
      ...[`${TAG.remedy}${found.remedy}`, `${TAG.how}${found.because}`],
    ],
    evidence: [
      ...evidence,
      ...found.with.flatMap(e => failureOf(seen, e.failed as Placed).evidence.slice(0, 1)),
      ...[...new Set(found.named.map(s => s.call))].flatMap(call => inputOf(seen, call as Placed)),
    ],
  })
}

const topOf = ({ command, output }: Placed): readonly string[] => {
  const top = missingTop(command!, output() ?? "")
  return top === null ? [] : [`${TAG.top}${top}`]
}

/** Proposed to be refused: the ledger says that it came back and why nothing was learned of it. */
function nothing(seen: Seen, failed: Placed, why: Nothing, at: number) {
  const { evidence, tags } = failureOf(seen, failed)
  return suggest(failureFix, seen, {
    ...{ kind: "negative_result", turn: failed.turn, at, topic: commandName(failed.command!), evidence },
    statement: `\`${commandName(failed.command!)}\` failed again as before`,
    tags: [...tags, `${TAG.how}nothing`, `${TAG.remedy}${why}`],
  })
}

/** What had helped before was done, and it failed all the same: that speaks against the card that says so. */
function unhelpful(seen: Seen, failed: Placed, now: Stretch, earlier: readonly Stretch[], at: number) {
  const helped = new Set(
    earlier.flatMap(e => [
      ...(e.passed === null ? [] : e.steps.map(s => s.name)),
      ...(e.instead === null ? [] : [commandName(e.instead.command!)]),
    ]),
  )
  return [...now.useless]
    .filter(step => helped.has(step))
    .map(step => {
      const { evidence, tags } = failureOf(seen, failed)
      return suggest(failureFix, seen, {
        ...{ kind: "negative_result", turn: failed.turn, at, topic: commandName(failed.command!) },
        statement: `\`${step}\` did not help \`${commandName(failed.command!)}\``,
        tags: [...tags, `${TAG.how}unhelpful`, `${TAG.remedy}${step}`],
        evidence: evidence.slice(0, 1),
      })
    })
}

/** Failures alike in other episodes, of the same command or of another that says the same of it; newest first. */
function earlierStretches(seen: Seen, name: string, now: Stretch): readonly Stretch[] {
  const failure = failureName(now.failed.output() ?? "")
  const places = [name, ...(failure === null ? [] : [failure])].flatMap(n => seen.again.broke(n).slice(-MOST_EARLIER))
  return [...new Set(places.map(p => p.episode))]
    .flatMap(id => {
      const before = seen.again.episode(id)
      const calls = before === null ? [] : callsOf(seen, before.episode, before.turns)
      const met = (c: Placed): boolean =>
        c.ok === false &&
        c.command !== null &&
        (commandName(c.command) === name || (failure !== null && failureName(c.output() ?? "") === failure))
      const found = calls.flatMap((c, i) => (met(c) ? (stretchAt(calls, i) ?? []) : []))
      return found.findLast(({ failed }) => failedAlike(failed.output() ?? "", now.failed.output() ?? "")) ?? []
    })
    .sort((a, b) => (b.failed as Placed).view.at - (a.failed as Placed).view.at)
}

function failureOf(
  seen: Seen,
  failed: Placed,
): { readonly evidence: readonly Evidence[]; readonly tags: readonly string[] } {
  const output = failed.output() ?? ""
  const failure = readFailure(output)
  return {
    evidence: [
      cite(seen, "tool_output", failed.event, failed.view.output!, output, failure.start, failure.end),
      ...inputOf(seen, failed),
    ],
    tags: [
      `${TAG.command}${commandName(failed.command!)}`,
      ...(failure.key === null ? [] : [`${TAG.error}${failure.key}`]),
      ...(failure.place === null ? [] : [`${TAG.place}${failure.place}`]),
    ],
  }
}

/** How far ahead the right path may be found. */
const AHEAD = 12
const LONGEST_QUOTE = 300

export const wrongPaths: Proposer = {
  name: "wrong-path",
  version: 2,
  provenance: "output",
  propose(seen) {
    const root = seen.text(seen.episode.cwd)
    const calls = callsOf(seen, seen.episode, seen.turns).filter(c => c.path !== null && c.does !== "runs")
    const told = new Set<string>()
    return calls.flatMap((failed, i) => {
      const output = failed.ok === false ? failed.output() : null
      const path = seen.text(failed.view.path)
      if (!output || path === null || told.has(path)) return []
      const after = calls.slice(i + 1, i + 1 + AHEAD)
      const wrong = wrongPath(path, output, root, after)
      const found = typeof wrong === "string" ? null : wrong.found
      const right = after.find(c => c.ok === true && found !== null && within(c.path!, root) === found)
      // what was not found may still be, until the episode ends
      const due = found === null ? seen.closing : seen.fresh((right ?? failed).event)
      if (!due || (found === null && !failedBefore(seen, failed, output))) return []
      told.add(path)
      const name = typeof wrong === "string" ? failed.path! : wrong.missing
      const [statement, remedy, how] =
        typeof wrong === "string"
          ? [`\`${name}\` failed again as before`, wrong, "nothing"]
          : [wrong.statement, wrong.found, "other-path"]
      return [
        suggest(wrongPaths, seen, {
          ...{ kind: "negative_result", turn: failed.turn, at: (right ?? failed).view.at, topic: `path ${name}` },
          statement,
          tags: [`${TAG.path}${name}`, `${TAG.remedy}${remedy}`, `${TAG.how}${how}`],
          evidence: [
            ...outputOf(seen, failed.view, LONGEST_QUOTE),
            ...[failed, ...(right ? [right] : [])].flatMap(call => inputOf(seen, call)),
          ],
        }),
      ]
    })
  },
}

/** The same path failed the same way in another episode. */
function failedBefore(seen: Seen, { view }: Placed, output: string): boolean {
  const marks = failureMarks(output)
  return seen.again.missed(view.path!).some(place => {
    const tool = seen.again
      .episode(place.episode)
      ?.turns.flatMap(turn => turn.tools)
      .find(t => t.event === place.event)
    const before = seen.text(tool?.output ?? null)
    return before !== null && sameFailure(marks, failureMarks(before))
  })
}
