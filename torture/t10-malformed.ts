// T-10: input that no client should send, through real hook processes, and thousands of made-up ones through the functions that
// read, mask, cite and show it.

import { join } from "node:path"
import fc from "fast-check"
import { clientFor } from "../src/clients/registry.ts"
import { oneLine } from "../src/core/pack/render.ts"
import { redact, redactWindow } from "../src/core/redact/redact.ts"
import { proposeFromPrompt } from "../src/core/words/wishes/from-prompt.ts"
import { CAPS, payloadReader, type Taken } from "../src/hook/payload.ts"
import { builtInHear } from "../src/meaning/ear.ts"
import { claude, home, misbehaved, PERSON } from "./home.ts"
import { sized, type Torture } from "./torture.ts"

const deep = (n: number, open: string, close: string, inner: string): string => open.repeat(n) + inner + close.repeat(n)
const big = "x".repeat(3_000_000)

/** Name and bytes; what a well-meaning reader could choke on. */
function shapes(project: string): Readonly<Record<string, string | Uint8Array>> {
  const fine = claude(project, "s1").after("t1", "ls", "ok")
  const with_ = (more: object): string => JSON.stringify({ ...fine, ...more })
  const text = JSON.stringify(fine)
  return {
    nothing: "",
    blank: " \n\t\n",
    null: "null",
    number: "42",
    string: '"hello"',
    list: "[1,2,3]",
    "empty object": "{}",
    "half an object": text.slice(0, text.length / 2),
    "no last brace": text.slice(0, -1),
    "two objects": text + text,
    "words after it": `${text} and more`,
    "words before it": `log: ${text}`,
    "byte order mark": Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    "UTF-16": Buffer.from(text, "utf16le"),
    "broken UTF-8": Buffer.concat([
      Buffer.from(text.slice(0, -1)),
      Buffer.from(',"x":"'),
      Buffer.from([0xff, 0xc0, 0x80]),
      Buffer.from('"}'),
    ]),
    "NUL bytes": Buffer.from(text.replace("ls", "l\\u0000s")),
    "raw NUL": Buffer.concat([Buffer.alloc(64), Buffer.from(text)]),
    "lone surrogates": with_({ tool_response: { stdout: "\ud800 and \udc00" } }).replace("�", "\\ud800"),
    "escaped surrogate": `${text.slice(0, -1)},"prompt":"\\ud83d"}`,
    "single quotes": text.replaceAll('"', "'"),
    comments: `/* hi */ ${text}`,
    "trailing comma": `${text.slice(0, -1)},}`,
    NaN: text.replace('"t1"', "NaN"),
    "huge number": text.replace('"t1"', "1e999999"),
    "deep lists": deep(2_000, "[", "]", "1"),
    "deep objects": deep(100_000, '{"a":', "}", "1"),
    "deep inside": `${text.slice(0, -1)},"tool_input":${deep(500, '{"a":', "}", "1")}}`,
    __proto__: `${text.slice(0, -1)},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`,
    "__proto__ in tool input": with_({ tool_input: JSON.parse('{"command":"ls","__proto__":{"x":1}}') }),
    "duplicate keys": text.replace('"session_id":"s1"', '"session_id":"s1","session_id":["x"]'),
    "wrong types": with_({
      session_id: 7,
      cwd: ["/"],
      tool_name: null,
      tool_input: "ls",
      tool_response: 3,
      hook_event_name: {},
    }),
    "no session": with_({ session_id: undefined }),
    "empty session": with_({ session_id: "" }),
    "long session": with_({ session_id: "s".repeat(100_000) }),
    "session of paths": with_({ session_id: "../../../../etc/passwd" }),
    "hostile session": with_({ session_id: "'; DROP TABLE segments; --" }),
    "relative folder": with_({ cwd: "../.." }),
    "folder with NUL": with_({ cwd: "/tmp/\0x" }),
    "folder that is a file": with_({ cwd: "/etc/passwd" }),
    "folder of devices": with_({ cwd: "/dev" }),
    "no such folder": with_({ cwd: "/no/such/folder/anywhere" }),
    "long folder": with_({ cwd: `/${"d/".repeat(5_000)}` }),
    "transcript is a device": with_({ transcript_path: "/dev/zero" }),
    "transcript outside": with_({ transcript_path: "/etc/shadow" }),
    "unknown event": with_({ hook_event_name: "Nonsense" }),
    "no event": with_({ hook_event_name: undefined }),
    "control characters": with_({ tool_response: { stdout: "\x1b]0;title\x07\x1b[2J\x00\x7f" } }),
    "direction marks": with_({ tool_response: { stdout: "\u202eevil\u2066 \ufeff\u200b" } }),
    "3 MB in one string": with_({ tool_response: { stdout: big } }),
    "3 MB of keys": with_({
      tool_input: Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`key-number-${i}-of-many`, i])),
    }),
    "3 MB of short strings": with_({ tool_input: { list: Array.from({ length: 200_000 }, () => "short text") } }),
    "pattern bait": with_({ tool_response: { stdout: `${"a".repeat(50_000)}!` } }),
    "spaces bait": with_({ tool_response: { stdout: `${" ".repeat(60_000)}x` } }),
    "quotes bait": with_({ prompt: `${'"'.repeat(20_000)}`, hook_event_name: "UserPromptSubmit", prompt_id: "p" }),
    "newlines bait": with_({ prompt: "\n".repeat(60_000), hook_event_name: "UserPromptSubmit", prompt_id: "p2" }),
    "emoji at every cut": with_({ tool_response: { stdout: "😀".repeat(40_000) } }),
    "escapes at every cut": `${text.slice(0, -1)},"prompt":"${"\\ud83d\\ude00".repeat(20_000)}"}`,
  }
}

