// Readers of single texts, and THE list of them. Every rule of detect is a reader too, of a moment (views/episode/moments.ts); what else a
// rule reads by itself stands beside it.

import { exactName, failureName as nameOfFailure } from "../again/known-by.ts"
import { commandLine } from "../calls/shell-call.ts"
import { saysHeld } from "../check/held.ts"
import { type LaterWords, readLaterWords, topicOf } from "../words/later/read.ts"
import { echoOf, hasErrorText } from "../words/prompt-facts.ts"
import { stemsOf } from "../words/similar.ts"
import type { TextReader } from "./reader.ts"

type OfText<T> = TextReader<null, T>
type OfCall<T> = TextReader<unknown, T>

/** of a prompt: does it carry an error? */
export const errorText: OfText<boolean> = {
  name: "error-text",
  version: 1,
  read: ([text]) => hasErrorText(text ?? ""),
}
/** of a prompt and the one before it: how far it says the same again */
export const echo: OfText<number | null> = {
  name: "echo",
  version: 1,
  read: ([text, before]) => echoOf(text ?? null, before ?? null),
}
/** of a prompt: words about work done a while ago */
export const laterWords: OfText<LaterWords | null> = {
  name: "later-words",
  version: 6,
  read: ([text]) => (text == null ? null : readLaterWords(text)),
}
/** of a prompt and the files that were worked on for it: what the work was about, to know it by later words */
export const workTopic: OfText<readonly string[]> = {
  name: "work-topic",
  version: 1,
  read([prompt, ...paths]) {
    const names = paths.map(path => path?.split(/[\\/]/).pop() ?? "").join(" ")
    return topicOf(`${(prompt ?? "").slice(0, 2000)} ${names.replaceAll(/[._-]/g, " ")}`)
  },
}
// A call is read as one moment (views/episode/moments.ts): what is asked of its input or its output alone lies in the same row.
/** of a call's output: our own words in it */
export const held: OfCall<boolean> = { name: "held", version: 3, read: ([, output]) => saysHeld(output ?? null) }
/** of a call's input: the command's name, when it says everything */
export const commandName: OfCall<string | null> = {
  name: "command-name",
  version: 3,
  read: ([input]) => (input == null ? null : exactName(commandLine(input))),
}
/** of a call's output: what the failure in it is known by */
export const failureName: OfCall<string | null> = {
  name: "failure-name",
  version: 2,
  read: ([, output]) => (output == null ? null : nameOfFailure(output)),
}
/** Longer messages are pasted, or tasks: nobody says in them what is said again. */
const LONGEST_SAID = 2000
const MOST_STEMS = 64
/** of a prompt: the words by which it is found when something in it comes back */
export const saidStems: OfText<readonly string[]> = {
  name: "said-stems",
  version: 2,
  read: ([text]) =>
    text == null || text.length > LONGEST_SAID || text.startsWith("/") ? [] : [...stemsOf(text)].slice(0, MOST_STEMS),
}

export const READERS: readonly TextReader<null, unknown>[] = [
  errorText,
  echo,
  laterWords,
  workTopic,
  held,
  commandName,
  failureName,
  saidStems,
]
