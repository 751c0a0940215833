// The twelve named ways of splitting work (S3-31) found in a plan's words (S3-30). Names are fixed; order is theirs.

import { each, type WordList, wordList, wordsSaid } from "../words/word-list.ts"

interface Said {
  readonly names: WordList
  /** words of order say how work is split only beside a word for the work */
  readonly ofWork: WordList
}
const said = (names: string, ofWork = ""): Said => ({ names: wordList(names), ofWork: wordList(ofWork) })
const SPLITS =
  "split, splitting, divid*, break*, broken, group*, organis*, organiz*, partition*, decompos*, separat*, slic*"
/** "by component", "divide it per component" */
const by = (what: string, more: string): Said => {
  const gaps = SPLITS.split(", ").map(verb => `${verb} …`)
  return said(`${each("by, by the", what)}, ${each(gaps.join(", "), each("per, along", what))}, ${more}`)
}
const WORK = wordList(
  "task, tasks, subtask, subtasks, sub-task, sub-tasks, them, these, work, pieces, parts, steps, phases, components, features, modules, files, streams",
)
const SAID = {
  "split by file type": by("file type, file types, file-type, file kind, file extension, file extensions", ""),
  "split by component": by("component, components", each("one, a", "task per component, subtask per component")),
  "split by layer (UI/logic/data)": by(
    "layer, layers",
    `${each(SPLITS, "into layers")}, layer by layer, ui/logic/data, ui logic data, ui logic and data, ui business logic data`,
  ),
  "split by feature": by("feature, features", "feature by feature, vertical slice, vertical slices"),
  "one file per subtask": said(
    `${each("one file, single file, 1 file", "per task, per subtask, per sub-task, for each task, for each subtask, for every task, for every subtask, each task, each subtask")}, ${each("each task, each subtask, each sub-task", "touches … file, owns … file, edits … file, gets … file")}`,
  ),
  "shared types first": said(
    `types first, type first, ${each("shared, common", "types … first, interfaces … first")}, ${each("define …, create …, start with …, begin with …", "shared types, shared interfaces, common types, common interfaces")}`,
  ),
  "separate API routes": said(
    `${each("separate, separated, separating, separate the, separating the", "routes, endpoints, api routes, api endpoints")}, ${each("routes, endpoints", "separately, in their own, each in")}, ${each("one task per, a task per, one subtask per, a subtask per", "route, endpoint")}`,
  ),
  "tests alongside": said(
    `${each("test, tests", "alongside, next to, together with, along with, beside")}, ${each("write, add, include, with, write the, add the, include the, with the", each("test, tests", "in the same, as we go, as you go, for each, with each"))}, ${each("colocat*", "test, tests")}`,
  ),
  "tests separate": said(
    `${each("separat*, separate the, separating the", "test, tests")}, ${each("test, tests", "separate, separately, in a separate, in their own, in a subtask, in a task, at the end, afterwards, last")}, ${each("dedicated, own", each("task for, subtask for, task for the, subtask for the", "test, tests"))}`,
  ),
  "maximise parallelism": said(
    `${each("maximi*, maximi* the", "parallel*")}, ${each("paralleli*, paralleli* the", "work, tasks, subtasks")}, fan out, fan the work out`,
    "in parallel, parallelly, concurrently, at the same time, simultaneously",
  ),
  "sequential order": said(
    "sequential order*, sequentially order*, strictly sequential",
    "sequential, sequentially, in order, in strict order, in sequence, one after the other, one after another, one by one, one at a time",
  ),
  "respect dependencies": said(
    `${each("respect*, honor*, honour*, follow*, by, in", "dependency, dependencies, the dependency, the dependencies, task dependencies, the task dependencies")}, dependency order, dependency graph`,
    "depend on, depends on, blocked by, prerequisite, prerequisites",
  ),
}
type Strategy = keyof typeof SAID
export const STRATEGIES = Object.keys(SAID) as readonly Strategy[]
const names = (strategy: Strategy, part: string): boolean => {
  const words = wordsSaid(part)
  const { names, ofWork } = SAID[strategy]
  return names.has(words) || (ofWork.has(words) && WORK.has(words))
}

/** Sentences, each on its line. */
const partsOf = (text: string): readonly { readonly start: number; readonly part: string }[] =>
  [...text.slice(0, 20_000).matchAll(/[^.\n]+\.?/g)].map(m => ({ start: m.index, part: m[0] }))

export const strategiesIn = (text: string): readonly Strategy[] => {
  const parts = partsOf(text)
  return STRATEGIES.filter(strategy => parts.some(({ part }) => names(strategy, part)))
}

/** The card a strategy makes; its words are fixed, so that a plan can put none of its own into them. */
export const strategyStatement = (name: string): string => `A plan with “${name}” worked here`
/** The warning that words become once they mostly failed (S3-28). */
export const avoidStatement = (words: string, failures: number, n: number, prefix = "AVOID: "): string =>
  `${prefix}${words}. Failed ${failures}/${n} times (${Math.round((100 * failures) / Math.max(1, n))}% failure rate)`
/** What cards about a strategy are about, so that they are known again without their words. */
export const strategyTopic = (name: string): string => `strategy ${name}`

const WORKED = /^A plan with “(.{3,80})” worked here$/
const AVOIDED = /^[^:]{1,24}: (.{3,80})\. Failed \d+\/\d+ times \(\d+% failure rate\)$/
/** The strategy that a statement speaks for or against; null when it speaks of none. */
export const strategyOf = (statement: string): string | null =>
  (WORKED.exec(statement) ?? AVOIDED.exec(statement))?.[1] ?? null

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ,()/&+'-]{2,79}$/u
/** What a report calls its strategy: one of the twelve where it names one, else its own plain words; null for prose. */
export function reportedStrategy(text: string): string | null {
  const [first] = strategiesIn(text)
  const words = text.trim().replace(/\s+/g, " ")
  return first ?? (NAME.test(words) ? words.toLowerCase() : null)
}

const STEPS = /^\s*(?:[-*•]|\d{1,2}[.)]|#{2,4})\s+\S/gm
const LEAST_STEPS = 3
const SPEAKS_OF_PLAN = /\b(?:plan|approach|steps|subtasks?|tasks|phases|breakdown|decomposition)\b/i
/** A plan that names more than this names nothing in particular. */
const MOST_NAMED = 3
export const readsAsPlan = (text: string): boolean =>
  SPEAKS_OF_PLAN.test(text) && (text.slice(0, 20_000).match(STEPS) ?? []).length >= LEAST_STEPS
/** The strategies a plan commits itself to, each with the line that says so. */
export function plannedStrategies(
  text: string,
): readonly { readonly name: Strategy; readonly span: readonly [number, number] }[] {
  const named = strategiesIn(text)
  if (named.length > MOST_NAMED) return []
  return named.flatMap(name => {
    const span = strategySaid(text, name)
    return span === null ? [] : [{ name, span }]
  })
}

const MOST_QUOTED = 240
/** The line that names it, as a span; of a long one the sentence. */
function strategySaid(text: string, name: Strategy): readonly [start: number, end: number] | null {
  const said = partsOf(text).find(({ part }) => names(name, part))
  if (said === undefined) return null
  const from = text.lastIndexOf("\n", said.start) + 1
  const nl = text.indexOf("\n", said.start)
  const to = nl < 0 ? text.length : nl
  return to - from <= MOST_QUOTED ? [from, to] : [said.start, said.start + Math.min(said.part.length, MOST_QUOTED)]
}
