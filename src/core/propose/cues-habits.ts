// What is done here, said in plain words without a word of wanting: conventions, habits in the present tense, limits, rules
// with a condition. Weights as in cues.ts: such a sentence needs general words, or nothing that points at one thing.
import { type Cue, cue, PRACTICE } from "./cues.ts"

export const HABITS: readonly Cue[] = [
  cue(
    "practice-is",
    0.55,
    new RegExp(
      `^(?:the |our |all |new )?(?:[\\w-]+ ){0,2}(?:${PRACTICE}) (?:(?:is|are) (?:always |never |only )?(?:named|called|written|formatted|stored|kept|prefixed|suffixed|sorted|spelled|capitali[sz]ed|versioned|tagged|signed|squashed|reviewed|indented|documented|measured|translated|rounded|grouped|ordered)|(?:use|follow|avoid|carry) (?!this|that|it|these|those))\\b`,
    ),
  ),
  cue(
    "we-dont",
    0.55,
    /^(?:[\w,' ]{0,40}, )?we (?:don't|do not) (?!have|know|need|want|see|get|understand|think|care|remember|even|yet|actually|currently|seem|like|really)[a-z]+ [^?]*$/,
  ),
  // a habit in the plain present, of nothing in particular: the bonus for general words decides
  cue(
    "we-do",
    0.6,
    /^(?:and |so |also |but |(?:in|with|on) [\w+#.-]{2,20},? )?we (?!see|saw|get|got|have|had|are|were|find|found|need|should|can|could|want|must|might|may|will|would|still|also|currently|now|just|do|don't|didn't|lost|forgot|seem|did|tried|try|use|think|thought|know|knew|were|haven't|won't|cannot|can't|agree|hope|wonder|ran|run into|made|got|like|love|talked|discussed|say that)[a-z]+(?<!ed) (?!this|that|it|them|these|those|the)\S/,
  ),
  cue(
    "moved-on",
    0.7,
    /\bwe(?:'ve| have)?(?: just| already| recently)? (?:moved|switched|migrated|changed) (?:from|to|away|off|over)\b/,
  ),
  cue(
    "project-is",
    0.6,
    /^(?:this|our|the) (?:repo(?:sitory)?|project|codebase|app|service|library|monorepo|package|team|company|plugin|cli) (?:is|uses|runs|targets|supports|requires|stays) (?!broken|failing|slow|a mess|new|not|down|stuck|using|going|the|it)/,
  ),
  cue("i-do-so", 0.7, /^i(?:'m| am)? (?:use|using|work|run|write|code|read|know|speak|live|on|in) [^,]{2,50}, so /),
  cue(
    "my-leave",
    0.8,
    /\bmy (?:approval|permission|ok|okay|consent|sign-?off|blessing|say-so|go-ahead)\b|\b(?:talk|speak|check|come|clear it) (?:to|with) me\b/,
  ),
  cue("hands-off", 0.8, /\b(?:leave (?:it|them|that|\S+) alone|hands off|stay away from|keep out of|stay out of)\b/),
  cue(
    "limit",
    0.95,
    /^(?:keep|limit) (?:the |our |your |all |every )?[\w ]{2,30} (?:under|below|above|within|at most|less than|smaller than|shorter than|to) (?:\d|(?:one|two|three|four|five|six|ten|a) [a-z]{3,})|^(?:no more than|at most|max(?:imum)?) \d/,
  ),
  cue(
    "ensure-every",
    0.95,
    /^(?:please )?(?:make sure|ensure|see to it)(?: that)? (?:every|each|any) (?!of\b|other\b|single\b)(?:[a-z-]+ ){1,3}?(?!(?:pass|work|run|compile|succeed|build|load|still)(?:es|s)?\b)(?:[a-z]{3,}s|has|is) (?!(?:green|fixed|done|gone|covered now)\b)/,
  ),
  cue(
    "not-in-one",
    0.7,
    /\b(?:don't|do not|never|avoid) .{3,60}\bin (?:the same|one|a single) (?:commit|pr|pull request|merge request|branch|change|file|function|migration)\b/,
  ),
  cue(
    "liked-so",
    0.9,
    /\bi (?:really |just )?(?:like|love|hate|dislike|don't like|do not like) (?!(?:the|this|that|it|these|those|how|what|your)\b)[^,;.]{3,60}[,;] (?:so |please |always )*(?:use|avoid|do|don't use|skip|drop|write|keep) (?:them|those|it)\b/,
  ),
  cue(
    "for-such",
    0.6,
    /^for (?:(?!the|this|that|these|those)[a-z-]+ ){0,2}[a-z-]+s,? (?:i|we) (?:want|need|expect|like|require)\b/,
  ),
  cue(
    "everywhere",
    0.55,
    /^(?!(?:use|add|fix|put|change|rename|remove|replace)\b)[a-z][\w -]{3,40} (?:everywhere|by default|at all times)\b/,
  ),
  cue(
    "is-not",
    0.5,
    /^(?!(?:this|that|it|they|these|those|he|she|the|there|i|you|which|what)\b)(?:[\w-]+ ){1,3}(?:is|are) [^,]{2,40}, not (?!sure|yet|only|just|really)/,
  ),
  cue(
    "such-a",
    0.8,
    /^(?:an?|any) [a-z-]+ (?:that|which|with|without) [^,]{2,50} (?:returns?|gets?|must|needs?|is|has|should|goes|throws?|takes?|uses?)\b/,
  ),
  cue("how-i-like", 1, /\b(?:that's|this is|that is|is) (?:exactly )?how (?:i|we) (?:like|do|want|prefer)\b/),
  cue(
    "do-every",
    0.5,
    /^(?:start|end|begin|close|prefix|suffix|name|wrap|sort|document|sign|tag|test|log|open|indent|annotate|type|cover|pin) (?:every|each|all|any) [a-z]/,
  ),
  cue(
    "works-within",
    0.6,
    /^(?:the |our |all )?(?:tests?|builds?|code|scripts?|components?|pages?|functions?|migrations?|endpoints?|apis?|releases?|queries) (?:have to|has to|must|needs? to) [a-z]+ (?:[a-z]+ )?(?:without|with|in|on|under|before|only|within|offline|for|across)\b/,
  ),
  cue("use-for", 0.35, /^use the [\w -]{2,30} (?:for|in) (?!this|that|the|it|these|those|now)[a-z][a-z -]{2,30}[.!]?$/),
  cue(
    "if-you",
    0.9,
    /^if you (?:ever )?(?:change|add|touch|edit|modify|rename|remove|delete|update|introduce|create) (?!this|that|it)[^,]{3,50}, (?:then |please |always |also )?(?:use|add|write|run|ask|keep|make|update|regenerate|bump|document|test|check|tell|mention|note|rename|rebuild)\b/,
  ),
  cue(
    "generic-if",
    0.95,
    /^(?:if|when|whenever|once|unless) (?:an?|any|something|someone|two|three|multiple|several|more than) (?![^,]*\b(?:this|that|the|it|i|we|you)\b)[^,]{4,70}, (?:then |please |also |just )?(?:use|add|write|run|ask|keep|make|put|split|extract|move|prefer|avoid|don't|do not|never|always|document|test|check|update|log|throw|return|wrap|name|create|tell|stop|skip|leave|open|start|search|look|break|give|show|explain|refactor|rename|delete|remove|replace|revert|bump|pin|mark|mention|warn) /,
  ),
  cue(
    "for-x",
    0.6,
    /^(?:for|in) (?:this (?:repo|project|codebase)|[\w+#./-]{2,20}(?: [\w-]{2,20})?), (?:\d|no |lower|upper|one |two |only |single|double|short|plain|max|at most|camel|snake|kebab)/,
  ),
  cue(
    "so-no",
    0.6,
    /,? so (?:please )?no (?!need|problem|idea|one|worries|way|matter|longer|more|results?|luck|change)[a-z-]+/,
  ),
]
