// Programs that run another program, and where in their words it begins: sudo ls, uv run pytest, xargs rm, ssh host 'reboot',
// docker exec web npm i, find -exec rm. One table and one reader: what a line is about is what its plain wrappers run, what it runs
// is everything that innerOf finds, layer by layer.
import { grouped } from "../grouped.ts"
import { wordSet } from "../words/word-list.ts"

export interface Word {
  readonly text: string
  readonly quoted: boolean
}
/** What a layer runs: further words of the same line, or a line of its own. Plain: the line is about that (sudo, npx, uv run, python
 * -m, bash -c), and not run elsewhere, or often. */
type Inner = { readonly by: string; readonly plain: boolean } & (
  | { readonly words: readonly Word[] }
  | { readonly line: string }
)

interface Runs {
  readonly name: string
  /** plain: the line is about what it runs; far: that runs elsewhere, or often; line: its words make a line for another shell */
  readonly how: "plain" | "far" | "line"
  /** sub-commands that must stand first: docker exec, kubectl exec */
  readonly after: readonly string[]
  readonly valued: readonly string[]
  /** operands before the command: a host, a container, a duration */
  readonly skip: number
}
/** `how operands names, each with its sub-commands behind slashes : options that take a value`. */
const ROWS = `
plain 0 sudo : -u -g -h -p -C
plain 0 doas : -u
plain 0 time gtime : -f -o
plain 0 env : -u -C -S
plain 0 nice : -n
plain 0 ionice : -c -n
plain 0 stdbuf : -i -o -e
plain 0 exec : -a
plain 0 xvfb-run : -n -s
plain 0 npx : -p --package -c
plain 0 uvx : --from --with --python
plain 0 dotenv : -e
plain 0 nohup setsid command builtin unbuffer caffeinate bunx pnpx cross-env :
plain 0 pnpm/exec pnpm/dlx yarn/exec yarn/dlx npm/exec npm/x bun/x uv/run poetry/run pipenv/run pdm/run hatch/run rye/run bundle/exec mise/exec mise/x pipx/run : --with --python --extra --group --project --directory -p -C
plain 1 direnv/exec :
plain 1 timeout gtimeout : -k -s --signal --kill-after
far 0 xargs : -n -I -P -L -d -s -E -a
far 0 parallel : -j
far 0 watch : -n --interval
far 0 strace : -o -e -p
far 0 entr busybox corepack chronic :
far 1 flock : -w -E
far 1 chroot gosu su-exec :
far 1 docker/exec docker/run docker/compose/exec docker/compose/run podman/exec podman/run podman/compose/exec podman/compose/run docker-compose/exec docker-compose/run : -u --user -e --env -w --workdir -v --volume -p --publish --name --network --entrypoint --env-file -h --hostname --mount --platform -l --label -m --memory --cpus
far 0 heroku/run : -a --app
far 0 conda/run : -n -p --name
line 1 ssh : -i -p -l -o -F -L -R -D -J -b -c -E -m -S -W
line 0 eval :
`
const TABLE = grouped(
  [...ROWS.matchAll(/^(\w+) (\d) (.+?) : ?(.*)$/gm)].flatMap(([, how, skip, names, options]) =>
    names!.split(" ").map((each): Runs => {
      const [name, ...after] = each.split("/")
      return { name: name!, how: how as Runs["how"], skip: Number(skip), after, valued: options!.split(" ") }
    }),
  ),
  ({ name }) => name,
)
export const SHELLS = wordSet("bash sh zsh dash ksh fish")

/** Runs another program under a word of its own: uv run. */
export const isRunner = (program: string): boolean =>
  (TABLE.get(program) ?? []).some(({ how, after }) => how === "plain" && after.length > 0)

const isOption = (text: string): boolean => /^-./.test(text)
const isPython = (name: string): boolean => /^python[\d.]*$|^py$/.test(name)

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

/** The words that a row says are run; none when it does not fit. */
function behind({ after, valued, skip }: Runs, words: readonly Word[], texts: readonly string[]): readonly Word[] {
  let at = follow(texts, after) ?? texts.length
  while (at < texts.length && isOption(texts[at]!)) at += valued.includes(texts[at]!) ? 2 : 1
  return words.slice(at + skip)
}

