// English cue table, matched against " lower-cased tokens ". Written from grammar (negated auxiliaries, second person,
// evaluative adjectives), not from any data set's sentences. Linear patterns only.
import type { CueTable } from "./cues.ts"
import { openings, phrases } from "./phrases.ts"

const NEGATED =
  "(?:isn't|aren't|wasn't|weren't|doesn't|don't|didn't|won't|wouldn't|can't|cannot|couldn't|hasn't|haven't|ain't|isnt|arent|wasnt|doesnt|dont|didnt|wont|cant|is not|are not|was not|were not|does not|do not|did not|will not|would not|can not|could not|has not|have not|never)"
const ADVERB =
  "(?:(?:really|quite|very|so|all|totally|completely|actually|exactly|even|just|still|yet|particularly|that|super|always|also|at|in|to|fully|properly|correctly) ){0,3}"
const HAPPEN =
  "(?:work|working|works|worked|show|showing|shown|appear|appearing|appeared|happen|happening|happened|run|running|start|starting|load|loading|compile|compiling|build|building|pass|passing|fire|firing|trigger|triggering|triggered|update|updating|updated|display|displayed|render|rendering|respond|match|matching|exist|exists|return|print|save|saved|fix|fixed|solve|solved|help|helping|helped|change|changed|include|included|contain|handle|handled|do anything|do it|look right|look good|seem right|seem to|reflect|address|addressed|picked|called|set|used|come|done|find|found|cover|covered|clear|cleared|close|closed|open|opened|read|write|written|support|supported|apply|applied|respect|respected|follow|followed|there|visible|generated|created|stored|deleted|removed|stop|stops|end|finish|complete|react|refresh|scroll|resize|persist|validate)"
const BAD =
  "(?:off|bad|weird|odd|strange|random|confusing|confused|minimal|slow|worse|wrong|broken|funky|duplicated|repeated|unclear|inconsistent|misaligned|empty|stale|outdated|ugly|dumb|unreadable|cluttered|missing|gone|useless|garbled|scrambled|truncated|cut off|cropped|overlapping|squashed|corrupted|distorted|blurry|jumbled|incomplete|unfinished)"
const FINE =
  "(?:right|correct|true|good|great|ideal|enough|accurate|acceptable|okay|ok|helpful|useful|ready|done|finished|complete|sufficient|consistent|valid|necessary|readable|perfect|clear|possible|clean|nice|fine)"
const DONE_BY_AGENT =
  "(?:didn't|did not|don't|haven't|never|forgot|missed|broke|removed|deleted|ignored|skipped|should have|should've|shouldn't|weren't|are over\\w+|keep|kept|are still|still|just|put|messed|made|lost|dropped|overwrote|misunderstood|sure didn't|were supposed|only|changed|clearly|obviously|need to stop|are not|aren't|know that|hardcoded|duplicated|introduced|added|renamed|replaced|moved|left|invented|assumed|hallucinated|claimed)"
const AMOUNT =
  "(?:many|much|long|wide|complex|complicated|big|verbose|slow|small|short|wordy|noisy|generic|vague|narrow|fragile|heavy|late|aggressive|clever|strict|large|often|far|fast|early|low|high|dark|bright|technical|simple)"

