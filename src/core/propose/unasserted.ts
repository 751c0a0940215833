// Sentences that carry the words of a rule without stating one: questions, suppositions, reported or denied speech.
// Takes a lower-case sentence in which ¤ stands for a name and § for quoted text. English; other tongues in tongues.ts.

const QUESTION_START =
  /^(?:(?:ok(?:ay)?|so|and|but|hmm+|also|wait|yeah|yes|no|well|now|then|question|just|oh|ah|uh+)[,.:\u2026\s]+){0,4}(?:why|what|how|which (?:one|of|is|are|do|does|did|should|would|option|way|(?:\w+ ){1,3}(?:is|are|do|does|should|would))|who|whose|where|when (?:is|are|do|does|did|will|should)|do (?:we|you|i|they|any)|does|did|is (?:it|this|that|there|the)|are (?:we|you|they|there|these)|was|were|should (?:we|i|it|they|you)|(?:should|would|could|can|will|must|may) (?:the|a|an|any|some|our|my) |shall|would (?:it|we|you|that|this)|isn't|aren't|don't (?:we|you (?!ever|dare))|doesn't|didn't|wasn't|have (?:we|you)|has (?:it|the)|any reason|am i)\b/
const SUPPOSE =
  /^(?:e\.g|for example|for instance|such as)\b|^say (?:someone|somebody|an?|the|we|you|i|one)\b|\b(?:what if|if (?:i|we) (?:told|asked|said|gave|made) (?:you|him|her|them|it)|suppose|supposing|imagine|hypothetical(?:ly)?|let's say|say (?:we|you|i) |pretend|as if|in theory|theoretically|assuming we|if (?:we|i|you|one|someone|they) (?:were|was|had|would|could|did|used|always|never|only|wanted)|would be (?:nice|great|good|cool|better|worse|bad)|i wish|wouldn't it|role-?play|in a (?:story|novel|movie|game)|as an? (?:example|joke|test|experiment)|just kidding|jk|lol just|sarcas)\b/
