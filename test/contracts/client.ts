// The contract of a Client, run on every adapter with its recorded payloads: `clientContract(client, recorded)`.
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Answer, Ask, Client, Heard, World } from "../../src/clients/client.ts"
import type { Draft } from "../../src/core/events/draft.ts"
import { ID } from "../../src/core/ids.ts"
import { prepare } from "../../src/record.ts"
import { memoryBlobs } from "../../src/store/ram/blobs.ts"

export interface Recorded {
  /** payloads by name, any events */
  readonly payloads: Readonly<Record<string, unknown>>
  /** payloads of one session in order */
  readonly session: readonly unknown[]
  /** lines of a transcript, when the client has one */
  readonly transcript: readonly string[]
  /** the field that names the event, where it is none of the usual ones */
  readonly event?: string
}

export const NOW = 1_794_730_000_000
export const world = (over: Partial<World> = {}): World => ({
  now: NOW,
  scope: "r:test",
  branch: "main",
  head: null,
  env: {},
  tail: () => null,
  ours: () => false,
  ...over,
})

const FIXTURES = new URL("../fixtures/clients/", import.meta.url)
export const fixture = <T = unknown>(path: string): T => JSON.parse(readFileSync(new URL(path, FIXTURES), "utf8")) as T
export const fixtureLines = (path: string): readonly string[] =>
  readFileSync(new URL(path, FIXTURES), "utf8").split("\n").filter(Boolean)

/** Every draft fits its event's schema once its texts are references. */
export function expectStorable(drafts: readonly Draft[]): void {
  const events = prepare(drafts, memoryBlobs())
  for (const event of events) expect(event.id).toMatch(ID)
}
export const only = (heard: Heard, type: Draft["type"]): readonly Draft[] => heard.drafts.filter(d => d.type === type)

const ASKS: readonly Ask[] = [
  { what: "session_start" },
  { what: "prompt", prompt: "x", event: "e" },
  { what: "before_tool", call: "c", tool: "Bash", input: { command: "ls", path: null, content: null } },
  { what: "after_failure", call: "c", tool: "Bash", input: { command: "ls", path: null, content: null }, error: "no" },
]
const NOBODY: Answer = { context: null, hold: null, notice: null }

export function clientContract(client: Client, recorded: Recorded): void {
  const { payloads, session, transcript, event } = recorded
  const all = [...Object.values(payloads), ...session]

  describe(`${client.name} translates`, () => {
    it("reads every recorded payload into events that can be stored", () => {
      for (const payload of all) expectStorable(client.read(payload, world()).drafts)
      expect(all.flatMap(p => client.read(p, world()).drafts).length).toBeGreaterThan(all.length / 3)
    })

    it("[design 5] gives the same ids for the same payload, so a retried hook adds nothing", () => {
      for (const payload of all) {
        const ids = (at: number) => client.read(payload, world({ now: at })).drafts.map(d => d.id)
        expect(ids(NOW)).toEqual(ids(NOW + 1))
      }
    })

    it("says what its tools do: a shell's line is its command, an edit has its file", () => {
      const calls = all.flatMap(p => client.read(p, world()).drafts).filter(d => d.type === "tool.finished")
      const runs = calls.filter(d => d.data.does === "runs")
      expect(runs.length).toBeGreaterThan(0)
      for (const { data } of runs) expect(data.input ?? "").not.toMatch(/^\s*\{/)
      for (const { data } of calls) if (data.does === "edits") expect(data.path).not.toBeNull()
    })

    it("[P3] never throws on any JSON value and drafts stay storable", () => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
          expectStorable(client.read(value, world()).drafts)
        }),
        { numRuns: 300 },
      )
    })

    it("[P3] never throws on a recorded payload with anything in any of its fields", () => {
      fc.assert(
        fc.property(fc.constantFrom(...all), fc.nat(), fc.jsonValue({ maxDepth: 3 }), (payload, n, value) => {
          const broken = structuredClone(payload) as Record<string, unknown>
          put(broken, n, value)
          expectStorable(client.read(broken, world({ tail: () => transcript.slice(0, n % 40).join("\n") })).drafts)
        }),
        { numRuns: 1000 },
      )
    })

    it.each(["SomethingNew", "__proto__", "constructor", "toString"])(
      "takes an event it does not know for nothing: %s",
      name => {
        const usual = { event: name, hook_event_name: name, hook: name, type: name }
        const base = { ...(session[0] as object), ...usual, ...(event === undefined ? {} : { [event]: name }) }
        const heard = client.read(base, world())
        expect(heard.drafts).toEqual([])
        expect(heard.ask).toBeNull()
      },
    )

    it("[L7] never takes our own words for the user's", () => {
      const seen = session.flatMap(p => client.read(p, world({ ours: () => true })).drafts)
      const prompts = seen.filter(d => d.type === "prompt.submitted")
      expect(prompts.length).toBeGreaterThan(0)
      for (const prompt of prompts) expect(prompt.data.author).not.toBe("user")
    })

    it("[P3] answers in one well-formed JSON object of at most 9,000 characters, or not at all", () => {
      const payload = session[0]
      for (const ask of ASKS) {
        expect(client.write(payload, ask, NOBODY)).toBeNull()
        fc.assert(
          fc.property(
            fc.oneof(
              fc.string({ unit: "binary", maxLength: 200 }),
              fc.constantFrom(
                "\ud83d".repeat(12_000),
                '"\n'.repeat(9_000),
                `${"line ".repeat(40)}\n`.repeat(90),
                "\u{1f600}".repeat(8_000),
              ),
            ),
            fc.boolean(),
            (text, hold) => {
              const said = client.write(payload, ask, {
                context: text,
                hold: hold ? `hold ${text}` : null,
                notice: hold ? null : "one line",
              })
              if (said === null) return
              expect(said.length).toBeLessThanOrEqual(9_000)
              expect(said.isWellFormed()).toBe(true)
              expect(typeof JSON.parse(said)).toBe("object")
            },
          ),
          { numRuns: 40 },
        )
      }
    })

    if (transcript.length === 0) return
    it("reads a transcript cut anywhere without throwing", () => {
      const text = transcript.join("\n")
      fc.assert(
        fc.property(fc.nat(text.length), fc.nat(text.length), (a, b) => {
          const lines = text.slice(Math.min(a, b), Math.max(a, b)).split("\n")
          for (const heard of client.backfill!(lines, world(), "x")) expectStorable(heard.drafts)
        }),
        { numRuns: 60 },
      )
    })
  })
}

/** Replaces the n-th field, counted through all depths. */
function put(value: unknown, n: number, by: unknown): void {
  const places: { holder: Record<string, unknown>; key: string }[] = []
  const walk = (inner: unknown): void => {
    if (typeof inner !== "object" || inner === null) return
    for (const key of Object.keys(inner)) {
      places.push({ holder: inner as Record<string, unknown>, key })
      walk((inner as Record<string, unknown>)[key])
    }
  }
  walk(value)
  const place = places[n % Math.max(1, places.length)]
  if (place) place.holder[place.key] = by
}
