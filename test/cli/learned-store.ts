// A store in which something was learned: two facts from a tool's output, one of which misleads, and many episodes since; the
// order they all begin with waits for a yes.
// Real drafts, real packs, real fold; chance is seeded.

import { turnsOf } from "../../src/core/views/episode/judging.ts"
import { cardOf, episodeOf } from "../../src/core/views/read.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { cite, suggest } from "../../src/proposers/proposer.ts"
import { type Episode, happened, NOW } from "./stage.ts"
import type { World } from "./world.ts"

export const BAD = "the billing service deploys to staging with make ship"
export const GOOD = "the billing service reads its staging config from vault"
const PROMPT = "deploy the billing service to staging"

async function teach(memory: Memory, e: Episode): Promise<void> {
  await e.says("look around")
  for (const fact of [BAD, GOOD]) await e.runs("cat docs/deploy.md", true, fact)
  memory.catchUp()
  const seen = { episode: episodeOf(memory.views, e.id)!, hash: (text: string) => memory.parts.blobs.hash(text) }
  const { tools } = turnsOf(memory.context(), e.id)[0]!
  await memory.record(
    tools.map((tool, i) => {
      const text = [BAD, GOOD][i]!
      return suggest({ name: "reader", version: 1, provenance: "words" as const }, seen, {
        kind: "fact",
        statement: text,
        turn: 0,
        at: tool.at,
        evidence: [cite(seen, "tool_output", tool.event, tool.output!, text)],
      })
    }),
  )
  await e.ends()
}

/** `episodes` of work; whenever the misleading fact was shown it goes wrong. A norm is said first and broken once. */
export async function learnedStore(world: World, episodes: number, scope?: string, now = NOW): Promise<void> {
  await happened(
    world,
    async (open, { memory }) => {
      const first = await open("norm")
      await first.says("set up the project")
      await first.replies("Done.")
      await first.says("always use pnpm in this repo, never npm")
      await first.replies("Noted.")
      await first.ends()
      await settle(memory)
      await teach(memory, await open("teach"))
      for (let i = 0; i < episodes; i++) {
        const e = await open(`work-${i}`)
        await e.says(PROMPT)
        memory.catchUp()
        // Shown in turn, so that both sides are seen whatever the rules would choose.
        const built = makePack(memory, { scope: scope ?? null, episode: e.id, placement: "prompt", prompt: PROMPT })
        const cards = built.draft.data.shortlist
        const misled = i % 3 === 0
        await memory.record([
          {
            ...built.draft,
            data: {
              ...built.draft.data,
              shortlist: cards.map(line => {
                const bad = memory.text(cardOf(memory.views, line.card)!.statement) === BAD
                const shown = line.slot === "norms" ? line.shown : bad ? misled : i % 2 === 0
                return { ...line, shown, reason: shown ? null : "slot full", chance: 0.5 }
              }),
            },
          },
        ])
        const ok = !misled && i % 7 !== 0
        await e.runs(
          i === 4 ? "npm test" : "pnpm test",
          ok,
          ok ? "Tests: 7 passed, 7 total" : "Error: boom\nTests: 3 failed, 7 total",
        )
        await e.replies(ok ? "Deployed." : "It failed.")
        await e.says(ok ? "great, that works, thanks" : "no, that is wrong, it does not work")
        await e.ends()
      }
    },
    { now, ...(scope === undefined ? {} : { scope }) },
  )
}
