// The closing line of `npm test`: how many passed, how many failed, alone on a line. A file that does not load and an
// error outside any test count as failures.
import type { Reporter, TestModule } from "vitest/node"

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    let passed = 0
    let failed = unhandled.length
    for (const module of modules) {
      if (module.errors().length > 0) failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === "passed") passed++
        else if (state === "failed") failed++
      }
    }
    // After the default reporter has had its say, whatever order they are called in.
    process.once("exit", () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`))
  }
}
