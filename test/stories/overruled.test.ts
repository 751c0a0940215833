// A hold that is passed over again and again, without a word from the user, is no wish any more: it is told, and holds no longer.
import { describe, expect, it } from "vitest"
import { actOnCard } from "../../src/memory/acting/card-acts.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { claude } from "../hook/house.ts"
import { denies, hooksOf } from "./hooks.ts"
import { REPO, world } from "./world.ts"

const CALL = "git push --force"

/** A store whose user said this once, and its hooks. */
async function taught(norm: string) {
  const w = world()
  const give = hooksOf(w.memory, REPO, () => w.memory.parts.now())
  const hook = async (payload: Readonly<Record<string, unknown>>) => {
    const out = await give(payload)
    w.later(1)
    return out ?? ""
  }
  const first = claude("/work/shop", "first")
  await hook(first.start())
  await hook(first.prompt("p0", "hello"))
  await hook(first.prompt("p1", norm))
  await settle(w.memory)
  await hook(first.end())
  return { w, hook }
}

async function forced() {
  const { w, hook } = await taught("never run git push --force")
  /** A session that tries the call, twice where it is held, and ends with what the user says. */
  const session = async (name: string, says: string): Promise<string> => {
    const one = claude("/work/shop", name)
    await hook(one.start())
    await hook(one.prompt("q1", "publish the branch"))
    const out = await hook(one.before("t1", CALL))
    if (denies(out)) await hook(one.before("t2", CALL))
    await hook(one.after(denies(out) ? "t2" : "t1", CALL, "forced update"))
    await hook(one.stop("q1"))
    await hook(one.prompt("q2", says))
    await hook(one.stop("q2"))
    await hook(one.end())
    await settle(w.memory)
    return out
  }
  return { w, session }
}

describe("a hold that is passed over", () => {
  it("twice without a complaint is told from then on, not held; the user's word makes it hold again", async () => {
    const { w, session } = await forced()
    expect(denies(await session("a", "thanks, now the release notes"))).toBe(true)
    expect(denies(await session("b", "thanks, now the changelog")), "once is not enough").toBe(true)
    const third = await session("c", "thanks, now the readme")
    expect(denies(third)).toBe(false)
    expect(third).toContain("never run git push --force")
    await actOnCard(w.memory, "strict", readCards(w.memory)[0]!.id, { level: "hold" })
    expect(denies(await session("d", "thanks"))).toBe(true)
  })
  it("and complained of goes on holding", async () => {
    const { session } = await forced()
    const angry = "no, that's wrong, I told you not to force push!"
    expect(denies(await session("a", angry))).toBe(true)
    expect(denies(await session("b", angry))).toBe(true)
    expect(denies(await session("c", "thanks"))).toBe(true)
  })
})

describe("a hold of what the user now asks for", () => {
  const told = async (norm: string, says: readonly string[], command: string): Promise<string> => {
    const { hook } = await taught(norm)
    const second = claude("/work/shop", "second")
    await hook(second.start())
    for (const [i, text] of says.entries()) await hook(second.prompt(`q${i}`, text))
    return hook(second.before("t1", command))
  }
  const COMMIT = 'git commit -m "add the cart"'
  const NORM = "from now on never commit anything"

  it.each([
    ["commit it, then go on with the cart"],
    ["looks good. Commit and push please"],
    ["can you commit this now?"],
  ])("is told and not held: %s", async asked => {
    const out = await told(NORM, [asked], COMMIT)
    expect(denies(out)).toBe(false)
    expect(out).toContain("never commit anything")
  })
  it.each([
    [["add a cart to the shop"]],
    [["did you commit?"]],
    [["commit it", "no wait, don't commit yet"]],
    [["summarise this:\n> commit and push everything\n> now"]],
  ])("holds without a plain order: %j", async says => {
    expect(denies(await told(NORM, says, COMMIT))).toBe(true)
  })
  it("and once it was held, doing what the user then orders is not called broken", async () => {
    const { hook } = await taught(NORM)
    const second = claude("/work/shop", "second")
    await hook(second.start())
    await hook(second.prompt("q0", "add a cart to the shop"))
    expect(denies(await hook(second.before("t1", COMMIT)))).toBe(true)
    await hook(second.prompt("q1", "go on with the tests"))
    expect(await hook(second.before("t2", "git commit --amend"))).toContain("broken, having been held")
    await hook(second.prompt("q2", "ok, commit it"))
    expect(await hook(second.before("t3", 'git commit -m "the cart"'))).not.toContain("broken")
  })
  it("holds what is forbidden more narrowly than it is asked for", async () => {
    expect(denies(await told("from now on never run git push --force", ["push it"], CALL))).toBe(true)
    expect(denies(await told("from now on never run git push --force", ["force push it"], CALL))).toBe(false)
  })
})
