// Families whose commands no list of programs tells: tasks of a project and goals of a build by their names (make, npm run, mise run,
// just, turbo, rake, ./test.sh), git by what follows its own options, and checks by whatever they are called.
import type { Salient } from "../model.ts"
import { wordSet } from "../words/word-list.ts"
import { onlyPrints, type SimpleCommand, subcommand } from "./command.ts"
import { gitWords } from "./git-operations.ts"

/** It is a command of the family, and does this kind of work. */
export interface Claim {
  readonly salient: Salient | null
}

/** The first kind that one of a name's words tells. */
const KIND_OF_TASK: readonly (readonly [Salient, ReadonlySet<string>])[] = [
  ["deploy", wordSet("deploy publish release")],
  ["typecheck", wordSet("typecheck type types tsc mypy pyright")],
  ["test", wordSet("test tests unit e2e spec specs integration jest vitest pytest coverage ci verify")],
  ["lint", wordSet("lint eslint biome ruff clippy vet check style stylelint")],
  ["build", wordSet("build compile bundle dist assemble install")],
]
/** What a task called `name` does, by the words everybody uses: test:unit, lint, build-prod. */
export function salientOfTask(name: string): Salient | null {
  const words = name.toLowerCase().split(/[:_-]/)
  return KIND_OF_TASK.find(([, known]) => words.some(word => known.has(word)))?.[0] ?? null
}

const MANAGERS = wordSet(
  "npm pnpm yarn bun deno pip pip3 uv poetry pipenv pdm gem bundle composer brew apt apt-get dnf yum apk conda mamba corepack lerna",
)
const RUN_SCRIPTS = wordSet("npm pnpm yarn bun deno composer lerna")
const NO_SCRIPT = wordSet(
  "install i ci add sync lock update upgrade remove uninstall audit why list ls outdated config init link publish",
)
/** what speaks in place of the wrapped program when that is not there */
const RUNS_PACKAGES = /^(?:npx|bunx|pnpx|uvx|(?:npm|pnpm|yarn|bun|uv|poetry|pipenv|pdm|bundle) )/

/** `npm run test:unit`, `yarn lint`, `pnpm -r --filter x build`: which script runs; null when none does. */
function scriptOf({ program, args }: SimpleCommand): string | null {
  if (!RUN_SCRIPTS.has(program)) return null
  const said: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string
    if (/^(?:-F|-C|-w|--filter|--prefix|--workspace|--cwd|--dir)$/.test(arg)) i++
    else if (!arg.startsWith("-")) said.push(arg)
  }
  const [first, second, third] = said
  if (first === "run" || first === "run-script" || first === "task") return second ?? null
  if (first === "workspace") return third ?? null
  if (first === "test" || first === "t" || first === "tst") return "test"
  if (program !== "yarn" && program !== "pnpm") return null
  return first === undefined || NO_SCRIPT.has(first) ? null : first
}

function packages(command: SimpleCommand): Claim | null {
  if (!MANAGERS.has(command.program))
    return command.wrappers.some(wrapper => RUNS_PACKAGES.test(wrapper)) ? { salient: null } : null
  const script = scriptOf(command)
  if (script !== null) return { salient: salientOfTask(script) }
  return { salient: subcommand(command) === "publish" ? "deploy" : null }
}

const BUILDS = wordSet(
  "mvn mvnw mvnd gradle gradlew sbt ant bazel bazelisk dotnet xcodebuild swift flutter dart lein mill",
)
const GOALS: Readonly<Record<string, Salient>> = {
  ...{ package: "build", verify: "test", check: "test", install: "build" },
  ...{ analyze: "lint", format: "lint", deploy: "deploy", publish: "build" },
}
function goals({ program, args }: SimpleCommand): Claim | null {
  if (!BUILDS.has(program)) return null
  const named = args.filter(arg => !arg.startsWith("-")).map(arg => arg.slice(arg.lastIndexOf(":") + 1))
  const kinds = named.map(goal => salientOfTask(goal.replace(/([a-z])([A-Z])/g, "$1-$2")))
  const wanted = (["test", "build"] as const).find(kind => kinds.includes(kind))
  const goal = named.find(name => Object.hasOwn(GOALS, name))
  return { salient: wanted ?? (goal === undefined ? null : (GOALS[goal] ?? null)) }
}

