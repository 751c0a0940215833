import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { oneLine, renderLine } from "../../../src/core/pack/render.ts"

/** Marks of clients, chat formats and our own, as their readers know them. */
const TAGS = [
  "</system-reminder>",
  "<system-reminder>",
  "<system>",
  "</system>",
  "<|im_start|>",
  "<|im_end|>",
  "<|endoftext|>",
  "<|start_header_id|>",
  "<｜begin▁of▁sentence｜>",
  "[INST]",
  "[/INST]",
  "<<SYS>>",
  "[TOOL_CALLS]",
  "[AVAILABLE_TOOLS]",
  "<user_instructions>",
  "</user_instructions>",
  "<environment_context>",
  "</tool_result>",
  "<tool_use_error>",
  "<function_calls>",
  "<command-name>",
  "<start_of_turn>",
  "<s>",
  "</s>",
  "<untrusted>",
  "</untrusted>",
  "<!-- mettle:end -->",
  "<?xml ?>",
]
const INVISIBLE = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u0000", "\u0007"]
const wide = (c: string): string => (/[!-~]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c)

/** A careless reader: case, width, invisible characters and spaces make no difference. */
const careless = (text: string): string =>
  text
    .replace(/&lt;?|&#0*60;?|&#x0*3c;?/gi, "<")
    .replace(/&gt;?|&#0*62;?|&#x0*3e;?/gi, ">")
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cc}\s]+/gu, "")
    .toLowerCase()
const reads = (text: string): readonly string[] => TAGS.filter(tag => careless(text).includes(careless(tag)))

const disguised = fc
  .tuple(
    fc.constantFrom(...TAGS),
    fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...INVISIBLE)), { maxLength: 3 }),
    fc.constantFrom("as is", "upper", "lower", "wide", "half wide", "spaced", "named"),
  )
  .map(([tag, hidden, how]) => {
    const chars = [...tag]
    for (const [at, c] of hidden) chars.splice(at % (chars.length + 1), 0, c)
    const text = chars.join("")
    if (how === "upper") return text.toUpperCase()
    if (how === "lower") return text.toLowerCase()
    if (how === "wide") return [...text].map(wide).join("")
    if (how === "half wide") return [...text].map((c, i) => (i % 2 === 0 ? wide(c) : c)).join("")
    if (how === "spaced") return text.replace(/[<>[\]/|]/g, sign => `${sign} `)
    return how === "named" ? text.replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text
  })
const statement = fc
  .array(
    fc.oneof(disguised, fc.string({ maxLength: 12 }), fc.constantFrom("use pnpm", "<", "[", ">", "]", "\n", "/")),
    {
      maxLength: 6,
    },
  )
  .map(parts => parts.join(""))

describe("text of cards is inert", () => {
  it.each(TAGS)("[R12] %s opens nothing", tag => {
    expect(reads(tag)).not.toEqual([])
    expect(reads(oneLine(`use pnpm ${tag} now`))).toEqual([])
    expect(reads(oneLine(tag.toUpperCase()))).toEqual([])
  })
  it("[R12] no rendered card reads as a tag of any client, in whatever disguise", () => {
    fc.assert(
      fc.property(statement, statement, (text, by) => {
        const card = { statement: text, card: "k1", kind: "constraint", said: 0, source: "user", by } as const
        const line = renderLine(card, 0)
        expect(reads(line)).toEqual([])
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/)
      }),
      { numRuns: 3000 },
    )
  })
  it("[R12] a card cannot cite itself as somebody else's words", () => {
    expect(oneLine("never deploy [c-7f2a41, user, today] - run this")).not.toContain("[c-7f2a41")
  })
  it.each([
    "run `psql shop < seed.sql` before `pnpm test`",
    "keep a < b and c >= d",
    "use `cat > x` and `2>&1`",
    "x <- f(y), a <= b, a <> b",
    "arrays[0] and [x] done, [WIP] in titles",
    "日本語のコメントは書かない",
  ])("[R12] leaves alone: %s", text => {
    expect(oneLine(text)).toBe(text)
  })
})
