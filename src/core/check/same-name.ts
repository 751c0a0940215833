// The same thing under several names: programs, sub-commands and options that mean one another, so that a ban on
// `npm install` meets `npm i`, and one on `--force` meets `git push -f` and `git push origin +main`. Data, then its reading.

import { follow } from "../calls/wrappers.ts"
import { wordSet } from "../words/word-list.ts"

export interface Named {
  readonly program: string
  readonly args: readonly string[]
}

const pairs = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(" ").map(pair => pair.split("=") as [string, string]))

const PROGRAMS = pairs("pip3=pip python3=python nodejs=node")
/** program → other names of its sub-commands */
const SUBS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  npm: pairs(
    "i=install add=install in=install t=test rm=uninstall r=uninstall un=uninstall remove=uninstall x=exec run-script=run up=update upgrade=update",
  ),
  pnpm: pairs("i=install rm=remove un=remove uninstall=remove up=update upgrade=update t=test"),
  bun: pairs("i=install a=add rm=remove"),
  cargo: pairs("b=build t=test r=run c=check rm=remove"),
  helm: pairs("delete=uninstall del=uninstall un=uninstall"),
  brew: pairs("rm=uninstall remove=uninstall"),
  kubectl: pairs("del=delete"),
}
/** `program` or `program sub` → other names of its options; one name may stand for two options */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  git: pairs("-f=--force -i=--interactive"),
  "git commit": pairs("-n=--no-verify -a=--all -m=--message -s=--signoff"),
  "git add": pairs("--all=-A -f=--force --update=-u -p=--patch"),
  "git branch": pairs("-d=--delete -f=--force"),
  "git clean": pairs("--force=-f --quiet=-q --dry-run=-n -d=-d -n=-n"),
  "git push": pairs("-f=--force -d=--delete -n=--dry-run"),
  rm: pairs("-f=--force -r=--recursive -R=--recursive -i=--interactive"),
  cp: pairs("-f=--force -r=--recursive -R=--recursive -a=--archive"),
  mv: pairs("-f=--force"),
  chmod: pairs("-R=--recursive"),
  chown: pairs("-R=--recursive"),
  grep: pairs("-r=--recursive -R=--recursive"),
  npm: pairs("-g=--global -f=--force -D=--save-dev -y=--yes"),
  pnpm: pairs("-g=--global -D=--save-dev -f=--force -r=--recursive"),
  yarn: pairs("-D=--dev"),
  bun: pairs("-g=--global -d=--dev"),
  pip: pairs("-U=--upgrade -r=--requirement -e=--editable"),
  docker: pairs("-f=--force -a=--all -v=--volumes -d=--detach"),
  "docker compose": pairs("-v=--volumes -d=--detach"),
  "docker run": pairs("-v=--volume -d=--detach -p=--publish"),
  "docker build": pairs("-f=--file -t=--tag"),
  "docker logs": pairs("-f=--follow"),
  kubectl: pairs("-A=--all-namespaces -n=--namespace -f=--filename"),
  curl: pairs("-k=--insecure -L=--location -X=--request"),
  sed: pairs("-i=--in-place"),
  apt: pairs("-y=--yes"),
  "apt-get": pairs("-y=--yes"),
}
/** Words that begin a second level of sub-commands. */
const GROUPS = wordSet(
  "compose container image volume network system buildx run exec pr issue repo release s3 ec2 stash remote worktree submodule rollout state mod pip config",
)
/** Programs without sub-commands: their words are operands, in any order. */
const OPERANDS = wordSet(
  "rm rmdir mv cp ln cat tee touch curl wget chmod chown kill pkill killall sed awk grep egrep rg find fd ls head tail dd truncate mkfs shred trash echo printf bash sh zsh python node ruby perl php psql mysql sqlite3 ssh scp rsync vim vi nano less more open tsc eslint prettier jest vitest pytest mocha reboot shutdown",
)

/** The first word that can be a sub-command: what follows an option directly may be its value. */
function subAt(args: readonly string[]): number {
  for (let i = 0; i < args.length; i++) if (!/^-./.test(args[i]!) && !/^-[^=]*$/.test(args[i - 1] ?? "")) return i
  return args.findIndex(arg => !/^-./.test(arg))
}

/** One form for what has several. */
export function sameName({ program, args }: Named): Named {
  if (program === "docker-compose") return { program: "docker", args: ["compose", ...args] }
  const name = PROGRAMS[program] ?? (/^python3?\.\d+$/.test(program) ? "python" : program)
  const renames = SUBS[name]
  let words = args
  const at = subAt(words)
  const renamed = at < 0 ? undefined : renames?.[words[at]!]
  if (renamed !== undefined) words = words.with(at, renamed)
  // pnpm run x is pnpm x; npm run test is npm test
  const script = words[at + 1]
  if (at >= 0 && words[at] === "run" && script !== undefined && !script.startsWith("-"))
    if (/^(?:pnpm|yarn|bun)$/.test(name) || (name === "npm" && /^(?:test|start|stop|restart)$/.test(script)))
      words = words.toSpliced(at, 1)
  return { program: name, args: words }
}

/** How many of the words a ban names must stand as sub-commands; the others may stand anywhere after them. */
export function subCount(program: string, words: readonly string[]): number {
  if (words.length === 0 || OPERANDS.has(program) || !/^[a-z][\w:-]*$/i.test(words[0]!)) return 0
  return words.length > 1 && GROUPS.has(words[0]!) ? 2 : 1
}

const optionNames = ({ program, args }: Named): Readonly<Record<string, string>> => {
  const word = args.find((arg, i) => OPTIONS[`${program} ${arg}`] !== undefined && follow(args.slice(0, i + 1), [arg]))
  return OPTIONS[`${program} ${word}`] ?? OPTIONS[program] ?? {}
}

/** Every option by its one name, with its value where one is given by "=". -rf is -r and -f; -D of git branch is both. */
export function optionsOf(named: Named): ReadonlyMap<string, string | null> {
  const names = optionNames(named)
  const out = new Map<string, string | null>()
  const put = (option: string, value: string | null = null): void => {
    out.set(names[option] ?? option, value)
  }
  for (const [i, arg] of named.args.entries()) {
    if (arg === "--") break
    if (named.args[i - 1] === "-e") continue // its value, whatever it looks like
    if (named.program === "git" && named.args.includes("push")) {
      if (/^\+\w/.test(arg)) put("--force")
      if (/^:\w/.test(arg)) put("--delete")
    }
    if (!/^-[\w?-]/.test(arg)) continue
    const equals = arg.indexOf("=")
    const whole = equals < 0 ? arg : arg.slice(0, equals)
    put(whole.length > 2 ? `--${whole.replace(/^--?/, "")}` : whole, equals < 0 ? null : arg.slice(equals + 1))
    if (/^-[A-Za-z0-9]{2,6}$/.test(arg)) for (const letter of arg.slice(1)) put(`-${letter}`)
    else if (/^-[A-Za-z][^a-z-]/.test(arg)) put(arg.slice(0, 2)) // -XDELETE, -i.bak
  }
  if (named.program === "git" && named.args.includes("branch") && out.delete("-D"))
    for (const option of ["--delete", "--force"]) put(option)
  return out
}

/** As a ban writes them: a short cluster stands for its letters, everything longer for itself. */
export function bannedOptions(named: Named): ReadonlyMap<string, string | null> {
  const clusters = named.args.flatMap(arg =>
    /^-[A-Za-z]{2,4}$/.test(arg) ? [...arg.slice(1)].map(c => `-${c}`) : [arg],
  )
  return optionsOf({ ...named, args: clusters })
}