export const ENGLISH: CueTable = {
  wrong: phrases(
    "wrong|wrongly|incorrect|incorrectly|inaccurate|misleading|broken|busted|buggy|borked|terrible|awful|horrible|garbage|nonsense|useless|pointless|dumb|stupid|ugly|messy|sloppy|hacky|ridiculous|backwards|bogus|untrue|nope|messed up|screwed up|no good|unusable|mangled|nonsensical|gibberish|mess|out of date|outdated|out of sync|off by one",
    `not the (?:right|correct|same|expected|latest|proper)|not ${ADVERB}(?:${FINE}|what|how|where|it|the case|gonna|going to|quite)`,
    `(?:isn't|aren't|wasn't|doesn't|don't|isnt|doesnt|didn't) ${ADVERB}(?:${FINE}|look right|look good|look like|seem right|seem very|sound right|sound good|make sense|make any sense|what i|what we|how it)`,
    `(?:is|are|was|looks?|looked|seems?|feels?|bit|little|totally|way|clearly|sounds?|it's|that's|got|gone|went|kinda|kind of|sort of) ${ADVERB}${BAD}`,
    `${NEGATED} (?:really |quite |even |exactly |very )?(?:sound|look|seem|feel|read)|(?:can't|cannot|can not|couldn't) (?:possibly )?be ${FINE}`,
    `(?:not|${NEGATED}) (?:\\S+ ){0,2}enough|makes? no sense|(?:it's|that's|this is|is|are|looks?|feels?|seems?) (?:way |a bit |far |much |a little |still )?(?:too|to) ${AMOUNT}|not (?:sound|look|seem)`,
  ),
  fails: phrases(
    `${NEGATED} ${ADVERB}${HAPPEN}`,
    `${NEGATED} ${ADVERB}(?:being|getting|be|have|been|get|seem to|appear to|want to) ${HAPPEN}`,
    "not (?:\\w+ ){0,1}(?:working|showing|happening|running|loading|building|passing|firing|triggered|fixed|updated|included|handled|there|found|rendered|applied|saved|called|used|covered|addressed|picked|displayed|displaying|implemented|set|correctly|properly)",
    "(?:isn't|aren't|wasn't|is not|are not|it's not|they're not|not) (?:really |actually |even |always |all )?\\w+ing (?:the|it|any|my|our|this|that|all|anything|them|what|in|on|to)",
    "fails|failing|(?<! (?:a|an|the|every|any|each|all|of|for|when|on|last) )failed|none of (?:the|my|our|these|them|it)|exits? with|takes (?:forever|ages|too long|minutes)|every (?:single )?time|crash|crashes|crashed|crashing|hangs|hanging|freezes|frozen|stuck|times out|timed out|errors out|blows up|broke|breaks|loops",
    "(?:is|are|still|completely|all|was|were|been|it's) missing|missing completely|gone missing|disappeared|vanished|lost",
    "never (?:returns|works|ends|stops|finishes|loads|shows|runs|fires|completes|gets|comes|happens|matches)",
    "(?:there is|there's|there are|there was|there were|i (?:still )?(?:see|get|got|have|find|found)|we (?:get|got|have)|still) (?:still )?no(?: \\w+){1,3} (?:in|at all|anywhere|on|for|there|here|when|after|now|yet)|(?:got|getting|get) no|(?:nowhere|no\\w* (?:anywhere|at all))",
    "nothing (?:happens|happened|changed|is|was|works|shows|appears|there|gets)|(?:did|does|do) nothing|no (?:effect|change|changes|difference|output|luck|result|results|sign|longer|response)",
    "(?:get|gets|got|getting|gives?|gave|see|seeing|throws?|throwing|hit|hitting) (?:me )?(?:an |a |the |this |these |that |following |some |many |lots |of |now |same |weird ){0,4}(?:errors?|exceptions?|failures?|warnings?|crash|panic|404|500|403|401|nothing|empty|blank|null|undefined)",
    "cannot (?:use|find|read|open|load|build|compile|see|access)|can't (?:find|see|use|run|open|type|access|build|start|log)|couldn't (?:find|see|run|open)|unable to|import cycle|no such file",
    "(?:don't|do not|didn't|did not|doesn't|never|can't) (?:see|get|find|got|receive|notice) (?:any|it|them|the|that|this|anything|my|a)",
  ),
  still: phrases(
    "still (?:get|got|getting|see|seeing|have|having|fail|fails|failing|not|no|shows?|showing|there|the|happens?|happening|broken|wrong|an?|doesn't|don't|isn't|can't|errors?|exists?|appears?|missing|says|does|is|are|need|needs|displaying|hangs|crashes|too|some|using|has)",
    "(?:it|this|that|they|which|is|are|but|and|i|i'm|we) still",
    "same (?:error|issue|problem|thing(?! (?:on|for|in|with|to|at|please) )|result|output|behaviou?r|failure|story|mistake)|(?<! the )same as (?:before|earlier|last time)",
    "happen(?:s|ed|ing) again|yet again|not again|even after|even though|keeps? \\w+ing|no change",
  ),
  blame: phrases(
    `you ${DONE_BY_AGENT}`,
    "you're (?:over\\w+|not|still|wrong|missing|confusing|making|just|doing)",
    "(?:did|do) you (?:even|really|not|actually|just|forget|read|miss|drop|ignore|ever)|didn't you|don't you|aren't you|haven't you|can't you",
    "why (?:did|didn't|would|do|don't|are|have|haven't|are you|did we|didn't we) (?:you|we|i)|how could you|where did you",
    "i (?:said|told|asked|meant|mean|already|explicitly|specifically|clearly|never)|(?:as|like) i (?:said|told|mentioned|asked|wrote)|we (?:explicitly|agreed|already|talked|discussed|said)",
    "you were (?:told|asked|supposed|meant)|i (?:actually|really) (?:meant|wanted|asked)|what i (?:actually |really )(?:meant|asked|wanted)|i (?:am|was) talking about|i'm talking about|my (?:question|point|request) (?:is|was|still)|by \\w+ i mean|not you|without asking|(?:didn't|never|not) (?:ask|asked|tell|told)|asked (?:you|for)|told you|your (?:job|fault|mistake)",
    "your (?:\\w+ )?(?:change|changes|fix|edit|edits|code|refactor|commit|update|plan|answer|version|solution) (?:\\w+ )?(?:broke|breaks|removed|doesn't|didn't|isn't|causes|caused|introduced|is|are|was|does|did|fails|failed|misses)",
  ),
  dislike: phrases(
    "(?:don't|do not|didn't|dont) (?:really |quite |particularly |even |think i )?(?:like|love|want|care|agree)",
    "not (?:a |a big |a huge )?(?:fan|sold|happy|convinced|impressed|keen|into|comfortable|thrilled)|no desire|i doubt",
    "hate|dislike|over ?(?:complicat|engineer)\\w*|overkill|unwanted|disagree|disappoint\\w*|annoying|frustrating|(?:i'd|i would) rather|never (?:wanted|asked)|why so",
  ),
  undo: phrases(
    "(?:undo|revert|rollback|roll back|back out|unstage|uncommit) (?:it|that|this|these|those|them|all|your|everything|the (?:last|change|changes|commit|edit|edits|previous|whole|fix)|to (?:the|what)|codeword|please|back)",
    "put (?:it|that|this|them|the [\\w-]+) back|bring (?:\\w+ ){1,4}back|bring back|go back to|change (?:it|that|this|them) back|switch back",
    "(?:remove|delete|drop|take) (?:\\w+ ){1,4}(?:again|back out)|get rid of (?:that|those|this|it|these)|start over|start from scratch|scrap (?:that|this|it|the)|(?:discard|throw away) (?:that|this|it|your|the)",
    "stop (?:\\w+ing|that|it|there)|do not (?:touch|change|stash|edit|delete|remove|commit|modify|add|use)|don't (?:touch|stash|delete|commit|modify|just)|not (?:touch|stash)",
    "(?:undo|revert)(?= $)",
  ),
  vexed: phrases(
    "wth|wtf|ffs|omg|ugh+|argh+|grr+|sigh|dude|jeez|jesus|christ|damn|dammit|crap|shit|bullshit|fuck\\w*|seriously|come on|c'mon|for god's sake|for the love|are you (?:kidding|serious|even|blind)|what the (?:hell|heck|fuck)|smoking|unacceptable|no no|what are you (?:doing|talking|on)|how many times|fed up|sick of|again and again|all kinds of|no man|hell no|really bad|annoyed|joke|disaster|is this a",
  ),
  praise: phrases(
    "thanks|thank you|thank u|thx|thanx|perfect|perfectly|great|awesome|excellent|nice|nicely|brilliant|amazing|fantastic|beautiful|wonderful|lovely|superb|neat|sweet|magnificent|stellar|flawless",
    "love (?:it|this|that|the|how)|(?:i|really|also|we) (?:like|love|liked|loved)|(?:well|good|great|nice|solid|excellent) (?:done|job|work|call|catch|idea|point|stuff|find|one|thinking)",
    "works|worked|working (?:now|fine|well|great|perfectly|again|like|as)|(?:it's|is|are|all|now|everything) working",
    "(?:is|are|looks?|looking|seems?|sounds?|that's|it's|its|all|very|pretty|much|so|feels?|things|reads|this is|that is) (?:really |very |so |much |all |pretty |exactly |just )?(?:good|great|right(?! now| away| here| there| before| after| at)|correct|perfect|nice|solid|better|cleaner|awesome|excellent|amazing|ok|okay|fine)",
    "lgtm|all good|much better|way better|spot on|nailed it|exactly (?:what|right|perfect)|(?:tests?|everything|it|all|build|suite|ci) (?:now |all )?pass(?:es|ed)?|not bad|(?:that|this|it) (?:fixed it|did it|did the trick|solved|worked|helped)|fixed it|happy with|impressive|impressed|kudos|bravo|cheers|well done|(?:is|are) fixed|resolved now",
  ),
  go: openings(
    "(?:(?:ok|okay|k|hmm+|ah|oh|well|alright|great|perfect|cool|sure|thanks|hm|and) )?(?:yes|yep|yeah|yea|yup|ya|y|yess+|sure|absolutely|definitely|of course|correct|exactly|agreed?|affirmative|approved?|deal|go|go ahead|go for it|go with|go forth|proceed|continue|carry on|keep going|do it|do that|do so|do both|do them|do all|make it so|ship it|please do|please proceed|please continue|please go|sounds (?:good|great|right|fine|like a plan)|looks good|lgtm|let's (?:do|go|try|start|implement|use|keep|take|add|make|give|stick|have)|lets (?:do|go|try|start|use)|works for me|that works|good idea|great idea|i agree|i like|i'm fine|fine with|start with|start w|both|all of them|either|option|the (?:first|second|third|former|latter|last)(?: one| option)?)",
    "(?:please )?(?:implement|make|apply|add|use|take) (?:it|that|this|them|both|all)(?: change| changes| fix| one| please| then| now)?(?= $)",
    "done continue|that was the idea|i'd (?:go|prefer|take|choose)|my pick|(?:ok|okay|k|alright) (?:so )?(?:let's|do|go|proceed|continue|start|implement)",
  ),
  ok: openings("ok|okay|k|kk|okey|mm+k|alright|right|fine|cool|good|got it|i see|understood|hmm+ ok|ah ok|oh ok"),
  again: phrases(
    "try (?:it |that |this )?again|retry (?:it|that|this|please|now)|(?:do|run|check|test|execute|look|build|review) (?:it |that |this |them |the \\w+ |at \\w+ ){0,2}(?:again|once more|one more time)|once more|one more time|re-?run|re-?try|re-?check|re-?do (?:it|this|that)|another (?:try|attempt|go)|try the \\w+ now",
  ),
}

/** Something else than the speaker or the listener does not do its part: "the totals don't add up". */
export const THING_DENIED =
  / (?!(?:i|we|you|they|people|users?|if|when|that|which|who|please|and|or|but|so|to|just|why|also|then|let's) )\S+ (?:(?:still|really|just|also|now|even) )?(?:doesn't|don't|isn't|aren't|won't|didn't|hasn't|haven't|does not|do not|is not|are not|did not|can't|cannot)(?= )/u
/** Any denial in a clause; turns praise around. */
export const NEGATION = phrases(`${NEGATED}|not|no|never|hardly|barely|without|nothing|none|neither|nor|isn't it`)
