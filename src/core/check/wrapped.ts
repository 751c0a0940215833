// Programs that run another program, and where in their words it begins: sudo ls, xargs rm, ssh host 'reboot',
// docker exec web npm i, find -exec rm. Data and one reader; the plain wrappers are those of the command splitter.
import { RUNNER_OPTIONS_WITH_VALUE, RUNNERS, SHELLS, type Word, WRAPPERS } from "../readers/wrappers.ts"

/** What a layer runs: further words of the same line, or a line of its own. */
type Inner = { readonly words: readonly Word[] } | { readonly line: string }

interface Runs {
  /** sub-commands that must stand first: docker exec, kubectl exec */
  readonly after: readonly string[]
  readonly valued: readonly string[]
  /** operands before the command: a host, a container, a duration */
  readonly skip: number
  /** its words make a line for another shell */
  readonly line?: boolean
}
const DOCKER =
  "-u --user -e --env -w --workdir -v --volume -p --publish --name --network --entrypoint --env-file -h --hostname --mount --platform -l --label -m --memory --cpus".split(
    " ",
  )
const runs = (after: string, valued: readonly string[], skip: number): Runs => ({
  after: after === "" ? [] : after.split(" "),
  valued,
  skip,
})
const container = ["exec", "run", "compose exec", "compose run"].map(after => runs(after, DOCKER, 1))
const plain = (valued = "", skip = 0): readonly Runs[] => [runs("", valued.split(" "), skip)]

const TABLE: ReadonlyMap<string, readonly Runs[]> = new Map<string, readonly Runs[]>([
  ...[...WRAPPERS].map(([name, valued]) => [name, [runs("", valued, 0)]] as const),
  ...[...RUNNERS].map(([name, subs]) => [name, subs.map(sub => runs(sub, [...RUNNER_OPTIONS_WITH_VALUE], 0))] as const),
  ["xargs", plain("-n -I -P -L -d -s -E -a")],
  ["parallel", plain("-j")],
  ["watch", plain("-n --interval")],
  ["entr", plain()],
  ["strace", plain("-o -e -p")],
  ["busybox", plain()],
  ["corepack", plain()],
  ["chronic", plain()],
  ["timeout", plain("-k -s --signal --kill-after", 1)],
  ["gtimeout", plain("-k -s", 1)],
  ["flock", plain("-w -E", 1)],
  ["chroot", plain("", 1)],
  ["gosu", plain("", 1)],
  ["su-exec", plain("", 1)],
  ["direnv", [runs("exec", [], 1)]],
  ["ssh", [{ ...runs("", "-i -p -l -o -F -L -R -D -J -b -c -E -m -S -W".split(" "), 1), line: true }]],
  ["eval", [{ ...runs("", [], 0), line: true }]],
  ["docker", container],
  ["podman", container],
  ["docker-compose", [runs("exec", DOCKER, 1), runs("run", DOCKER, 1)]],
  ["heroku", [runs("run", ["-a", "--app"], 0)]],
  ["conda", [runs("run", ["-n", "-p", "--name"], 0)]],
])
/** Options whose value is a line for a shell. */
const LINE_OPTION: ReadonlyMap<string, RegExp> = new Map([
  ...[...SHELLS, "su", "script", "watch", "npx", "pwsh", "powershell"].map(name => [name, /^-\w{0,4}c$/i] as const),
  ["vagrant", /^(?:-c|--command)$/],
  ["nix-shell", /^(?:--run|--command)$/],
])
/** `cargo run -- x` gives x to what it built; doppler run -- x runs it. */
const TAKES_ARGUMENTS = new Set(["cargo", "npm", "pnpm", "yarn", "bun", "deno", "go", "make", "dotnet", "mise"])
const INTERPRETERS = new Set([...SHELLS, "source", ".", "python", "node", "ruby", "perl", "php", "deno", "bun", "tsx"])
const INTERPRETED = /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php)$/

const isOption = (text: string): boolean => /^-./.test(text)

/** The index after `wanted` sub-commands; between them only options, and words that may be an option's value. */
export function follow(words: readonly string[], wanted: readonly string[]): number | null {
  let at = 0
  for (const want of wanted) {
    while (at < words.length && words[at] !== want) {
      const free = isOption(words[at]!) || (at > 0 && isOption(words[at - 1]!) && !words[at - 1]!.includes("="))
      if (!free) return null
      at++
    }
    if (at >= words.length) return null
    at++
  }
  return at
}

export function innerOf(program: string, words: readonly Word[]): readonly Inner[] {
  const texts = words.map(word => word.text)
  const name = /^python[\d.]*$|^py$/.test(program) ? "python" : program
  const lineOption = LINE_OPTION.get(name)
  const optionAt = lineOption === undefined ? -1 : texts.findIndex(text => lineOption.test(text))
  if (optionAt >= 0 && texts[optionAt + 1] !== undefined) return [{ line: texts[optionAt + 1]! }]
  if (name === "find" || name === "fd") return execOf(words, texts)
  if (name === "python" && texts[0] === "-m") return [{ words: words.slice(1) }]
  if (INTERPRETERS.has(name)) {
    const script = texts.findIndex(text => !isOption(text))
    if (script >= 0 && (INTERPRETED.test(texts[script]!) || name === "source" || name === "."))
      return [{ words: words.slice(script) }]
  }
  if (name === "command" && /^-[vV]$/.test(texts[0] ?? "")) return []
  const dashes = texts.indexOf("--")
  if (dashes > 0 && texts.slice(0, dashes).some(text => text === "exec" || text === "run"))
    if (!TAKES_ARGUMENTS.has(name) && !isOption(texts[dashes + 1] ?? "-x")) return [{ words: words.slice(dashes + 1) }]
  for (const how of TABLE.get(name) ?? []) {
    const from = follow(texts, how.after)
    if (from === null) continue
    let at = from
    while (at < texts.length && isOption(texts[at]!)) at += how.valued.includes(texts[at]!) ? 2 : 1
    const rest = words.slice(at + how.skip)
    if (rest.length === 0) continue
    return [how.line ? { line: rest.map(word => word.text).join(" ") } : { words: rest }]
  }
  return []
}

function execOf(words: readonly Word[], texts: readonly string[]): readonly Inner[] {
  const out: Inner[] = []
  for (let i = 0; i < texts.length; i++)
    if (/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec)$/.test(texts[i]!)) {
      const end = texts.findIndex((text, at) => at > i && (text === ";" || text === "+"))
      out.push({ words: words.slice(i + 1, end < 0 ? words.length : end) })
    }
  return out
}

export const runsAnother = (program: string): boolean => (TABLE.get(program) ?? []).some(how => how.after.length === 0)
