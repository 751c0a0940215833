// Every released version of every event has a fixture that still reads; every upcast runs; the format page is current.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { toJSONSchema } from "zod/v4/core"
import { isCode } from "../../../src/core/errors.ts"
import { type EventDefinition, upcast } from "../../../src/core/events/define.ts"
import { authored, observed } from "../../../src/core/events/draft.ts"
import { definitionOf, EVENTS, parseEvent } from "../../../src/core/events/registry.ts"
import { logFormat } from "../../../tools/log-format.ts"

const FIXTURES = join(import.meta.dirname, "../../fixtures/events")
const SHIPPED = join(import.meta.dirname, "shipped-fixtures.json")
const PAGE = join(import.meta.dirname, "../../../docs/log-format.md")
const base = { seq: 1, id: "0".repeat(32), ts: 0, episode: null, scope: null }
const definitions: readonly EventDefinition[] = EVENTS as never

describe("events", () => {
  it("[S2-70] what is seen is named after its source, what somebody did has a UUIDv7: the time first, then chance", () => {
    const where = { ts: 0x0198_7654_3210, episode: null, scope: null }
    const seen = (record: string) =>
      observed("context.compacted", { client: "c", session: "s", record }, where, { trigger: null }).id
    expect(new Set(["1", "1", "2"].map(seen)).size).toBe(2)
    const did = (byte: number) => authored("checkpoint.asked", new Uint8Array(16).fill(byte), where, { message: 1 }).id
    expect([did(0), did(255)]).toEqual(["01987654321070008000000000000000", "0198765432107fffbfffffffffffffff"])
  })

  it("every released version has a fixture, and it reads as today's shape", () => {
    for (const event of definitions)
      for (let v = 1; v <= event.version; v++) {
        const file = join(FIXTURES, `${event.type}.v${v}.json`)
        expect(existsSync(file), `missing fixture ${event.type}.v${v}.json`).toBe(true)
        const data = JSON.parse(readFileSync(file, "utf8"))
        expect(() => parseEvent({ ...base, type: event.type, v, data })).not.toThrow()
      }
  })

  it("no shipped fixture changes: each has the bytes it was added with (npm run docs adds new ones)", () => {
    const shipped = JSON.parse(readFileSync(SHIPPED, "utf8")) as Record<string, string>
    const digest = (file: string): string =>
      createHash("sha256")
        .update(readFileSync(join(FIXTURES, file)))
        .digest("hex")
        .slice(0, 16)
    const now = Object.fromEntries(readdirSync(FIXTURES).map(file => [file, digest(file)]))
    if (process.env.UPDATE_DOCS) writeFileSync(SHIPPED, `${JSON.stringify({ ...now, ...shipped }, null, 2)}\n`)
    else expect(now).toEqual(shipped)
    expect({ ...now, ...shipped }).toEqual(now)
  })

  it("[L4] whatever is written in words is a text or a name: forgetting erases the one and tells of the other", () => {
    // Ids, hashes and words of ours: nobody's own.
    const own =
      /^(?:call|seed|head|commit|hash|rule|preset|posterior|intent|because|trip|where|code|what|author|to|reason)$/
    const fieldsOf = (schema: unknown): readonly (readonly [string, unknown])[] =>
      Object.entries((schema as { properties?: object }).properties ?? {}).filter(([field]) => !own.test(field))
    const words = (schema: unknown): boolean => {
      const { type, pattern, enum: listed, anyOf, items } = schema as Record<string, unknown>
      const within = [...((anyOf ?? []) as unknown[]), ...(items ? [items] : []), ...fieldsOf(schema).map(([, s]) => s)]
      return (type === "string" && !pattern && !listed) || within.some(words)
    }
    const unsaid = definitions.flatMap(({ type, texts, names, data }) =>
      fieldsOf(toJSONSchema(data as never, { unrepresentable: "any" }))
        .filter(([field, schema]) => ![...texts, ...names].includes(field) && words(schema))
        .map(([field]) => `${type} ${field}`),
    )
    expect(unsaid).toEqual([])
  })

  it("no fixture is left behind by an event that is gone", () => {
    const known = new Set(
      definitions.flatMap(e => Array.from({ length: e.version }, (_, i) => `${e.type}.v${i + 1}.json`)),
    )
    expect(readdirSync(FIXTURES).filter(f => !known.has(f))).toEqual([])
  })

  it("every upcast ran on its fixture", () => {
    for (const event of definitions)
      for (const n of Object.keys(event.upcasts).map(Number)) {
        let ran = false
        const spied = {
          ...event,
          upcasts: {
            ...event.upcasts,
            [n]: {
              ...event.upcasts[n]!,
              up: (d: never) => {
                ran = true
                return event.upcasts[n]!.up(d)
              },
            },
          },
        }
        upcast(spied, n - 1, JSON.parse(readFileSync(join(FIXTURES, `${event.type}.v${n - 1}.json`), "utf8")))
        expect(ran, `${event.type} upcast ${n}`).toBe(true)
      }
  })

  it("a version without an upcast cannot be defined; an upcast chain runs in order", () => {
    const made = {
      ...definitionOf("episode.closed"),
      version: 3,
      upcasts: {
        2: { name: "addA", up: (d: object) => ({ ...d, a: 1 }) },
        3: { name: "addB", up: (d: object) => ({ ...d, b: 2 }) },
      },
    }
    expect(upcast(made as never, 1, { reason: "x" })).toEqual({ reason: "x", a: 1, b: 2 })
  })

  it("an unknown newer version or type is refused with a hint, never guessed", () => {
    const newer = () => parseEvent({ ...base, type: "episode.closed", v: 99, data: { reason: "x" } })
    expect(newer).toThrow(/newer mettle/)
    try {
      parseEvent({ ...base, type: "dream.dreamt", v: 1, data: {} })
      expect.unreachable()
    } catch (error) {
      expect(isCode(error, "E_NEWER") && error.hint).toMatch(/upgrade/)
    }
  })

  it("data that does not fit is refused; unknown and prototype keys are dropped", () => {
    expect(() => parseEvent({ ...base, type: "episode.closed", v: 1, data: { reason: 7 } })).toThrow(/does not fit/)
    const hostile = JSON.parse('{"reason":"x","__proto__":{"polluted":1},"more":2}')
    const read = parseEvent({ ...base, type: "episode.closed", v: 1, data: hostile })
    expect(read.data).toEqual({ reason: "x" })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it("docs/log-format.md is what the registry says (npm run docs)", () => {
    if (process.env.UPDATE_DOCS) {
      mkdirSync(join(PAGE, ".."), { recursive: true })
      writeFileSync(PAGE, logFormat())
    }
    expect(readFileSync(PAGE, "utf8")).toBe(logFormat())
  })
})
