import { describe, expect, it } from "vitest"
import { namesCommand } from "../../../src/core/propose/commands.ts"

describe("commands a norm names", () => {
  it.each([
    ["use pnpm, not npm", [{ program: "npm", deny: "npm", use: "pnpm", conditional: false }]],
    ["never run git push --force", [{ program: "git", deny: "git push --force", conditional: false }]],
    ["don't use `rm -rf`", [{ program: "rm", deny: "rm -rf", conditional: false }]],
    ["use vitest instead of jest", [{ program: "jest", deny: "jest", use: "vitest", conditional: false }]],
    [
      "do not use git push --force on shared branches",
      [{ program: "git", deny: "git push --force", conditional: true }],
    ],
    ["always run `mise run fmt`", [{ program: "mise", use: "mise run fmt", conditional: false }]],
  ])("[S4-77] %s", (statement, expected) => {
    expect(namesCommand(statement)).toEqual(expected)
  })
  it("[S4-77] names two when a list is turned down", () => {
    expect(namesCommand("never use npm or yarn, use bun").map(c => [c.deny, c.use])).toEqual([
      ["npm", "bun"],
      ["yarn", "bun"],
    ])
  })
  it.each([
    "Go easy on comments",
    "never make this worse",
    "we never merge without a review",
    "npm is slow",
    "not only npm but also docs",
    "don't forget to use pnpm",
    "find a better name, not a longer one",
    "never commit secrets",
    "",
  ])("[S4-77] bans nothing in: %s", statement => {
    expect(namesCommand(statement).filter(c => c.deny !== undefined)).toEqual([])
  })
})
