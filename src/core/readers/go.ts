// The go command: test, build, vet, run, gofmt, gotestsum. Ground truth: cmd/go's package lines and the testing package.
import { type Reader, subcommand } from "./reader.ts"

export const go: Reader = {
  name: "go",
  behindRunner: true,
  claims(command) {
    if (command.program === "gotestsum" || command.program === "ginkgo" || command.program === "richgo")
      return { salient: "test" }
    if (command.program === "gofmt" || command.program === "goimports" || command.program === "gofumpt")
      return { salient: null }
    if (command.program !== "go") return null
    switch (subcommand(command)) {
      case "test":
        return { salient: "test" }
      case "build":
      case "install":
        return { salient: "build" }
      case "vet":
        return { salient: "lint" }
      default:
        return { salient: null }
    }
  },
  marks: [
    { id: "go/package-failed", says: "fail", re: /^FAIL(?:\t| +\S|\s*$)/m, salient: "test" },
    { id: "go/test-failed", says: "fail", re: /^\s*--- FAIL: /m, salient: "test" },
    { id: "go/panic", says: "fail", weak: true, re: /^panic: /m },
    { id: "go/build-failed", says: "fail", re: /^.{0,200}\[(?:build|setup) failed\]/m },
    {
      id: "go/compile",
      says: "fail",
      re: /^(?:\.{0,2}\/)?[^\s:()]{1,300}\.go:\d+:\d+: (?:undefined|cannot |syntax error|declared and not used|imported and not used|missing |too many |not enough |invalid |expected |"[^"\n]{1,200}" imported and not used|\S+ (?:redeclared|undefined|declared and not used))/m,
    },
    {
      id: "go/compile-header",
      says: "fail",
      re: /^# \S{1,300}(?: \[\S{1,300}\])?\n(?:\.{0,2}\/)?[^\s:()]{1,300}\.go:\d+:\d+: /m,
    },
    { id: "go/import-cycle", says: "fail", re: /^package \S{1,300}\n\s+imports /m },
    { id: "go/vet", says: "fail", re: /^vet: /m },
    {
      id: "go/module",
      says: "fail",
      re: /^go: (?:\S+: )?(?:cannot|could not|no |module|go\.mod|errors? |unknown|finding|updates to go\.mod|inconsistent|build failed|downloading .* failed)/m,
    },
    {
      id: "go/no-package",
      says: "fail",
      re: /^(?:no required module provides package|package \S+ is not in |cannot find (?:package|module))/m,
    },
    { id: "go/exit-status", says: "fail", weak: true, re: /^exit status [1-9]\d*\s*$/m },
    { id: "go/ok-package", says: "ok", re: /^ok {1,3}\t?\s*\S+\s+(?:[\d.]+s|\(cached\))/m, salient: "test" },
    { id: "go/pass", says: "ok", re: /^PASS\s*$/m, salient: "test" },
    { id: "gotestsum/done", says: "ok", re: /^DONE \d+ tests(?:, \d+ skipped)? in /m, salient: "test" },
    {
      id: "gotestsum/failed",
      says: "fail",
      re: /^DONE \d+ tests(?:, \d+ skipped)?, [1-9]\d* (?:failures?|errors?)/m,
      salient: "test",
    },
  ],
}
