// A card's statement: one well-formed line of bounded length, its tags and its topic key. No judgement about meaning.

import { contentStems, isSmallWord } from "./stems.ts"
import { visible } from "./whose/visible.ts"
import { wordList, wordSet, wordsSaid } from "./word-list.ts"

export const MAX_STATEMENT = 280
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** One line, visible characters only, well-formed Unicode, cut at a word. */
export function normaliseStatement(text: string, max: number = MAX_STATEMENT): string {
  const line = visible(text.replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, " "))
    .text.replace(LONE_SURROGATE, "")
    .replace(/\s+/g, " ")
    .replace(/^(?:[-*•–+]|\d{1,3}[.)])\s+/, "")
    .trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1)
  const space = cut.lastIndexOf(" ")
  return `${(space > max / 2 ? cut.slice(0, space) : cut).replace(LONE_SURROGATE, "").trimEnd()}…`
}

/** Things of which a project has one at a time: naming another one is about the same topic. */
export const CHOICES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  `package-manager: npm pnpm yarn bun
  python-packaging: pip poetry uv pipenv conda pdm
  test-runner: jest vitest mocha ava jasmine
  python-tests: pytest unittest nose
  indentation: tabs tab spaces space
  quotes: single double
  formatter: prettier biome dprint black ruff yapf
  linter: eslint oxlint pylint flake8
  database: postgres postgresql mysql mariadb sqlite mongodb mongo
  merge-style: squash rebase merge
  module-system: esm commonjs cjs
  main-branch: main master
  language: english german french spanish deutsch englisch français anglais español inglés
  casing: camelcase snake_case kebab-case pascalcase
  ui: react vue svelte angular solid
  styling: tailwind styled-components sass scss
  http-client: axios fetch got ky requests httpx
  bundler: webpack vite rollup esbuild parcel
  orm: prisma drizzle typeorm sequelize knex
  ci: jenkins circleci travis`
    .split(/\n */)
    .map(line => line.split(": "))
    .map(([topic, options]) => [topic, options!.split(" ")]),
)
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_+#.-]*/gu
export const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(WORD) ?? []).map(w => w.replace(/[.-]+$/, ""))

/** The topic of a statement: a known choice when it makes one, else its first content stems in order of the alphabet. */
export function topicKey(statement: string): string {
  const words = wordsOf(statement)
  for (const [topic, options] of Object.entries(CHOICES)) {
    const named = options.filter(o => words.includes(o))
    if (named.length >= 2) return topic
    if (named.length === 1 && chooses(words, named[0]!, COMPANION[topic])) return topic
  }
  const stems = contentStems(statement).slice(0, 3)
  return stems.length === 0 ? "general" : [...new Set(stems)].sort().join("-").slice(0, 60)
}
/** "use pnpm here" chooses; "run pnpm lint first" only calls it: what it is to do follows at once. */
function chooses(words: readonly string[], option: string, companion: string | undefined): boolean {
  if (companion !== undefined && words.includes(companion)) return true
  // single words that also mean other things need their companion
  return !AMBIGUOUS.has(option) && words.some((word, i) => word === option && isAside(words[i + 1]))
}
const isAside = (next: string | undefined): boolean =>
  next === undefined || isSmallWord(next) || /^\d/.test(next) || ASIDES.has(next)
const ASIDES = wordSet(
  "everywhere throughout exclusively across again unless except without because since by via ab hier für statt ici pour aquí para",
)
const AMBIGUOUS = wordSet(
  "single double tab space spaces main master merge got fetch requests solid black nose react rebase squash english german french spanish",
)
const COMPANION: Readonly<Record<string, string>> = {
  quotes: "quotes",
  indentation: "indentation",
  "main-branch": "branch",
  language: "answer",
}

/** Closed list of subject tags, in a fixed order. */
const TAGS = Object.entries({
  git: "git, commit, commits, branch, branches, push, rebase, merge, squash, pr, prs, pull request, pull requests",
  test: "test, tests, testing, spec, vitest, jest, pytest, coverage, mock, mocks, fixture, fixtures",
  style: "tab, tabs, spaces, indent*, semicolon*, quotes, format*, lint*, naming, camelcase, snake_case, style",
  docs: "doc, docs, documentation, readme, comment, comments, docstring, docstrings, changelog",
  deps: "npm, pnpm, yarn, bun, pip, poetry, uv, cargo, dependenc*, package, packages, librar*",
  security: "secret*, credential*, token, tokens, password*, api key, api keys, auth*",
  reply: "answer, reply, respond, response, concise, brief, summary, explain, emoji*, tone, language",
  database: "sql, database, migration, migrations, schema, postgres*, sqlite, mysql, mongo*",
  build: "build, bundle*, compile*, deploy*, release*, ci, docker",
}).map(([tag, words]) => ({ tag, list: wordList(words) }))
export const tagsOf = (statement: string): readonly string[] => {
  const words = wordsSaid(statement).flatMap(word => [word, ...word.split(/[./-]/)])
  return TAGS.filter(({ list }) => list.has(words)).map(({ tag }) => tag)
}
