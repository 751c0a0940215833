// Words that were forgotten and said again are in sight from then on: noted by the fold as the log goes by, so that whoever folds a
// tail reads that tail and nothing before it.
import { afterEach, describe, expect, it } from "vitest"
import { observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { read } from "../../src/core/views/read.ts"
import { memoryRows } from "../../src/core/views/rows.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import { checkRebuild, foldLog } from "../../src/memory/rebuild.ts"
import { closeAll, SCOPE, stage } from "./brief-stage.ts"

afterEach(closeAll)

const WORDS = "rename the parcel printer to label printer"
const again = (session: string, record: string, ts: number, prompt: string) =>
  observed(
    "prompt.submitted",
    { client: "claude-code", session, record },
    { ts, episode: episodeId("claude-code", session), scope: SCOPE },
    { author: "user", prompt, chars: prompt.length },
  )

describe("[P4] forgotten texts", () => {
  it("come into sight where they are said again, and a tail that looks at them reads no more than itself", async () => {
    const s = stage()
    await s.tell(...s.episode("first", WORDS))
    await forget(s.whole, { episode: episodeId("claude-code", "first") })
    for (let i = 0; i < 60; i++) await s.tell(...s.episode(`other-${i}`, `build part ${i}`, 8))
    await s.tell(...s.episode("second", WORDS))
    await s.settled()
    const ref = s.whole.parts.blobs.hash(WORDS)
    const there = s.whole.parts.log.readEpisode(episodeId("claude-code", "second"), ["prompt.submitted"])
    expect(read.retold.get(s.whole.views, ref)).toBe(there[0]!.seq)

    // The next prompt is compared with the one before it, whose words had gone once.
    const last = read.episode.get(s.whole.views, episodeId("claude-code", "second"))!.lastAt
    await s.tell(again("second", "later", last + 1000, `please ${WORDS}`))
    const hook = s.hook()
    expect(hook.memory.catchUp()).toBe(1)
    expect(hook.eventsRead()).toBe(1)
    const turn = read.turn.list(hook.memory.views, `${episodeId("claude-code", "second")}/`)[0]![1]
    expect(turn.echo).toBeGreaterThan(0.5)
    expect(checkRebuild(s.whole).equal).toBe(true)
  })

  it("and go out of sight again with the next forgetting, live as in a rebuild", async () => {
    const s = stage()
    await s.tell(...s.episode("first", WORDS))
    await forget(s.whole, { episode: episodeId("claude-code", "first") })
    await s.tell(...s.episode("second", WORDS))
    await s.settled()
    await forget(s.whole, { text: WORDS })
    await s.settled()
    expect(read.retold.get(s.whole.views, s.whole.parts.blobs.hash(WORDS))).toBeUndefined()
    expect(checkRebuild(s.whole).equal).toBe(true)
    await s.tell(...s.episode("third", WORDS))
    s.whole.catchUp()
    expect(read.retold.get(s.whole.views, s.whole.parts.blobs.hash(WORDS))).toBeGreaterThan(0)
    expect(checkRebuild(s.whole).equal).toBe(true)
  })

  it("leave behind what an event made of them that came in while they were being forgotten", async () => {
    const s = stage()
    await s.tell(...s.episode("first", WORDS))
    s.whole.catchUp()
    const { log } = s.whole.parts
    const last = read.episode.get(s.whole.views, episodeId("claude-code", "first"))!.lastAt
    const append = log.append.bind(log)
    let came = 0
    log.append = async (batch, options) => {
      // Somebody else's prompt, compared with the words that are about to go, and folded while they are there.
      if (batch[0]!.type === "text.forgotten") {
        log.append = append
        came++
        await s.tell(again("first", "later", last + 1000, `please ${WORDS}`))
        s.hook().memory.catchUp()
      }
      return append(batch, options)
    }
    await forget(s.whole, { refs: new Set([s.whole.parts.blobs.hash(WORDS)]) })
    const turn = read.turn.list(s.whole.views, `${episodeId("claude-code", "first")}/`)[0]![1]
    expect(came).toBe(1)
    expect(turn.echo).toBeGreaterThan(0.5)
    expect(checkRebuild(s.whole).equal).toBe(true)
  })

  it("go out of sight of a fold under way, when somebody else forgets them", async () => {
    const s = stage()
    await s.tell(...s.episode("first", WORDS))
    s.whole.catchUp()
    const last = read.episode.get(s.whole.views, episodeId("claude-code", "first"))!.lastAt
    await forget(s.hook().memory, { refs: new Set([s.whole.parts.blobs.hash(WORDS)]) })
    await s.tell(again("first", "later", last + 1000, `please ${WORDS}`))
    const rows = memoryRows()
    foldLog(s.whole, s.whole.context(rows))
    expect(read.turn.list(rows, `${episodeId("claude-code", "first")}/`)[0]![1].echo ?? null).toBeNull()
    expect(checkRebuild(s.whole).equal).toBe(true)
  })
})
