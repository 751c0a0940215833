// Turns one prompt and its surroundings into named traits (1 where present): the explainable input of the readers.
// Ground truth: the cue tables and the shape of the clauses. How much a trait weighs is a rule's parameter.
import { invitation } from "./agent-tail.ts"
import { type Clause, clausesOf } from "./clauses.ts"
import { CUES, type Cue, type CueTable } from "./cues.ts"
import { ENGLISH, NEGATION, THING_DENIED } from "./cues-english.ts"
import { emojiCue, SPACED_WORLD, UNSPACED_WORLD } from "./cues-world.ts"
import { readPasted } from "./failing-output.ts"
import { bounded, proseOf } from "./prose.ts"
import { thirdPartyMarks } from "./third-party.ts"
import { normalise } from "./words.ts"

export interface FeedbackInput {
  readonly text: string
  /** the previous prompt, null on the first */
  readonly prev: string | null
  /** end of the agent's last message; "" when it said nothing, null when unknown */
  readonly agentTail: string | null
  /** tools used since the previous prompt ("!…" marks are not tools), null when unknown */
  readonly tools: readonly string[] | null
  readonly nTools: number | null
  readonly interrupted: boolean | null
}

export type Traits = Readonly<Record<string, number>>

/** In a task or a condition these describe the work to do, or a case, not the work done (D09). */
const DESCRIBES: ReadonlySet<Cue> = new Set<Cue>(["wrong", "fails", "praise"])
/** Verdicts come first: what stands beyond this many clauses of a long prompt is not looked at for cues. */
const LEAD_CLAUSES = 3
const SHORT_PROMPT = 5
const IMPERSONAL_WORDS = 25

/** Which tables a prompt can need: running all of them on plain English costs time and finds false friends. */
interface Tongue {
  readonly spaced: boolean
  readonly unspaced: boolean
}
const UNSPACED_SCRIPT = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const ENGLISH_SHARE = 0.12
const ENGLISH_WORD =
  / (?:the|is|are|was|i|i'm|we|you|it|it's|that|that's|this|to|and|but|of|for|can|should|don't|doesn't|what|why|how|my|if|please|with|be|have|has|there|now|still|yes|ok|let's)(?= )/g
