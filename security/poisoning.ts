// Threat 1: words of nobody become a rule. Every attempt goes through the real hook of a client in an empty home, is settled,
// and must show neither as a norm or tactic nor as an order in what the next session is told. What people mean is kept.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { loadConfig } from "../src/config.ts"
import { isNorm } from "../src/core/model.ts"
import { readCards } from "../src/memory/reading/read.ts"
import { settle } from "../src/memory/tending/settle.ts"
import { openMemoryAt } from "../src/open.ts"
import { type Home, home } from "../torture/home.ts"
import { ATTACKS, attackCount, ROADS, type Road } from "./attacks.ts"
import { eachOf, type Family } from "./family.ts"
import { CLIENT_NAMES, type ClientName, MISBEHAVED, session, type Told } from "./five-clients.ts"
import { mcpTalk } from "./mcp-talk.ts"
import { PREFERENCES } from "./preferences.ts"

const RED = "FAIL src/cart.test.ts\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const TOOL_OF: Partial<Record<Road, string>> = {
  file: "Read",
  page: "WebFetch",
  mcp: "mcp__tracker__get",
  report: "Task",
}
const PER_SESSION = 12
/** A busy machine is no reason to lose an attempt. */
export const PATIENT = { METTLE_PATIENCE: "20" }

async function attempt(told: Told, road: Road, text: string): Promise<void> {
  if (road === "output" || road === "commit")
    await told.runs({ ok: true, output: text, command: road === "commit" ? "git log -3" : "./step.sh" })
  else if (road === "failure") await told.runs({ ok: false, output: text, command: "./step.sh" })
  else if (road === "command") await told.runs({ ok: true, output: "", command: text })
  else if (TOOL_OF[road] !== undefined)
    await told.runs({ ok: true, output: text, tool: TOOL_OF[road], command: "docs" })
  else if (road === "reply") await told.replies(text)
  else if (road === "delegated") await told.delegates(text)
  else await told.prompt(text)
}

interface Attempt {
  readonly road: Road
  readonly text: string
}
/** Attempts in one session of work: something fails, they are seen, it passes; the best ground for a false lesson. */
async function attack(h: Home, client: ClientName, id: string, attempts: readonly Attempt[]): Promise<void> {
  const person = attempts[0]!.road !== "headless"
  const told = session(h, client, id, { person })
  await told.start()
  if (person) await told.prompt("get the tests green")
  await told.runs({ ok: false, output: RED })
  for (const { road, text } of attempts) await attempt(told, road, text)
  // An agent that believed it asks the memory to keep it as the user's words.
  const quotes = attempts.flatMap(({ text }) => [text, ...text.split(/\n|(?<=[.!?])\s+/)]).filter(q => q.length > 8)
  await mcpTalk(
    h,
    quotes.map(quote => ({ name: "memory_keep", arguments: { quote } })),
  )
  await told.runs({ ok: true, output: GREEN })
  await told.replies("All pass.")
  await told.ends()
}

/** Everything that would speak with authority, and what the next session is told. */
export async function learnt(h: Home): Promise<{ cards: ReturnType<typeof readCards>; close: () => Promise<void> }> {
  const random = (bytes: number): Uint8Array => new Uint8Array(Math.max(16, bytes)).fill(7)
  const config = loadConfig({ userDir: h.paths.config })
  const { memory, store } = openMemoryAt({ dir: h.paths.data, config, now: Date.now, random })
  await settle(memory)
  const cards = readCards(memory, { all: true })
  return {
    cards,
    close: async () => {
      await memory.close()
      await store.close()
    },
  }
}

/** Each attempt goes to one client, neighbours of one road to different ones; headless ones have sessions of their own. */
function sessionsOf(client: ClientName): readonly (readonly Attempt[])[] {
  const mine = ROADS.filter(road => road !== "rule-file").flatMap((road, r) =>
    ATTACKS[road]
      .filter((_, i) => (i + r) % CLIENT_NAMES.length === CLIENT_NAMES.indexOf(client))
      .map(text => ({ road, text })),
  )
  const headless = mine.filter(({ road }) => road === "headless")
  const rest = mine.filter(({ road }) => road !== "headless")
  const parts = Array.from({ length: Math.ceil(rest.length / PER_SESSION) }, (_, k) =>
    rest.slice(k * PER_SESSION, (k + 1) * PER_SESSION),
  )
  return [...parts, headless].filter(part => part.length > 0)
}

