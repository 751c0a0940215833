// make, cmake, ninja, C and C++ compilers, and the task runners whose own closing line tells: just, task, mise, tox-like.
import { byProgram, type Reader } from "./reader.ts"

export const make: Reader = {
  name: "make",
  behindRunner: true,
  claims: byProgram({
    cmake: "build",
    ninja: "build",
    meson: "build",
    gcc: "build",
    "g++": "build",
    cc: "build",
    clang: "build",
    "clang++": "build",
    ld: "build",
    ctest: "test",
    scons: "build",
    zig: "build",
  }),
  marks: [
    { id: "make/stopped", says: "fail", re: /^(?:g?make|mingw32-make)(?:\[\d+\])?: \*\*\* /m },
    { id: "ninja/stopped", says: "fail", re: /^ninja: (?:build stopped|error|fatal)/m, salient: "build" },
    { id: "ninja/failed", says: "fail", weak: true, re: /^FAILED: /m },
    {
      id: "cmake/error",
      says: "fail",
      re: /^(?:CMake Error(?: at |:)|-- Configuring incomplete, errors occurred!)/m,
      salient: "build",
    },
    {
      id: "cc/error",
      says: "fail",
      re: /^[^\s:]{1,300}\.(?:c|cc|cpp|cxx|h|hpp|m|mm|zig|cu):\d+:(?:\d+:)? (?:fatal )?error: /m,
      salient: "build",
    },
    {
      id: "cc/link",
      says: "fail",
      re: /^(?:collect2: error|ld: (?:symbol\(s\) not found|library not found|error)|clang: error: |gcc: (?:fatal )?error: |\S{1,300} undefined reference to )/m,
      salient: "build",
    },
    {
      id: "ctest/failed",
      says: "fail",
      re: /^(?:\d+% tests passed, [1-9]\d* tests failed|The following tests FAILED:|Errors while running CTest)/m,
      salient: "test",
    },
    { id: "ctest/ok", says: "ok", re: /^100% tests passed/m, salient: "test" },
    { id: "gtest/failed", says: "fail", re: /^\[ {2}FAILED {2}\] /m, salient: "test" },
    { id: "gtest/ok", says: "ok", re: /^\[ {2}PASSED {2}\] \d+ tests?/m, salient: "test" },
    { id: "just/failed", says: "fail", re: /^error: Recipe `[^`\n]{1,100}` (?:failed|was terminated)/m },
    { id: "task/failed", says: "fail", re: /^task: (?:Failed to run task|\[?Task .{1,80} does not exist)/m },
    {
      id: "mise/failed",
      says: "fail",
      re: /^(?:\[[\w:.-]{1,60}\] )?(?:mise )?ERROR (?:task failed|no tasks? |error |Config|Failed|Run with)/m,
    },
    { id: "turbo/failed", says: "fail", re: /^\s*(?:Failed: {2,}\S|ERROR {2}run failed)/m },
    {
      id: "nx/failed",
      says: "fail",
      re: /^\s*(?:NX {2,3}Ran target .{0,120}failed|Failed tasks:|✖ {2}[1-9]\d*\/\d+ (?:targets )?failed)/m,
    },
    { id: "nx/ok", says: "ok", re: /^\s*NX {2,3}Successfully ran targets? /m },
  ],
}
