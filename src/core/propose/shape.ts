// How a clause is built: in what mood, of whom, of one thing or of all such things, bound to now or not. A few closed word
// classes stand for grammar; the weights of what was found are in shape-weights.ts. Not here: set phrases and words of
// wanting (cues.ts, cues-habits.ts). Takes a lower-case clause in which ¤ stands for a name and § for quoted text.
import { GENERIC } from "./cues.ts"

const set = (list: string): ReadonlySet<string> => new Set(list.split(" "))
/** What an agent is told to do once. */
const TASK_VERBS = set(
  "add fix implement create remove delete rename change update look refactor move revert merge find investigate build install open close read review replace extract split convert continue proceed go finish try see help generate make commit push undo restore list print describe debug rerun run bump upgrade clean capture start begin do set adjust resolve evaluate summarize summarise draft translate migrate port hook wire deploy select parse dig grep repro reproduce search fetch download upload compare enable disable configure bring get send turn switch shrink trim estimate chart compute calculate redo rewrite give put let take pull push drop insert paste connect play render sync scan sketch suggest propose analyze analyse inspect profile optimize optimise improve simplify integrate point tell show explain check test write name call",
)
/** How an agent is told to go about things. */
const POLICY_VERBS = set(
  "use keep prefer avoid stick follow treat respect leave skip ask answer reply respond assume plan stop quit pick choose favor favour spell spare warn remind mention mind watch stay be mark double-check confirm log document wait flag limit address speak talk think verify default format indent quote cite link wrap prefix suffix sort pin squash rebase sign tag separate structure order handle expect count measure round store put write name call test check show tell explain give run communicate capitalize capitalise sanitize validate escape encrypt annotate type prioritize prioritise optimize minimize minimise target support report round number date",
)
const OTHER_VERBS = set(
  "need want like love hate live belong come stay end carry beat take sit hit fail pass mean count break speak talk work own cost depend allow accept require contain cover expect ship matter happen touch require return throw win lose reject block trim agree settle stop appear fit reach cite pay maintain hold keep start include import depend exist",
)
const VERBS: ReadonlySet<string> = new Set([...TASK_VERBS, ...POLICY_VERBS, ...OTHER_VERBS])
const AUX = set(
  "is are isn't aren't am must should shouldn't mustn't shall can can't cannot may will won't has have hasn't haven't had needs need need's was were wasn't weren't do does don't doesn't did didn't would could might gets get goes stays lives belongs comes runs uses means",
)
const PAST_AUX = set("was were wasn't weren't did didn't had hadn't")
const PAST_VERBS = set(
  "got went came made took found saw said told tried broke ran wrote gave thought looked used asked wanted moved changed added fixed removed installed updated merged pushed deleted worked failed crashed happened noticed started stopped forgot decided called started tested checked needed seemed upgraded showed put",
)
const DETERMINED = set("the this that these those its his her their")
const OWN = set("our my")
const QUANTIFIED = set(
  "every each all any no none nothing nobody everything everyone everybody anything anyone anybody whatever whoever only new both neither most",
)
const PRONOUNS = set("it this that they these those he she there it's that's there's they're here here's")
const BARRED = set(
  "and or but so because since if when while which who whom whose as than to of in on at by for with from into about",
)
const PRODUCT =
  /\b(?:users?|customers?|players?|members|admins|visitors|buttons?|modal|pages?|screen|menu|dialog|rows?|forms?|fields?|cart|invoices?|orders?|bot|widget|tooltips?|queue|emails|passwords|images|posts|sidebar|header|footer|logo|banner|chart|checkbox|login|toggle|icons?|links?)\b/
