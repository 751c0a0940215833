// THE list of readers. A new family is one file and one line here.

import { checkers, ciViews } from "./checkers.ts"
import { http, services } from "./docker-and-http.ts"
import { git } from "./git.ts"
import { go } from "./go.ts"
import { jsTests } from "./js-tests.ts"
import { jvmDotnet } from "./jvm-dotnet.ts"
import { linters } from "./linters.ts"
import { make } from "./make.ts"
import { otherTests } from "./other-tests.ts"
import { packages } from "./packages.ts"
import { pyTests } from "./py-tests.ts"
import type { Reader } from "./reader.ts"
import { rust } from "./rust.ts"
import { SHELL_MARKS } from "./shells.ts"
import { CRASH_MARKS } from "./tracebacks.ts"
import { tsc } from "./tsc.ts"

export const READERS: readonly Reader[] = [
  jsTests,
  pyTests,
  go,
  rust,
  tsc,
  linters,
  jvmDotnet,
  otherTests,
  make,
  packages,
  git,
  services,
  http,
  checkers,
  ciViews,
]

/** Ids of every built-in mark, for the configuration that switches one off. */
export const MARK_IDS: ReadonlySet<string> = new Set([
  ...READERS.flatMap(reader => reader.marks.map(mark => mark.id)),
  ...SHELL_MARKS.map(mark => mark.id),
  ...CRASH_MARKS.map(mark => mark.id),
  "shell/cd",
  "plain/verdict",
  "plain/count",
  "plain/own-word",
  "plain/refuses",
  "plain/own-error",
  "plain/read-nothing",
  "plain/error-body",
  "plain/closing-verdict",
])
