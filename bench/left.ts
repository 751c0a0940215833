// Where you left off, over real sessions lived again in the order of time: at the first prompt of each session the block that a
// hook would have added. Of the files, names and topics that its first prompts speak of, how many stand in the block; whether the
// thread is the right one among the last five; and blocks to be read by hand (bench/hand-read/left.json, ids and verdicts only).
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { claudeCode } from "../src/clients/claude-code/claude-code.ts"
import type { World } from "../src/clients/client.ts"
import { type Draft, observed } from "../src/core/events/draft.ts"
import { hashId } from "../src/core/ids.ts"
import { rankThreads } from "../src/core/left/choose.ts"
import { type PastEpisode, threadsOf } from "../src/core/left/thread.ts"
import { tokens } from "../src/core/pack/render.ts"
import { STOP_WORDS, terms } from "../src/core/recall/tokenise.ts"
import { bounded } from "../src/memory/past/hindsight.ts"
import { LEFT_TOKENS, type LeftShown, leftFor, pastEpisodes } from "../src/memory/past/left.ts"
import { dice, memoryOver, ramPorts } from "../src/memory/without-disk.ts"
import type { GitLook } from "../src/world/git-look.ts"
import { EPISODES, goOnPrompts, nameOf } from "./left-go-on.ts"
import { claudeSessions, type PastSession } from "./transcripts-as-claude.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
  readonly args: readonly string[]
}
const SETS = ["agent-transcripts", "agent-transcripts-2"] as const
/** Kept apart for another measurement. */
const NEVER = /^ctxeval:/
const FIRST_PROMPTS = 3
const FIVE = 5
/** What follows is mostly pasted. */
const PROMPT_CHARS = 500

interface Moment {
  readonly name: string
  readonly group: string
  readonly left: LeftShown | null
  /** what it would have been told, had it begun with "continue" */
  readonly asked: LeftShown | null
  /** what the first prompts of the session speak of and one of the last five spoke of or changed */
  readonly spoken: ReadonlySet<string>
  readonly first: string
  readonly block: string
  readonly lastPrompt: string
  readonly status: string
  readonly chosen: string | null
  /** of the last five episodes, newest first; null: files do not tell */
  readonly five: readonly string[]
  readonly right: string | null
  /** the one of the five that the prompt is ordered first by, whatever is open in it */
  readonly first5: string | null
}

export async function run({ shared, json, args }: Args): Promise<Record<string, unknown>> {
  const say = (line = ""): void => {
    if (!json) process.stdout.write(`${line}\n`)
  }
  const sessions = (await Promise.all(SETS.map(set => claudeSessions(shared, "/home/dev/repo", set, true)))).flat()
  const groups = new Map<string, PastSession[]>()
  for (const session of sessions) {
    if (NEVER.test(session.source)) continue
    const group = `${session.source.split(":")[0]}/${session.dev}`
    groups.set(group, [...(groups.get(group) ?? []), session])
  }
  const moments: Moment[] = []
  for (const [group, mine] of groups) if (mine.length >= 5) moments.push(...(await lived(group, mine)))
  const shown = moments.filter(m => m.left !== null)
  const verdicts = readVerdicts()
  for (const m of shown) {
    if (!args.includes("--blocks")) break
    say(
      `\n== ${m.name} ${verdicts[m.name] ?? "unread"} (${m.group}) ${m.left!.draft.data.score.toFixed(2)} ${m.left!.draft.data.because}${m.right === null ? "" : m.right === m.chosen ? " RIGHT" : " OTHER"}\nPROMPT ${m.first.slice(0, 300).replaceAll("\n", " / ")}\n${m.block}`,
    )
  }
  const goOn = await goOnPrompts(shared)
  if (args.includes("--blocks"))
    for (const { name, prompt, thread } of goOn)
      say(
        `\n== go-on ${name} ${verdicts[name] ?? "unread"}\nPROMPT ${prompt.slice(0, 200)}\n${[thread?.about, thread?.asked].map(t => `  ${t?.words.slice(0, 160)}`).join("\n")}`,
      )
  const told = moments.filter(m => m.right !== null)
  // Nobody asked there, so most of them begin other work: what is read is whether the block is true, and the choice where files tell.
  const asked = moments.filter(m => m.asked !== null).map(m => ({ ...m, name: `as-asked ${m.name}` }))
  const wentOn = asked.filter(m => m.right !== null)
  if (args.includes("--blocks"))
    for (const m of asked)
      say(
        `\n== ${m.name} ${verdicts[m.name] ?? "unread"} (${m.group}) ${m.right === null ? "" : m.right === m.asked!.thread.episode ? "RIGHT" : "OTHER"}\nPROMPT ${m.first.slice(0, 300).replaceAll("\n", " / ")}\n${m.asked!.text}`,
      )
  const hand = (of: readonly { readonly name: string }[], verdict: string): number =>
    of.filter(m => verdicts[m.name] === verdict).length
  const byHand = (of: readonly { readonly name: string }[]) => ({
    ...Object.fromEntries(["useful", "idle", "wrong"].map(verdict => [verdict, hand(of, verdict)])),
    unread: of.filter(m => verdicts[m.name] === undefined).length,
  })
  const recall = (of: readonly Moment[], text: (m: Moment) => string): string => {
    const all = of.reduce((sum, m) => sum + m.spoken.size, 0)
    const met = of.reduce((sum, m) => sum + hits(m.spoken, text(m)), 0)
    return `${met} of ${all} (${((100 * met) / Math.max(1, all)).toFixed(1)}%)`
  }
  const figures = {
    sessions: moments.length,
    shown: shown.length,
    tokens_mean: Math.round(shown.reduce((sum, m) => sum + m.left!.tokens, 0) / Math.max(1, shown.length)),
    tokens_most: Math.max(0, ...shown.map(m => m.left!.tokens)),
    spoken_of_in_block: recall(shown, m => m.block),
    spoken_of_in_last_prompt: recall(shown, m => m.lastPrompt),
    spoken_of_in_git_status: recall(
      shown.filter(m => m.status !== ""),
      m => m.status,
    ),
    spoken_of_in_nothing: 0,
    everywhere_block: recall(moments, m => m.block),
    everywhere_last_prompt: recall(moments, m => m.lastPrompt),
    right_thread_known: told.length,
    shown_where_known: told.filter(m => m.left).length,
    right_of_five: told.filter(m => m.chosen === m.right).length,
    right_by_last_session: told.filter(m => m.left && m.five[0] === m.right).length,
    ordered_first_of_five: told.filter(m => m.first5 === m.right).length,
    last_session_of_five: told.filter(m => m.five[0] === m.right).length,
    fits_by_hand: byHand(shown),
    as_asked: asked.length,
    as_asked_thread_known: wentOn.length,
    as_asked_right: wentOn.filter(m => m.right === m.asked!.thread.episode).length,
    as_asked_right_by_last_session: wentOn.filter(m => m.right === m.five[0]).length,
    as_asked_spoken_of_in_block: recall(wentOn, m => m.asked!.text),
    as_asked_spoken_of_in_last_prompt: recall(wentOn, m => m.lastPrompt),
    as_asked_spoken_of_in_git_status: recall(wentOn, m => m.status),
    as_asked_by_hand: byHand(asked),
    go_on_prompts: goOn.length,
    go_on_given: goOn.filter(g => g.thread !== null).length,
    go_on_not_the_last_session: goOn.filter(g => g.thread !== null && !g.isLast).length,
    go_on_by_hand: byHand(goOn.filter(g => g.thread !== null)),
  }
  say()
  for (const [name, value] of Object.entries(figures)) say(`${name}: ${JSON.stringify(value)}`)
  return figures
}

