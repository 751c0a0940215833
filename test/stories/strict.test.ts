// As strict as you want, per norm: say, tell before, hold once, always block. Blocking is the one exception to "a hold holds once":
// chosen by the user, only for what the matcher can prove, with the way out in its message, and not the agent's to loosen.
import { describe, expect, it } from "vitest"
import { act, note, undo } from "../../src/memory/acting/acts.ts"
import { actOnCard } from "../../src/memory/acting/card-acts.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { readHolds } from "../../src/memory/checks/holds.ts"
import { strictPreview } from "../../src/memory/checks/strictness.ts"
import { readNorms } from "../../src/memory/measuring/overview.ts"
import { findCard, readCards } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { denies } from "./hooks.ts"
import { talk } from "./talk.ts"
import { REPO, world } from "./world.ts"

async function told(level: string, settings = {}) {
  const w = world()
  const id = await note(w.memory, "never use npm, use pnpm", { scope: REPO })
  await actOnCard(w.memory, "strict", id, { level })
  const t = talk(w, "one", settings)
  await t.opens()
  await t.says("add zod")
  const answers = [await t.runs("npm install zod"), await t.runs("npm install zod"), await t.runs("npm install zod")]
  return { w, id, t, answers, denied: answers.map(a => denies(JSON.stringify(a))) }
}
const reason = (answer: Record<string, any>): string => answer.hookSpecificOutput?.permissionDecisionReason ?? ""