/** Somebody other than the speaker says it. "I said", "I told you", "we said" are the speaker. */
const REPORTED =
  /\b(?:(?:it(?:'s| is| was)|was|is|are|were) (?:written|stated|documented|specified|claimed|recommended|advised) that|(?:his|her|their|whose|exact) (?:exact |own )?words (?:were|are|was)|says|said|(?<=\b(?:it|which|that|spec|who|test) )asserts?|equals|renders|printed|outputted|emitted|(?<!be )(?<!not )(?<!is )(?<!are )returned|replied|responded|answered|states|stated|claims|claimed|suggests|suggested|recommends|recommended|insists|insisted|argues|argued|advises|advised|tells (?:us|me|you)|(?<!be )told|mentions|mentioned|wrote|warns|warned|complains|complained|asked|wants us|demands|thinks|thought|believes|believed|requires us|instructs|instructed|(?:they|docs|guidelines|people|some|most|folks|reviewers|rules|experts|others|colleagues|teammates|readmes?) (?:also |all |often |always )?(?:say|state|suggest|recommend|insist|argue|claim|advise|tell|mention|want|think|believe)|the users? (?:wants?|prefers?|likes?|needs?|asks?|always|never)|puts it|(?:title|header|banner|label|heading|caption|text|string|subject|page|comment|motd|note|slide|body|payload)(?: of (?:the |an? |that |this )?[\w-]+){0,2} (?:was|is|reads?|contains?|had|has) (?!too|not|wrong|long|missing|empty|broken)|(?:their|his|her|another|someone's|other people's) (?:repos?|projects?|team|codebase|company|code|org)|per (?:the|their|its|some) |according to|apparently|supposedly|allegedly|as per|(?<!be )(?<!to )quote|(?<!be )quoting|(?<!be )quoted|i (?:read|heard|saw) (?:that|somewhere|in|on(?! (?:my|trains?|a (?:phone|train|tablet|small))\b))|i was told|they want|(?:he|she|they) (?:always|never|use|uses|used|prefers?|likes?|wants?|needs?|(?:has|have)(?! to\b)|does|do|don't|doesn't))\b/
const SPEAKER =
  /\b(?:i|we|i've|we've|i had|i have|i already|like i|as i|i just) (?:already |just |also |clearly |explicitly |have |had |should have |always |never )?(?:say|said|told|tell|asked|ask|mentioned|think|thought|wrote|suggest|recommend|insist|believe|state|warned|want)\b/
const DENIED =
  /\b(?:(?:is|are|was) (?:no longer|not) (?:true|so|right|valid|the case)|i(?:'m| am)? (?:never|didn't|did not|not|don't|haven't|wasn't) (?:say|said|saying|mean|meant|ask|asked|asking|want you to (?:always|never)|suggesting|suggest|tell|told|imply|implying|claiming|think)|it(?:'s| is)? (?:not true|isn't true|false) that|not (?:like|that|as if) (?:we|i|you)|(?:don't|do not|never) (?:follow|obey|apply|trust|believe) (?:the|this|that|any|their) (?:rules?|instructions?|advice|text|line|prompt|order)|(?:don't|do not|needn't) (?:have to|need to) (?:always|ever)|nobody said|no one said|doesn't mean|isn't (?:a|our|my) (?:rule|preference|policy|convention)|(?:not|no longer) (?:a|our|my) (?:rule|preference|policy|convention)|forget (?:that|what|about|the) |(?:scrap|scratch|undo|cancel|strike) (?:that|this|it|what|my)\b|no rule needed|(?:no longer|not) (?:applies|apply|a thing)|anymore$|ignore (?:that|the|all|previous|prior|any|what|everything)|disregard|don't (?:remember|save|store|record|memori[sz]e|keep) (?:this|that|it)|used to|back (?:then|in the day)|previously|at my (?:old|last|previous)|in (?:my|our) (?:old|last|previous)|years ago)\b/
export type Unasserted = "question" | "supposed" | "reported" | "denied"

/** Why a sentence states nothing on its own, or null when it may. */
export function unasserted(s: string, stop: string): Unasserted | null {
  if (DENIED.test(s)) return "denied"
  if (SUPPOSE.test(s) && !WISH_IF.test(s)) return "supposed"
  if (REBUKE.test(s)) return null
  if (reported(s)) return "reported"
  // a quotation, and then the question about it
  const asks = stop === "?" || QUESTION_START.test(s) || QUESTION_START.test(s.slice(s.lastIndexOf("§") + 1).trim())
  return asks && !POLITE.test(s) && !TAG_QUESTION.test(s) ? "question" : null
}

// "I'd appreciate it if you never …" is a wish, not a supposition
const WISH_IF =
  /\b(?:appreciate|happy|glad|grateful|love|better|easier|nicer|prefere?|like it|hate it) (?:it )?(?:for me )?(?:if|when) you\b/
// "why do I have to tell you not to …?" repeats a standing wish
const REBUKE =
  /\b(?:why (?:do|did) i (?:keep |have to |always )*(?:have to )?(?:tell|ask|remind)|how (?:many times|often) (?:do|did|must|have) i|i (?:already |just )?(?:told|asked) you)\b/
// "could you please always …?" and "…, ok?" are orders in a question's dress.
const POLITE =
  /(?:^(?:[\w']+[,\s]+){0,3}|\b(?:but|and|so),? )(?:can|could|would|will) (?:you|we|u) (?:please |pls |just |kindly |also |maybe )*(?:always|never|stop|remember|from now on|make sure (?:you|to) always|only ever|not ever|avoid|use [\w¤-]+ (?:instead of|rather than|from now on)|keep in mind|stick|agree (?:that|to|on))\b/
const TAG_QUESTION = /[,.\s](?:ok(?:ay)?|please|pls|alright|deal|got it|understood|yeah\?)\s*\??$/

function reported(sentence: string): boolean {
  const s = sentence.replace(/ ?\([^()]{0,120}\)/g, "")
  if (!REPORTED.test(s)) return false
  // the speaker's own "I said / I told you" does not report; anyone else in the same sentence does
  return REPORTED.test(s.replace(SPEAKER, " "))
}
