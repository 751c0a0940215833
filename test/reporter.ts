// The last lines of `npm test`: what failed, by name and first line; what passed only when it was tried again (a busy machine,
// or a test that hangs on chance: both are worth a look); and alone on its line how many passed and how many failed. A file
// that does not load and an error outside any test count as failures.
import type { Reporter, TestCase, TestModule } from "vitest/node"

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    let passed = 0
    const failed = unhandled.map(error => `failed outside a test: ${firstLine(error)}`)
    const again: string[] = []
    for (const module of modules) {
      const file = module.relativeModuleId
      for (const error of module.errors()) failed.push(`failed to load: ${file}: ${firstLine(error)}`)
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === "failed") failed.push(`failed: ${named(file, test)}: ${firstLine(errors?.[0])}`)
        if (state !== "passed") continue
        passed++
        if (test.diagnostic()?.flaky) again.push(`passed only when tried again: ${named(file, test)}`)
      }
    }
    const lines = [...again, ...failed, "", `${passed} passed, ${failed.length} failed`]
    // After the default reporter has had its say, whatever order they are called in.
    process.once("exit", () => process.stdout.write(`\n${lines.join("\n")}\n`))
  }
}

const named = (file: string, test: TestCase): string => `${file} > ${test.fullName}`
const firstLine = (error: unknown): string =>
  String((error as { message?: unknown } | undefined)?.message ?? error)
    .split("\n", 1)[0]!
    .slice(0, 200)
