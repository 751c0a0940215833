// A world lived through by the product itself: prompts, calls and ends as events, packs by the pack maker, labels, credit and value
// by the fold. The world stands for the person, the work, and what search finds for a prompt; nothing else comes from it.

import { authored, type Draft, observed, proposalId } from "../../src/core/events/draft.ts"
import { doesByName } from "../../src/core/events/tool-names.ts"
import { episodeId, sha256, shortId } from "../../src/core/ids.ts"
import type { Evidence, Stage } from "../../src/core/model.ts"
import type { CardFacts, ValueAnswer } from "../../src/core/questions/worth.ts"
import type { RankedDoc } from "../../src/core/recall/prepared.ts"
import { decide, ruleFor } from "../../src/core/views/context.ts"
import { read } from "../../src/core/views/read.ts"
import { factsOf } from "../../src/core/views/records.ts"
import { LEARNERS } from "../../src/lab/credit.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { IDLE, MANY, roomyMemory, spansOf } from "./roomy-memory.ts"
import { charsOf, type Pick, type Policy, type World, type WorldContext } from "./short-way.ts"
import { speaker } from "./words.ts"

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const START = Date.UTC(2026, 0, 5, 9)

export interface Lived {
  readonly success: number
  /** names of the cards shown, and of those at hand, prompt by prompt, and what named the draw of each pack */
  readonly shown: readonly string[]
  readonly listed: readonly string[]
  readonly seeds: readonly string[]
  readonly episode: string
}
export interface FoldRun {
  readonly memory: Memory
  /** the cards by their names in the world: planted here, or come from somebody else and made known */
  readonly ids: ReadonlyMap<string, string>
  know(ids: ReadonlyMap<string, string>): void
  /** lives one session; `policy` shows instead of the product, null lets the product show */
  live(ep: number, policy: Policy | null): Promise<Lived>
  /** what is over is closed */
  end(): Promise<void>
  ask(card: string): ValueAnswer
  stage(card: string): Stage
}

/** Where the cards of a world hold: everywhere, in its one repository, or nowhere yet, because somebody else has them. */
type Planted = "global" | "repo" | "nowhere"
export const scopeOf = (repo: number | string): string => sha256(`repo ${repo}`).toString("hex").slice(0, 32)

