// Python test runners: pytest, unittest (and Django's), nose, tox, nox. Ground truth: their terminal summaries.
import { byProgram, type Reader } from "./reader.ts"

const named = byProgram({
  pytest: "test",
  "py.test": "test",
  unittest: "test",
  nosetests: "test",
  nose2: "test",
  tox: "test",
  nox: "test",
})
export const pyTests: Reader = {
  name: "py-tests",
  behindRunner: true,
  claims(command) {
    const script = command.args.find(arg => !arg.startsWith("-"))
    if (/^python[\d.]*$/.test(command.program) && script !== undefined) {
      if (/(?:^|\/)manage\.py$/.test(script) && command.args.includes("test")) return { salient: "test" }
      if (/(?:^|\/)(?:run_?tests?|runtests|test_[\w.-]+)\.py$/.test(script)) return { salient: "test" }
    }
    if (command.program === "manage.py" && command.args[0] === "test") return { salient: "test" }
    if (command.program === "runtests.py" || command.program === "bin/test") return { salient: "test" }
    return named(command)
  },
  marks: [
    {
      id: "pytest/summary-failed",
      says: "fail",
      re: /^(?:=+ )?(?:\d+ [a-z]+, ){0,6}[1-9]\d* (?:failed|errors?)\b.{0,200} in [\d.]+s/m,
    },
    { id: "pytest/failed-test", says: "fail", re: /^(?:FAILED|ERROR) [^\s:]+\.py(?:::|\b)/m },
    {
      id: "pytest/internal",
      says: "fail",
      re: /^(?:INTERNALERROR>|ImportError while loading conftest|ERROR: (?:usage|file or directory not found|not found)|!+ (?:Interrupted|stopping after))/m,
    },
    { id: "pytest/assert", says: "fail", weak: true, re: /^E {3,7}(?:assert |\w*(?:Error|Exception)\b|Failed:)/m },
    { id: "pytest/verbose-failed", says: "fail", re: /^[^\s:]+\.py::\S+ (?:FAILED|ERROR)\b/m },
    { id: "pytest/none", says: "fail", re: /^(?:=+ )?no tests (?:ran|collected).{0,60} in [\d.]+s/m },
    {
      id: "pytest/summary-passed",
      says: "ok",
      re: /^(?:=+ )?\d+ passed\b(?:, \d+ (?:skipped|deselected|xfailed|xpassed|warnings?|subtests passed))* in [\d.]+s/m,
    },
    {
      id: "unittest/failed",
      says: "fail",
      re: /^FAILED \((?:failures|errors|unexpected successes|skipped|expected failures)=/m,
    },
    { id: "unittest/case", says: "fail", re: /^(?:FAIL|ERROR): \w+ \([\w.]+\)/m },
    { id: "unittest/ok", says: "ok", re: /^OK(?: \((?:skipped|expected failures)=[^)\n]{1,60}\))?\s*$/m },
    {
      id: "tox/failed",
      says: "fail",
      re: /^\s*(?:[\w.-]+: FAIL\b|ERROR: +[\w.-]+: commands failed|evaluation failed)/m,
    },
    { id: "tox/passed", says: "ok", re: /^\s*congratulations :\)/m },
    { id: "nox/failed", says: "fail", re: /^nox > Session \S+ failed/m },
  ],
}
