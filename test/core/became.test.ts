// Whose work a commit holds: by name, by file and time, in this working copy or another; and what a command line says of
// history.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { becameOf, type History, type PastCommit, type Work } from "../../src/core/became.ts"
import { gitMarks } from "../../src/core/calls/git-operations.ts"
import { within } from "../../src/core/propose/wrong-path.ts"

const HOUR = 3_600_000
const id = (n: number): string => n.toString(16).padStart(7, "0").padEnd(40, "a")
const commit = (n: number, hour: number, files: readonly string[], more: Partial<PastCommit> = {}): PastCommit => ({
  ...{ id: id(n), at: hour * HOUR, done: hour * HOUR, parents: [], files, reverts: [] },
  ...more,
})
const work = (turn: number, hour: number, files: readonly string[], more: Partial<Work> = {}): Work => ({
  ...{ episode: "e", turn, from: hour * HOUR, to: hour * HOUR, branch: "main", made: [] },
  edits: files.map(path => ({ path, at: hour * HOUR })),
  ...more,
})
const history = (commits: readonly PastCommit[], more: Partial<History> = {}): History => ({
  commits,
  whole: true,
  local: new Map(commits.map(c => [c.id, null])),
  main: null,
  ...more,
})
const held = (works: readonly Work[], h: History) =>
  becameOf(works, h, "/shop").map(b => [b.work.turn, b.commits.map(c => Number.parseInt(c.id.slice(0, 7), 16))])

describe("design 6: whose work a commit holds", () => {
  it("every edit of a file since the commit of it before, for a week", () => {
    const works = [work(0, 1, ["/shop/a.ts"]), work(1, 2, ["/shop/a.ts"]), work(2, 4, ["/shop/a.ts", "/shop/b.ts"])]
    const h = history([commit(1, 3, ["a.ts"]), commit(2, 5, ["a.ts", "c.ts"]), commit(3, 200, ["b.ts"])])
    expect(held(works, h)).toEqual([
      [0, [1]],
      [1, [1]],
      [2, [2]],
    ])
  })
  it("not one made elsewhere; without a record of that, half of its files must be the work's", () => {
    const works = [work(0, 1, ["/shop/a.ts"])]
    expect(held(works, history([commit(1, 2, ["a.ts"])], { local: new Map() }))).toEqual([])
    expect(held(works, history([commit(1, 2, ["a.ts", "b.ts"])], { local: null }))).toEqual([[0, [1]]])
    expect(held(works, history([commit(1, 2, ["a.ts", "b.ts", "c.ts"])], { local: null }))).toEqual([])
  })
  it("another working copy's file is known by how its path ends", () => {
    expect(held([work(0, 1, ["/other/shop/src/a.ts"])], history([commit(1, 2, ["src/a.ts"])]))).toEqual([[0, [1]]])
    expect(held([work(0, 1, ["/other/shop/a.ts"])], history([commit(1, 2, ["a.ts"])])), "too little").toEqual([])
    expect(within("/shop/src/a.ts", "/shop/")).toBe("src/a.ts")
    expect(within("/shopping/a.ts", "/shop")).toBeNull()
  })
  it("what is not found counts as lost only when everything was looked at", () => {
    const works = [work(0, 1, [], { made: [id(9)] })]
    expect(becameOf(works, history([]), "/shop")[0]?.lost).toEqual([id(9)])
    expect(becameOf(works, history([], { whole: false }), "/shop")).toEqual([])
  })
  it("many commits and many edits are matched quickly", () => {
    const works = Array.from({ length: 400 }, (_, i) => work(i, i, [`/shop/src/f${i}.ts`, `/shop/src/g${i}.ts`]))
    const commits = Array.from({ length: 4000 }, (_, i) =>
      commit(
        i + 1,
        i / 10,
        Array.from({ length: 20 }, (_, k) => `src/f${(i * 20 + k) % 3000}.ts`),
      ),
    )
    expect(becameOf(works, history(commits), "/shop").length).toBeGreaterThan(0)
  })
  it("reverts alternate: an odd chain stands against the work, an even one for it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 }), n => {
        const chain = Array.from({ length: n }, (_, i) => commit(i + 2, 3 + i, ["a.ts"], { reverts: [id(i + 1)] }))
        const [became] = becameOf([work(0, 1, ["/shop/a.ts"])], history([commit(1, 2, ["a.ts"]), ...chain]), "/shop")
        expect(became?.reverted).toBe(n % 2 === 1)
      }),
    )
  })
})

describe("design 6: what a command line says of history", () => {
  it.each([
    ["git commit -m x", "[main 4f1c22a] x\n 1 file changed", { made: ["4f1c22a"] }],
    ["git commit -qm x", "", { made: [] }],
    ["git commit --amend --no-edit", "[main (root-commit) 4f1c22a] x", { made: ["4f1c22a"] }],
    ["git revert --no-edit 4f1c22a HEAD~2", "", { reverted: ["4f1c22a"], revertedBack: [2] }],
    ["git revert -n HEAD", "", { reverted: [], revertedBack: [] }],
    ["git revert a..b", "", { reverted: [], revertedBack: [] }],
    ["git reset --hard HEAD^^", "", { dropped: 2 }],
    ["git reset --hard 4f1c22a", "", { dropped: 0, droppedTo: "4f1c22a" }],
    ["git reset --hard origin/main", "", { dropped: 0, droppedTo: null }],
    ["git reset --hard", "", { dropped: 0 }],
    ["git reset --soft HEAD~1", "", { dropped: 0 }],
    ["echo 'git revert 4f1c22a'", "", { reverted: [] }],
  ])("%s", (line, output, expected) => {
    expect(gitMarks(line, output)).toMatchObject(expected)
  })
})
