// Constructions that say by themselves whether a clause lays something down (a label with its rule, a term with its meaning,
// "only works with", a last word) or only tells of something (a guess, a complaint, what a thing to be made shall do, an
// order to somebody else). Beside shape.ts, which reads mood and subject. Takes a lower-case clause with ¤ for a name.

type Frame = readonly [name: string, pattern: RegExp]

const LAYS_DOWN: readonly Frame[] = [
  [
    "last-word",
    /(?:,|\band|-|^.{8,120}) ?(?:full stop|period|end of (?:story|discussion)|that's (?:it|final|that)|no (?:exceptions?|excuses|discussion|ifs(?: or buts)?)|no matter (?:what|how \w+)|(?:not|non-?)(?: up for (?:debate|discussion)| ?negotiable)|as (?:ever|always|usual)|like always|always|ever|never|every time|throughout|across the board|everywhere|red line|please respect that|point blank|thank you very much)[.!]*$/,
  ],
  [
    "label-rule",
    /^(?:for |on |in )?[a-z][\w/+#. -]{1,30}: (?:no|none|only|always|never|yes|max|at most|at least|under|one|two|use|lower|upper|short|plain|prefer|avoid|keep|in|with|without|\d|[\w-]+ only|[\w-]+ (?:not|over|before))\b/,
  ],
  [
    "x-only",
    /\b[\w-]+ only(?=[,;.]|$| (?:in|for|at|with|on|via|from|through|when|if|by)\b)|\bonly (?:in|at|on|via|through|with|from|by|for|if|when) \w/,
  ],
  [
    "all-later",
    /\b(?:everything|nothing|anything|nobody|everyone|whoever|(?:every|each|any|all|no)(?: (?!of\b)[\w-]+){1,3}) (?:has to|have to|must|needs?|should|goes?|gets?|may|can|stays?|is|are|ships?|comes?|carries|carry|uses?|has|runs?|lives?|starts?|ends?)\b/,
  ],
  [
    "dont-need",
    /\b(?:i|we) (?:don't|do not|dont|never) (?:ever )?(?:need|want|like|care (?:about|for)) (?!it\b|this\b|that\b|to\b|them\b|the\b)[a-z]/,
  ],
  [
    "defines",
    /\b(?:is|are) (?:called|named|spelled|pronounced|short for|another (?:word|name) for|the same (?:as|thing)|our (?:word|name|term))\b|\b(?:stands for|refers to|has nothing to do with|what we call|we call|i call|we say|i mean|we mean)\b|^(?:an? |the )?[§¤"\w-]+(?: [\w-]+)? means\b/,
  ],
  [
    "is-for",
    /\b(?:is|are) (?:only |just |strictly |meant |reserved |there |purely )*for (?!now\b|this\b|that\b|the (?:first|next)\b|example\b|some\b|me to\b)[a-z]/,
  ],
  [
    "stays",
    /^(?!(?:it|this|that|they|he|she|there)\b).{2,50}\b(?:stays?|remains?) (?!the same\b|(?:stuck|open|empty|blank|white|visible|hidden)\b)[a-z¤]/,
  ],
  [
    "works-only",
    /\bonly (?:works?|runs?|builds?|supports?|accepts?|has|have|knows?|allows?|takes?|speaks?|reads?|understands?|lets?|gets?|comes?|goes)\b|\b(?:doesn't|does not|don't|can't|cannot|won't|never) (?:let|allow|accept|support|permit|have|know|like|speak|run|do|take|touch|talk|see|handle|use|get)\b/,
  ],
  ["otherwise", /\b(?:otherwise|or else|if not,)\b/],
  [
    "kept-at",
    /\b(?:is|are|live|lives|documented|described|kept|stored|listed|found|defined|sits?|goes?|go) (?:\w+ )?(?:in|under|at|on) (?:docs\b|¤|(?:the )?[\w-]+\/|port \d|[a-z]+:\d)/,
  ],
  [
    "first-then",
    /\bfirst,? .{2,40}\b(?:after(?:wards)?|later|last|second|then)[.!]*$|\bbefore (?:any|every|each|anything|everything|the (?:code|implementation|fix))\b/,
  ],
  [
    "for-all",
    /\b(?:for|in|on|across|with) (?:all|every|each|any|both)(?: (?:the|our|my|your|of our|new))? [a-z]+|\beverywhere\b|\bin everything\b/,
  ],
  [
    "since-so",
    /^(?:because|since|as) (?:we|i|our|the|it|they|you)\b.{6,90}\b(?:everything|nothing|anything|every|all|no|never|always|must|has to|have to|only|can't|cannot)\b/,
  ],
  [
    "or-i",
    /^(?:touch|change|break|commit|push|add|use|edit|delete|move|rename) .{2,50} (?:and|or) (?:i'll|i will|you'll|we'll|they'll|it'll)\b/,
  ],
  [
    "became",
    /\b(?:is|are|come|comes|go|goes|live|lives|use|uses|run|runs|called|belongs?|needs?) (?:[\w¤./-]+ ){1,6}now(?:,? (?:not|instead|and that's)\b|[.,!]*$)/,
  ],
  [
    "cadence",
    /\b(?:every|each|on) (?:(?:second|other|third|first|last|\d+(?:st|nd|rd|th)) )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:once|twice) (?:a|per) (?:day|week|month|year|quarter|sprint)\b|\bat (?:noon|midnight|night)\b/,
  ],
  [
    "owned",
    /\b(?:owned|maintained|reviewed|approved|managed|generated|handled|signed|run) by\b|\b(?:'s|is|are) (?:job|responsibility|territory|turf|call)\b|\bdoes that, not\b/,
  ],
  [
    "hates",
    /\b(?:never say no to|the more .{2,30} the better|the (?:fewer|less|shorter|simpler) .{0,30}the better|easier (?:on|to)|harder to (?:read|follow|review))\b/,
  ],
  [
    "promised",
    /\b(?:promised|pledged|(?:we|i|publicly) committed|committed to|guaranteed?|vowed|swore|assured|gave .{2,24} (?:my|our) word|on the hook|we owe|i owe|contract(?:ually)?|sla|told (?!you\b|me\b|us\b)[\w ]{3,30} (?:they|we|that|it)(?:'ll)?)\b/,
  ],
]

const TELLS: readonly Frame[] = [
  ["the-others", /^the (?:others?|rest|former|latter|first|second|third|last)\b/],
  ["no-subject", /^(?:can't|couldn't|cannot|doesn't|didn't|isn't|wasn't|won't|seems|looks|got|getting|tried|found)\b/],
  ["those-who", /\bwho (?:always|never|only)\b/],
  ["follows", /\b(?:the following|as follows|listed below|see below)\b|\b(?:follows|below|attached|enclosed)[.:]?$/],
  [
    "never-did",
    /^(?:i|we|you|they|he|she|it) (?:never|always) (?:[a-z]{2,}ed|knew|thought|saw|got|had|did|was|were|understood|said|told|wrote|went|came|found|felt)\b/,
  ],
  [
    "makes",
    /^(?:please |pls |can you |could you |now |ok |okay |so |then )*(?:write|create|make|build|draft|design|generate|compose|produce|prepare|give|show|find|list)\b(?: me| us)? (?:an?|one|some|the|two|three|five|\d+)\b(?!.*\b(?:every|each|whenever|always|never|before|when you|any)\b)/,
  ],
  [
    "guess",
    /^(?:the|it|this|that|there|he|she|something|someone|somebody|they)\b[^,;]{0,40}\bmust (?:have (?:been )?[a-z]+|be (?!running|passing|working|using|logging)[a-z]+ing|be (?:a|the|some) (?:bug|problem|issue|mistake|typo|race|cause|reason|way))\b/,
  ],
  [
    "told-other",
    /\b(?:i|we) (?:told|asked|reminded|warned|begged) (?!you\b)(?:[\w']+ ){1,3}(?:to|not to) (?:never|always|not|stop|only|[a-z]+)\b/,
  ],
  [
    "describes",
    /^(?:[\w.]*¤[\w.()¤]*|\w+\(\)|[a-z]+_[a-z_]+|(?:the |our |their |its )?(?:users?|customers?|people|players|visitors|clients|admins|safari|chrome|firefox|browser|server|api|page|app|script|function|button|job|loop|query|test|build|page|cache|worker|process)) (?:just |still |also |almost |nearly )?(?:always|never) (?!(?:be|have|use|go|goes|gets?|live|lives|uses?|may|must|see|sees)\b)[a-z]+\b(?! to\b)/,
  ],
  [
    "complains",
    /^(?:[\w']+ ){0,3}(?:every (?:single )?time|each time|whenever|it always|always) (?:i|we|you|it|the|this|that|someone)\b(?!.*\b(?:please|don't|must|should|make sure|use|ask|run|write|add|i want|never)\b).*\b(?:break|breaks|broken|fails?|crash\w*|hangs?|dies|wrong|error\w*|nothing|lose|loses|freezes?|stuck|slow|has to|annoying|forget)\b/,
  ],
  [
    "shall-do",
    /^(?:please |now |can you |could you |so |ok |okay )*(?:write|build|make|create|draft|design|implement|compose|sketch|generate|tell|develop|code|prepare)\b (?:me |us )?(?:an?|the|some|our)\b[^.;]{3,90}?(?:\b(?:who|which|that|about|where|in which|whose)\b|:).{0,120}\b(?:always|never|must|should|only|prefers?|cannot|can't|no)\b/,
  ],
  [
    "to-show",
    /^(?:please |now |can you |could you )*(?:show|prove|demonstrate|argue|assert|test|check|verify) (?:me )?(?:that|whether|why|if)\b/,
  ],
  [
    "while-i",
    /\b(?:while|until|as long as) (?:i'm|i am|we're|he's|she's|they're|[a-z]+ is|[a-z]+ comes?|i (?:say|tell|get|am|finish|come|do))\b/,
  ],
  [
    "years-ago",
    /\b(?:in|since|back in|around) (?:19|20)\d\d\b|\b(?:regretted|back then|in the end it didn't|years? ago|last (?:year|month|week|time|night|summer|spring|winter|autumn|fall))\b/,
  ],
  [
    "nobody-asks",
    /\b(?:nobody|no one|no-one)(?:'s| is| was| has| ever)? (?:asking|asked|asks|wants?|said|telling|told|forc\w+|cares?)\b|\b(?:you|we|i) (?:don't|do not|didn't|needn't) (?:have|need) to (?:always|ever|be|keep)\b/,
  ],
  [
    "one-go",
    /\bin (?:one|a single) (?:word|line|sentence|go|shot|paragraph)\b|\b(?:for|in) (?:the|this) (?:next|first|last|remaining) [\w-]+/,
  ],
  [
    "it-first",
    /^(?:please |just |now |then |ok |so |only )*[a-z]+ (?:it|them|him|her|this|that|these|those|both)\b(?! (?:way|kind|sort|style|repo|project|codebase|app|team|company|in mind|as a habit|a habit))/,
  ],
  [
    "chain",
    /^(?:[^,]{3,80}), (?:and |then |and then )?(?:add|fix|push|run|tell|show|send|open|create|update|remove|delete|rename|merge|commit|wait|deploy|restart|start|test|check|split|keep|give|bump|list|sort|write|use|put|make|leave|change|move)\b [^,]{2,80}, (?:and |then |and then )?(?:add|fix|push|run|tell|show|send|open|create|update|remove|delete|rename|merge|commit|wait|deploy|restart|start|test|check|split|keep|give|bump|list|sort|write|use|put|make|leave|change|move)\b/,
  ],
]

/** The names of the constructions found. */
export const framesOf = (clause: string): readonly string[] => {
  const s = clause.slice(0, LONGEST)
  return FRAMES.flatMap(([name, pattern]) => (pattern.test(s) ? [name] : []))
}
const FRAMES = [...LAYS_DOWN, ...TELLS]
const LONGEST = 400
