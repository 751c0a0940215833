// A rule's own sentence as a person reads it: no code, no measure, no name that stands in the glossary only. Doors for people say
// it so; programs are given the rule's sentence as it is.
import type { CallKind, SignalName } from "../../core/label/signals.ts"

const SAID: readonly (readonly [RegExp, string])[] = [
  [/^[a-z]+(?:-[a-z]+)+: /, ""],
  [/^anchored, new, (\d+) of (\d+)/, "nothing like it was known ($1 of $2 places taken)"],
  [/ \(jaccard[^)]*\)/, ""],
  [/^([\w-]+)@\d+ was right in/, "$1 was right in"],
  [/last outcome tool_success of (\w+)/, "the last $1 passed"],
  [/last outcome tool_failure of (\w+)/, "the last $1 failed"],
  [/last outcome user_corrected of user/, "you corrected it last"],
  [/last outcome user_confirmed_helpful of user/, "you were content last"],
  [/^repaired: user passed last/, "it failed at first; you were content at the end"],
  [/^repaired: (\w+) passed last/, "it failed at first; the last $1 passed"],
  [/^user passed (?=last|after)/, "you were content "],
  [/^(\w+) passed last, still red: /, "the last $1 passed; still red: "],
  [/^(\w+) passed after the user's correction/, "you corrected it; then the $1 passed"],
  [/; mean of (\d+) stretches/, "; over $1 stretches of work"],
  [/no salient outcome/, "no test, build, commit or word of yours"],
]
/** What a guess rests on, without its weights: the three strongest signs as `<sign> <category> <weight>`. */
const GUESSED = /usual (\d+)%(?: here, learned from (\d+) episodes)?: (.*)$/
const checked = (name: string) => ({ pass: `a ${name} that passed`, fail: `a ${name} that failed` })
const spoken = {
  praise: "your praise",
  complaint: "your complaint",
  trace: "an error you sent",
  none: "no verdict of yours",
}
const CALLS_FAILED = /^(?:runs|looks|acts) (\d+ of \d+) failed$/
const SIGNS: Readonly<Record<Exclude<SignalName, CallKind>, string | Readonly<Record<string, string>>>> = {
  test: { ...checked("test"), again: "a test that failed again" },
  build: checked("build"),
  typecheck: checked("typecheck"),
  lint: checked("lint"),
  pace: "its pace",
  echo: "how much the next message repeats",
  end: { normal: "a normal end", vanished: "that it broke off" },
  tries: { one: "one try", two: "two tries", more: "more than two tries" },
  interrupted: { yes: "that you broke it off", no: "that nobody broke it off" },
  refused: { yes: "a call you refused", no: "no call refused" },
  committed: { yes: "a commit found later", no: "no commit found" },
  reverted: { yes: "changes taken back later", no: "no change taken back" },
  survived: { kept: "changes that lasted", part: "changes that lasted in part", gone: "changes that did not last" },
  reported: { yes: "a report that it went well", no: "a report that it failed" },
  judge: { good: "a model's yes", bad: "a model's no" },
  ...{ talk: spoken, quiet: spoken },
}
function plainSign(sign: string): string {
  const [name = "", category = ""] = sign.split(" ")
  const words = SIGNS[name as keyof typeof SIGNS]
  return typeof words === "string" ? words : (words?.[category] ?? sign.replace(CALLS_FAILED, "$1 calls failed"))
}
const guessed = (_: string, usual: string, n: string | undefined, signs: string): string => {
  const said = signs.split(", ").map(sign => plainSign(sign.replace(/ [+-]\d+\.\d+$/, "")))
  return `guessed from ${said.join(", ")}${n === undefined ? "" : `; of ${n} episodes here ${usual}% went well`}`
}

export const inPlainWords = (because: string): string =>
  SAID.reduce((text, [form, plain]) => text.replace(form, plain), because).replace(GUESSED, guessed)

/** Why an episode or a stretch has its verdict: what nobody judged rests on no guess. */
export const whyJudged = ({ verdict, because }: { readonly verdict: string; readonly because: string }): string =>
  inPlainWords(verdict === "unjudged" ? because.replace(/^(no salient outcome);.*/, "$1") : because)
