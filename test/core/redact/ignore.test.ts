// Which files are never recorded.

import { describe, expect, it } from "vitest"
import { DEFAULT_IGNORES, ignored } from "../../../src/core/redact/ignore.ts"

describe("ignored", () => {
  it("keeps secret files out by default [security-4]", () => {
    const paths = [
      ".env",
      "/app/.env.local",
      "app/.env.production",
      "C:\\app\\.env",
      "k.pem",
      "/x/server.key",
      "/root/.ssh/id_rsa",
      "id_ed25519",
      "/home/a/.netrc",
      ".pgpass",
      "/home/a/.aws/credentials",
      "a.p12",
      "a.pfx",
      ".npmrc",
      ".git-credentials",
      "/home/a/.kube/config",
      "kubeconfig",
      "x.tfstate",
      ".docker/config.json",
    ]
    for (const path of paths) expect(ignored(path, DEFAULT_IGNORES), path).toBe(true)
  })

  it("leaves examples, public keys and ordinary files readable", () => {
    const paths = [
      ".env.example",
      "app/.env.sample",
      ".env.template",
      "id_rsa.pub",
      "/root/.ssh/id_ed25519.pub",
      "src/env.ts",
      "src/key.ts",
      "credentials.md",
      "docs/secrets.md",
      "keyboard.json",
      "environment.ts",
      "config",
    ]
    for (const path of paths) expect(ignored(path, DEFAULT_IGNORES), path).toBe(false)
  })

  it("reads later globs over earlier ones and takes back with !", () => {
    expect(ignored("notes/a.txt", ["notes/**"])).toBe(true)
    expect(ignored("notes/a.txt", ["notes/**", "!a.txt"])).toBe(false)
    expect(ignored(".npmrc", [...DEFAULT_IGNORES, "!.npmrc"])).toBe(false)
    expect(ignored("a/b", [])).toBe(false)
  })

  it("stays quick on starry globs and long paths", () => {
    expect(ignored(`${"a/".repeat(2000)}b`, ["***/***/***/c", "*a*a*"])).toBe(false)
  })
})
