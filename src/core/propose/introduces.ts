// Lines that announce somebody else's words ("the README says:", "translate this:", "got this review comment:").
// What follows such a line is material, whatever it says. Pure pattern; a lead-in to the user's own list is let through.

const SOURCE =
  "read ?me|docs?|documentation|wiki|page|site|website|article|blog|post|tutorial|guide|manual|spec|file|comment|comments|review|reviewer|feedback|issue|ticket|bug report|pr|pull request|description|commit|changelog|log|logs|output|result|results|response|answer|reply|error|trace|stack ?trace|stack ?overflow|e-?mail|mail|message|messages|chat|slack|discord|teams|thread|tweet|transcript|snippet|example|quote|text|paragraph|sentence|string|prompt|prompts|payload|template|letter|poem|story|summary|note from|notes from|memo|policy document|rules file|cursorrules|claude\\.md|agents\\.md|web ?search|search result|tool|mcp|server|api|json|yaml|csv|colleague|coworker|co-worker|boss|manager|cto|ceo|client|customer|vendor|teammate|friend|someone|somebody|bob|alice|he|she|they|copilot|chatgpt|gpt|gemini|claude|cursor|bot|linter|ci|dependabot|coderabbit|sonarqube?"
const SAYS =
  "says?|said|saying|commented|comments|noted|warned|announced|published|reported|tweeted|argues?|argued|insists?|insisted|proposes?|proposed|wrote|writes?|written|reads?|states?|stated|suggests?|suggested|recommends?|recommended|claims?|claimed|told|tells?|mentions?|mentioned|returned|returns?|printed|prints?|shows?|showed|replied|responded|answered|posted|sent|gave|got|received|found|saw|pasted?|pasting|copied|contains?"

