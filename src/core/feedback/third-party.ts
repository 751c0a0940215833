// Is the prompt someone else's text passed on (a review comment, a bot finding, a plan), so that its judgements are not the
// user's verdict on the work? Ground truth: GUIDELINES of the labelled turns ("a third party's review comment").

const MARKS: readonly RegExp[] = [
  /\bconsider(?: (?:a|an|the|also|either))? \w+ing\b|\bconsider (?:a|an|whether|if)\b/i,
  /\b(?:low|medium|high|critical|minor|major) (?:severity|priority)\b|\((?:low|medium|high|critical|minor)\)|\bnit\b:?|⚠️/i,
  /\b(?:feedback|review comments?|reviewer|copilot|coderabbit|bugbot|findings?|suggestions?):|\bgot this feedback|\bcomment(?:s)? on lines?\b/i,
  /\blines? [+]?\d+ ?(?:-|–|to|and) ?[+]?\d+|\bline \d+\b|:\d+-\d+\b/i,
  /\b(?:this|which|it) (?:could|can|may|might|would|will) (?:also )?(?:lead|cause|allow|overwrite|result|break|fail|make|leak|produce|silently|be|become|create)\b/i,
  /\b(?:lacks?|omits?|is defined in|is intended to|does not handle|doesn't handle|are not filtered|is not being|potential(?:ly)?|however,|unlike|recommend(?:ed|ation)?|e\.g\.,|which means|making (?:it|the|failures)|rather than|to avoid|to ensure|to prevent|for consistency|for example,|please either)\b|\(a\)|\(b\)/i,
  /^\s*(?:[*-] |\d[.)] )?(?:The |In )?[`A-Za-z_]*(?:[a-z][A-Z]|_)[A-Za-z_.]*(?:\(\))?`?,? (?:function |method |test |comment |has |is |runs |uses |checks |calls |unconditionally |can |will |hardcodes |the |returns |only |does |could |may )/,
  /^\s*(?:implement the following plan|# plan\b|your task is to|you are an? )/i,
]

const IDENTIFIER = /\b(?:[a-z]{2,30}[A-Z]\w{0,40}|[A-Z][a-z]{1,30}[A-Z]\w{0,40}|\w{2,30}_\w{1,40}|\w{2,40}\(\))/g

/** How many marks of passed-on text there are, 0 … 9. */
export function thirdPartyMarks(text: string): number {
  let found = 0
  for (const mark of MARKS) if (mark.test(text)) found++
  if (new Set(text.slice(0, 1200).match(IDENTIFIER) ?? []).size >= 3) found++
  return found
}
