// Maven, Gradle, sbt, Ant, Bazel, Xcode, Swift, Flutter and the dotnet command. Ground truth: their closing build lines.
import { type Reader, salientOfTask } from "./reader.ts"

const PROGRAMS = new Set([
  "mvn",
  "mvnw",
  "mvnd",
  "gradle",
  "gradlew",
  "sbt",
  "ant",
  "bazel",
  "bazelisk",
  "dotnet",
  "msbuild",
  "xcodebuild",
  "swift",
  "flutter",
  "dart",
  "kotlinc",
  "javac",
  "lein",
  "mill",
])
const GOALS: Readonly<Record<string, "test" | "build" | "lint" | "deploy">> = {
  package: "build",
  verify: "test",
  check: "test",
  install: "build",
  analyze: "lint",
  format: "lint",
  deploy: "deploy",
  publish: "build",
}
export const jvmDotnet: Reader = {
  name: "jvm-dotnet",
  behindRunner: true,
  claims(command) {
    const program = command.program.replace(/\.(?:bat|cmd|exe)$/, "")
    if (!PROGRAMS.has(program)) return null
    if (program === "javac" || program === "kotlinc" || program === "msbuild") return { salient: "build" }
    const goals = command.args.filter(arg => !arg.startsWith("-")).map(arg => arg.slice(arg.lastIndexOf(":") + 1))
    for (const wanted of ["test", "build"] as const)
      for (const goal of goals)
        if (salientOfTask(goal.replace(/([a-z])([A-Z])/g, "$1-$2")) === wanted) return { salient: wanted }
    for (const goal of goals) if (Object.hasOwn(GOALS, goal)) return { salient: GOALS[goal] ?? null }
    return { salient: null }
  },
  marks: [
    { id: "maven/failure", says: "fail", re: /^\[INFO\] BUILD FAILURE/m },
    {
      id: "maven/error",
      says: "fail",
      re: /^\[ERROR\] (?:Failed to execute goal|COMPILATION ERROR|Tests run:|There are test failures|\S+\.java:)/m,
    },
    {
      id: "maven/tests",
      says: "fail",
      re: /^(?:\[\w+\] )?Tests run: \d+, Failures: (?:[1-9]\d*|0, Errors: [1-9])/m,
      salient: "test",
    },
    { id: "maven/success", says: "ok", re: /^\[INFO\] BUILD SUCCESS/m },
    {
      id: "gradle/failed",
      says: "fail",
      re: /^(?:BUILD FAILED(?: in |\s*$)|FAILURE: Build (?:failed|completed with))/m,
    },
    { id: "gradle/task-failed", says: "fail", re: /^> Task :\S+ FAILED/m },
    { id: "gradle/successful", says: "ok", re: /^BUILD SUCCESSFUL(?: in |\s*$)/m },
    { id: "sbt/error", says: "fail", weak: true, re: /^\[error\] /m },
    { id: "sbt/success", says: "ok", re: /^\[success\] Total time/m },
    {
      id: "javac/error",
      says: "fail",
      re: /^[^\s:]{1,300}\.(?:java|kt|scala):\d+(?::\d+)?: error: /m,
      salient: "build",
    },
    { id: "java/exception", says: "fail", re: /^Exception in thread "[^"\n]{1,100}" /m },
    { id: "bazel/error", says: "fail", weak: true, re: /^ERROR: /m },
    {
      id: "bazel/failed",
      says: "fail",
      re: /^(?:FAILED: Build did NOT complete|INFO: Build (?:did NOT complete|completed, \d+ tests? FAILED))/m,
    },
    { id: "bazel/ok", says: "ok", re: /^INFO: Build completed successfully/m },
    { id: "dotnet/build-failed", says: "fail", re: /^\s*Build FAILED\./m, salient: "build" },
    { id: "dotnet/error", says: "fail", re: /^.{0,300}: error (?:[A-Z]{2,6}\d{3,5}|MSB\d{4}): /m, salient: "build" },
    {
      id: "dotnet/test-failed",
      says: "fail",
      re: /^(?:Failed! {1,3}- Failed: +[1-9]|Test Run Failed\.|\s*Failed: +[1-9]\d*\s*$)/m,
      salient: "test",
    },
    { id: "dotnet/build-ok", says: "ok", re: /^\s*Build succeeded\b/m, salient: "build" },
    { id: "dotnet/test-ok", says: "ok", re: /^(?:Passed! {1,3}- Failed: +0|Test Run Successful\.)/m, salient: "test" },
    { id: "xcode/failed", says: "fail", re: /^\*\* (?:BUILD|TEST|ARCHIVE|CLEAN) FAILED \*\*/m },
    { id: "xcode/ok", says: "ok", re: /^\*\* (?:BUILD|TEST|ARCHIVE) SUCCEEDED \*\*/m },
    { id: "swift/error", says: "fail", re: /^[^\s:]{1,300}\.swift:\d+:\d+: error: /m, salient: "build" },
    {
      id: "swift/tests-failed",
      says: "fail",
      re: /^\s*Executed \d+ tests?, with [1-9]\d* failures?/m,
      salient: "test",
    },
    { id: "swift/tests-ok", says: "ok", re: /^\s*Executed \d+ tests?, with 0 failures/m, salient: "test" },
    {
      id: "flutter/failed",
      says: "fail",
      re: /^(?:\d\d:\d\d \+\d+(?: ~\d+)? -[1-9]\d*: Some tests failed\.|[1-9]\d* issues? found\.)/m,
    },
    { id: "flutter/ok", says: "ok", re: /^(?:\d\d:\d\d \+\d+(?: ~\d+)?: All tests passed!|No issues found!)/m },
  ],
}