const KEYWORDS = wordSet("if then elif else do while until ! {")
const NO_COMMAND = wordSet("for case select function done fi esac }")
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
interface Layer {
  /** NAME=value before it */
  readonly env: readonly string[]
  /** undefined: there is no command, only variables or words of the shell's own */
  readonly head: Word | undefined
  readonly rest: readonly Word[]
}
/** The program that words begin with, behind variables and the shell's own words. */
export function layerOf(words: readonly Word[]): Layer {
  const opens = ({ text, quoted }: Word): boolean => !quoted && (ASSIGNMENT.test(text) || KEYWORDS.has(text))
  const at = words.findIndex(word => !opens(word))
  const before = at < 0 ? words : words.slice(0, at)
  const env = before.flatMap(({ text }) => (KEYWORDS.has(text) ? [] : [text]))
  const head = at < 0 ? undefined : words[at]!
  if (head === undefined || (!head.quoted && NO_COMMAND.has(head.text))) return { env, head: undefined, rest: [] }
  return { env, head, rest: words.slice(at + 1) }
}
/** A program without folder, version and ending. */
export function programName(word: string): string {
  const slash = Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\"))
  const base = slash >= 0 && slash < word.length - 1 ? word.slice(slash + 1) : word
  return base.replace(/\.(?:exe|cmd|bat)$/i, "").replace(/(?<=\w)@[\w.^~-]{1,40}$/, "")
}

/** Options whose value is a line for a shell. */
const LINE_OPTION: ReadonlyMap<string, RegExp> = new Map([
  ...[...SHELLS, "su", "script", "watch", "npx", "pwsh", "powershell"].map(name => [name, /^-\w{0,4}c$/i] as const),
  ["vagrant", /^(?:-c|--command)$/],
  ["nix-shell", /^(?:--run|--command)$/],
])
/** `cargo run -- x` gives x to what it built; doppler run -- x runs it. */
const TAKES_ARGUMENTS = wordSet("cargo npm pnpm yarn bun deno go make dotnet mise")
const INTERPRETERS = new Set([...SHELLS, ..."source . python node ruby perl php deno bun tsx".split(" ")])
const INTERPRETED = /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php)$/

export const MOST_LAYERS = 12
/** Everything that a program runs, however far away. */
export function innerOf(program: string, words: readonly Word[]): readonly Inner[] {
  const texts = words.map(word => word.text)
  const name = isPython(program) ? "python" : program
  const far = { by: name, plain: false }
  const lineOption = LINE_OPTION.get(name)
  const optionAt = lineOption === undefined ? -1 : texts.findIndex(text => lineOption.test(text))
  const line = texts[optionAt + 1]
  if (optionAt >= 0 && line !== undefined)
    return [{ by: `${name} -c`, plain: SHELLS.has(name) && optionAt === 0, line }]
  if (name === "find" || name === "fd") return execOf(words, texts).map(run => ({ ...far, words: run }))
  if (name === "python" && texts[0] === "-m" && words.length > 1)
    return [{ by: "python -m", plain: true, words: words.slice(1) }]
  if (INTERPRETERS.has(name)) {
    const script = texts.findIndex(text => !isOption(text))
    if (script >= 0 && (INTERPRETED.test(texts[script]!) || name === "source" || name === "."))
      return [{ ...far, words: words.slice(script) }]
  }
  if (name === "command" && /^-[vV]$/.test(texts[0] ?? "")) return []
  const rows = (TABLE.get(name) ?? []).flatMap(row => {
    const run = behind(row, words, texts)
    return run.length === 0 ? [] : [{ by: [name, ...row.after].join(" "), how: row.how, run }]
  })
  const [row] = rows
  if (row?.how === "plain") return [{ by: row.by, plain: true, words: row.run }]
  const dashes = texts.indexOf("--")
  if (dashes > 0 && texts.slice(0, dashes).some(text => text === "exec" || text === "run"))
    if (!TAKES_ARGUMENTS.has(name) && !isOption(texts[dashes + 1] ?? "-x"))
      return [{ ...far, words: words.slice(dashes + 1) }]
  if (row === undefined) return []
  return [row.how === "line" ? { ...far, line: row.run.map(word => word.text).join(" ") } : { ...far, words: row.run }]
}

function execOf(words: readonly Word[], texts: readonly string[]): readonly (readonly Word[])[] {
  const out: (readonly Word[])[] = []
  for (let i = 0; i < texts.length; i++)
    if (/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec)$/.test(texts[i]!)) {
      const end = texts.findIndex((text, at) => at > i && (text === ";" || text === "+"))
      out.push(words.slice(i + 1, end < 0 ? words.length : end))
    }
  return out
}