export async function foldRun(preset: string, world: World, planted: Planted = "global"): Promise<FoldRun> {
  let now = START
  let found: readonly RankedDoc[] = []
  const random = dice()
  const memory = roomyMemory(preset, { now: () => now, randomBytes: random, find: () => found })
  let ids: ReadonlyMap<string, string> = new Map()
  let short: ReadonlyMap<string, string> = new Map()
  const know = (those: ReadonlyMap<string, string>): void => {
    const missing = [...those.values()].filter(id => read.card.get(memory.views, id)?.stage !== "active")
    if (missing.length > 0) throw new Error(`${missing.length} of ${those.size} cards did not come in`)
    ids = those
    short = new Map([...ids].map(([name, id]) => [id, name]))
  }
  if (planted !== "nowhere") know(await plant(memory, world, planted, START - DAY, random))

  async function live(ep: number, policy: Policy | null) {
    const session = world.session(ep)
    now = Math.max(now, START + Math.round(session.day * DAY))
    const scope = scopeOf(session.repo)
    const name = `s${ep}`
    const id = episodeId("claude-code", name)
    let n = 0
    const source = (record: string) => ({ client: "claude-code", session: name, record })
    const where = () => ({ ts: now, episode: id, scope })
    const put = async (...drafts: readonly Draft[]): Promise<readonly string[]> => (await memory.record(drafts)).ids
    const opened = { client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null }
    await put(
      observed("episode.opened", source("open"), where(), {
        ...opened,
        ...{ start: "startup", cwd: "/work/world", branch: "main", head: null },
      }),
    )
    const say = speaker(ep)
    const prompt = async (ctx: Parameters<typeof say>[0], chars: number): Promise<string> => {
      const text = say(ctx)
      await put(observed("prompt.submitted", source(`p${n++}`), where(), { author: "user", prompt: text, chars }))
      memory.catchUp()
      return text
    }
    const shownAll: string[] = []
    const listed: string[] = []
    const seeds: string[] = []
    // a person who vanished leaves a turn without its end
    let ended: Draft | null = null
    for (let ctx = session.nextPrompt(); ctx; ctx = session.nextPrompt()) {
      if (ended !== null) await put(ended)
      now += 1000
      const started = now
      const text = await prompt(ctx, charsOf(ctx.lenZ))
      found = ctx.candidates.map(c => ({
        id: ids.get(String(c.id))!,
        score: c.score,
        lexical: c.score,
        semantic: c.score,
      }))
      const slots = { norms: 0, negatives: 0, tactics: 0, facts: ctx.slots }
      const built = makePack(memory, {
        scope,
        episode: id,
        placement: "prompt",
        prompt: text,
        limits: { slots, tokens: MANY },
      })
      const draft = policy === null ? built.draft : chosen(built.draft, ctx, policy(ctx, session, ep), ids)
      await put(...(built.drawn ? [built.drawn] : []), draft)
      const shown = draft.data.shortlist.filter(c => c.shown).map(c => short.get(c.card)!)
      shownAll.push(...shown)
      listed.push(...ctx.candidates.map(c => String(c.id)))
      seeds.push(draft.data.seed)
      const there = ctx.candidates.filter(c => shown.includes(String(c.id)))
      session.inject(there.map(({ id: card }) => ({ id: card, mode: 1 as const })))
      const out = session.run()
      const tools = out.tools as readonly { tool: string; outErr: boolean; exit: number | null; test: boolean }[]
      const step = (out.durMin * MINUTE) / tools.length
      const calls = tools.map((t, i): Draft => {
        const ok = t.exit !== null ? t.exit === 0 : !t.outErr
        const shell = t.tool === "Bash"
        return observed(
          "tool.finished",
          source(`c${n}`),
          { ...where(), ts: started + Math.round(step * (i + 1)) },
          {
            ...{
              call: `c${n++}`,
              tool: t.tool,
              does: doesByName(t.tool),
              ok,
              exitCode: t.exit,
              known: t.exit === null ? "client" : "exit",
            },
            ...{ rejected: false, cancelled: false, interrupted: false, durationMs: 20, stderr: null, agent: null },
            ...{ input: shell ? (t.test ? "npm test" : "./do-it.sh") : null, path: shell ? null : "src/a.ts" },
            output: shell ? (ok ? "done" : "it went wrong") : null,
          },
        )
      })
      now = started + Math.round(out.durMin * MINUTE)
      await put(...calls)
      const named = out.cited.map(card => shortId("f", ids.get(String(card))!))
      if (named.length > 0) {
        const reply = named.join(" ")
        const cost = { inputTokens: null, outputTokens: null }
        await put(observed("agent.replied", source(`r${n++}`), where(), { text: reply, chars: reply.length, ...cost }))
      }
      ended = observed("turn.ended", source(`t${n++}`), where(), END)
    }
    if (ended !== null && session.endReason !== "timeout") await put(ended)
    if (session.closing !== null) {
      now += 1000
      await prompt({ fb: session.closing, hasError: false, overlap: 0 }, charsOf(0))
      now += 1000
      await put(observed("turn.ended", source(`t${n++}`), where(), END))
    }
    now += 1000
    if (session.endReason === "timeout") now += 2 * IDLE * MINUTE
    else await put(observed("episode.closed", source("close"), where(), { reason: "exit" }))
    memory.catchUp()
    const { p } = session.truth
    const success = p.reduce((a, b) => a + b, 0) / Math.max(1, p.length)
    return { success, shown: shownAll, listed, seeds, episode: id }
  }

  return {
    memory,
    get ids() {
      return ids
    },
    know,
    live,
    async end() {
      now += DAY
      await memory.record([authored("note.written", random(), { ts: now, episode: null, scope: null }, NOTHING)])
      memory.catchUp()
    },
    stage: name => read.card.get(memory.views, ids.get(name)!)!.stage,
    ask(name) {
      const context = memory.context()
      const card = read.card.get(memory.views, ids.get(name)!)!
      return decide(context, ruleFor(context, "value"), { card: factsOf(card), now }).answer
    },
  }
}
/** What the product says of each card now, and whether it is flagged as harmful, however the preset says so. */
export function judgedBy(run: FoldRun, preset: string, cards: readonly CardFacts[]) {
  const values = new Map(cards.map(c => [c.id, run.ask(c.id)]))
  const rule = LEARNERS[preset]!.value.name
  const ask = (card: string): ValueAnswer => values.get(card)!
  return (card: string) => ({
    ...ask(card),
    flagged: run.stage(card) === "deprecated" || isFlagged(card, cards, ask, rule, preset),
  })
}

