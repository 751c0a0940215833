// Does a hold mean what was said? Our own table of bans and commands (test/core/check/bans), plain and in the clothes of
// shells, wrappers and mere text; or with --pairs FILE somebody else's, one JSON object a line:
// {"ban": "never use sudo", "command": "sudo ls", "expect": "hold" | "tell" | "pass"}.
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { dressed, ownPairs, type Pair, type Score, scoreOf } from "../test/core/check/ban-pairs.ts"

const percent = (share: number): string => share.toFixed(3)
const told = (name: string, s: Score): string =>
  `  ${name.padEnd(8)} ${s.pairs} pairs, held ${s.held}, due ${s.due}: precision ${percent(s.precision)} (${s.rightly} of ${s.held}), recall ${percent(s.recall)} (${s.rightly} of ${s.due}), hold/tell/pass right ${percent(s.exact)}`

export async function run({ json, args }: { shared: string; json: boolean; args: readonly string[] }) {
  const at = args.indexOf("--pairs")
  const file = at >= 0 ? args[at + 1] : args.find(arg => arg.startsWith("--pairs="))?.slice("--pairs=".length)
  const own = ownPairs(resolve("test/core/check/bans"))
  const sets: Readonly<Record<string, readonly Pair[]>> =
    file === undefined
      ? { table: own, dressed: dressed(own) }
      : {
          given: readFileSync(resolve(file), "utf8")
            .split("\n")
            .filter(line => line.trim() !== "")
            .map(line => JSON.parse(line) as Pair),
        }
  const figures: Record<string, unknown> = {}
  if (file === undefined) figures.bans = new Set(own.map(pair => pair.ban)).size
  if (!json && file === undefined) console.log(`bans, ${figures.bans} statements`)
  for (const [name, pairs] of Object.entries(sets)) {
    const score = scoreOf(pairs)
    const { wrong, ...rest } = score
    for (const [key, value] of Object.entries(rest)) figures[`${name}_${key}`] = value
    if (json) continue
    console.log(told(name, score))
    if (file !== undefined || args.includes("--wrong"))
      for (const w of wrong)
        console.log(`    ${w.answer}, expected ${w.expect}: “${w.ban}” $ ${w.command.replaceAll("\n", "\\n")}`)
  }
  return figures
}
