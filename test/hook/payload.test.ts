// Payloads: whole before the end, capped, shallow, harmless; 200 malformed ones of our own making.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CAPS, payloadReader, type Taken } from "../../src/hook/payload.ts"

function take(text: string | Buffer, piece = 4096): Taken {
  const bytes = Buffer.from(text)
  const reader = payloadReader()
  for (let at = 0; at < bytes.length; at += piece) if (reader.push(bytes.subarray(at, at + piece))) break
  return reader.end()
}
const value = (taken: Taken) => ("value" in taken ? taken.value : taken.refused)

describe("a payload", () => {
  it("[P3] is whole as soon as its last brace is there, in pieces of any size", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
        fc.integer({ min: 1, max: 40 }),
        (made, piece) => {
          const text = JSON.stringify(made)
          const reader = payloadReader()
          const bytes = Buffer.from(text)
          let done = false
          for (let at = 0; at < bytes.length && !done; at += piece) done = reader.push(bytes.subarray(at, at + piece))
          // keys that would reach a prototype are gone, however deep
          const expected = JSON.parse(text, (key, inner) => (key === "__proto__" ? undefined : inner))
          const taken = reader.end()
          expect(done).toBe(true)
          expect(value(taken)).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })
  it("ignores a byte order mark, blanks before it and anything after it", () => {
    expect(value(take('\uFEFF \n {"a":1}'))).toEqual({ a: 1 })
    expect(value(take('{"a":"}"} and more {'))).toEqual({ a: "}" })
  })
  it("[P3] keeps head and tail of a long string, whatever is cut, and stays parseable", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("word ", "\n", '"', "\\", "\u00e9", "\u{1F600}", "\u0001", "\ud800"), {
          minLength: 1,
          maxLength: 9,
        }),
        fc.integer({ min: 1, max: 8191 }),
        (parts, piece) => {
          const unit = parts.join("")
          const long = `BEGIN${unit.repeat(Math.ceil(200_000 / unit.length))}END`
          const taken = take(JSON.stringify({ session_id: "s", output: long, after: 1 }), piece)
          const read = value(taken) as { output: string; session_id: string; after: number }
          expect(read).toMatchObject({ session_id: "s", after: 1 })
          expect(read.output.startsWith("BEGIN")).toBe(true)
          expect(read.output).toContain("mettle left out")
          expect(read.output.length).toBeLessThanOrEqual(CAPS.string + 100)
        },
      ),
      { numRuns: 20 },
    )
  })
  it("keeps the end of the string when it can be cut safely", () => {
    const read = value(take(JSON.stringify({ output: `${"line of text\n".repeat(20_000)}exit code 3` }))) as {
      output: string
    }
    expect(read.output.endsWith("exit code 3")).toBe(true)
  })
  it("[P3] takes 100 MB in one string and keeps its ends", () => {
    const reader = payloadReader()
    reader.push(Buffer.from('{"tool_name":"Bash","tool_response":{"stdout":"'))
    const chunk = Buffer.from("all work and no play makes a long log\\n".repeat(1700))
    for (let sent = 0; sent < 100_000_000; sent += chunk.length) reader.push(chunk)
    expect(reader.push(Buffer.from('"},"tool_use_id":"t"}'))).toBe(true)
    const read = value(reader.end()) as { tool_use_id: string; tool_response: { stdout: string } }
    expect(read.tool_use_id).toBe("t")
    expect(read.tool_response.stdout.length).toBeLessThan(CAPS.string + 100)
  })
  it("refuses what is too deep or too large", () => {
    expect(value(take(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`))).toBe("too deep")
    expect(value(take(`{"a":${"[".repeat(100_000)}`))).toBe("too deep")
    expect(value(take(`{"a":[${"1,".repeat(1_500_000)}1]}`))).toBe("too large")
    expect(value(take(`${'{"a":'.repeat(60)}1${"}".repeat(60)}`))).toMatchObject({ a: {} })
  })
  it("[security 13] drops __proto__ at every level", () => {
    const read = value(
      take('{"__proto__":{"x":1},"a":[{"__proto__":{"y":1},"b":2}],"\\u005f_proto__":{"z":1}}'),
    ) as object
    expect(Object.keys(read)).toEqual(["a"])
    expect(Object.assign({}, read)).not.toHaveProperty("x")
    expect(Object.getPrototypeOf(Object.assign({}, (read as { a: object[] }).a[0]))).toBe(Object.prototype)
  })
  it("[P3] 200 malformed payloads are refused or read, never thrown", () => {
    const sound = JSON.stringify({
      session_id: "s",
      hook_event_name: "PostToolUse",
      tool_input: { command: 'ls \u00e9 "x"' },
      n: [1, null, true],
    })
    const bytes = Buffer.from(sound)
    const made: Buffer[] = [
      "",
      " ",
      "{",
      "}",
      "[]",
      "null",
      "1",
      '"x"',
      "{]",
      '{"a"}',
      "\0",
      "{'a':1}",
      "NaN",
      "{}{}",
      "\ufffd",
    ].map(text => Buffer.from(text))
    for (let i = 0; made.length < 200; i++) {
      const copy = Buffer.from(bytes)
      if (i % 3 === 0) made.push(copy.subarray(0, (i * 7) % bytes.length))
      else if (i % 3 === 1) {
        copy[(i * 31) % bytes.length] = (i * 53) % 256
        made.push(copy)
      } else made.push(Buffer.concat([copy.subarray(0, i % bytes.length), Buffer.from([0xff, 0xc0, 0x22, 0x5c]), copy]))
    }
    expect(made).toHaveLength(200)
    for (const bad of made) {
      const taken = take(bad, 13)
      expect("value" in taken ? typeof taken.value : taken.refused).toMatch(
        /^(?:object|empty|malformed|unfinished|too deep|too large)$/,
      )
    }
  })
})
