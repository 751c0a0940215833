// Programs and tasks that look for faults, whatever they are called: a linter prints where and what, a counted summary, or
// nothing. Their lines have one shape, so a new one needs no entry. CI's own pages are read by the mark they put on a job.
import type { SimpleCommand } from "./command.ts"
import { onlyPrints } from "./plain-tools.ts"
import type { Reader } from "./reader.ts"

const NAMES_A_CHECK =
  /(?:^|[-_:./])(?:[a-z]*lint(?:er)?|vet|[a-z]*spell(?:er|check)?|typos|[a-z]*check(?:er|style|s)?|fieldalignment|modernize|audit|validate|verify|deadcode|vale|codespell)(?:$|[-_:\d.])/i
const isCheck = (command: SimpleCommand): boolean =>
  NAMES_A_CHECK.test(command.program) ||
  command.args.slice(0, 3).some(arg => !arg.startsWith("-") && !/[/\\.]/.test(arg) && NAMES_A_CHECK.test(arg))

export const checkers: Reader = {
  name: "checkers",
  behindRunner: false,
  claims: command =>
    !onlyPrints(command) && command.program !== "git" && isCheck(command) ? { salient: "lint" } : null,
  marks: [
    {
      id: "check/where",
      says: "fail",
      re: /^(?:[A-Za-z]:)?[^\s:()]{1,300}\.\w{1,12}[:(]\d+(?:[:,]\d+)?\)?:?\s+(?!(?:warning|info|note|hint)\b)\S/m,
    },
    {
      id: "check/counted",
      says: "fail",
      re: /^\W{0,4}(?:Summary: |Found |Total:? |.{0,40}: )?[1-9]\d* (?:issues?|errors?|problems?|violations?|offen[cs]es?|failures?|findings?|misspellings?)\b(?! \(0 errors)/m,
    },
    { id: "check/none", says: "ok", re: /^\W{0,4}(?:Summary: |Found )?(?:0|no) (?:issues?|errors?|problems?)\b/im },
  ],
}

/** `gh run view`, `gh pr checks`: exit 0 although the run they show failed. */
export const ciViews: Reader = {
  name: "ci-views",
  behindRunner: false,
  exitLies: true,
  claims: command =>
    command.program === "gh" && /^(?:run (?:view|watch)|pr checks)\b/.test(command.args.slice(0, 2).join(" "))
      ? { salient: null }
      : null,
  marks: [
    { id: "ci/failed-job", says: "fail", re: /^X \S/m },
    { id: "ci/failed-check", says: "fail", re: /\tfail\t/m },
    { id: "ci/conclusion", says: "fail", re: /"(?:conclusion|state|bucket)": ?"(?:failure|FAILURE|timed_out|fail)"/m },
  ],
}
