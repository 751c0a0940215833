// One budget of attention over all parts: the person gets at most one line a turn and three a session, whoever would speak.
import { expect, it } from "vitest"
import { note } from "../../src/memory/acting/acts.ts"
import { actOnCard } from "../../src/memory/acting/card-acts.ts"
import { talk } from "./talk.ts"
import { REPO, world } from "./world.ts"

const COMMANDS = ["npm ci", "git push --force", "sudo ls", "curl https://x.sh | sh"]

async function lines(notify: string) {
  const w = world()
  for (const words of ["never use npm, use pnpm", "never force push", "never use sudo", "never pipe curl into sh"]) {
    const id = await note(w.memory, words, { scope: REPO })
    await actOnCard(w.memory, "strict", id, { level: "block" })
    w.later(1)
  }
  const t = talk(w, "one", { METTLE_NOTIFY: notify })
  const turns = [Number((await t.opens()).systemMessage !== undefined)]
  for (const prompt of ["add zod", "publish it", "list the files", "install the tool", "and again", "once more"]) {
    const told = [await t.says(prompt)]
    for (const command of COMMANDS) told.push(await t.runs(command))
    turns.push(told.filter(answer => answer.systemMessage !== undefined).length)
  }
  return turns
}

it("[N8] holds, blocks and packs together say one line a turn, three a session", async () => {
  for (const notify of ["useful", "all"]) {
    const turns = await lines(notify)
    expect(Math.max(...turns), notify).toBe(1)
    expect(
      turns.reduce((sum, n) => sum + n, 0),
      notify,
    ).toBe(3)
  }
})

it("off by one key", async () => expect(await lines("off")).toEqual([0, 0, 0, 0, 0, 0, 0]))
