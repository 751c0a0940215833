// What makes a sentence a one-off: deixis, single places in the code, task verbs, answers, words that hang on what was
// said before. Weights as in cues.ts: set by hand on what each cue means, checked by `bench propose` and `bench cards`.
import { type Cue, cue } from "./cues.ts"

export const TRANSIENT: readonly Cue[] = [
  cue(
    "here-and-now",
    -0.55,
    /\b(?:right now|currently|at the moment|this time|just this once|for once|today|tomorrow|yesterday|for this (?:pr|task|one|change|commit|branch|test|file|bug|fix|ticket|issue)|in this (?:pr|task|case|change|commit|branch|file|function|method|test|view|section|doc|context|step)|until recently|until then|temporarily|as a quick|(?<!than an? )quick fix|first thing|next step|the next|(?:after|with|in|before) this (?:pr|change|commit|refactor|fix)|looking at)\b/,
  ),
  cue(
    "hold-off",
    -0.5,
    /\b(?:change|fix|touch|do|edit|commit|stash|modify) (?:anything|something|any code|nothing)\b|\bjust (?:let me know|tell|explain|answer|report|investigate|research|show)\b/,
  ),
  // one thing to be made or called, however it is asked for
  cue(
    "one-off",
    -1.2,
    /^(?:write|draft|sum|draw) up\b|^run an? [\w-]+ (?:that|which|to)\b|\bi(?:'d| would) like (?:us|you) to (?:make|create|add|build|write|implement|change|fix) (?:an?|the|this|that)\b|[a-z]\w*\.\w+\(\w/,
  ),
  cue("for-now", -0.3, /\bfor now\b|\byet\b/),
  cue(
    "deictic",
    -0.4,
    /\b(?:this|these|those|that) (?:one|test|tests|file|files|function|method|field|flag|line|section|comment|change|changes|error|bug|view|test|name|part|branch|param|parameter|check|logic|block|table|doc|plan|step|output|column|button|page|thing|issue|pr|commit|message|code|class|module|command|option|case)\b|\b(?:it|this|these|those)[.!]?$|\b(?:it|this|that|they) (?:should|needs?|has to|must|to be|be)\b|^(?:it(?!'s (?:important|crucial|essential)|is (?:important|crucial|essential))|this(?! (?:repo|project|codebase|app|tool|library|site|product|platform|game|plugin|cluster|team|company|monorepo|service|package|system)\b)|that|they|these|those)\b|\b(?:these|those) [a-z]+s\b|\b(?:above|below|the following|mentioned|attached|screenshot)\b/,
  ),
  cue(
    "one-place",
    -0.4,
    /\b(?:lines? \d+|line \d+-\d+|\w+\.(?:go|ts|tsx|js|jsx|py|rs|java|rb|c|cpp|h|cs|kt|swift|php|vue|md|json|toml|yaml|yml|sh|css|html|sql|lock)\b(?: (?:line|on))?|\w+\(\)|option \w\b|#\d+|step \d|phase \d|\d+[a-z]?[.)]? (?:and|\+|,) \d+)/,
  ),
  cue(
    "task",
    -0.6,
    /^(?:add|fix|implement|create|remove|delete|rename|change|update|check|look|refactor|move|revert|merge|find|investigate|build|install|open|close|read|review|replace|extract|split|convert|continue|proceed|go ahead|finish|try|see|help|generate|make (?:a|an|the|it|this|sure (?:the|this|that|it|we|there))|commit(?! often| early| small| messages?| bod(?:y|ies)| titles?| subjects?)|push|rebase|undo|restore|show|list|print|tell|give|explain|describe|debug|rerun|re-run|bump|upgrade|clean|capture|record|start|begin|do (?!not)|set|adjust|address|resolve|evaluate|summari[sz]e)\b/,
  ),
  cue(
    "the-thing",
    -0.5,
    /^(?:(?:only |just )?(?:keep|use|run|put|write|name|leave|wrap|include|follow|test|log|import|show|give|format|store|handle|document|start) (?:the|it|this|that|these|those|an?)\b)/,
  ),
  cue("asks", -0.5, /\b(?:can|could|would|will) (?:you|we|u|i)\b|\bhelp me\b|\bhow (?:do|would|should)\b/),
  cue(
    "narrates",
    -0.5,
    /\b(?:i (?:tried|got|get|see|saw|ran|run|just|noticed|found|checked|did|made|have|had|was|am)|it (?:worked|works|fails|failed|shows|showed|did|does|doesn't|didn't|isn't|wasn't|seems|looks)|(?<!if )there (?:is|are|was|were)|seems|looks like|it's too|is too|which (?:is|means|was)|because i)\b/,
  ),
  cue(
    "conditional",
    -0.4,
    /^(?:if|when|in case|unless)\b(?! (?:you|writing|in doubt|committing|adding|creating|unsure|possible|there's|i ask|i say|asked))/,
  ),
  cue(
    "wants-thing",
    -0.4,
    /\b(?:i|we)(?:'d| would| do| also| just| really| only| still)* (?:want|like|need) (?:to (?!keep|avoid|always|never|stick|see)|an? |the |it |this |that |those |these |some |another |more |that |us to |you to (?!always|never|only|use|keep|ask|stop|prefer|explain|avoid|run|write|treat|follow|stick|think|plan|answer|reply|speak))/,
  ),
  cue(
    "points",
    -0.6,
    /\b(?:want|have|need|use|do|like|keep|allow|love) (?:this|that|it|them|those|these)(?=[.,:;!]|$| (?:in|there|here|now|too|anymore|any more|either)\b)|\b(?:want|like|need) (?:option|number|the first|the second|the third)|\bwant (?:this|that|these|those) (?:\w+ ){0,2}\w+[.!]?$/,
  ),
  cue("definite", -0.3, /\bthe (?:new|old|other|current|existing|last|latest|next|previous) \w+/),
  cue(
    "sequence",
    -0.45,
    /\b(?:then|and|,) (?:fix|push|commit|rerun|re-run|open|create|report|tell me|let me know|show me|merge|address|continue|proceed|summari[sz]e|update|remove|rename|delete)\b/,
  ),
  // a pronoun for something said before: nobody who reads the card later can know what it is
  cue(
    "dangling",
    -0.7,
    /\b(?:show|use|keep|make|do|put|add|remove|move|hide|change|store|call|run|set|have|want|need|like|send|get|drop|see|write) (?:it|them|that|this|those|these|both)\b(?! (?:as|to|with|in|on|is|are|simple|short|small|minimal|clean|brief|concise|dry|green|up to date|consistent|easy|readable|secret|private)\b)|\b(?:so|and|but|,) (?:this|that|it|they) (?:is|are|was)\b|\bthe (?:first|second|third|last|other|former|latter) (?:one|part|half|point|thing)\b|\bthe [\w-]+(?: [\w-]+)? one\b|\bin there\b/,
  ),
  cue(
    "bare-feature",
    -0.5,
    /^(?:we (?:really )?(?:don't|do not) (?:want|need|have) (?:an? )?[a-z]+|no [a-z]+)[.!]?$|\bit(?:'s| is) (?:moved|renamed|removed|changed|deleted)\b/,
  ),
  cue(
    "numbered",
    -0.6,
    /\(\d{1,3}\)|\b[a-z]{1,3}\d{1,3}\b(?= (?:in|is|out|from|now))|\b(?:number|item|point|bullet|finding|challenge) #?\d+\b/,
  ),
  cue(
    "one-change",
    -0.6,
    /\b(?:for|in|with|on) the [\w/ -]{2,40}(?:change|fix|task|ticket|feature|release|pr|refactor|demo|migration|bug)s?\b,? (?:let's|lets|we|use|i)\b|\b\d+\.\d+(?:\.\d+)? release\b|\bany ?more\b|\bnow that\b|\bno longer needed\b/,
  ),
  cue(
    "asks-for",
    -0.7,
    /\bi(?:'d| would|'ll| also| just| really)* (?:like|want|need|love) to (?:be|generate|create|add|make|build|change|have|get|do|know|understand|try|test|start|move|write|implement|fix|update|run|go|take|put|set|rename|remove)\b|\b(?:we|you|i think we) should (?:change|fix|add|remove|move|rename|delete|update|revert|look|check|start|try|create|implement|also|probably)\b|, (?:we|you|it) should\s*$/,
  ),
  cue(
    "ui-detail",
    -0.8,
    /\b(?:icons?|buttons?|tooltips?|dropdowns?|modals?|sidebars?|spinners?|checkbox(?:es)?|badges?|same row|(?:browse|list|detail|search|table|grid) views?|plural|singular|grammatical|centered|left-aligned|right-aligned|padding|margin)\b/,
  ),
  cue(
    "in-passing",
    -0.45,
    /^(?:similarly|likewise|same (?:for|here|with|thing)|in that case|otherwise|that way|like (?!i)|idea is|the (?:idea|point|goal|intent|reason) (?:is|was)|in the end|at the end of the day|then|which|because|since|basically|i mean)\b/,
  ),
]

/** Cues that a short answer to the agent has by chance: "bug report only", "enabled by default". */
export const FEEBLE: ReadonlySet<string> = new Set(["only-end", "each-time", "everywhere", "general", "generic"])