describe("as strict as you want, per norm", () => {
  it("say: nothing before the call, still in packs", async () => {
    const { w, answers } = await told("say")
    expect(answers).toEqual([{}, {}, {}])
    expect((await w.packFor("add zod")).text).toContain("never use npm")
  })
  it("tell: told at the call, once, never held", async () => {
    const { answers, denied } = await told("tell")
    expect(denied).toEqual([false, false, false])
    expect(answers[0]!.hookSpecificOutput.additionalContext).toContain("never use npm")
    expect(answers[1]).toEqual({})
  })
  it("hold: held once, also where the settings only tell", async () => {
    expect((await told("hold")).denied).toEqual([true, false, false])
    expect((await told("hold", { METTLE_CHECK_MODE: "tell" })).denied).toEqual([true, false, false])
  })
  it("[N6] the person is told that asked again it passes, and in a later turn that it did", async () => {
    const { answers, t } = await told("hold")
    expect(answers[0]!.systemMessage).toMatch(
      /^mettle: held `npm install zod` once: "never use npm, use pnpm" · asked again it passes · stricter\? mettle card c-/,
    )
    expect(answers[1], "one line a turn").toEqual({})
    await t.says("go on")
    expect((await t.runs("npm install zod")).systemMessage).toMatch(
      /^mettle: let pass, since it was asked for again: `npm install zod`, against "never use npm, use pnpm" . mettle why c-/,
    )
  })
  it("block: refused however often it comes, with the way out; what it cannot prove passes", async () => {
    const { answers, denied, t, w, id } = await told("block")
    expect(denied).toEqual([true, true, true])
    const short = readCards(w.memory)[0]!.short
    expect(reason(answers[2]!)).toContain("mettle blocked this call")
    expect(reason(answers[2]!)).toContain("never use npm")
    expect(reason(answers[2]!)).toContain(`mettle card ${short} --strict hold`)
    expect(answers[0]!.systemMessage).toBe(
      `mettle: blocked ` + "`npm install zod`" + `: "never use npm, use pnpm" · mettle card ${short} --strict hold`,
    )
    expect(denies(JSON.stringify(await t.runs("pnpm add zod")))).toBe(false)
    const again = talk(w, "two")
    await again.opens()
    expect(denies(JSON.stringify(await again.runs("npm ci"))), "before the first prompt, in every episode").toBe(true)
    expect((await t.says(`mettle card ${short} --strict hold`)).reason).toContain("hold from now on")
    expect(findCard(w.memory, id).strict).toBe("hold")
    const later = talk(w, "three")
    await later.opens()
    await later.says("add zod")
    expect([await later.runs("npm ci"), await later.runs("npm ci")].map(a => denies(JSON.stringify(a)))).toEqual([
      true,
      false,
    ])
    await undo(w.memory)
    expect(findCard(w.memory, id).strict, "each is one act").toBe("block")
    expect(checkRebuild(w.memory).equal).toBe(true)
  })
  it("the agent may not loosen it, the user may", async () => {
    const { t, w } = await told("block")
    const short = readCards(w.memory)[0]!.short
    for (const command of [
      ...[
        `mettle card ${short} --strict say`,
        "npx mettle undo",
        `mettle card archive ${short}`,
        "mettle forget --all",
      ],
      ...[
        "mettle pause",
        "cd /tmp && mettle config set check.mode off",
        "mettle preset adopt plain",
        "mettle uninstall --yes",
      ],
      ...[
        `mettle review confirm ${short}`,
        "mettle team leave",
        "mettle import other.jsonl",
        "mettle init --only codex",
      ],
    ])
      expect(reason(await t.runs(command)), command).toContain("only the user loosens")
    for (const command of [
      "mettle status",
      'git commit -m "mettle: correct the typo"',
      "ls ~/src/mettle/archive",
      'mettle note "archive old logs"',
      "mettle search undo",
      ...[
        "mettle",
        `mettle card ${short} --json`,
        "mettle config get check.mode",
        "mettle pause --help",
        "mettle review ledger",
      ],
    ])
      expect(await t.runs(command), command).toEqual({})
  })
  it("block and hold are refused for what no command can prove, and for what is no norm", async () => {
    const w = world()
    for (const words of ["write tests first", "never push to main without asking me"]) {
      const id = await note(w.memory, words, { scope: REPO })
      await expect(actOnCard(w.memory, "strict", id, { level: "block" }), words).rejects.toThrow("can be proven")
      await actOnCard(w.memory, "strict", id, { level: "tell" })
      w.later(1)
    }
    const fact = await note(w.memory, "staging runs Postgres 16", { scope: REPO, kind: "fact" })
    await expect(actOnCard(w.memory, "strict", fact, { level: "tell" })).rejects.toThrow("only what you asked for")
  })
  it("[W1] a norm about files: edits of them are held or blocked like commands, whatever tool makes them", async () => {
    const w = world()
    const id = await note(w.memory, "never edit src/generated/ or package-lock.json by hand", { scope: REPO })
    const t = talk(w, "one")
    await t.opens()
    await t.says("make the rates current")
    const denied = async (given: Promise<Record<string, any>>) => denies(JSON.stringify(await given))
    const lock = "/work/shop/package-lock.json"
    expect([await denied(t.edits(lock)), await denied(t.edits(lock))], "held once").toEqual([true, false])
    await actOnCard(w.memory, "strict", id, { level: "block" })
    const calls = {
      edit: t.edits("/work/shop/src/generated/rates.json"),
      again: t.edits("/work/shop/src/generated/rates.json"),
      shell: t.runs("sed -i s/1/2/ src/generated/rates.json && pnpm test"),
      redirect: t.runs("echo '{}' > package-lock.json"),
      read: t.edits("/work/shop/src/generated/rates.json", "Read"),
      beside: t.edits("/work/shop/src/generate.ts"),
      elsewhere: t.edits("/tmp/package-lock.json"),
      looks: t.runs("cat package-lock.json"),
    }
    const seen = Object.fromEntries(
      await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await denied(call)] as const)),
    )
    expect(seen).toEqual({
      ...{ edit: true, again: true, shell: true, redirect: true },
      ...{ read: false, beside: false, elsewhere: false, looks: false },
    })
    expect(reason(await t.edits(lock))).toContain("the user wants `package-lock.json` left as it is")
    expect(readHolds(w.memory)[0]).toMatchObject({ action: "package-lock.json" })
    await t.edits("/work/shop/src/generated/rates.json", "Edit", "PostToolUse")
    w.memory.catchUp()
    expect(strictPreview(w.memory, findCard(w.memory, id))).toMatchObject({ calls: 1, met: 1 })
    await t.ends()
    w.memory.catchUp()
    expect(readNorms(w.memory, null)[0], "and it is told as broken").toMatchObject({ told: 1, followed: 0 })
  })
  it("the preview counts what the last thirty days would have been", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("set up")
    await e.runs("npm install", { ok: true, output: "added 200 packages" })
    await e.runs("npm test", { ok: false, output: "1 failed" })
    await e.runs("pnpm test", { ok: true, output: "7 passed" })
    await e.ends()
    const other = await w.opens("elsewhere", { scope: "b".repeat(32) })
    await other.says("set up")
    await other.runs("npm install", { ok: true, output: "" })
    await other.ends()
    const id = await note(w.memory, "never use npm, use pnpm", { scope: REPO })
    const preview = () => strictPreview(w.memory, findCard(w.memory, id))
    expect(preview()).toMatchObject({ days: 30, calls: 3, met: 2, wentWell: 1 })
    w.later(31 * 24 * 60)
    await act(w.memory, "card.verified", { card: id })
    expect(preview()).toMatchObject({ calls: 0, met: 0, examples: [] })
  })
  it("a card without a level answers as before", async () => {
    const w = world()
    await note(w.memory, "never use npm, use pnpm", { scope: REPO })
    const action = { command: "npm install zod", path: null, content: null, error: null }
    const e = await w.opens("one")
    await e.says("add zod")
    const checked = checkAction(w.memory, { scope: REPO, episode: e.id, action, mode: "hold" })
    expect(checked.hold).toContain("run the same call again: it will pass")
    expect(Object.keys(checked.hits[0]!).sort()).toEqual(["card", "exact", "hold", "remedy", "statement", "why"])
  })
})
