// Whoever says something of work, or cites something for a card, counts as far as it goes and no further: a model that is half
// sure, a deploy that failed, a complaint, words that are not the user's.
import { describe, expect, it } from "vitest"
import { proposalId } from "../../src/core/events/draft.ts"
import type { Evidence, Kind } from "../../src/core/model.ts"
import { read, turnOf } from "../../src/core/views/read.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { readNorms } from "../../src/memory/measuring/overview.ts"
import { readLedger } from "../../src/memory/reading/read.ts"
import { REPO, world } from "./world.ts"

const DAY = 24 * 60

describe("how far words move a verdict", () => {
  it("[S2-29] a model's word counts by how sure it is, and half a success is neither", async () => {
    const w = world()
    const heard = []
    for (const outcome of ["success", "partial", "failure"] as const) {
      const e = await w.opens(outcome)
      await e.says("write the key loader")
      await e.ends()
      const data = { model: "m", outcome, confidence: 0.8, summary: "read", tokens: null }
      await act(w.memory, "episode.analysed", data, { episode: e.id, scope: REPO })
      w.memory.catchUp()
      heard.push(turnOf(w.memory.views, e.id, 0)?.judge)
    }
    expect(heard).toEqual([0.9, 0.5, expect.closeTo(0.1)])
  })

  it("what broke production is not blamed on a deploy that never got there", async () => {
    const w = world()
    const deploy = async (session: string, ok: boolean) => {
      const e = await w.opens(session)
      await e.says("bring it out")
      await e.runs("kubectl apply -f shop.yaml", {
        ok,
        output: ok ? "deployment.apps/shop configured" : "error: denied",
      })
      await e.ends()
      w.later(60)
      return e.id
    }
    const [failed, worked] = [await deploy("first", false), await deploy("second", true)]
    w.later(DAY)
    const e = await w.opens("later")
    await e.says("that broke prod yesterday")
    const blamed = [failed, worked].map(id => turnOf(w.memory.views, id, 0)?.outcomes.map(o => o.type))
    expect(blamed).toEqual([["tool_failure"], ["tool_success", "user_corrected"]])
  })
})

describe("how a norm was kept", () => {
  it("a complaint that repeats it is a breach; where nothing shows it, that is what is counted", async () => {
    const w = world()
    const t = await w.opens("taught")
    await t.says("look around")
    await t.says("always answer in English")
    await t.replies("ok")
    await t.ends()
    w.later(60)
    const norm = () => readNorms(w.memory, null).find(n => n.statement?.includes("English"))!
    const e = await w.opens("work")
    await e.says("explain the retry")
    await e.replies("Gerne.")
    await e.ends()
    expect(norm().counts).toEqual({ obeyed: 0, violated: 0, not_applicable: 0, unknown: 1 })
    w.later(60)
    const again = await w.opens("again")
    await again.says("explain the cache")
    await again.replies("Gerne.")
    await again.says("no, that is wrong, always answer in English")
    await again.ends()
    expect(norm().counts).toEqual({ obeyed: 0, violated: 1, not_applicable: 0, unknown: 1 })
    expect(norm().broken).toMatchObject({ episode: again.id })
  })
  it("what the user asked for in the episode is no breach", async () => {
    const w = world()
    const t = await w.opens("taught")
    await t.says("look around")
    await t.says("never use npm")
    await t.ends()
    for (const asked of ["add the tax", "run npm install please"]) {
      w.later(60)
      const e = await w.opens(asked)
      await e.says(asked)
      await e.runs("npm install", { ok: true })
      await e.ends()
    }
    const { counts } = readNorms(w.memory, null).find(n => n.statement?.includes("npm"))!
    expect(counts).toMatchObject({ violated: 1, not_applicable: 1 })
  })
})

describe("what a card may rest on", () => {
  /** Cites these words of this event, whoever's they are. */
  async function cites(
    w: ReturnType<typeof world>,
    kind: Kind,
    of: { readonly kind: Evidence["kind"]; readonly event: string; readonly blob: string },
    words: string,
    episode: string,
    end = words.length,
  ): Promise<string> {
    const evidence = [{ ...of, start: 0, end, hash: w.memory.parts.blobs.hash(words) }]
    const id = proposalId("user-words@1", kind, evidence)
    const told = { proposer: "user-words@1", provenance: "words", tier: "repo" } as const
    const data = { ...told, kind, statement: words, topic: "x", tags: [], turn: 0, evidence }
    await w.memory.record([{ type: "card.proposed", id, ts: w.now(), episode, scope: REPO, data }])
    w.memory.catchUp()
    return readLedger(w.memory, undefined, line => line.proposal === id)[0]!.because
  }
  it("[S4-06, S4-22] words are the words of the event they are cited from, and only the user's typed ones are a wish", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("how do we install")
    await e.replies("always use yarn for this")
    w.memory.catchUp()
    const turn = read.turn.list(w.memory.views, `${e.id}/`)[0]![1]
    const words = "always use yarn for this"
    const reply = { event: turn.replyEvent!, blob: turn.reply! }
    // words beyond the end of the text
    expect(await cites(w, "fact", { kind: "agent_span", ...reply }, words, e.id, 99)).toContain("span-broken")
    // as many other words than those that stand there
    expect(await cites(w, "fact", { kind: "agent_span", ...reply }, words.replace("yarn", "pnpm"), e.id)).toContain(
      "span-broken",
    )
    // a reply passed off as the user's
    expect(await cites(w, "constraint", { kind: "user_span", ...reply }, words, e.id)).toContain("not-typed")
    // the reply's words, said to stand in the prompt
    expect(
      await cites(w, "preference", { kind: "user_span", event: turn.event, blob: turn.reply! }, words, e.id),
    ).toContain("span-broken")
  })
})