async function lived(group: string, sessions: readonly PastSession[]): Promise<readonly Moment[]> {
  let now = 0
  const scope = hashId("scope", group)
  const memory = memoryOver(ramPorts(), { now: () => now, randomBytes: dice(), engine: "bench", preset: "plain" })
  const world: World = { now: 0, scope, branch: null, head: null, env: {}, tail: () => null, ours: () => false }
  const drafts = sessions.map(s => {
    const told = [...claudeCode.backfill!(s.lines, world, s.id)].flatMap(h => h.drafts.map(bounded))
    return [...told, ...handedBack(told, s)]
  })
  const editedBy = new Map(drafts.map(list => [list[0]?.episode ?? "", editsOf(list)]))
  const firstOf = new Map(drafts.map(list => [list.find(isPrompt)?.id, list] as const))
  const common = frequent(drafts.map(promptsOf))
  const moments: Moment[] = []
  const order = drafts.flat().sort((a, b) => a.ts - b.ts)
  let waiting: Draft[] = []
  const put = async (): Promise<void> => {
    await memory.record(waiting)
    waiting = []
    memory.catchUp()
  }
  for (const draft of order) {
    waiting.push(draft)
    const list = firstOf.get(draft.id)
    if (!list || !isPrompt(draft)) continue
    now = draft.ts
    await put()
    const words = String(draft.data.prompt)
    const past = pastEpisodes(memory, scope, draft.episode)
    if (past.length === 0) continue
    const left = leftFor(memory, { scope, episode: draft.episode, prompt: words, when: "fits", git: () => gitOf(list) })
    const asked = leftFor(memory, {
      scope,
      episode: draft.episode,
      prompt: `continue: ${words}`,
      when: "asked",
      git: () => gitOf(list),
    })
    if (left) await memory.record([left.draft])
    const five = past.slice(-FIVE).reverse()
    const known = content(
      five.flatMap(e => e.turns.flatMap(t => [t.prompt ?? "", ...t.edits.map(edit => edit.path)])).join("\n"),
    )
    const query = { collection: "episode", text: words, scopes: [`repo:${scope}`], liveOnly: true } as const
    const scores = memory.search.find({ ...query, most: EPISODES, always: five.map(e => e.id) })
    moments.push({
      name: nameOf(draft.id),
      ...{ group, left, asked, first: words },
      spoken: new Set(
        [
          ...content(
            promptsOf(list)
              .slice(0, FIRST_PROMPTS)
              .map(p => p.slice(0, PROMPT_CHARS))
              .join("\n"),
          ),
        ].filter(term => !common.has(term) && known.has(term)),
      ),
      block: left?.text ?? "",
      lastPrompt: clipTo(five[0]?.turns.findLast(t => t.person)?.prompt ?? ""),
      status: clipTo(
        (gitOf(list)?.uncommitted(past.flatMap(e => e.turns.flatMap(t => t.edits.map(x => x.path)))) ?? []).join(" "),
      ),
      chosen: left?.thread.episode ?? null,
      five: five.map(e => e.id),
      first5: firstOf5(five, words, scores),
      right: rightOf(
        editsOf(list),
        five.map(e => [e.id, editedBy.get(e.id) ?? new Set<string>()] as const),
      ),
    })
  }
  return moments
}

