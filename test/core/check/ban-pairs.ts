// Our own table of bans and commands, and how it is scored: "= ban", then "+ held", "~ told" or "- passes", one command a line.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { actionKeys, check } from "../../../src/core/check/check.ts"
import { guardKeys, guardOf } from "../../../src/core/check/guard.ts"

export type Expected = "hold" | "tell" | "pass"
export interface Pair {
  readonly ban: string
  readonly command: string
  readonly expect: Expected
}
const MARK: Readonly<Record<string, Expected>> = { "+": "hold", "~": "tell", "-": "pass" }

export function ownPairs(folder: string): readonly Pair[] {
  const pairs: Pair[] = []
  for (const file of readdirSync(folder).sort()) {
    let ban = ""
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      const rest = line.slice(2)
      if (line.startsWith("= ")) ban = rest
      else if (MARK[line[0] ?? ""]) pairs.push({ ban, command: rest.replaceAll("\\n", "\n"), expect: MARK[line[0]!]! })
    }
  }
  return pairs
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
/** Clothes under which a command is still run. */
const DRESSES: readonly ((command: string) => string)[] = [
  c => `cd app && ${c}`,
  c => `set -e; ${c}`,
  c => `FOO=1 BAR='a b' ${c}`,
  c => `bash -lc ${quoted(c)}`,
  c => `(${c})`,
  c => `${c} 2>&1 | tee out.log`,
  c => `ssh box ${quoted(c)}`,
  c => `if ${c}; then echo ok; fi`,
  c => `echo "$(${c})"`,
  c => `cat <<'EOT' | bash\n${c}\nEOT`,
  c => `echo ${quoted(c)} | sh -s`,
]
/** Places where it is only text. */
const TEXTS: readonly ((command: string) => string)[] = [
  c => `echo ${quoted(c)}`,
  c => `true ${quoted(c)}`,
  c => `cat <<'EOT' > notes.md\n${c}\nEOT`,
  c => `cat <<'EOT' | tee notes.md | wc\n${c}\nEOT`,
  c => `cat <<'EOT' | jq .\n${c}\nEOT`,
  c => `ls # ${c.replaceAll("\n", " ")}`,
]
const plain = ({ command }: Pair): boolean => !/\n|#/.test(command)

/** Every held command again, dressed and as mere text. */
export function dressed(pairs: readonly Pair[]): readonly Pair[] {
  const held = pairs.filter(pair => pair.expect === "hold" && plain(pair))
  return held.flatMap(pair => [
    ...DRESSES.map(dress => ({ ...pair, command: dress(pair.command) })),
    ...TEXTS.map(text => ({ ...pair, command: text(pair.command), expect: "pass" as const })),
  ])
}

export function answerOf(ban: string, command: string): Expected {
  const guard = guardOf({ card: "n", kind: "constraint", statement: ban, tags: [], failures: 0 })
  const action = { command, path: null, content: null, error: null }
  // found by its keys, as the memory finds it
  const keys = new Set(actionKeys(action, null))
  if (guard === null || !guardKeys(guard).some(key => keys.has(key))) return "pass"
  const hit = check(action, [guard], { ran: [] })[0]
  return hit === undefined ? "pass" : hit.hold ? "hold" : "tell"
}

export interface Score {
  readonly pairs: number
  readonly held: number
  readonly due: number
  readonly rightly: number
  readonly precision: number
  readonly recall: number
  /** all three answers right */
  readonly exact: number
  readonly wrong: readonly (Pair & { readonly answer: Expected })[]
}
export function scoreOf(pairs: readonly Pair[]): Score {
  const answered = pairs.map(pair => ({ ...pair, answer: answerOf(pair.ban, pair.command) }))
  const held = answered.filter(p => p.answer === "hold")
  const due = answered.filter(p => p.expect === "hold")
  const rightly = held.filter(p => p.expect === "hold").length
  const wrong = answered.filter(p => p.answer !== p.expect)
  return {
    pairs: pairs.length,
    held: held.length,
    due: due.length,
    rightly,
    precision: rightly / Math.max(1, held.length),
    recall: rightly / Math.max(1, due.length),
    exact: 1 - wrong.length / Math.max(1, pairs.length),
    wrong,
  }
}
