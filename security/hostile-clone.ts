// Threat 3: a cloned repository brings its own settings. Every key is tried in three spellings, beside forms that are no keys at
// all; through the real command line, none but the few harmless ones takes effect, and each refusal is told.

import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { loadConfig } from "../src/config.ts"
import { KEYS, type Key } from "../src/config-keys.ts"
import { home } from "../torture/home.ts"
import type { Family } from "./family.ts"
import { mettle } from "./secrets.ts"

const ALLOWED = ["record", "notify", "left.show", "pack.tokens", "ignore.globs", "ignore.tools"]

/** Another value of the same shape, on the side that would harm. */
function hostile(name: string, key: Key): unknown {
  const { fallback } = key
  if (name === "data.dir") return "/tmp/elsewhere"
  if (name === "preset") return "plain"
  if (typeof fallback === "boolean") return !fallback
  if (typeof fallback === "number") return key.shape.safeParse(fallback + 1).success ? fallback + 1 : fallback / 2
  if (Array.isArray(fallback)) return ["(a+)+$"]
  if (typeof fallback === "object") return { "0123456789abcdef0123456789abcdef": name === "domains" ? ["x"] : "x" }
  for (const word of ["all", "tell", "off", "ollama", "claude", "codex", "http", "https://evil.example/v1"])
    if (word !== fallback && key.shape.safeParse(word).success) return word
  return "https://evil.example/v1"
}
const nested = (name: string, value: unknown): unknown =>
  name
    .split(".")
    .reverse()
    .reduce<unknown>((inner, part) => ({ [part]: inner }), value)

/** Files that are no settings at all. */
const FORMS: readonly (readonly [string, string])[] = [
  ["prototype", '{"__proto__":{"model.backend":"ollama"},"constructor":{"prototype":{"record":true}}}'],
  ["a list", '[{"model.backend":"ollama"}]'],
  ["twice", '{"model.backend":"none","model.backend":"ollama"}'],
  ["deep", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`],
  ["huge", `{"notify":"${"x".repeat(400_000)}"}`],
  ["no JSON", "model.backend: ollama"],
  ["a variable", '{"METTLE_MODEL_BACKEND":"ollama"}'],
  ["a layer", '{"user":{"model.backend":"ollama"},"env":{"METTLE":"on"}}'],
  ["a take-back", '{"ignore.globs":["!**/.env"]}'],
  ["blanks in keys", '{" model.backend ":"ollama","model.backend\\u0000":"ollama"}'],
]

export const hostileClone: Family = {
  name: "clone",
  threats: [3],
  title: "settings of a cloned repository",
  run: async ({ dir }) => {
    const h = home(join(dir, "h"))
    const folder = join(h.project, ".mettle")
    const file = join(folder, "config.json")
    mkdirSync(join(h.project, ".git"))
    mkdirSync(folder)
    const failures: string[] = []
    let attempts = 0
    let refused = 0
    const plain = JSON.stringify(loadConfig({ userDir: h.paths.config }).values)
    const load = () => loadConfig({ userDir: h.paths.config, projectDir: h.project })
    for (const [name, key] of Object.entries(KEYS) as [string, Key][]) {
      const value = hostile(name, key)
      for (const said of [{ [name]: value }, nested(name, value)]) {
        attempts++
        writeFileSync(file, JSON.stringify(said))
        const seen = load()
        if (ALLOWED.includes(name)) continue
        if (JSON.stringify(seen.values) !== plain) failures.push(`${name} took effect: ${JSON.stringify(said)}`)
        if (!seen.notices.some(notice => notice.layer === "project")) failures.push(`${name} was ignored in silence`)
        else refused++
        if (seen.problems.length > 0) failures.push(`${name} became a problem of the user's`)
      }
    }
    // The harmless ones: stricter only.
    const loose = {
      record: true,
      notify: "all",
      "pack.tokens": 2400,
      "ignore.globs": ["!**/*"],
      "ignore.tools": ["!Bash"],
    }
    writeFileSync(file, JSON.stringify(loose))
    if (JSON.stringify(load().values) !== plain) failures.push("a repository loosened a harmless key")
    for (const [name, text] of FORMS) {
      attempts++
      writeFileSync(file, text)
      if (JSON.stringify(load().values) !== plain) failures.push(`${name}: took effect`)
    }
    // All of them at once, through the real program; and files that are no files.
    const all = Object.fromEntries(
      Object.entries(KEYS)
        .filter(([name]) => !ALLOWED.includes(name))
        .map(([name, key]) => [name, hostile(name, key as Key)]),
    )
    writeFileSync(file, JSON.stringify(all))
    const shown = await mettle(h, ["config", "--json"])
    attempts++
    if (
      /evil\.example|elsewhere|"ollama"/.test(
        JSON.stringify(JSON.parse(shown.out).values ?? JSON.parse(shown.out)).replaceAll(/"notices":\[.*?\]/g, ""),
      )
    )
      if (!/ignored/.test(shown.out + shown.err)) failures.push("the command line shows a hostile value")
    const doctor = JSON.parse((await mettle(h, ["doctor", "--json"])).out) as {
      checks: { name: string; state: string; text: string }[]
    }
    if (
      !doctor.checks.some(
        check => check.name === "settings" && check.state === "warn" && check.text.includes("ignored"),
      )
    )
      failures.push("doctor does not tell what was ignored")
    for (const plant of [
      () => symlinkSync("/etc/passwd", file),
      () => symlinkSync("/dev/zero", file),
      () => spawnSync("mkfifo", [file]),
      () => mkdirSync(file),
      () => symlinkSync(file, file),
    ]) {
      attempts++
      rmSync(file, { recursive: true, force: true })
      plant()
      const begun = performance.now()
      const ran = await mettle(h, ["config", "get", "notify", "--json"])
      if (ran.code !== 0 || performance.now() - begun > 20_000)
        failures.push(`a planted file stopped it: ${ran.code} ${ran.err.slice(0, 80)}`)
      if (/root:x|daemon/.test(ran.out + ran.err)) failures.push("a linked file was shown")
    }
    return {
      attempts,
      figures: { keys: Object.keys(KEYS).length, "refused with a notice": refused, "took effect": failures.length },
      failures,
    }
  },
}
