// Cuts prose into clauses and says what each one is: a task, a question, a condition or a statement, and whether a
// contrast opens it. Ground truth: requirements D09. Which words judge belongs to the cue tables.
import { keepLast } from "../last-few.ts"
import { normalise, spaced } from "./words.ts"

type ClauseKind = "task" | "question" | "condition" | "statement"
export interface Clause {
  /** " word word " */
  readonly words: string
  /** the same, before lower-casing and tokenising */
  readonly raw: string
  readonly kind: ClauseKind
  /** opened by but, however, except … */
  readonly contrast: boolean
  readonly first: boolean
}

const MAX_CLAUSES = 60
const SENTENCE = /(?<=[。！？])|(?<=[.!?…])\s+|\n+|\s[-–—]\s|;/u
/** A comma before a subject of its own starts a new clause. */
const COMMA =
  /,\s(?=(?:i|i'm|i'd|i've|it|it's|its|this|that|that's|these|those|there|there's|they|they're|we|we're|we've|you|you're|the|your|my|our|don't|can|could|why|what|how|please|let's|isn't|aren't|doesn't|didn't|so|and|still|now|not|any|anything|does|is|are|should|would|das|es|ich|du|le|la|c'est|je|el|eso|isso|è|это|я)\s)/giu
const CONTRAST =
  /(?:^|,|\.\.\.|\s)\s?(?=(?:but|however|except|although|though|aber|jedoch|allerdings|mais|cependant|pourtant|pero|sin embargo|mas|porém|però|ma|tuttavia|но|однако)[\s,.…])/giu
const CONTRAST_WORD =
  /^ (?:but|however|except|although|though|aber|jedoch|allerdings|mais|cependant|pourtant|pero|sin embargo|mas|porém|però|ma|tuttavia|но|однако) |^ ?(?:但是|但|不过|可是|でも|しかし|ただし?|하지만|그런데)/u

const LEAD =
  "(?:(?:ok|okay|k|great|now|then|also|and|so|next|first|finally|just|alright|right|well|hmm+|mm+k|yes|yeah|yep|yup|no|nope|please|pls|perfect|nice|cool|thanks|thank you|ah|oh|actually|maybe|perhaps|good|sure|instead|but|again) ){0,4}"
const ASK =
  "(?:(?:can|could|would|will) (?:you|we|u|i)(?: please| also| maybe| just| first| then| now| again| actually| quickly)? |(?:let's|lets|let us|please|pls) (?:also |now |just |first |then )?|i(?:'d| would) (?:like|love|want|prefer) |i (?:do |also |just )?(?:want|need|wanna) |we (?:need|want|should|could) |you (?:can|should|could) |i think we (?:should|need|could) |(?:do|does) (?:we|you) want )"
const VERB =
  "(?:add|address|adress|adjust|allow|analy[sz]e|answer|append|apply|ask|build|bump|call|capture|change|check|clean|clear|close|collect|combine|commit|compare|compile|configure|consider|continue|convert|copy|create|debug|define|delete|deploy|describe|design|diagnose|disable|do|document|don't|download|draft|drop|edit|empty|enable|ensure|evaluate|eval|examine|execute|expand|explain|explore|export|extend|extract|fetch|figure|find|finish|fix|focus|follow|format|generate|get|give|go|group|handle|hide|hoist|identify|ignore|implement|import|improve|include|increase|inline|insert|inspect|install|integrate|introduce|investigate|keep|link|list|load|log|look at|look into|look for|make|mark|merge|migrate|mock|modify|move|open|optimi[sz]e|output|parse|pick|plan|post|prepare|print|proceed|propose|proof|provide|publish|pull|push|put|read|rebase|reduce|refactor|refine|reformat|regenerate|release|rename|reorder|replace|report|research|resolve|restart|restore|restructure|return|review|rewrite|run|save|scan|search|see|send|separate|set|setup|ship|show|simplify|skip|sort|split|squash|stage|start|store|streamline|suggest|summari[sz]e|support|swap|switch|take|tell|test|tighten|track|translate|trim|try|turn|tweak|understand|update|upgrade|use|validate|verify|wire|wrap|write|zip)"
const TASK = new RegExp(`^ ${LEAD}(?:${ASK}|${VERB} )`)
const TASK_WHOLE = new RegExp(`^ ${LEAD}${VERB} $`)
const INTERROGATIVE =
  /^ (?:(?:ok|okay|so|and|but|hmm+|wait|also|well|right|no|yeah|yes|question|just|then) ){0,3}(?:why|what|what's|how|how's|when|where|which|who|whose|is|are|was|were|does|do|did|can|could|should|would|will|has|have|had|warum|wieso|wie|was|pourquoi|comment|por qué|cómo|perché|come|por que|почему|как|зачем) (?=\S)/u
const CONDITION =
  /^ (?:(?:and|so|but|or|also|then|ok|hmm+) ){0,2}(?:if|when(?! (?:i|we|you|running|using|trying|testing|opening|clicking|starting) )|whenever|once|unless|in case|assuming|suppose|let's say|what if|wenn|falls|si|cuando|quand|se|если|когда) /u

function kindOf(words: string, raw: string): ClauseKind {
  // "nice start", "good work" name what was done
  if ((TASK.test(words) || TASK_WHOLE.test(words)) && !/^ (?:good|great|nice|perfect|cool) \S+ $/.test(words))
    return "task"
  if (/[?？]["')\]]{0,3}\s*$/u.test(raw) || INTERROGATIVE.test(words)) return "question"
  if (CONDITION.test(words)) return "condition"
  return "statement"
}

/** "ok, let's …": an opening of a word or two belongs to what follows it. */
function rejoined(parts: readonly string[]): readonly string[] {
  const [first, second, ...rest] = parts
  if (first === undefined || second === undefined || first.trim().split(/\s+/).length > 2) return parts
  return [`${first}, ${second}`, ...rest]
}

export const clausesOf = keepLast(split)

function split(prose: string): readonly Clause[] {
  const found: Clause[] = []
  for (const sentence of prose.split(SENTENCE)) {
    const asks = /[?？]["')\]]{0,3}\s*$/u.test(sentence)
    const parts = rejoined(sentence.split(COMMA)).flatMap(part => part.split(CONTRAST))
    for (const [at, part] of parts.entries()) {
      const words = spaced(normalise(part))
      if (words.trim() === "") continue
      const contrast = CONTRAST_WORD.test(words)
      const bare = contrast ? words.replace(CONTRAST_WORD, " ") : words
      const kind = kindOf(bare, asks && at === parts.length - 1 ? `${part}?` : part)
      found.push({ words, raw: part, kind, contrast, first: found.length === 0 })
      if (found.length >= MAX_CLAUSES) return found
    }
  }
  return found
}