/** The recordings are cut where they were last saved: only an interrupt says that a session was broken off. */
function handedBack(told: readonly Draft[], { id }: PastSession): readonly Draft[] {
  const last = told.at(-1)
  if (!last || last.type === "turn.ended") return []
  const where = { ts: last.ts, episode: last.episode, scope: last.scope }
  const source = { client: "claude-code", session: id, record: "end:bench" }
  return [observed("turn.ended", source, where, { reason: "end", inputTokens: null, outputTokens: null })]
}

/** What git says in the session itself, before it changes anything, is what a look at git would have found. */
function gitOf(list: readonly Draft[]): GitLook | null {
  const until = list.findIndex(draft => editsOf([draft]).size > 0)
  const told = list.slice(0, until < 0 ? undefined : until).flatMap(draft => {
    const { input, output } = draft.data as { input?: string | null; output?: string | null }
    return draft.type === "tool.finished" && /\bgit\b[^|;&]*\b(?:status|diff)\b/.test(input ?? "") ? [output ?? ""] : []
  })
  if (told.length === 0) return null
  const all = told.join("\n")
  return {
    branch: /^On branch (\S+)/m.exec(all)?.[1] ?? "main",
    uncommitted: paths => paths.filter(path => all.includes(path.replace("/home/dev/repo/", ""))),
    merged: () => null,
  }
}

function firstOf5(five: readonly PastEpisode[], prompt: string, scores: readonly { id: string; score: number }[]) {
  // Broken off: so that each of them is a thread.
  const open = [...five].reverse().map(e => ({ ...e, turns: e.turns.map(turn => ({ ...turn, ended: false })) }))
  const relevance = new Map(scores.map(({ id, score }) => [id, score]))
  return (
    rankThreads(threadsOf(open), { prompt, branch: null, relevance, when: "fits", now: 0 })[0]?.thread.episode ?? null
  )
}

/** The one of five whose files the session changes most; two that share the first place tell nothing. */
function rightOf(files: ReadonlySet<string>, five: readonly (readonly [string, ReadonlySet<string>])[]): string | null {
  const shared = five
    .map(([id, theirs]) => ({ id, n: [...files].filter(file => theirs.has(file)).length }))
    .sort((a, b) => b.n - a.n)
  const [best, second] = shared
  return best && best.n > 0 && best.n > (second?.n ?? 0) ? best.id : null
}

const isPrompt = (draft: Draft): draft is Draft<"prompt.submitted"> =>
  draft.type === "prompt.submitted" && (draft.data as { author?: string }).author === "user"
const promptsOf = (list: readonly Draft[]): readonly string[] => list.filter(isPrompt).map(d => String(d.data.prompt))
const editsOf = (list: readonly Draft[]): ReadonlySet<string> =>
  new Set(
    list.flatMap(draft => {
      const { tool = "", path } = draft.data as { tool?: string; path?: string | null }
      return draft.type === "tool.finished" && /edit|write|patch/i.test(tool) && path ? [path] : []
    }),
  )

const content = (text: string): ReadonlySet<string> =>
  new Set(terms(text.slice(0, 60_000)).filter(term => term.length > 2 && !STOP_WORDS.has(term)))
const hits = (spoken: ReadonlySet<string>, text: string): number => {
  const there = content(text)
  return [...spoken].filter(term => there.has(term)).length
}
/** Words of more than a seventh of all sessions name nothing. */
function frequent(sessions: readonly (readonly string[])[]): ReadonlySet<string> {
  const df = new Map<string, number>()
  for (const prompts of sessions) for (const term of content(prompts.join("\n"))) df.set(term, (df.get(term) ?? 0) + 1)
  return new Set([...df].filter(([, n]) => n > Math.max(2, sessions.length / 7)).map(([term]) => term))
}
/** As many tokens as a block may have. */
function clipTo(text: string): string {
  let kept = text
  while (tokens(kept) > LEFT_TOKENS) kept = kept.slice(0, Math.floor(kept.length * 0.9))
  return kept
}

function readVerdicts(): Readonly<Record<string, string>> {
  const file = resolve("bench/hand-read/left.json")
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as { verdicts: Record<string, string> }).verdicts
    : {}
}
