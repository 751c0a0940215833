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
export type Strategy = (typeof STRATEGIES)[number]

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

export const strategiesIn = (text: string): readonly Strategy[] => {
  const plan = text.slice(0, 20_000)
  return STRATEGIES.filter(s => PATTERNS[s].test(plan))
}

/** The card a strategy makes; its words are fixed, so that a plan can put none of its own into them. */
export const strategyStatement = (name: Strategy): string => `A plan with “${name}” worked here`

/** The strategy whose card this statement is; null when it is none. */
export const strategyOf = (statement: string): Strategy | null =>
  STRATEGIES.find(name => strategyStatement(name) === statement) ?? null

const MOST_QUOTED = 240
/** The line that names it, as a span; null when it takes more than one line to see it. */
export function strategySaid(text: string, name: Strategy): readonly [start: number, end: number] | null {
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
