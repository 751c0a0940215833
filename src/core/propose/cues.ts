// What makes a sentence durable: standing words, stated preferences, decisions, contrast, generic objects. Plain habits and
// conventions are in cues-habits.ts, what makes it a one-off in cues-passing.ts. Weights were set by hand on what each cue
// means and checked by `bench propose`; they are the proposer's only constants. English.

export interface Cue {
  readonly name: string
  readonly weight: number
  readonly pattern: RegExp
}
export const cue = (name: string, weight: number, pattern: RegExp): Cue => ({ name, weight, pattern })

/** Things of which a practice is made, in the plural or as a mass. */
export const PRACTICE =
  "tests|test names|unit tests|test files|commits|commit messages|branches|branch names|pull requests|prs|code|comments|docstrings|docs|documentation|functions|methods|classes|components|hooks|types|interfaces|enums|names|naming|variables|variable names|constants|files|file names|filenames|folders|imports|exports|modules|packages|dependenc(?:y|ies)|deps|libraries|frameworks|errors|error messages|exceptions|logs|logging|log messages|print statements|console\\.logs|indent(?:ation)?|tabs?|spaces?|semicolons?|quotes|single quotes|double quotes|trailing commas?|line length|lines|formatting|linting|lint|style|emojis?|bullet points|markdown|summar(?:y|ies)|explanations|answers|replies|responses|questions|apolog(?:y|ies)|migrations|schemas|queries|sql|apis|endpoints|routes|secrets?|credentials|api keys|tokens|passwords|env(?:ironment)? (?:vars|variables)|config|configs|scripts|commands|builds|releases|versions|changelog|branches|main|master|prod(?:uction)?|staging|database|mocks?|stubs|fixtures|snapshots|coverage|types|any|null|undefined|globals|magic numbers|async|promises|callbacks|arrow functions|default exports|named exports|barrel files|one-liners|abbreviations|british|american|english|german|french|spanish|todo(?:s| comments)?|dates|timestamps|ids|uuids|money|prices|css|tailwind|inline styles|styles|colou?rs|dark mode|ui|accessibility|flags|feature flags|license headers?|diffs|patches|pr descriptions|texts|ui texts|translations|branch names|strings"
// "the branch name" is one thing, "branch names" are all of them
export const GENERIC = new RegExp(
  `(?<!\\b(?:the|this|that|these|those|a|an|its|another|which|your) )\\b(?:${PRACTICE})\\b`,
)