/** "I came across this:": somebody took it from somewhere. */
const CAME_BY =
  /\b(?:i|we|he|she|they)(?:'ve| have| just)? (?:saw|seen|found|read|heard|overheard|got|received|noticed|discovered|spotted|came across|stumbled)\b[^.!?\n]{0,60}:\s*$/i
const OPENED =
  /^\W*(?:see|fetched|fetch|read|opened|open|cat|curl|get|got|from|in|source|ran|running|via)\b.{0,80}(?:\.[a-z]{2,4}|https?:\S{4,200})\s*$/i
const PASTE_LINE = new RegExp(
  `\\b(?:past(?:e|ed|ing)|cop(?:y|ied)|quoting|quoted|excerpt|taken|found|got|received|saw|from)\\b[^.!?\\n]{0,40}\\b(?:from|in|on|by|of|the|a|this|my)\\b[^.!?\\n]{0,30}\\b(?:${SOURCE})\\s*$`,
  "i",
)

// "remember these:", "my rules:", "some conventions for this repo:" lead into the user's own words.
const OWN_LEAD =
  /^\W*(?:to ?dos?|tasks?|plan|next steps|(?:[\w]+ ){1,2}things(?: [\w ]{2,20})?)\s*:\s*$|\b(?:remember|keep in mind|my (?:rules?|preferences?|conventions?|style)|our (?:rules?|conventions?|style|standards?)|some (?:rules|conventions|preferences|ground rules)|ground rules|house rules|rules? (?:for|in) (?:this|the) (?:repo|project|codebase)|from now on|going forward|i (?:prefer|want|like|need) you to|few (?:rules|things) )\b[^\n]{0,60}:\s*$/i

// "heads up: …", "the team agreed: …": the same breath goes on
const OWN_LABEL =
  /(?:^\W*|[.!?] +)(?:(?:hey|hi|ok|oh|just|and|also|please)[, ]+){0,2}(?:heads?[- ]?up|psa|nb|reminder|background|outcome|verdict|decision|conclusion|bottom line|to ?do|tl;?dr|ojo|и ещё|achtung|wichtig|hinweis|übrigens|attention|au fait|nota|important|(?:quick|small|side) (?:note|reminder|thing)|one (?:more )?thing|another thing|last thing|ps|btw|by the way|also|(?:we|the team|my team|our team|everyone|everybody)(?: have| has| all|'ve)* (?:agreed|decided|settled))\s*:\s*$/i

// The speaker's own voice, or a plain label ("Error handling:", "for css:"): only then is a colon not a hand-over.
const OWN_VOICE =
  /\b(?:i|we|let's|lets|you should|you must|from now on|going forward|because|cause|since|so|reasons?|means|namely|basically|specifically|instead|also|but|then|now|btw|tldr|edit|ok|okay|one|two|three|things?|points?|requests?|requirements?|constraints?|guidelines?)\b[^.!?\n]{0,60}:\s*$|^\W*(?:(?:my|our|new|house|general|standing|important|another|one|first|second|last|quick|personal|team|coding|style) ){0,3}(?:rules?|conventions?|policy|preferences?|reminder|important|note|style|merke?|wichtig|regel|règle|regla)\b[^.!?\n]{0,30}:\s*$|^\W*for (?:[\w/+-]{2,20} ?){1,3}:\s*$/i
// a label of one's own names a practice; a bare name before a colon is a speaker
const LABEL =
  /^\W*(?:for |on |re |regarding |about )?(?:[a-zäöüß/+-]{2,20} ){0,2}(?:errors?|handling|naming|names|tests?|testing|workflow|format(?:ting)?|language|tone|replies|answers|imports|exports|security|performance|commits?|messages|branch(?:es)?|git|prs?|style|styling|css|html|sql|types?|typescript|python|go|rust|java|docs|comments|logging|logs|deps|dependencies|code|review|reviews|api|apis|files|folders|indentation|quotes|dates|ui|ux|db|database|migrations|deploys?|releases?|versions?|config|env|secrets):\s*$/i
// Words that make even a short label or an "important …:" somebody else's.
const NOT_OWN =
  /\b(?:read ?me|docs?|wiki|issue|ticket|output|results?|stdout|stderr|response|answer|e-?mail|mail|message|chat|slack|discord|system|update|user|assistant|agent|content|body|paste|input|subject|header|title|ignore|examples?|sample|prompt|quote|log|logs|trace|review|feedback|description|page|article|attacker|villain|injection|jailbreak|payload|malicious|customer|client|vendor|partner|options?|alternatives?|choices?|variants?|candidates?|drafts?|suggestions?|proposals?|legal|hr|intern|colleague|boss|manager|bad|like|instructions?|[\w-]+\.(?:md|txt|json|ya?ml))\b/i

/** `lead` is a line up to and including a colon or question mark; `blockFollows` when nothing else stands on that line. */
export function introducesForeignText(lead: string, blockFollows: boolean): boolean {
  const tail = lead.slice(-240)
  if (OWN_LEAD.test(tail) || (!blockFollows && OWN_LABEL.test(tail))) return false
  if (CAME_BY.test(tail)) return true
  if (!/:\s*$/.test(tail)) return false
  if (!blockFollows && ownClause(tail)) return false
  if (inPerson(tail)) return false
  return NOT_OWN.test(tail)
    ? !/\b(?:i|we) (?:prefer|want|like|need|use)\b/i.test(tail)
    : !OWN_VOICE.test(tail) && !LABEL.test(tail)
}

const SPOKEN = new RegExp(`\\b(?:${SAYS}|${SOURCE})\\b`, "i")
// "next time: …", "redo the summary part: …": the clause before the colon has a moment or an order, not a speaker
const RUNS_ON =
  /(?:^|[.!?(] ?|, |\b(?:but|and|so) )(?:next time|every time|whenever|redo|careful|same goes|as always|like last time)\b[\w ,'-]{0,60}:\s*$/i
const ownClause = (tail: string): boolean => RUNS_ON.test(tail) && !SPOKEN.test(tail) && !NOT_OWN.test(tail)
/** "you mixed up the columns:", "i'm looking to do three things:": somebody speaks to somebody, of no text and no third. */
const IN_PERSON = /(?:^|[.!?] )[^.!?:]{0,80}\b(?:i|i'm|i'd|we|you|let's)\b[^.!?:]{0,80}:\s*$/i
const POINTS = /\b(?:this|that|these|those|following|below|above|here|it|them|said|told|if|what|which|who)\b/i
/** "again:", "topic 2:", "just a little technicality:" */
const IN_PASSING =
  /(?:^|[.!?] )\W*(?:(?:just|and|but|also|ok|oh|a|one|the|very|so|then) ){0,3}(?:again|(?:little |small |minor )?(?:technicality|clarification|correction|detail)|(?:topic|point|part|step) \d{1,2}|further down the road|in (?:short|other words|addition)|that said|on top)\s*:\s*$/i
const inPerson = (tail: string): boolean => {
  const clause = tail.slice(Math.max(0, ...[...tail.matchAll(/[.!?\n] /g)].map(stop => stop.index + 2)))
  if (IN_PASSING.test(tail)) return true
  return IN_PERSON.test(tail) && ![SPOKEN, NOT_OWN, POINTS].some(p => p.test(clause))
}
const TEXT_TASK =
  /^\W*(?:(?:can|could|would|will) (?:you|u) )?(?:please )?(?:summari[sz]e|translate|proof-?read|rephrase|paraphrase|explain|interpret|decode|rewrite)\b[^.!?\n]{0,30}\?\s*$/i
/** A question or remark about "this" that hands over the text after it: "what do you make of this?" */
export const asksAboutText = (sentence: string): boolean =>
  TEXT_TASK.test(sentence) ||
  (/\b(?:this|these|those|below|following|here'?s|here is)\b(?:[^.!?\n]|\.(?=\S)){0,60}\?\s*$/i.test(sentence) &&
    /\b(?:make of|think of|think about|any good|better|mean|means|fix it|fix this|of these|of this|good (?:rule|idea|prompt)|correct|valid|true|below|following|here'?s|here is|ok(?:ay)? (?:to|for|as|in)|fine (?:to|for|as|in)|safe to|worth|sensible|reasonable|legit|appropriate|acceptable|work as|put (?:in|into)|compare|wrong|missing|agree|apply|classify|rate|score|grade|judge|safe|unsafe|spam|phishing|looks? like|sounds? like|real|fake|suspicious|malicious|harmful|toxic|grammatical|polite|improve|polish|shorten|serious|rhyme|spell|pronounce|recite|proof|condense|simplify|categori[sz]e|label|annotate|transcribe|redact|anonymi[sz]e)\b/i.test(
      sentence,
    ))

/** A line without a colon that still says where the block below it comes from. */
export const announcesPaste = (line: string): boolean =>
  !OWN_LEAD.test(`${line}:`) &&
  [PASTE_LINE, OPENED, NUMBERED, FOLLOWS, HERE_IT_IS].some(announces => announces.test(line))
// "here are the release notes" before a block, unless they are the speaker's own
const HERE_IT_IS =
  /^\W*(?:here(?:'s| is| are)|these are|below (?:is|are))\b(?![^\n]{0,80}\b(?:i|we|my|our)\b)[^.!?:\n]{0,80}$/i
// "clipboard contents follow", "full text below": a title for what comes next
const FOLLOWS =
  /\b(?:follows?|below|attached|enclosed|underneath|pasted(?: here)?|contents?|excerpt|transcript|dump|verbatim)\s*$|\bthe following\b(?!.*\b(?:rules?|things?|preferences?|conventions?|guidelines?)\b)/i
const NUMBERED = /^\W*(?:slide|chapter|section|page|item|appendix|figure|row|line|paragraph|exhibit)\s+\d/i

/** A first line that speaks of a source and is followed by a block: the block is what it speaks of. */
export const speaksOfSource = (line: string, next: string): boolean =>
  SOURCE_NAMED.test(line) &&
  !/\b(?:i|we) (?:prefer|want you|like|need you|always|never|use)\b/i.test(line) &&
  !/^\s*(?:also|and|please|pls|btw|oh|plus|ps|but|then|additionally|[-*•]|\d+[.)])/i.test(next)
const SOURCE_NAMED = new RegExp(`\\b(?:${SOURCE})\\b`, "i")

/** "This is from the changelog. …": a first sentence that hands over what follows. */
export const handsOver = (sentence: string): boolean =>
  HANDED.test(sentence) ||
  (/^\W*(?:here(?:'s| is| are)|attached(?: is| are)?|enclosed|forwarding|pasting|sharing|the following(?! (?:rules?|things?|preferences?|conventions?|guidelines?))|this (?:is|was|comes)|that(?:'s| is)|below is|these are|those are)\b[^.!?\n]{0,100}[.!]\s*$/i.test(
    sentence,
  ) &&
    /\b(?:from|what|by|gave|got|copied|pasted|quote|verbatim|output|message|text|content|following)\b/i.test(sentence))
const HANDED =
  /\b(?:summari[sz]e|translate|review|rate|explain|ignore|disregard|skip|check|analy[sz]e|evaluate|classify|read|process|consider|judge|grade|parse)\b[^.!?:\n]{0,60}\b(?:following|below|this|these|text|conversation|message)\b[^.!?:\n]{0,24}[.!]\s*$|\b(?:wants|says|contains|has|posted|asks for|requires|includes) (?:this|the following)[.!]\s*$|\b(?:with|as|like|is|are|to|by) the following[.!]\s*$|\b(?:prompt injection|jailbreak\w*|red[- ]?team\w*|malicious|attack payload|untrusted)\b/i