const NOW =
  /\b(?:now(?!,? (?:not|instead|on)\b)|today|tonight|tomorrow|yesterday|this (?:time|once|week|morning|sprint|run|one|release|pr|change|branch|file|commit|ticket|task|demo|test|page|function|class|snippet|script|paragraph|chapter|line|part|case)|at the moment|right away|yet|until (?:the|monday|tuesday|wednesday|thursday|friday|we|tomorrow)|before (?:the (?:demo|meeting|release|call|end|weekend|merge|deadline|freeze|launch|review)|you push|lunch|you start|you're done)|next (?:week|step)|later|once (?:more|again)|(?<!ever )again|already|just (?:now|this|once)|then|afterwards?|anyway|still(?! (?:have to|has to|need|needs|must|support|supports|supported|run|runs|use|uses|require|requires|ship|target|targets)\b)|temporarily|so far|in the meantime|for the (?:next|demo|prototype|screenshot|moment|time being|kata|poc|blog|talk|slides|exercise|experiment|hackathon|interview|spike|presentation|rest of (?:the|today))|in (?:the|this|my) (?:spike|prototype|poc|sandbox|scratch|throwaway)|(?:on|in) (?:the|this|my|that) (?!main|master|release|develop|default)(?:[\w-]+ )?branch|in this session|this session|by (?:friday|monday|tomorrow|tonight|eod)|once you're done|anymore|no longer|since yesterday)\b/
const SINCE_NOW =
  /\b(?:as of (?:today|now|this)|from (?:today|now|this|monday|here)|starting (?:today|now|monday)|effective|going forward|for good)\b|\bfrom [\w. ]{2,12} on\b/
const POINTS =
  /(?<!\b(?:like|such as) )\b(?:this|that|these|those) (?!(?<=that )[a-z]+(?<!s)(?:s|ed)\b|(?<=that )(?:i|we|you|are|can|must|every|all|no)\b|repo|project|codebase|team|way|means|app|tool|library|site|website|product|platform|game|plugin|cluster|environment|lab|dataset|service|package|system|firmware|device|org|is|goes|rule|applies|company|org|shop|house|machine|laptop|monorepo|repository|kind|sort|stuff|can|has|needs|must)[a-z]|\b(?:the|that) (?:first|second|third|last|other|same|new|old) \w/
const THE =
  /\bthe (?!same|team|repo|project|codebase|code|user|readme|changelog|database|db|api|build|docs|standard|rest|other way|word|name|default|body|subject|title|why|what|future|point|way|main|public|whole|end|top|start|beginning|company|terminal|command line|browser|cloud|internet|network|frontend|backend|server|ui|lockfile|linter|compiler|type ?checker|ci|pipeline|ticket|issue|description|branch name|commit message|language|framework|domain|theme|boundary|main thread|header|glossary|box|reader|language)\b[a-z]/g
const LOOSE = /\b(?:it|them|him|her)\b/
const FILE = /[\w-]+\.[a-z]{1,5}\b|\w\/\w|\w_\w|\w\(\)|¤/
const COUNT =
  /\b\d+(?:[.,]\d+)?\s?(?:%|k|kb|mb|gb|tb|px|ms|s|sec|seconds?|minutes?|hours?|days?|weeks?|months?|rows?|lines?|columns?|cols|chars?|characters|words?|cores?|m|levels?|spaces?|calls?|requests?)\b|\b(?:python|node|java|go|ruby|php|react|vue|django|rails|postgres\w*|typescript|swift|kotlin|c\+\+|gcc|unity|\.net|angular|terraform|ubuntu|debian|ios|android|jdk|v) ?\d/
const TASTE =
  /\b(?:hate|loathe|love|like|prefer|rather|sooner|care (?:a lot |deeply |more )?(?:about|for)|appreciate|enjoy|can't (?:stand|read|see|hear|use)|bothers?|annoy\w*|irritat\w*|drives? me|makes? (?:me|my|us|it hard)|allergic|sick of|tired of|fed up|fan of|pet peeve|obsessed|picky|matters? to|insist|swear by|useless to|unreadable|lose track|get lost|my religion|take .{2,30} over|happy with|comfortable with|struggle)\b/
const STATIVE =
  /^i(?:'m| am|m)? (?:on|colou?r|blind|deaf|dyslexic|learning|new to|the only|usually|mostly|mainly|always|work|read|review|use|live|speak|pay|paid|maintain|an? [a-z]+(?:er|ist|or|man|person|fan)\b|left-handed|running|stuck with|based|code|type|write)\b/
const SO_ORDER =
  /(?:,? so|,? hence|,? therefore|, which is why|;|,| -) (?:please |pls |always |just |also )?(?:don't|dont|do not|no (?!idea|need|luck)|never|only|always|use|keep|write|avoid|stick|plan|pick|skip|stop|ask|tell|explain|assume|treat|leave|any|every|all|nothing|everything|anything|short|be |design|give me|make them|i want|we (?:can't|don't|only|never|always)|you (?:can|must|don't)|[\w -]{2,30} (?:is|are) (?:out|off|banned|forbidden|enough|useless))\b/
const TRIGGER =
  /\b(?:whenever|every ?time|each time|any ?time|as soon as|wherever) |\b(?:before|after|when|if|unless|once|until) (?:you|u) (?:ever )?(?:are |'re )?(?!done|finish|push|start)[a-z]+|\b(?:before|after|when|while|without) [a-z]{3,}ing\b|^(?:if|when) (?:an?|any|something|someone|it can|in doubt|possible|numbers|two)\b|\bunless\b/
const REPEATS =
  /\b(?:every|each) (?:night|day|week|morning|month|time|release|sprint|friday|monday|commit|pr|push|change|single|new|one)\b|\b(?:daily|weekly|nightly|on the \d+(?:th|st|nd|rd)|between \d+ and \d+|on (?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends)|a (?:day|week|month)|usually|normally|generally|in general|as a rule|by default|in principle|per (?:commit|pr|file|function|test|line|change|module|class|diff|step|page)|at a time|any day|everywhere|elsewhere|anywhere|across (?:the|this|all|our))\b/
const DECIDED =
  /\b(?:we|i)(?:'ve| have|'re| are)?(?: all| just| finally)? (?:pledged|vowed|changed my mind|went with|going with|settled|decided|agreed|promised|told (?!you)|assured|guaranteed|committed to|signed|picked|chose|stopped|dropped|dropping|switched|standardi[sz]ed|moved (?:to|off|away)|ruled out)\b|\b(?:it is|it's) (?:decided|settled|final|official)\b|\bsigned off\b|\bno (?:more )?discussion\b|\bwill (?:stay|remain|keep)\b|\bfor good\b|^[a-z][\w -]{2,40} it is$|\bin the end$/
const ALWAYS = /\b(?:always|never|ever|only|at most|at least|no more than|nobody but|nothing but|everything but|any)\b/
const OUT =
  /\b(?:is|are) (?:always |only )?(?:out|off|banned|verboten|taboo|a no-?go|dead|frozen|legacy|sacred|king|gospel|law|mandatory|non-? ?negotiable|off[- ]limits|not an option|fine|ok|okay|only for|reserved|owned|enough|locked|audited|write-protected|part of|mine|contractual|shared|public)\b|\b(?:belongs?|reserved) to\b|\bwon't have it\b|\bnot (?:ok|okay|fine|acceptable|welcome|allowed)\b|\bby agreement\b/
const AGENT =
  /\b(?:your (?:answers?|replies|responses?|summar\w+|explanations?|commits?|code|prs?|messages?|changes|diffs|output)|you (?:tend|keep|often|like to|love to)|answer\w*|repl(?:y|ies)|responses?|explain\w*|explanations?|summar\w+|apologi\w+|ask me|tell me|lectur\w*|emojis?|bullets?|paragraphs?|check with me|without asking|permission)\b/
const SARCASM =
  /\b(?:great idea|oh sure|oh great|yeah right|lol|lmao|haha|because what|love it when|what could go wrong|just what)\b|\.\.\.$/
const NOT_Y =
  /^(?!(?:[\w'¤-]+ ){0,3}(?:is|are|was|were|do|does|did|should|must|can|could|will|would|has|have|this|that|it|i'm|am|or|why|if)\b)(?:[a-z¤][\w¤-]*(?: [\w¤-]+){0,2}),? (?:not|over|instead of|rather than|before) (?!found\b|set\b|defined\b|installed\b|available\b|valid\b|working\b|in\b|at\b|the\b|[a-z]+ing\b)(?:[\w¤-]+)(?: [\w¤-]+){0,3}$|\b(?:beats|wins|trumps)\b/
const IS_NOT =
  /\b(?:is|are|'s|called|means|it's)\b[^,]{1,60},? (?:and )?(?:not|never) (?!called|used|imported|executed|reached|sure|yet|working|the (?:issue|problem)|what|only|just|really|clear|ready|done)/
const WHATEVER =
  /\b(?:whatever|wherever|everywhere|whenever|every \w+|any \w+|all \w+|everything|anything) (?:that )?(?:you|we|i) [a-z]+|\b(?:true|applies|goes|same) (?:for|to) (?:all|every|any|each|both)\b|\b(?:everything|anything|all) new\b|\bevery time after\b|\bstuff like (?:this|that)\b/
const BARS =
  /\b(?:may|can|must|shall|should) (?:not|never|only)\b|\b(?:can't|cannot|mustn't|shouldn't|won't)\b|\bno [\w-]+ (?:may|can|gets?|goes|leaves?)\b/
const DEONTIC = /\b(?:needs?|must|has to|have to|should|gets?|goes|may|requires?|is|are)\b/
const OR_ELSE =
  /\bor (?:else\b|(?:it|they|you|we|the [\w-]+)(?: [\w-]+){0,2} (?:won't|will|can't|fails?|breaks?|wraps?|gets?|goes|crashes?)\b)/
const ROLE =
  /\bis the (?:one|person|owner|guy) (?:who|that)\b|\b(?:approves?|owns?|maintains?|signs off on|is responsible for|belongs? to|reviews? (?:all|every|any))\b/
const OPINION =
  /^the (?:fix|problem|issue|solution|answer|cause|trick|question|bug|error) (?:is|was)\b|^(?:option |number |#)?\d+(?:,| (?:but|and|is|please)\b)|\b(?:i think|i guess|i believe|seems|looks|probably|maybe|perhaps|sounds|not sure|wonder)\b/
const TROUBLE =
  /\b(?:fail(?:s|ed|ing)?|broken|crash\w*|errors? out|wrong|slow|stuck|missing|bug|complain\w*|doesn't work|not working|(?:isn't|aren't|not) (?:really|actually|being)|down|empty|nothing happens|too many|takes forever|times? out|500s?|404s?|flaky|problem|issue)\b/

const words = (s: string): readonly string[] => s.split(/[^\p{L}\p{N}'¤§-]+/u).filter(w => w !== "")
/** Leading conditions and places: what stands after their comma is the clause proper. */
const LED =
  /^(?:(?:when(?:ever)?|if|once|unless|before|after|for|in|on|with|as|because|since|until|whatever|wherever)\b[^,]{2,80}), /
/** The same without a comma, when an order follows: "when you show me code just show …". */
const LED_ON =
  /^(?:when(?:ever)?|if|before|after|every time|each time|in|on|for) (?:[\w'-]+ ){1,6}?(?=(?:just|please|pls|always|never|don't|do not|give me|put|use|write|keep|show me|show only|tell me|ask|run|make sure|i want|i'd like|i like)\b)/
const FRONT =
  /^(?:(?:oh|ah|and|but|so|also|generally|in general|please|pls|plz|kindly|ffs|hey|hi|well|then|because|since|cause|to be clear|again|btw|fyi|small \w+|one thing|by the way|just|yes|no|ok|okay|as i said|of course|remember|note|ps|nit)[,:!.]? )+/

// "remember that I'm …", "make sure that every …": this "that" points at nothing
const COMPLEMENT =
  /\b(remember|note|mind|agree|agreed|sure|ensure|so|know|means|fyi|heads up|promised|told \w+|decided|important) that\b/g
const ENSURE = /^(?:make sure|ensure|see to it|be sure|remember to|don't forget to|verify|check)\b ?(?:that )?(?:to )?/

const isVerb = (w: string): boolean =>
  VERBS.has(w) ||
  AUX.has(w) ||
  (w.length > 3 && w.endsWith("s") && VERBS.has(w.slice(0, -1))) ||
  (w.endsWith("es") && VERBS.has(w.slice(0, -2)))

const THIRD = /^[a-z]{3,}(?<![su'i])s$/
const OBJECT =
  /^(?:the|an?|our|my|your|its|their|every|each|all|any|no|only|in|on|at|to|with|from|by|as|us|me|it|when|before|after|until|\d.*|¤.*)$/

const PLURAL = /^[a-z-]{3,}(?<![su'i])s$/
const STATE = /^(?:is|are|be|gets?|being|isn't|aren't|must|not|only|always|never|never)$/
const OUGHT = /\b(?:should|must|needs?|has to|have to|shall|can|can't|cannot|may)\b/
type Mood =
  | "task"
  | "policy"
  | "ban"
  | "we"
  | "i"
  | "you"
  | "own"
  | "all"
  | "definite"
  | "pronoun"
  | "generic"
  | "one"
  | "fragment"

/** Who or what the clause speaks of, and in which mood. */
function moodOf(w: readonly string[]): { readonly mood: Mood; readonly verb: number } {
  const [a = "", b = ""] = w
  const verbAfter = (from: number): number => {
    for (let i = from; i < Math.min(w.length, from + 9); i++) if (isVerb(w[i]!) && !BARRED.has(w[i - 1] ?? "")) return i
    // "the proxy strips the header", "our sprint ends every …": a word in -s with an object or a place after it
    for (let i = from + 1; i < Math.min(w.length - 1, from + 6); i++)
      if (THIRD.test(w[i]!) && OBJECT.test(w[i + 1]!) && !BARRED.has(w[i - 1] ?? "")) return i
    return -1
  }
  const negated =
    a === "don't" ||
    a === "dont" ||
    a === "never" ||
    (a === "do" && b === "not") ||
    a === "stop" ||
    a === "quit" ||
    a === "avoid"
  if (negated) return { mood: "ban", verb: 1 }
  if (a === "always") return { mood: "policy", verb: 1 }
  // "only change the third one" is an order, "only admins" speaks of them
  if ((a === "only" || a === "just") && (TASK_VERBS.has(b) || POLICY_VERBS.has(b))) return moodOf(w.slice(1))
  if (/^(?:i|i'm|i'd|i've|i'll|im|id)$/.test(a)) return { mood: "i", verb: 1 }
  if (/^(?:we|we're|we've|we'd|we'll)$/.test(a)) return { mood: "we", verb: 1 }
  if (/^(?:you|you're|you've|u|your|ur)$/.test(a)) return { mood: "you", verb: 1 }
  if (PRONOUNS.has(a) && (isVerb(b) || b === "" || /'/.test(a) || a === "it" || a === "there" || a === "they"))
    return { mood: "pronoun", verb: 1 }
  if (OWN.has(a)) return { mood: verbAfter(1) >= 0 ? "own" : "fragment", verb: verbAfter(1) }
  if (QUANTIFIED.has(a)) return { mood: "all", verb: verbAfter(1) }
  if (DETERMINED.has(a)) return { mood: verbAfter(1) >= 0 ? "definite" : "fragment", verb: verbAfter(1) }
  if ((POLICY_VERBS.has(a) || TASK_VERBS.has(a)) && !(AUX.has(b) && b !== "do" && b !== "get") && b !== "") {
    const both = POLICY_VERBS.has(a) && TASK_VERBS.has(a)
    return { mood: POLICY_VERBS.has(a) && !(both && DETERMINED.has(b)) ? "policy" : "task", verb: 0 }
  }
  const at = verbAfter(1)
  if ((a === "a" || a === "an") && at > 0) return { mood: "one", verb: at }
  if (at > 0) return { mood: "generic", verb: at }
  return { mood: "fragment", verb: -1 }
}

/** Names of everything the clause's build shows, without weights. */
export function shapesOf(clause: string): readonly string[] {
  let s = clause
    .replace(COMPLEMENT, "$1 ")
    .replace(/[.!…]+$/, "")
    .replace(/,? (?:please|pls|plz|thanks|thx|ok|okay)$/, "")
    .replace(FRONT, "")
  const out: string[] = []
  const led = LED_ON.exec(s) ?? LED.exec(s)
  if (led !== null) {
    out.push(
      `led:${/^(?:for|in|on|with)/.test(s) ? "place" : /^(?:before|after|until|once|as)/.test(s) ? "time" : "if"}`,
    )
    if (/\bthe \w|\b(?:this|that|it)\b/.test(led[0])) out.push("led-bound")
    s = s.slice(led[0].length).replace(FRONT, "")
  }
  // what is to be so by the end of the task
  if (ENSURE.test(s)) {
    out.push("ensure")
    s = s.replace(ENSURE, "")
  }
  const w = words(s)
  const { mood, verb } = moodOf(w)
  const main = verb >= 0 ? (w[verb] ?? "") : ""
  // "is called", "are used": no past but a state
  const isPast = (x: string, i: number): boolean =>
    PAST_AUX.has(x) || (PAST_VERBS.has(x) && !STATE.test(w[i - 1] ?? ""))
  const past = (verb >= 0 && isPast(main, verb)) || w.slice(0, 4).some(isPast)
  const progress =
    /^(?:is|are|am|i'm|we're|you're|it's|they're)$/.test(mood === "i" || mood === "we" ? w[0]! : main) &&
    /ing$/.test(w[Math.max(verb, 0) + (mood === "i" || mood === "we" ? 0 : 1)] ?? "")
  const now = NOW.test(clause) && !SINCE_NOW.test(clause)
  const the = (s.match(THE) ?? []).length - (mood === "definite" && w[0] === "the" ? 1 : 0)
  const points = POINTS.test(s)
  const loose = LOOSE.test(s) && (mood === "policy" || mood === "ban" || mood === "task" || mood === "fragment")
  const bound = points || the > 0 || now || loose
  out.push(`${mood}${bound ? "-bound" : past ? "-past" : "-free"}`)
  if (past) out.push("past")
  if (progress) out.push("progress")
  if (now) out.push("now")
  if (points) out.push("points")
  if (the > 0) out.push("the")
  if (loose) out.push("loose")
  if (SINCE_NOW.test(clause)) out.push("since-now")
  const practice = GENERIC.test(w.slice(0, 5).join(" "))
  if (practice && !bound) out.push("practice-early")
  if (GENERIC.test(s) && !bound && !past) out.push(mood === "task" ? "practice-task" : "practice")
  if (ALWAYS.test(s) && !bound && !past) out.push("always-free")
  if (ALWAYS.test(s) && bound) out.push("always-bound")
  if (FILE.test(s)) out.push("file")
  if (COUNT.test(s)) out.push(mood === "task" || past ? "count-task" : "count")
  if (TASTE.test(s) && /\b(?:i|i'd|i'm|me|my|we|us)\b/.test(s)) out.push(bound || past ? "taste-bound" : "taste")
  if (STATIVE.test(s)) out.push("stative")
  if (SO_ORDER.test(s)) {
    out.push("so-order")
    if (
      !past &&
      (mood === "i" || mood === "we" || mood === "own" || mood === "generic" || mood === "all" || COUNT.test(s))
    )
      out.push("reason-so")
  }
  if (TRIGGER.test(clause))
    out.push(mood === "task" || mood === "definite" || mood === "pronoun" ? "trigger-task" : "trigger-free")
  if (REPEATS.test(clause)) out.push(mood === "task" ? "repeats-task" : past ? "repeats-past" : "repeats")
  if (DECIDED.test(s)) out.push(now ? "decided-now" : "decided-so")
  if (OUT.test(s)) out.push("out")
  if (AGENT.test(s)) out.push("agent")
  if (PRODUCT.test(w.slice(0, 5).join(" ")) && /^(?:definite|generic|all|one|pronoun)/.test(mood))
    out.push("product-subject", ...(OUGHT.test(s) ? ["product-ought"] : []))
  else if (PRODUCT.test(s)) out.push("product")
  if (mood === "i" && /^(?:want|need|like|love|hate|prefer|have)$/.test(w[1] ?? ""))
    out.push(w.length <= 4 ? "i-want-short" : /^(?:a|an|the|it|this|that|to)$/.test(w[2] ?? "") ? "i-want-a" : "i-want")
  if (mood === "we" && /^(?:need|want|should|could|can|have|must|might)$/.test(w[1] ?? "")) out.push("we-need")
  if (SARCASM.test(clause)) out.push("sarcasm")
  if (OPINION.test(clause)) out.push("opinion")
  if (TROUBLE.test(s)) out.push("trouble")
  if (NOT_Y.test(s)) out.push("x-not-y")
  if (IS_NOT.test(s)) out.push("is-x-not-y")
  if (WHATEVER.test(s)) out.push(mood === "task" ? "whatever-task" : "whatever-you")
  if (BARS.test(s) && /^(?:we|you|own|all|definite|generic|one)/.test(mood)) out.push(bound ? "bars-bound" : "bars")
  if (mood === "all" && !bound && !past && DEONTIC.test(s)) out.push("all-must")
  if (/(?:^|, )let'?s\b/.test(s)) out.push("lets")
  if (OR_ELSE.test(s)) out.push("or-else")
  if (ROLE.test(s)) out.push("role")
  if (/\bhere$/.test(s)) out.push(/^(?:policy|ban|task|fragment)/.test(mood) ? "order-here" : "here-so")
  if (/\b(?:with|to|for) (?:me|us)$|\bfor us\b/.test(s)) out.push("for-me")
  if (mood === "fragment" && !bound && /, .*, /.test(s)) out.push("list-fragment")
  if (/^(?:while|until|during|as long as) /.test(clause)) out.push("while")
  if (mood === "you" && /^(?:never|always|don't|didn't|just|still|keep|were|did|forgot|broke)$/.test(w[1] ?? ""))
    out.push("you-did")
  if (mood === "fragment" && !bound && w.some(x => PLURAL.test(x))) out.push("fragment-plural")
  if (w.length <= 3) out.push("short")
  if (w.length > 24) out.push("long")
  return out
}