/** Flagged as harmful: by its verdict, or by the common gate of credit.md 3 for seeds without a number of their own. */
export function isFlagged(
  card: string,
  cards: readonly CardFacts[],
  ask: (card: string) => ValueAnswer,
  rule: string,
  preset: string,
): boolean {
  const v = ask(card)
  if (v.verdict === "harms") return true
  if (rule !== "beta-counts" || preset === "groove" || v.n < 8) return false
  const pool = cards.map(c => ask(c.id)).filter(x => x.n > 0)
  const usual = pool.reduce((s, x) => s + x.mean * x.n, 0) / pool.reduce((s, x) => s + x.n, 0)
  return (v.mean - usual) / Math.sqrt((usual * (1 - usual)) / v.n) < -1.64
}

const END = { reason: "end" as const, inputTokens: null, outputTokens: null }
const NOTHING = { by: "agent" as const, text: "nothing", kind: null, tier: "global" as const }

/** The pack as another policy would have made it. */
function chosen(
  draft: Draft<"pack.built">,
  ctx: WorldContext,
  picks: readonly Pick[],
  ids: ReadonlyMap<string, string>,
): Draft<"pack.built"> {
  const by = new Map(ctx.candidates.map((c, i) => [ids.get(String(c.id))!, picks[i]!]))
  const shortlist = draft.data.shortlist.map(line => {
    const pick = by.get(line.card)!
    return { ...line, shown: pick.shown, chance: pick.chance, reason: pick.shown ? null : "slot full" }
  })
  return { ...draft, data: { ...draft.data, shortlist } }
}

/** Cards by their names in the world, each with the evidence its origin has. */
async function plant(
  memory: Memory,
  world: World,
  tier: "global" | "repo",
  ts: number,
  random: () => Uint8Array,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  const where = { ts, episode: null, scope: tier === "global" ? null : scopeOf(world.session(0).repo) }
  for (const card of world.cards) {
    const name = String(card.id)
    const text = `the ${speaker(400_000 + Number(card.id))({ fb: null, hasError: false, overlap: null }).slice(9, 120)} is so`
    const by = card.source === "user" ? ("user" as const) : ("agent" as const)
    const note = authored("note.written", random(), where, { by, text, kind: "fact", tier })
    const [event] = (await memory.record([note])).ids
    const cite = spansOf(memory, event!)
    const span = (kind: Evidence["kind"]): Evidence => cite(kind, 0, text.length)
    const evidence =
      by === "user" ? [span("user_span")] : [span("doc_span"), ...(card.source === "agent" ? [span("agent_span")] : [])]
    const id = proposalId("world@1", "fact", evidence)
    const data = {
      proposer: "world@1",
      provenance: by === "user" ? ("words" as const) : ("document" as const),
      kind: "fact" as const,
      statement: text,
      tier,
    }
    await memory.record([
      { type: "card.proposed", id, ...where, data: { ...data, topic: text, tags: [], turn: null, evidence } },
    ])
    ids.set(name, id)
  }
  memory.catchUp()
  return ids
}