export const DURABLE: readonly Cue[] = [
  cue(
    "standing",
    1,
    /\b(?:from now on|from here on(?: out)?|every single time|each and every time|without exception|from this point|going forward|moving forward|henceforth|at all times|under no circumstances|no matter what|as a (?:general )?rule|(?:in|for) (?:all )?future (?:sessions?|work|commits?|tasks?|changes|prs?|edits)|until i (?:say|tell)|for the rest of (?:this|the)|standing (?:rule|instruction|order)|permanently|as a matter of (?:policy|habit)|, ever[.!]?$|not ever|don't ever|don't you (?:ever|dare)|do not ever|never ever|only ever|in future\b(?!,? (?:we|it) (?:will|might|may|could)))\b/,
  ),
  cue(
    "each-time",
    0.5,
    /\b(?:every ?time|each time|whenever|any ?time|in general|generally|with (?:every|each|any) |for (?:every|all|each|any|new) (?!of (?:these|those|the|them)\b)|in (?:every|all|each) (?!of (?:these|those|the|them)\b)|by default|across the (?:board|codebase|repo|project)|(?:every|each) (?:new |public |exported )?[a-z]+ (?:to|must|should|has to|needs?|gets?)|everywhere|before (?:every|each|any|you|committing|pushing|merging|opening|running|making|finishing)|after (?:every|each|any|you)|when(?:ever)? (?:you|writing|committing|adding|creating|editing|naming|working|touching|making|using|i ask|i say|in doubt))\b/,
  ),
  cue(
    "trigger",
    0.45,
    /^(?:whenever|every ?time|each time|any ?time|for (?:every|each|all|any|new) |before (?:every|each|any) |after (?:every|each|any) |when (?:in doubt|unsure|writing|committing|naming|refactoring|reviewing|testing))/,
  ),
  cue("to-me", 0.3, /\b(?:matters|important|crucial|critical|essential) (?:a lot )?(?:to|for) (?:me|us)\b/),
  cue("matters", 0.55, /\b(?:important|crucial|critical|essential|vital) (?:to me |for me |for us )?(?:that|to)\b/),
  cue(
    "generic-rule",
    0.5,
    new RegExp(
      `^(?:(?:all|every|any|each|new|public|exported|our|private|long|async|react|python|unit|integration|internal) )*(?:(?<=(?:our|all|every|each|any|new) )[\\w-]+ )?(?:${PRACTICE}|classes)(?: (?:always|only))? (?:go|goes|live|lives|belong|belongs|starts? with|ends? with|stay|stays|get|gets|follow|come|comes|in [a-z]|lower|upper|without|under|at most|next to|max|per|have to|need to|only$|first)`,
    ),
  ),
  cue(
    "invariant",
    0.5,
    /\b(?:source of truth|invariants?|backwards?[- ]compatib\w+|must remain|has to remain|guaranteed?|by design|on purpose|intentional(?:ly)?|append[- ]only|immutable|idempotent)\b/,
  ),
  cue(
    "here",
    0.5,
    /\b(?:in|for|on|with) (?:this|our|the|my) (?:repo(?:sitory)?|project|codebase|code base|monorepo|team|company|org|package|workspace|app)\b|\baround here\b|\b(?:this|our|the) (?:repo(?:sitory)?|project|codebase|team) (?:uses?|is|follows?|requires?|targets?|has)\b/,
  ),
  cue(
    "remember",
    0.9,
    /^(?:[\w,']+ ){0,3}?(?:remember|keep in mind|have in mind|bear in mind|note to self|make a note|take note|don't forget|do not forget|never forget|for the record|memori[sz]e|save this|store this)\b(?: that| to|:|,| -| i'm| i am| i have| we| our| my|$)/,
  ),
  cue(
    "note",
    0.45,
    /^(?:[\w,']+ ){0,2}?(?:important|note|reminder|fyi|heads[- ]up|tip|psa|just so you know|mind you)\b(?: that|:|,| -)/,
  ),
  cue(
    "rule",
    0.9,
    /^(?:[\w,']+ ){0,3}?(?:rules?|preferences?|conventions?|policy|house rule|standing rule|rule of thumb|style)\b ?(?:here |for \w+ )?(?:is|:|-)/,
  ),
  cue(
    "rebuke",
    0.7,
    /\b(?:i (?:already |just |keep |have to |had to |have |always |do not want to |don't want to )*(?:told|tell|telling|said|asked|ask) you|how many times|how often do i|as i said|like i said|i've (?:already )?(?:said|told|asked)|for the \w+ time|you keep \w+ing)\b/,
  ),
  cue(
    "normative-always",
    1,
    /(?:^|^(?:for|in|on|with|when|before|after) (?:[\w./+#-]+ ){1,5}|[,:;] ?|\b(?:please|pls|plz|and|but|so|then|also|just|to|should|must|shall|will|'ll|do|we|i|you should|you must|sure you|ensure you|that you|want you to) )(?:always|never|allways|alwyas|alwasy|nver|nevr)\b(?! (?:mind|the case|been|had|was|were|got|works?|worked|seems?|fails?|returns?|gets?|shows?|called|used anywhere))/,
  ),
  cue(
    "always-should",
    0.9,
    /\b(?:should|must|shall|needs? to|has to|have to|ought to|gotta|better) (?:[a-z]+ )?(?:always|never|only)\b|(?<!\bcan )\b(?:always|never|only) (?:ever )?(?:be|to be|should|must)\b|\bwill never\b|\bmust never\b/,
  ),
  cue(
    "must",
    0.6,
    /\b(?:must(?:n't| not)?|has to be|have to be|needs? to be|required|mandatory|forbidden|prohibited|banned|not allowed|not permitted|not acceptable|unacceptable|no-?go|off[- ]limits|is a must|strictly|non-negotiable|no exceptions|verboten|deal ?breaker)\b/,
  ),
  cue("should", 0.3, /\b(?:should(?:n't| not)?|ought to|supposed to|needs? to|has to|have to|shall)\b/),
  cue(
    "i-prefer",
    1,
    /\b(?:i|we|id)(?:'d| would| really| much| also| strongly| generally| usually| personally| do| just| always| actually)* (?:prefer|prefere|perfer|favou?r|hate|dislike|loathe|detest|despise|can't stand|cannot stand|insist)\b|\bi'?m (?:allergic to|picky about|big on|strict about|not into)\b|\b(?:drives me (?:crazy|nuts|mad|insane)|annoys me|bugs me|gets on my nerves|pisses me off)\b|\b(?:my|our) (?:preference|preferred|style|convention|rule|policy|standard|habit|guideline|way|pet peeve|taste|workflow)s?\b|\bi(?:'d| would) be (?:much |a lot )?(?:happier|happy|glad|more comfortable) (?:with|if)\b|\bi find .{2,50} (?:annoying|confusing|distracting|ugly|hard to read|unreadable|noisy|pointless|helpful)\b|\b(?:we|i) have (?:an? |one |the |this )?(?:\w+ )?(?:rule|policy|convention|agreement|habit|tradition|guideline|standard)\b|\b(?:not )?(?:a )?(?:big |huge )?fan of\b|\b(?:new )?preferred (?:approach|way|style|method|tool)\b|\bpref(?:er)?\b/,
  ),
  cue(
    "i-like",
    0.4,
    /\bi(?:'d| would| really| do| also| just| always| want)* (?:like|love|want|expect|need|don't like|do not like|don't want|do not want|dislike|don't need|would rather|'d rather)\b|\bi'd rather\b/,
  ),
  cue(
    "habit",
    0.9,
    /\b(?:we|our team|the team|everyone|everybody|our \w+|this (?:repo|project|codebase)|the (?:repo|project|codebase))(?: [a-z]+ly| all| only| just| do| here| explicitly| also| still| strictly| deliberately| intentionally)* (?:uses?|follows?|avoids?|prefers?|sticks? (?:to|with)|deploys?|targets?|supports?|requires?|standardi[sz]ed?|squash|rebase|are on|is on|are using|run on|runs on|have no|has no|don't have|do not have|don't use|do not (?:use|accept|allow|merge|support|write|commit|add|ship)|don't do|don't accept|don't merge|don't allow|don't support|don't want|do not want|don't write|don't commit|don't add|don't ship|never|always|write|name|put|live in)\b|\bwe're (?:not )?(?:on|using|a [\w-]+ (?:shop|team|house))\b/,
  ),
  cue(
    "our-x-is",
    0.45,
    /\bour (?:[\w-]+ ){1,5}(?:is|are|live|lives|goes?|uses?|must|should|has|have|looks? like|starts? with|begins? with|ends? with)\b/,
  ),
  cue(
    "decided",
    1,
    /\b(?:we|i|team)(?:'ve| have|'re| are)?(?: [a-z]+ly| already| just| now| all)* (?:decided|chose|choosed|chosen|agreed|settled on|opted|picked|standardi[sz]ed|committed to|ruled out|going with|sticking (?:with|to)|not going to|moving (?:to|off|away)|switching to|dropping|deprecating)\b|\bwe (?:won't|will not|aren't going to|are not going to)\b|\bthe (?:decision|plan|agreement|rule|policy|convention) (?:is|was)\b|\bdecision:|(?:^|[,.;] )(?:decided|agreed|settled)(?: (?:to|on|against|that)\b|:)/,
  ),
  cue(
    "we-want",
    0.45,
    /\bwe(?:'re| are) going to (?:use|keep|only|support|have|treat)\b|\bwe (?:only |just |really )?want\b/,
  ),
  cue(
    "wish-if",
    0.95,
    /\b(?:i'd|i would|we'd|would) (?:really |much )?(?:appreciate|be (?:happy|glad|grateful)|love) (?:it )?(?:if|when) you\b|\b(?:it's|it is|is|would be) (?:much |way )?(?:better|easier|nicer|best) (?:for me )?(?:if|when) you (?!could|can|would|add|fix|show)|\bi (?:prefere?|like it|hate it) (?:if|when) you\b|\bi(?:'d| would) rather (?:you|have|see|not)\b/,
  ),
  cue("i-mean", 1, /\bwhen(?:ever)? i say\b.{1,60}\bi mean\b|\bby .{1,40} i mean\b/),
  cue(
    "my-x-is",
    0.8,
    /^my (?!guess|instinct|take|view|opinion|sense|gut|vote|suggestion|answer|expectation|intuition|question|point|idea|issue|problem|concern|plan|bad|main|think|understand|feel|assum|mistake|goal|worry|hope|test|code|branch|pr\b|build|change|last|first|current)(?:[\w-]+ ){1,2}(?:is|are)\b|\bi'm (?:on|running|using) (?:a )?(?:windows|mac\w*|linux|ubuntu|debian|arch|wsl|an? m\d)/,
  ),
  cue(
    "verdict",
    0.6,
    /\b(?:is|are) (?:a |an |the |our )?(?:last resort|law|must|must-have|default|standard|norm|convention|banned|forbidden|off[- ]limits|untouchable|sacred|frozen|off the table|not an option|evil|overkill|bad practice|good practice|anti-?patterns?)\b/,
  ),
  cue(
    "every-x",
    0.45,
    /^(?:every|each|all|any|nothing|nobody|no one) (?!of|the|that|this|these|those|good|done|set|right|sorts|clear|tests pass|need|problem|worries)[a-z]/,
  ),
  cue(
    "x-needs",
    0.35,
    /^(?!.*\b(?:the|this|that|it|i|we|you)\b.* needs?)(?:(?:every|each|all|any|new|our) )*[a-z-]+(?: [a-z]+){0,3} (?:needs?|requires?) (?!to (?:fix|look|check|do|be fixed)|it|this|that|help|work|fixing)[a-z]/,
  ),
  cue(
    "keep-state",
    0.95,
    /^keep (?:the |our |all |your )?(?:(?:public|external|git|rest) )?(?:api|apis|interface|interfaces|main|master|build|tests|code|codebase|history|repo|docs|types|deps|dependencies|commits|prs|diffs|functions|changelog|readme) (?:stable|compatible|consistent|clean|simple|minimal|small|short|pure|private|green|up to date|updated|in sync|separate|stateless|linear)/,
  ),
  cue(
    "keep-them",
    0.6,
    /^keep (?:the |our |all |your )?[a-z]+s (?:thin|small|short|pure|simple|dumb|clean|flat|stateless|minimal|focused|private|sorted)\b/,
  ),
  cue(
    "lives-in",
    0.55,
    /^(?:(?:all|every|any|new|our|the) )*[a-z][a-z -]{2,30} (?:go|goes|live|lives|belong|belongs) (?:in|under|into|inside|next to|on)\b/,
  ),
  cue(
    "want-you-to",
    0.5,
    /\bi(?:'d| would)? (?:want|need|like|expect) you to (?:stop|quit|always|never|only|avoid|keep|use|ask|write|treat|follow|prefer|stick)\b/,
  ),
  cue("remember-that", 0.5, /,? (?:please )?(?:remember|note|keep) (?:that|this|it)(?: in mind)?[.!]?$/),
  cue(
    "when-you",
    0.5,
    /^when(?:ever)? you (?:fix|write|add|change|touch|create|edit|modify|refactor|commit|rename|move|delete|remove|update|introduce|find|need|review|name) (?:an? |any |some |new |existing |public )?(?!the\b|this\b|that\b|it\b)[a-z]+[^,]{0,40}, (?:always |please |also )?(?!i|we|it|the|this|that|you|there|they|what|how|why|can|could|should|would)[a-z]+\b/,
  ),
  cue(
    "habit-here",
    0.9,
    /^(?:in|for|with) (?:our [\w+#. -]{2,30}|this (?:repo|project|codebase|team)),? we (?!see|saw|get|got|have|had|are|were|find|found|need|should|can|could|want|must|might|may|will|would|still|also|currently|now|just|do not have|don't have|didn't|lost|forgot|seem|did|tried|try)[a-z]+\b/,
  ),
  cue("make-habit", 0.9, /\bmake (?:it|this|that) a habit\b|\bget (?:in|into) the habit\b/),
  cue("we-only", 0.3, /^we (?:only |just )?[a-z]+ .{1,60}\bonly[.!]?$/),
  cue("only-end", 0.4, /\bonly[.!]?$/),
  cue("label", 0.35, /^(?:for |on )?[a-z][a-z -]{2,24}: \S/),
  cue("mid-ban", 0.35, /, (?:but )?(?:don't|do not|never|no) \w+/),
  cue("mid-order", 0.3, /, (?:please )?(?:keep|use|make|write|put|stick|prefer|avoid|run) \w+/),
  cue("too-much", 0.35, /\byour [\w ]{2,40} (?:is|are) (?:too|way too|always|never)\b/),
  cue("we-dont-want", 0.15, /\bwe (?:really )?(?:don't|do not) want to\b/),
  cue(
    "restricted",
    0.5,
    /\b(?:is|are) only (?:available|allowed|supported|valid|for|meant)\b|\bonly (?:available|allowed|supported) (?:for|to|in|on)\b/,
  ),
  cue(
    "rule-file",
    0.6,
    /\b(?:add|update|put|note|write|record|document)\b.{0,40}\b(?:claude|agents|gemini)\.md\b.{0,24}\b(?:that|to|so|with|but|saying)\b/,
  ),
  cue(
    "lets-keep",
    1,
    /\blet(?:'s|s| us) (?:just |all |please |only |always )*(?:stick (?:with\b|w\/|to\b)|(?:standardi[sz]e|not|never|always|avoid|agree|settle)\b)|\bwe (?:want to|should|'ll|will|need to) (?:keep|stick)\b|\blets? stick\b/,
  ),
  cue(
    "lets-use",
    0.55,
    /\blet(?:'s|s| us) (?:just |all |please )*(?:use|keep|go with|prefer|only)\b|\bwe'll (?:use|keep|go with)\b/,
  ),
  cue(
    "contrast",
    0.35,
    /(?:,| and) ?not (?!sure|yet|only|just|necessarily|to mention)\w|\b(?:instead of|instead$|rather than|in favou?r of|as opposed to|not \S+ but|over(?! ?\d))\b|\bnot (?:¤|[\w-]+)\s*[.!]?$/,
  ),
]

/** Cues that only lend weight: by themselves they say nothing about what anyone wants. */
export const SUPPORTING: ReadonlySet<string> = new Set([
  "general",
  "each-time",
  "here",
  "contrast",
  "generic",
  "note",
  "shouted",
  "invariant",
])

export const IMPERATIVE: readonly Cue[] = [
  cue(
    "prefer",
    0.95,
    /^(?:prefer|avoid|try (?:not to|to avoid|to prefer)|favou?r|stick (?:to|with)|refrain|default to|opt for|pref)\b/,
  ),
  cue("only-use", 0.6, /^only (?:ever )?(?:use|call|import|write|run|edit|deploy|commit|push|log)\b/),
  cue("never-do", 0.4, /^(?:don't|do not|dont|no more|stop|quit|cease)\b/),
  cue(
    "no-x",
    0.5,
    /^(?:no|zero|without) (?!(?:need|man|on|no|remove|add|go|stop|keep|let|because|since|sir|actually|why|what|how|problem|worries|idea|wait|revert|it|this|that|the|i|we|you|they|not|one|such|longer|thanks?|thx|don't|dont|do|use|but|and|just|please|worry|way|rush|matter|change)\b)(?!.*\bfound\b)/,
  ),
  cue("stop-it", 0.5, /^(?:stop|quit) \w+ing\b/),
  cue(
    "ban-use",
    0.35,
    /^(?:don't|do not|dont|never|stop) (?:ever )?(?:use|using|run|running|call|install|installing|import|importing|mock|mocking|edit|editing|touch|touching|modify|create|creating)\b/,
  ),
  cue("no-need", 0.55, /^(?:no need to|you (?:don't|do not|needn't) (?:need to|have to)|don't bother)\b/),
  cue(
    "use",
    0.45,
    /^(?:use|only use|just use|use only|go with|name|put|format|indent|ensure|make sure|follow|wrap|sort|treat|only|pin|lint|sign|squash|rebase|tag|prefix|limit|declare|assume|target|store)\b(?![,/])/,
  ),
  cue(
    "do-so",
    0.35,
    /^(?:write|run|keep|leave|document|test|log|import|export|handle|start|end|include|double[- ]check|verify|show|give|work)\b(?![,/])/,
  ),
  cue(
    "behave",
    0.8,
    /^(?:be (?:concise|brief|terse|short|direct|blunt|honest|careful|conservative|explicit|verbose|less|more)|(?:answer|reply|respond|talk|speak|explain|communicate|write) (?:to me |me )?(?:in|with|briefly|like|concisely|as)|keep (?:it|your|answers|replies|responses|explanations|summaries|things|functions|commits|prs|changes|diffs|files|lines|comments|methods|components)|ask (?:me |first|before|instead|rather|whenever|when |if |for (?:permission|confirmation))|(?:always )?check with me|wait for (?:my|me)|confirm (?:with me|before)|call me|address me|refer to me|(?:give|show|tell|send) me .{2,40} before |tell me (?:before|when)|skip the|spare me|less |more |shorter |fewer |think (?:first|before|step|hard)|plan (?:first|before)|one [\w ]{2,30}(?: each\b|per \w|at a time)|(?:commit|push|test|save|refactor|ask|check) (?:often|early|frequently|rarely|sparingly)|(?:make |write |prefer |do )?(?:small|short|tiny|atomic|frequent) (?:commits|prs|functions|diffs|answers))/,
  ),
  cue(
    "ask-first",
    0.7,
    /\b(?:ask (?:me )?(?:first|before)|without asking|unless i (?:ask|say|tell|explicitly)|unless (?:asked|told|necessary|requested)|before asking|without my (?:ok|permission|approval|consent|say)|check with me)\b/,
  ),
]
