// The contract of a reader: which commands it knows, and which marks in their output say that the work failed or passed.
// One family of tools per file; a mark has an id so that a user can switch it off (patterns.ts). No verdicts here.
import type { Salient } from "../model.ts"
import type { SimpleCommand } from "./command.ts"

export interface Mark {
  /** family/what, stable */
  readonly id: string
  readonly says: "fail" | "ok"
  /** line-anchored (`m`), linear, tried on output without colour codes */
  readonly re: RegExp
  /** a general word: read only on a command of its own family, and not against that family's own "ok" */
  readonly weak?: boolean
  /** when set, `re` is tried only on the last match of this one (the final response after redirects) */
  readonly lastOf?: RegExp
  /** counts only on a command that does this kind of work */
  readonly only?: Salient
  /** the kind of work the mark speaks of, when it is narrower than the command's */
  readonly salient?: Salient
}
export interface Claim {
  readonly salient: Salient | null
}
export interface Reader {
  readonly name: string
  /** null = not a command of this family */
  readonly claims: (command: SimpleCommand) => Claim | null
  readonly marks: readonly Mark[]
  /** its marks are distinctive enough to be read behind a task runner (make test, npm run lint, mise run ci) */
  readonly behindRunner: boolean
  /** exits 0 although the work failed (an HTTP client that got a 500): its marks count even with a plain exit 0 */
  readonly exitLies?: boolean
}

const word = (value: string): string => value.toLowerCase()
const KIND_OF_TASK: readonly (readonly [Salient, RegExp])[] = [
  ["deploy", /(?:^|[:_-])(?:deploy|publish|release)(?:$|[:_-])/],
  ["typecheck", /(?:^|[:_-])(?:type-?check|types?|tsc|mypy|pyright|vue-tsc)(?:$|[:_-])/],
  ["test", /(?:^|[:_-])(?:tests?|unit|e2e|spec|specs|integration|jest|vitest|pytest|coverage|ci|verify)(?:$|[:_-])/],
  ["lint", /(?:^|[:_-])(?:lint|eslint|biome|ruff|clippy|vet|check|format-check|fmt-check|style|stylelint)(?:$|[:_-])/],
  ["build", /(?:^|[:_-])(?:build|compile|bundle|dist|assemble|install)(?:$|[:_-])/],
]
/** What a task called `name` does, by the words everybody uses: test:unit, lint, build-prod. */
export function salientOfTask(name: string): Salient | null {
  const task = word(name)
  for (const [salient, re] of KIND_OF_TASK) if (re.test(task)) return salient
  return null
}

/** Claims by program name alone. */
export const byProgram =
  (programs: Readonly<Record<string, Salient | null>>) =>
  (command: SimpleCommand): Claim | null => {
    const name = word(command.program).replace(/\.(?:exe|cmd|js|mjs)$/, "")
    return Object.hasOwn(programs, name) ? { salient: programs[name] ?? null } : null
  }
/** First argument that is not an option. */
export const subcommand = (command: SimpleCommand): string => command.args.find(arg => !arg.startsWith("-")) ?? ""
