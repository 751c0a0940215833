// `DIR=legacy; rm -rf "$DIR/x"` removes legacy/x: what a line sets plainly stands in the words behind it.
import { wordSet } from "../words/word-list.ts"
import type { ShellCommand } from "./shell-words.ts"
import type { Word } from "./wrappers.ts"

const SETS = /^([A-Za-z_]\w*)=(.*)$/s
/** What may stand before. */
const BEFORE = wordSet("export readonly local declare if elif then else while until do ! {")
const USES = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g
/** Longer ones are no names of anything; and a word grows to no more than that, however often it uses them. */
const LONGEST = { value: 512, word: 8192 }

/** Only what is set to words that stand there: what a substitution or a loop makes of a variable nobody knows beforehand. */
export function withVariables(commands: readonly ShellCommand[]): readonly ShellCommand[] {
  const known = new Map<string, string>()
  const filled = (text: string): string => {
    if (!text.includes("$") || text.length > LONGEST.word / 2) return text
    const full = text.replace(USES, (whole, braced?: string, bare?: string) => known.get((braced ?? bare)!) ?? whole)
    return full.length > LONGEST.word ? text : full
  }
  return commands.map(command => {
    const words = known.size === 0 ? command.words : command.words.flatMap(word => filledWord(word, filled))
    const sets = words.filter(word => !BEFORE.has(word.text))
    if (sets.length > 0 && sets.every(word => !word.quoted && SETS.test(word.text)))
      for (const { text } of sets) {
        const [, name, value] = SETS.exec(text)!
        if (/[$`]/.test(value!) || value!.length > LONGEST.value) known.delete(name!)
        else known.set(name!, value!)
      }
    if (words === command.words) return command
    const redirects = command.redirects.map(r => ({ ...r, target: filled(r.target) }))
    return { ...command, words, redirects, substitutions: command.substitutions.map(filled) }
  })
}

/** A bare `$X` falls into words at its blanks, as in a shell. */
function filledWord(word: Word, filled: (text: string) => string): readonly Word[] {
  const text = filled(word.text)
  if (text === word.text) return [word]
  return word.quoted
    ? [{ ...word, text }]
    : text.split(/\s+/).flatMap(part => (part === "" ? [] : [{ ...word, text: part }]))
}