/** Content commands (log, show, diff) print other people's words: only git's own refusal counts. */
const SHOWS = wordSet("log show diff blame grep cat-file reflog shortlog whatchanged format-patch ls-files status")
function git(command: SimpleCommand): Claim | null {
  if (command.program !== "git") return null
  const sub = gitWords(command)[0] ?? ""
  if (sub === "commit" || sub === "push") return { salient: command.args.includes("--dry-run") ? null : sub }
  return SHOWS.has(sub) ? null : { salient: null }
}

/** A linter prints where and what, a counted summary, or nothing: its lines have one shape, so a new one needs no entry. */
const NAMES_A_CHECK =
  /(?:^|[-_:./])(?:[a-z]*lint(?:er)?|vet|[a-z]*spell(?:er|check)?|typos|[a-z]*check(?:er|style|s)?|fieldalignment|modernize|audit|validate|verify|deadcode|vale|codespell)(?:$|[-_:\d.])/i
const isCheck = ({ program, args }: SimpleCommand): boolean =>
  NAMES_A_CHECK.test(program) ||
  args.slice(0, 3).some(arg => !arg.startsWith("-") && !/[/\\.]/.test(arg) && NAMES_A_CHECK.test(arg))
const checkers = (command: SimpleCommand): Claim | null =>
  !onlyPrints(command) && command.program !== "git" && isCheck(command) ? { salient: "lint" } : null

/** By family, asked where its list says nothing. */
export const CLAIMS: Readonly<Record<string, (command: SimpleCommand) => Claim | null>> = {
  packages,
  git,
  checkers,
  "jvm-dotnet": goals,
}

const BY_FIRST_WORD = wordSet("make gmake just task rake invoke inv grunt gulp earthly pants doit wireit moon")
const AFTER_RUN = wordSet("mise rtx turbo nx lage hatch pdm rye pixi devbox lerna vp wp-env ddev")

/** undefined = not a runner; null = runs a task of unknown kind */
export function taskOf(command: SimpleCommand): Salient | null | undefined {
  const script = scriptOf(command)
  if (script !== null) return salientOfTask(script)
  const { program, args } = command
  if (BY_FIRST_WORD.has(program)) {
    const targets = args.filter(arg => !arg.startsWith("-") && !arg.includes("="))
    for (const target of targets) {
      const salient = salientOfTask(target)
      if (salient !== null) return salient
    }
    return program === "make" || program === "gmake" ? "build" : null
  }
  if (AFTER_RUN.has(program)) {
    const words = args.filter(arg => !arg.startsWith("-"))
    const name =
      words[0] === "run" || words[0] === "r" || words[0] === "run-many" || words[0] === "affected" ? words[1] : words[0]
    const target = args.find(arg => /^--target=|^-t=/.test(arg))?.replace(/^.*=/, "")
    return salientOfTask(target ?? name ?? "")
  }
  if (
    /^(?:run[-_]?)?(?:tests?|lint|build|check|ci|e2e|integration[-_]tests?)(?:\.(?:sh|bash|py|js|mjs|ts))?$/.test(
      program,
    ) &&
    program !== "test"
  )
    return salientOfTask(program.replace(/\.\w+$/, "").replace(/^run[-_]?/, ""))
  const first = subcommand(command)
  if (
    /^(?:bash|sh|zsh|source|\.)$/.test(program) &&
    /(?:^|\/)[\w.-]*(?:test|lint|build|check|ci)[\w.-]*\.(?:sh|bash)$/.test(first)
  )
    return salientOfTask(first.slice(first.lastIndexOf("/") + 1).replace(/\.\w+$/, ""))
  return undefined
}

/** A script of unknown purpose: it may run tests of its own, so distinctive marks are read in its output too. */
export function runsScript(command: SimpleCommand): boolean {
  if (/\.(?:sh|bash|py|rb|js|mjs|cjs|ts|pl)$/.test(command.program)) return true
  if (!/^(?:python[\d.]*|node|tsx|ts-node|bun|deno|ruby|perl|php|bash|sh|zsh|Rscript|julia)$/.test(command.program))
    return false
  return command.args.some(arg => /\.(?:sh|bash|py|rb|js|mjs|cjs|ts|pl|php|R|jl)$/.test(arg))
}
