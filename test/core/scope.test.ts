import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  domainsOf,
  identify,
  isIgnored,
  means,
  mergedInto,
  normaliseOrigin,
  scopeBy,
  settleScope,
} from "../../src/core/scope.ts"

const remote = (url: string) => {
  const origin = normaliseOrigin(url)
  return origin && "remote" in origin ? origin.remote : origin
}

describe("one repository, many spellings", () => {
  it.each([
    "https://github.com/Acme/Shop.git",
    "https://github.com/acme/shop",
    "http://github.com/acme/shop/",
    "https://user:t0ken@GitHub.com/acme/shop.git/",
    "https://github.com:443/acme/shop.git",
    "git@github.com:acme/shop.git",
    "github.com:acme/shop",
    "ssh://git@github.com/acme/shop.git",
    "ssh://git@github.com:22/acme/shop",
    "ssh://git@ssh.github.com:443/acme/shop.git",
    "git+ssh://git@github.com/acme/shop",
    "git://github.com/acme//shop.git",
    "  https://github.com/acme/shop.git?x=1#y  ",
    "https://github.com/acme/shop/.git",
  ])("%s", url => expect(remote(url)).toBe("github.com/acme/shop"))

  it.each([
    ["ssh://git@forge.example:2222/team/app.git", "forge.example/team/app"],
    ["https://forge.example/team/app.git", "forge.example/team/app"],
    ["https://forge.example:8443/team/app.git", "forge.example:8443/team/app"],
    ["https://Forge.Example./team/App", "forge.example/team/App"],
    ["git@ssh.dev.azure.com:v3/org/proj/app", "dev.azure.com/org/proj/app"],
    ["https://org@dev.azure.com/org/proj/_git/app", "dev.azure.com/org/proj/app"],
    ["ssh://git@[2001:DB8::1]:22/a/b.git", "[2001:db8::1]/a/b"],
    ["git@[2001:db8::1]:a/b.git", "[2001:db8::1]/a/b"],
    ["https://h.example/a%20b/c", "h.example/a b/c"],
    ["https://h.example/%zz/c", "h.example/%zz/c"],
  ])("%s", (url, normal) => expect(remote(url)).toBe(normal))

  it("elsewhere the letters of a path matter, and other hosts are other repositories", () => {
    expect(remote("https://h.example/A/b")).not.toBe(remote("https://h.example/a/b"))
    expect(remote("https://a.example/x")).not.toBe(remote("https://b.example/x"))
  })
  it.each(["/srv/git/shop.git", "../shop", "./x", "file:///srv/git/shop", "C:\\work\\shop", "C:/work/shop"])(
    "%s is a place on this machine",
    path => expect(normaliseOrigin(path)).toHaveProperty("local"),
  )
  it.each(["", "   ", "ext::sh -c evil", "https://", "https://host", "https://host/", "x\0y", "a".repeat(3000)])(
    "%j is no origin",
    text => expect(normaliseOrigin(text)).toBeNull(),
  )
  it("no credential survives, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9]{12,20}$/),
        fc.constantFrom("https", "ssh", "http"),
        (secret, scheme) => {
          expect(JSON.stringify(normaliseOrigin(`${scheme}://me:${secret}@h.example/a/b.git`))).not.toContain(secret)
          expect(JSON.stringify(normaliseOrigin(`${scheme}://${secret}@h.example/a/b.git`))).not.toContain(secret)
        },
      ),
    )
  })
  it("never throws, and normalising twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), text => {
        const once = normaliseOrigin(text)
        if (once && "remote" in once && !/[%?#@\s:[\]\\]/.test(once.remote))
          expect(remote(`https://${once.remote}`)).toBe(once.remote)
      }),
      { numRuns: 2000 },
    )
  })
})

describe("identity", () => {
  it("goes by origin, else root commit, else path, and says which", () => {
    const path = "/w/shop"
    const by = (origin: string | null, root: string | null) => identify({ origin, root, path })
    expect(by("h/x", "r").basis).toBe("origin")
    expect(by(null, "r").basis).toBe("root")
    expect(by(null, null).basis).toBe("path")
    expect(by("h/x", "r").id).toBe(by("h/x", "other").id)
    expect(
      new Set([by("r", null).id, by(null, "r").id, identify({ origin: null, root: null, path: "r" }).id]).size,
    ).toBe(3)
    expect(by("h/x", null).id).toMatch(/^[0-9a-f]{32}$/)
  })
  it("a name replaces what was found; merges are followed; both can be taken back", () => {
    const a = identify({ origin: "h/a", root: null, path: "/a" })
    const b = identify({ origin: "h/b", root: null, path: "/b" })
    const names = { [a.id]: "shop", [b.id]: "shop" }
    expect(settleScope(a, { "scope.names": names, "scope.merges": {} }).id).toBe(
      settleScope(b, { "scope.names": names, "scope.merges": {} }).id,
    )
    expect(settleScope(a, { "scope.names": {}, "scope.merges": { [a.id]: b.id } }).id).toBe(b.id)
    expect(settleScope(a, { "scope.names": {}, "scope.merges": {} })).toEqual(a)
  })
  it("any web of merges ends, at the same place for all members of a ring", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("a", "b", "c", "d")), merges => {
        for (const id of ["a", "b", "c", "d"])
          expect(mergedInto(mergedInto(id, merges), merges)).toBe(mergedInto(id, merges))
      }),
    )
  })
})

describe("naming a repository in a setting", () => {
  const repo = { id: "4f1c22aa".repeat(4), origin: "github.com/acme/shop", path: "/w/shop", name: "shop" }
  it.each(["4f1c22", "git@github.com:acme/shop.git", "github.com/acme/shop", "/w/shop", "/w/shop/", "/w/*", "shop"])(
    "%s means it",
    text => expect(means(text, repo)).toBe(true),
  )
  it.each(["", "4f1c2", "4f1c23", "github.com/acme/shop2", "/w", "/w/shop2", "/x/*", "sho"])("%j does not", text =>
    expect(means(text, repo)).toBe(false),
  )
  it("ignore.repos may use any of them", () => {
    expect(isIgnored(repo, ["other", "https://github.com/Acme/shop"])).toBe(true)
    expect(isIgnored(repo, ["other"])).toBe(false)
  })
  it("domains are those that name it, in order", () => {
    expect(domainsOf(repo, { z: ["shop"], a: ["/w/*", "x"], n: ["other"] })).toEqual(["a", "z"])
  })
})

it("[W13] worktrees of one repository share a scope, or each has its own by one setting; a checkout keeps the repository's", () => {
  const found = identify({ origin: "github.com/me/x", root: null, path: "/x" })
  const at = (kind: string, top: string) => ({ kind, top, origin: null, identity: found })
  const scopeOf = (copy: ReturnType<typeof at>, worktrees: "shared" | "apart") =>
    scopeBy({ "scope.names": {}, "scope.merges": {}, "scope.worktrees": worktrees }, copy).scope
  const [one, two] = [at("worktree", "/x-one"), at("worktree", "/x-two")]
  expect([one, two].map(w => scopeOf(w, "shared").id)).toEqual([found.id, found.id])
  expect(new Set([found, ...[one, two].map(w => scopeOf(w, "apart"))].map(i => i.id)).size).toBe(3)
  expect(scopeOf(at("checkout", "/x"), "apart").id).toBe(found.id)
  expect(scopeOf(one, "apart").because).toContain("scope.worktrees")
})
