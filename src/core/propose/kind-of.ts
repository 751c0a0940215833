// Which kind a durable sentence is, by how it is built: promised, decided, told as a fact, laid down for everybody, or wished.
// A ban on what cannot be taken back is a constraint; a ban on a style is a wish like its opposite.

export type ProposedKind = "preference" | "constraint" | "commitment" | "decision" | "fact"

const PROMISE =
  /\b(?:i'll|i will|i promise|we promise|we commit|we committed|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|next week|end of))\b/
const DECISION =
  /\b(?:we (?:leave|keep separate|stay|go|drop|retire)|we'll (?:stay|keep|go|use|move)|(?:goes|going) (?:away|with)|(?:is|are) (?:dead|gone|out|frozen|history)|wins|signed off|outcome|verdict|changed my mind|agreed|it is)\b/
/** Holds for whoever does it: deontic, with a subject that is not the agent. */
const LAID_DOWN =
  /\b(?:must(?:n't)?|may (?:not|only|never)|(?:has|have) to (?:be|keep|stay|run|work|support|go|pass|remain)|needs? (?!docker|to know)(?:to be|an?|two|at least|approval|review|sign-?off)|can't|cannot|not allowed|off[- ]limits|forbidden|banned|no-?go|required|mandatory|nobody|no one|at (?:least|most)|minimum|maximum|without (?:asking|my|a|an)|unless (?:i|asked|told)|law|legal|compliance|policy|red line|hands off|under \d|(?:is|are) always)\b|^(?:nothing|nobody|any|every|each|all) |\b(?:every|each|any) (?:[\w-]+ ){1,4}(?:gets?|needs?|has|goes|must)\b/
const GRAVE =
  /\b(?:never|don't|do not|no|not|stop|nothing|won't|doesn't|shouldn't)\b(?: \S+){0,2}? (?:ever |directly )?(?:touch\w*|push\w*|force|merg\w+|deploy\w*|delet\w+|drop\w*|remov\w+|edit\w*|modif\w+|chang\w+|install\w*|commit(?:s|ting)? (?:to|secrets|directly)|commit to|run|runs|send\w*|log|logs|stor\w+|expos\w+|leak\w*|upload\w*|publish\w*|overwrit\w+|break\w*|rewrit\w+|talk|leave|access|dependenc\w+|deps|secrets?|credentials|network|internet|production|prod|main|master)\b/
const STATED =
  /^(?:the|our|my|their|this|an?|both|[\w¤.-]+(?: [\w¤.-]+){0,3}) (?:is|are|runs?|lives?|has|have|comes?|needs?|uses?|ends?|belongs?|sits?|means|only|caps?|strips?|requires?|stays?|returns?|works?)\b/
/** Said both ways it is meant to hold: "always this, never that". */
const BOTH_WAYS =
  /\b(?:always|use|only)\b.*\bnever\b|\bnever\b.*\balways\b|\b(?:under no circumstances|without exception|at all times|not ever|never ever)\b/
const WISHES =
  /\b(?:i (?:want|like|prefer|hate|love|find|need|don't (?:need|want|like|use)|care|read)|i'd|please|rather)\b/

export function kindOf(s: string, why: readonly string[]): ProposedKind {
  const has = (...names: string[]): boolean => names.some(n => why.includes(n))
  if (has("~promised") || (PROMISE.test(s) && !has("~or-i") && !/\bif you\b/.test(s))) return "commitment"
  if (has("decided", "lets-keep", "lets-use", "~decided-so", "~became") || (DECISION.test(s) && !WISHES.test(s)))
    return "decision"
  if (has("i-prefer", "i-like", "wish-if") && !/\bmust\b/.test(s) && !GRAVE.test(s)) return "preference"
  if (isFact(s, why)) return "fact"
  if (GRAVE.test(s) || has("ask-first", "my-leave", "hands-off", "limit") || (LAID_DOWN.test(s) && !WISHES.test(s)))
    return "constraint"
  if (has("must", "always-should") || BOTH_WAYS.test(s) || (has("should") && !/\byou\b/.test(s))) return "constraint"
  if (has("habit") && /\b(?:don't|do not|never|always|follow)\b(?! have\b)/.test(s)) return "constraint"
  if (has("habit", "our-x-is") && !has("here", "contrast", "standing", "each-time") && s.split(" ").length > 6)
    return "fact"
  if (has("remember") && !has("prefer", "behave", "use", "contrast", "habit", "never-do")) return "fact"
  return "preference"
}

/** Tells how things are: a place, a name, a version, a limit of the setting; nothing in it orders or forbids. */
function isFact(s: string, why: readonly string[]): boolean {
  const has = (...names: string[]): boolean => names.some(n => why.includes(n))
  if (has("i-mean", "my-x-is", "~defines")) return true
  if (has("~role", "~cadence") && !LAID_DOWN.test(s) && !GRAVE.test(s)) return true
  if (has("~stative") && /^i(?:'m| am| (?:run|work|use|live))\b/.test(s) && !has("~so-order")) return true
  if (!STATED.test(s) || has("normative-always", "always-should", "must", "practice-is", "verdict")) return false
  const setting = has("~definite-free", "~definite-bound", "~own-free", "~own-bound", "~generic-bound")
  return has("~kept-at", "~works-only", "~otherwise", "~count", "~owned", "~is-x-not-y") && (setting || has("-no-cue"))
    ? !LAID_DOWN.test(s)
    : setting && has("-no-cue") && !LAID_DOWN.test(s)
}
