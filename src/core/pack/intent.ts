// What the moment asks for (S4-63..65): a failure, a way to do things, or what was done last time.
const LAST_TIME =
  /\b(?:last time|previously|what did (?:i|we|you) (?:do|decide|use|change)|(?:we|i) (?:did|decided|agreed) (?:on|before|earlier)|remind me|where were we)\b/i
const HOW_SHOULD =
  /\b(?:how (?:should|do|can|would|to)\b|best (?:way|practice|approach)|what(?:'s| is) the (?:right|best) way|recommended way|should (?:i|we) use)\b/i

export type Intent = "failure" | "how_should" | "last_time" | null

export function intentOf(prompt: string, lastToolFailed: boolean): Intent {
  const head = prompt.slice(0, 4096)
  if (LAST_TIME.test(head)) return "last_time"
  if (lastToolFailed) return "failure"
  if (HOW_SHOULD.test(head)) return "how_should"
  return null
}
