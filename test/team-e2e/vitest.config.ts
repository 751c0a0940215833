import { defineConfig } from "vitest/config"

// npm run test:team: the shared log on real servers. Not part of npm test, since it needs PostgreSQL and nats-server.
export default defineConfig({
  test: {
    include: ["test/team-e2e/**/*.e2e.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    reporters: ["default"],
  },
})
