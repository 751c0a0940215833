// cargo, rustc, nextest, clippy, rustfmt. Ground truth: libtest's summary and rustc's diagnostics.
import { type Reader, subcommand } from "./reader.ts"

export const rust: Reader = {
  name: "rust",
  behindRunner: true,
  claims(command) {
    if (command.program === "rustc") return { salient: "build" }
    if (command.program === "wasm-pack") return { salient: "build" }
    if (command.program !== "cargo") return null
    const sub = command.args.find(arg => !arg.startsWith("-") && !arg.startsWith("+")) ?? subcommand(command)
    if (sub === "test" || sub === "t" || sub === "nextest" || sub === "tarpaulin" || sub === "llvm-cov")
      return { salient: "test" }
    if (sub === "build" || sub === "b" || sub === "install") return { salient: "build" }
    if (sub === "check" || sub === "c") return { salient: "typecheck" }
    if (sub === "clippy" || sub === "fmt" || sub === "deny" || sub === "audit") return { salient: "lint" }
    if (sub === "publish") return { salient: "deploy" }
    return { salient: null }
  },
  marks: [
    { id: "cargo/test-failed", says: "fail", re: /^test result: FAILED\./m, salient: "test" },
    { id: "cargo/test-case-failed", says: "fail", re: /^test \S.{0,300} \.\.\. FAILED/m, salient: "test" },
    { id: "cargo/could-not-compile", says: "fail", re: /^error: could not compile /m },
    { id: "rustc/error-code", says: "fail", re: /^error\[E\d{4}\]: /m },
    { id: "rustc/error", says: "fail", weak: true, re: /^error: /m },
    { id: "rustc/aborting", says: "fail", re: /^error: aborting due to /m },
    { id: "rust/panicked", says: "fail", re: /^thread '[^'\n]{1,200}' (?:\(\d+\) )?panicked at /m },
    {
      id: "nextest/failed",
      says: "fail",
      re: /^\s*Summary \[[^\]\n]{1,40}\] .{0,120}\b[1-9]\d* (?:failed|timed out)\b/m,
      salient: "test",
    },
    { id: "rustfmt/diff", says: "fail", re: /^Diff in \S+/m, salient: "lint" },
    { id: "cargo/test-ok", says: "ok", re: /^test result: ok\./m, salient: "test" },
    {
      id: "nextest/ok",
      says: "ok",
      re: /^\s*Summary \[[^\]\n]{1,40}\]\s+\d+ tests? run: \d+ passed/m,
      salient: "test",
    },
    { id: "cargo/finished", says: "ok", re: /^\s*Finished (?:`?\w+`? (?:profile|\[)|dev |release |test )/m },
  ],
}
