// The twelve named ways of splitting work (S3-31) found in a plan's words (S3-30). Names are fixed; order is theirs.

export const STRATEGIES = [
  "split by file type",
  "split by component",
  "split by layer (UI/logic/data)",
  "split by feature",
  "one file per subtask",
  "shared types first",
  "separate API routes",
  "tests alongside",
  "tests separate",
  "maximise parallelism",
  "sequential order",
  "respect dependencies",
] as const
type Strategy = (typeof STRATEGIES)[number]

const SPLIT =
  "(?:split|splitting|divid\\w+|break\\w*|broken|group\\w*|organi[sz]\\w+|partition\\w*|decompos\\w+|separat\\w+|slic\\w+)"
const WORK =
  "(?:tasks?|sub-?tasks?|them|these|work|pieces|parts|steps|phases|components|features|modules|files|streams)"
/** Words of order say how work is split only beside a word for the work; some names need none. */
const ofWork = (order: string, name: string): RegExp =>
  new RegExp(`\\b(?:${WORK}\\b[^.\\n"]{0,50}\\b${order}|${order}\\b[^.\\n"]{0,30}\\b${WORK}|${name})\\b`, "i")
const PATTERNS: Readonly<Record<Strategy, RegExp>> = {
  "split by file type": new RegExp(
    `\\b${SPLIT}\\b[^.\\n]{0,40}\\b(?:by|per|along) (?:the )?file[- ]?(?:type|kind|extension)s?\\b|\\bby file[- ]type\\b`,
    "i",
  ),
  "split by component": new RegExp(
    `\\b${SPLIT}\\b[^.\\n]{0,40}\\b(?:by|per|along) (?:the )?components?\\b|\\b(?:one|a) (?:sub)?task per component\\b|\\bby component\\b`,
    "i",
  ),
  "split by layer (UI/logic/data)": new RegExp(
    `\\b${SPLIT}\\b[^.\\n]{0,40}\\b(?:by|per|along|into) (?:the )?layers?\\b|\\bby layer\\b|\\bui ?[/,] ?(?:business )?logic ?[/,](?: and)? ?data\\b|\\blayer by layer\\b`,
    "i",
  ),
  "split by feature": new RegExp(
    `\\b${SPLIT}\\b[^.\\n]{0,40}\\b(?:by|per|along) (?:the )?features?\\b|\\bby feature\\b|\\bfeature by feature\\b|\\bvertical slices?\\b`,
    "i",
  ),
  "one file per subtask":
    /\b(?:one|single|1) file (?:per|for each|for every|each) (?:sub-?)?task\b|\beach (?:sub-?)?task (?:touches|owns|edits|gets) (?:exactly |only )?(?:one|a single|its own) file\b/i,
  "shared types first":
    /\b(?:shared|common) types?(?: and interfaces?| definitions?)?[^.\n]{0,20}\bfirst\b|\b(?:define|create|start with|begin with)\b[^.\n]{0,30}\b(?:shared|common) (?:types?|interfaces)\b|\btypes? first\b/i,
  "separate API routes":
    /\bseparat\w+ (?:the )?(?:api )?(?:routes?|endpoints?)\b|\b(?:api )?(?:routes?|endpoints?) (?:separately|in their own|each in)\b|\b(?:one|a) (?:sub)?task per (?:route|endpoint)\b/i,
  "tests alongside":
    /\btests? (?:alongside|next to|together with|along with|beside)\b|\b(?:write|add|include|with) (?:the )?tests? (?:in the same|as we go|as you go|for each|with each)\b|\bcolocat\w+ tests?\b/i,
  "tests separate":
    /\bseparat\w+ (?:the )?tests?\b|\btests? (?:separate(?:ly)?|in (?:a |their own )(?:separate )?(?:sub)?tasks?|at the end|afterwards|last)\b|\b(?:dedicated|own) (?:sub)?task for (?:the )?tests?\b/i,
  "maximise parallelism": ofWork(
    "(?:in parallel|parallelly|concurrently|at the same time|simultaneously)",
    "maximi[sz]\\w* (?:the )?paralleli[sz]?\\w*|paralleli[sz]\\w+ (?:the )?(?:work|tasks|subtasks)|fan (?:the work )?out",
  ),
  "sequential order": ofWork(
    "(?:sequential(?:ly)?|in (?:strict )?(?:order|sequence)|one after (?:the other|another)|one by one|one at a time)",
    "sequential(?:ly)? order\\w*|strictly sequential",
  ),
  "respect dependencies": ofWork(
    "(?:depends? on|blocked by|prerequisites?)",
    "(?:respect\\w*|honou?r\\w*|follow\\w*|by|in) (?:the )?(?:task )?dependenc(?:y|ies)(?: order)?|dependency (?:order|graph)",
  ),
}

export const strategiesIn = (text: string): readonly string[] => namedIn(text)
const namedIn = (text: string): readonly Strategy[] => {
  const plan = text.slice(0, 20_000)
  return STRATEGIES.filter(s => PATTERNS[s].test(plan))
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
  const named = namedIn(text)
  if (named.length > MOST_NAMED) return []
  return named.flatMap(name => {
    const span = strategySaid(text, name)
    return span === null ? [] : [{ name, span }]
  })
}

const MOST_QUOTED = 240
/** The line that names it, as a span; null when it takes more than one line to see it. */
function strategySaid(text: string, name: Strategy): readonly [start: number, end: number] | null {
  let start = 0
  for (const line of text.slice(0, 20_000).split("\n")) {
    const at = PATTERNS[name].exec(line)
    if (at !== null) {
      const from = line.length <= MOST_QUOTED ? 0 : Math.max(0, at.index - MOST_QUOTED / 2)
      const to = Math.min(line.length, Math.max(at.index + at[0].length, from + MOST_QUOTED))
      return [start + from, start + to]
    }
    start += line.length + 1
  }
  return null
}