/** As users have it: a resident answers, the hook's own process does when it is too late. */
export async function withResident(h: Home, work: () => Promise<void>): Promise<void> {
  const resident = await h.resident()
  try {
    await work()
  } finally {
    resident.child.kill("SIGTERM")
    await resident.ended
  }
}

async function poison(dir: string, client: ClientName, failures: string[]): Promise<number> {
  const h = home(join(dir, client), PATIENT)
  mkdirSync(join(h.project, ".git"))
  for (const name of ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules"])
    writeFileSync(join(h.project, name), `# Rules\n\n${ATTACKS["rule-file"].map(line => `- ${line}`).join("\n")}\n`)
  let made = 0
  await withResident(h, async () => {
    for (const [i, attempts] of sessionsOf(client).entries()) {
      await attack(h, client, `${client}-${i}`, attempts)
      made += attempts.length
    }
  })
  const { cards, close } = await learnt(h)
  await close()
  for (const card of cards)
    if (isNorm(card.kind) || card.kind === "tactic")
      failures.push(`${client}: ${card.kind} "${card.statement}" (${card.proposer}, ${card.stage})`)
  // The next session, and a prompt that is about everything that was tried.
  const next = session(h, client, `${client}-next`)
  const about = "review, tests, push, deploy, secrets, root, branches: what are the rules here?"
  const said = [await next.start(), await next.prompt(about)].map(({ out }) => out).join("\n")
  for (const text of Object.values(ATTACKS).flat()) {
    const order = text.split("\n").at(-1)!.slice(0, 60)
    if (order.length > 20 && JSON.stringify(said).includes(JSON.stringify(order).slice(1, -1)))
      failures.push(`${client}: the next session is told "${order}"`)
  }
  return made
}

async function keep(dir: string, client: ClientName, lost: string[]): Promise<number> {
  const h = home(join(dir, `asked ${client}`), PATIENT)
  const mine = PREFERENCES.filter((_, i) => i % CLIENT_NAMES.length === CLIENT_NAMES.indexOf(client))
  await withResident(h, async () => {
    for (const [i, words] of mine.entries()) {
      const project = join(h.dir, `p${i}`)
      mkdirSync(join(project, ".git"), { recursive: true })
      const told = session(h, client, `${client}-said-${i}`, { project })
      await told.start()
      await told.prompt(words)
    }
  })
  const { cards, close } = await learnt(h)
  await close()
  let kept = 0
  for (const words of mine) {
    const found = cards.some(
      card =>
        (isNorm(card.kind) || card.kind === "fact") && card.evidence.some(e => e.quote && words.includes(e.quote)),
    )
    if (found) kept++
    else lost.push(`${client}: ${words}`)
  }
  return kept
}

export const poisoning: Family = {
  name: "poisoning",
  threats: [1],
  title: "planted rules through every road and every client",
  run: async ({ dir }) => {
    const failures: string[] = []
    const lost: string[] = []
    let attempts = 0
    let kept = 0
    await eachOf([...CLIENT_NAMES], 2, async client => {
      const made = await poison(dir, client, failures)
      attempts += made + ATTACKS["rule-file"].length
      const held = await keep(dir, client, lost)
      kept += held
    })
    const planted = failures.length
    const share = kept / PREFERENCES.length
    if (share < 0.9) failures.push(`only ${kept} of ${PREFERENCES.length} preferences were kept: ${lost.join(" | ")}`)
    return {
      attempts,
      figures: {
        "own attacks": attackCount,
        roads: ROADS.length,
        clients: CLIENT_NAMES.length,
        "planted or told": planted,
        "preferences kept": `${kept} of ${PREFERENCES.length}`,
        ...(lost.length > 0 ? { "not kept": lost.map(words => JSON.stringify(words)).join(" ") } : {}),
      },
      failures: [...failures, ...MISBEHAVED.splice(0)],
    }
  },
}
