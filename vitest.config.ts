import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "./test/one-folder.ts",
    pool: "threads",
    isolate: false,
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Real processes on a busy machine: what passes only when tried again is named at the end (test/reporter.ts).
    retry: 1,
    reporters: ["default", "./test/reporter.ts"],
  },
})