const FOREIGN_WORD =
  / (?:der|die|das|ist|nicht|ich|dat|niet|het|le|les|est|pas|c'est|ça|el|los|eso|está|não|isso|il|che|è|non|jest|nie|nie|bu|bir|не|это|да|и)(?= )/u

function tongueOf(clauses: readonly Clause[]): Tongue {
  const words = clauses
    .slice(0, 12)
    .map(clause => clause.words)
    .join("")
  const share = (words.match(ENGLISH_WORD)?.length ?? 0) / Math.max(1, words.split(" ").length - 2)
  return {
    spaced: share < ENGLISH_SHARE || (share < 0.5 && FOREIGN_WORD.test(words)),
    unspaced: UNSPACED_SCRIPT.test(words),
  }
}

/** "if it fails", "that would break": a case thought of, not one that happened. */
const SUPPOSED = / (?:if|whether|unless|in case|so that|would|could|might|may|can|to ensure|to avoid) (?:\S+ ){0,4}$/

/** Is the pattern found, outside of what the clause merely supposes? */
function found(pattern: CueTable[Cue], words: string, cue: Cue): boolean {
  const at = pattern?.exec(words)?.index
  if (at === undefined) return false
  if (!DESCRIBES.has(cue) || cue === "praise" || / i (?:think|feel|guess)(?= )/.test(words.slice(0, at + 1)))
    return true
  return !SUPPOSED.test(words.slice(Math.max(0, at - 60), at + 1))
}

function cuesOf(clause: Clause, tongue: Tongue): ReadonlySet<Cue> {
  const cues = new Set<Cue>()
  const words = clause.words.replace(DENIES_BAD, " ")
  const flat = tongue.unspaced ? normalise(clause.raw).trim() : ""
  for (const cue of CUES) {
    if (
      found(ENGLISH[cue], words, cue) ||
      (tongue.spaced && found(SPACED_WORLD[cue], words, cue)) ||
      (tongue.unspaced && UNSPACED_WORLD[cue]?.test(flat))
    )
      cues.add(cue)
  }
  return cues
}

/** In a question only these still speak of the work done; blame asks after it. */
const SPEAKS_IN_QUESTIONS: ReadonlySet<Cue> = new Set<Cue>(["vexed", "undo", "still"])
const ACCUSES: ReadonlySet<Cue> = new Set<Cue>(["wrong", "fails", "still", "blame", "dislike", "vexed"])
const CHOICE =
  /^ (?:(?:i'd|i would|let's|lets|go|do|take|use|start|with|option|options|number|choice|variant|approach|the|yeah|yes|ok|just|prefer|pick|choose|for) ){0,4}(?:[a-d]|\d{1,2}[a-d]?(?:[-/]\d{0,2}[a-d]?)?)(?= (?:$|and |or |then |first |please |sounds |is |but |sure |yes |\d|[a-d] ))|^ (?:both|either|neither|all of them|the (?:first|second|third|last|former|latter))(?= )/
const SHIPS =
  /^ (?:(?:ok|okay|great|now|then|and|please|can you|let's|also|just|perfect|nice|cool|yes|create a|make a|open a) ){0,3}(?:commit|push|merge|pr|pull request|release|deploy|rebase|squash|publish)(?= )/
const LETS = /^ (?:(?:ok|okay|yeah|yes|yep|so|then|and|now|great|cool|alright) ){0,2}(?:let's|lets|let us)(?= )/
/** Agreement without enthusiasm: "X is fine". */
const praisedOnly = (traits: Traits): boolean =>
  (traits["praise-first"] !== undefined || traits.praise !== undefined) && traits["praise-strong"] === undefined
const YES = /^ (?:yes|yep|yeah|yea|yup|y|sure|go ahead|proceed|do it|please do|ja|oui|sí|sim|да|evet)(?= )/u
const REPLY_WORDS = 14
const ANNOUNCES_QUESTION = /^ (?:\S+ ){0,4}questions?(?: first| is| here| about)?(?= )/
const NO_CUES: ReadonlySet<Cue> = new Set()
const SELF = /(?:^|[^\p{L}])(?:I|I'm|I’m|i|you|we)(?=[^\p{L}]|$)/u
const REFUSAL =
  /^ (?:(?:uh+|hmm+|oh|ah|ok|wait|but) ){0,2}(?:no|nope|nah|nein|non|não|нет|nie|hayır|ні)(?= )|^ (?:absolutely|definitely|certainly|surely|of course|obviously|auf keinen|bestimmt|certainement|surtout|claro que|certo che) (?:not|fall|nicht|pas|no|não|non)(?= )|^ ?(?:不[，,。 ]|不对|不是|いいえ|いや|違|아니)/u
const SHOUT =
  /(?:^|[^\p{L}_-])(?:NOT|NO|ALL|NEVER|WHY|STOP|WRONG|DON'T|ANY|SAME|ANYTHING|EVERY|IS|AND|THIS|NOTHING|NICHT|PAS)(?=[^\p{L}_-]|$)/u
const WHY =
  /^ (?:(?:so|and|but|hmm+|ok|wait|also) ){0,2}(?:why|how come|warum|wieso|pourquoi|por qué|perché|por que|почему|зачем) /u

/** "without a hitch", "no more errors": to deny what is bad is no complaint. */
const DENIES_BAD =
  / (?:no|not a|without|zero|0|ohne|sans|sin|sem|senza) (?:(?:a|any|an|one|single|more|further|new|real|major) ){0,3}(?:hitch(?:es)?|problems?|issues?|errors?|warnings?|failures?|trouble|worries|complaints?|regressions?|surprises|bugs?|flaws?|objections?|probleme|fehler|problème|erreurs?|problemas?|errores|erros)(?= )/g
const withoutPraiseByDenial = (words: string): string => words.replace(/ not bad(?= )/, " ").replace(DENIES_BAD, " ")

/** Praise is turned around by a denial shortly before it ("not that great"), unless it only answers ("no, that's great"). */
function denied(clause: Clause): boolean {
  const bare = withoutPraiseByDenial(clause.words.replace(/^ (?:no|nope|nein|non) /, " "))
  const at = (ENGLISH.praise?.exec(bare) ?? SPACED_WORLD.praise?.exec(bare))?.index
  if (at === undefined) return NEGATION.test(bare)
  return (
    NEGATION.test(bare.slice(Math.max(0, at - DENIAL_REACH), at + 2)) ||
    /^ (?:\S+ ){1,2}(?:nicht|pas|не)(?= )/u.test(bare.slice(at))
  )
}
const DENIAL_REACH = 28

export function traitsOf(input: FeedbackInput): Traits {
  const traits: Record<string, number> = {}
  const mark = (name: string) => {
    traits[name] = 1
  }
  const own = proseOf(input.text)
  const clauses = clausesOf(own.prose)
  const marks = thirdPartyMarks(bounded(input.text, 2000, 600))
  const personal = SELF.test(own.prose)
  const tongue = tongueOf(clauses)
  const wordCount = clauses.reduce((sum, clause) => sum + clause.words.split(" ").length - 2, 0)
  // a long, impersonal text about code is a review passed on, even when nothing in it says so
  const handed = marks >= 3 || (!personal && (marks === 2 || (marks === 1 && wordCount > IMPERSONAL_WORDS)))

  for (const [at, clause] of clauses.entries()) {
    const late = clauses.length > SHORT_PROMPT && at >= LEAD_CLAUSES
    const asks = clause.kind === "question"
    const tells = clause.kind === "task"
    const supposes = clause.kind === "condition"
    const cues = handed || late ? NO_CUES : cuesOf(clause, tongue)
    const complains = [...cues].some(cue => ACCUSES.has(cue))
    const refuses = clause.first && REFUSAL.test(clause.words)
    for (const cue of cues) {
      if (cue === "praise") {
        if (denied(clause)) {
          if (!asks && !tells && !supposes) mark("wrong")
        } else if (!asks && !tells && !supposes) {
          mark(clause.first ? "praise-first" : "praise")
          if (STRONG_PRAISE.test(clause.words)) mark("praise-strong")
        } else if (clause.first && PRAISE_OPENING.test(clause.words)) {
          mark("praise-first")
          mark("praise-strong")
        }
      } else if (cue === "go") {
        if (clause.first && !complains && !refuses && !cues.has("undo")) mark("go")
      } else if (cue === "ok") {
        if (clause.first && !cues.has("go")) mark("ok")
      } else if (asks && !SPEAKS_IN_QUESTIONS.has(cue)) {
        if (cue === "blame") mark("asked-blame")
      } else if (!(tells || supposes) || !DESCRIBES.has(cue)) mark(cue)
      if (clause.contrast && ACCUSES.has(cue) && !tells) mark("contrast")
    }
    if (clause.contrast && !handed && !(clause.first && !asks)) mark("but")
    if (refuses) mark("refusal")
    if (clause.first && ANNOUNCES_QUESTION.test(clause.words)) mark("asks")
    if (asks && !complains) mark(WHY.test(clause.words) ? "asks-why" : at === 0 ? "asks" : "asks-after")
    if (clause.kind === "statement" && !late && !handed && THING_DENIED.test(clause.words)) mark("thing-denied")
    if (clause.kind === "statement" && complains && clauses.length <= 2) mark("plain-verdict")
    if (clause.contrast && at > 0 && !tells && (traits["praise-first"] || traits.praise)) {
      mark("praise-but")
      if (NEGATION.test(clause.words)) mark("contrast")
    }
    if (clause.kind === "statement" && !late && !handed && NEGATION.test(clause.words)) mark("denial")
    if (clause.first && !refuses && !cues.has("undo") && !(asks && (cues.has("blame") || cues.has("vexed"))))
      mark(`opens-${clause.kind}`)
  }
  const emoji = wordCount < 400 ? emojiCue(own.prose) : null
  if (emoji !== null) {
    mark(emoji)
    if (emoji === "praise") mark("praise-strong")
    else if (wordCount === 0) mark("plain-verdict")
  }
  if (SHOUT.test(own.prose)) mark("shout")

  const output = readPasted(own.pasted)
  if (output.failing && !handed) mark(wordCount <= 8 ? "only-failing-output" : "failing-output")
  else if (output.passing) mark("passing-output")
  if (own.pastedLines > 0 && !handed) mark("pasted")
  if (handed) mark("handed-on")

  const invited = invitation(input.agentTail)
  if (invited?.asked) mark("agent-asked")
  if (invited?.offered) mark("agent-offered")
  if (invited?.options) mark("agent-options")
  if (input.interrupted === true) mark("interrupted")
  if (input.tools?.some(tool => tool.startsWith("!rej")) === true) mark("refused-call")
  const opening = clauses[0]?.words ?? " "
  if (CHOICE.test(opening)) mark("choice")
  if (SHIPS.test(opening)) mark("ships")
  if (invited?.asked && traits["opens-task"] && !traits.asks && wordCount <= REPLY_WORDS) mark("task-as-reply")
  const open = invited?.asked || invited?.offered
  if (LETS.test(opening)) mark(open ? "lets-invited" : "lets")
  if (open && praisedOnly(traits)) mark("likes-offer")
  if (traits.go && clauses[1]?.contrast) mark("go-but")
  if (traits.go && wordCount <= 3) mark("go-whole")
  if (traits.go && YES.test(opening)) mark("yes")
  if (traits.ok && wordCount <= 3) mark("ok-whole")
  if ((traits.go || traits.ok) && traits["opens-task"]) mark("go-task")
  if (traits.go && open) mark("go-invited")
  if (wordCount <= 3) mark("terse")
  else if (wordCount <= 12) mark("short")
  else if (wordCount > 60) mark("long")
  if (wordCount === 0) mark("wordless")
  return traits
}

/** Praise that is more than agreeing to a proposal. */
const STRONG_PRAISE =
  / (?:thanks|thank you|thx|perfect|perfectly|great|awesome|excellent|brilliant|amazing|fantastic|beautiful|wonderful|lovely|superb|works|worked|working|well done|(?:good|great|nice) (?:job|work|catch)|love it|much better|better|nailed it|spot on|fixed|pass|passes|passed|danke|perfekt|super|klasse|merci|parfait|génial|gracias|perfecto|genial|obrigad[oa]|perfeito|ótimo|grazie|perfetto|ottimo|dzięki|спасибо|отлично|супер|работает|заработало|teşekkürler|harika)(?= )/u
const PRAISE_OPENING =
  /^ (?:(?:ok|okay|ah|oh|wow|yes|yeah|yup|so) )?(?:thanks|thank you|thx|perfect|great|awesome|excellent|nice|brilliant|amazing|fantastic|beautiful|wonderful|lovely|good job|well done|works|it works|that works|danke|super|perfekt|merci|parfait|gracias|perfecto|genial|obrigado|obrigada|perfeito|grazie|perfetto|спасибо|отлично) /u