const read = (bytes: Uint8Array, cuts: readonly number[]): Taken => {
  const reader = payloadReader()
  let from = 0
  for (const cut of [...cuts.map(c => c % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    if (cut > from && reader.push(bytes.subarray(from, cut))) break
    from = cut
  }
  return reader.end()
}
const SECRET = ["ghp", "x7Kq2LmN9pR4sT6vW8yZ1aB3cD5eF0gH2jK4"].join("_")
const words = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        "always",
        "never",
        "use",
        "pnpm",
        "don't",
        '"',
        "`",
        "```\n",
        "> ",
        "\n",
        "please",
        "the build",
        "key=",
        "password:",
        "Bearer",
        "http://a:b@c",
        "\u202e",
        "--token",
        "{",
        "\\",
      ),
      { maxLength: 40 },
    )
    .map(list => list.join(" ")),
)

const PROPERTIES: Readonly<Record<string, fc.IProperty<unknown>>> = {
  parse: fc.property(
    fc.oneof(fc.json(), fc.string({ unit: "binary" })),
    fc.array(fc.nat(), { maxLength: 6 }),
    (text, cuts) => {
      const bytes = Buffer.from(text)
      const taken = read(bytes, cuts)
      if ("refused" in taken) return
      if (typeof taken.value !== "object" || Object.hasOwn(taken.value, "__proto__"))
        throw new Error("not a harmless object")
      const whole = JSON.stringify(taken.value)
      if (bytes.length < CAPS.string / 2 && whole !== JSON.stringify((read(bytes, []) as { value?: unknown }).value))
        throw new Error("depends on where it was cut")
      clientFor("claude-code", taken.value)
    },
  ) as unknown as fc.IProperty<unknown>,
  redact: fc.property(words, words, (before, after) => {
    const clean = redact(`${before.toWellFormed()} ${SECRET} ${after.toWellFormed()}`)
    if (clean.text.includes(SECRET)) throw new Error("the secret is still there")
    if (!clean.text.isWellFormed()) throw new Error("not well-formed")
    const windowed = redactWindow(`${before.toWellFormed()} ${SECRET} ${after.toWellFormed()}`, {
      head: 600,
      tail: 600,
    })
    if (windowed.text.includes(SECRET)) throw new Error("the secret is still in the window")
  }) as unknown as fc.IProperty<unknown>,
  pack: fc.property(words, text => {
    const line = oneLine(text)
    if (/[\n\r\u2028\u2029]/.test(line) || !line.toWellFormed().isWellFormed()) throw new Error("not one line")
  }) as unknown as fc.IProperty<unknown>,
  span: fc.property(words, words, (a, b) => {
    const prompt = `${a} ${b}`.toWellFormed()
    const asked = { text: prompt, agentTail: null, author: "user", interactive: true } as const
    for (const { start, end, statement } of proposeFromPrompt(builtInHear, asked)) {
      if (start < 0 || end > prompt.length || start >= end) throw new Error("a span outside the prompt")
      if (!statement.isWellFormed() || statement.trim() === "") throw new Error("a statement that says nothing")
    }
  }) as unknown as fc.IProperty<unknown>,
}

export const malformed: Torture = {
  name: "T-10",
  title: "malformed input",
  method:
    "some sixty hostile shapes through real hook processes; 10,000 made-up inputs per property through parse, redact, pack and span",
  bar: "0 failures",
  async run({ size, seed, dir, say }) {
    const runs = sized(size, { ci: 2_000, pr: 10_000, nightly: 100_000 })
    const failures: string[] = []
    const figures: Record<string, number> = { shapes: 0, hooks: 0, "slowest ms": 0 }
    for (const [name, property] of Object.entries(PROPERTIES)) {
      const checked = fc.check(property, { numRuns: runs, seed })
      figures[`${name} runs`] = checked.numRuns
      if (checked.failed)
        failures.push(
          `${name}: ${JSON.stringify(checked.counterexample)?.slice(0, 300)} (seed ${seed}, path ${checked.counterexamplePath}): ${String((checked as { errorInstance?: unknown }).errorInstance ?? "").slice(0, 200)}`,
        )
      say(`${name} done`)
    }
    const h = home(join(dir, "h"))
    await h.hook(claude(h.project, "s0").start(), PERSON)
    const all = Object.entries(shapes(h.project))
    figures.shapes = all.length
    for (const [name, bytes] of all) {
      const ran = await h.hook(bytes, PERSON)
      figures.hooks!++
      figures["slowest ms"] = Math.max(figures["slowest ms"]!, Math.round(ran.ms))
      const bad = misbehaved(ran)
      if (bad) failures.push(`${name}: ${bad}`)
      if (h.tally().failuresInARow > 0) failures.push(`${name}: a fault of ours: ${JSON.stringify(h.tally().reasons)}`)
    }
    if (({} as { polluted?: boolean }).polluted) failures.push("a prototype was polluted")
    return { figures, failures, stores: [h.paths.data] }
  },
}
