// Two wishes in one sentence are two; what belongs together stays whole.
import { describe, expect, it } from "vitest"
import { wishesIn } from "../../../../src/core/words/wishes/clauses.ts"

const partsOf = (sentence: string): readonly string[] =>
  wishesIn(sentence).map(([from, to]) => sentence.slice(from, to).trim())

describe("wishes in one sentence", () => {
  it.each([
    ["use vitest and never commit snapshots"],
    ["use pnpm; always run the linter first"],
    ["always use pnpm, and tests go in the test folder"],
    ["never push to main, and all commits must be signed"],
    ["use tabs, keep functions short"],
    ["always use pnpm, never commit to main"],
    ["no emojis in commits, keep answers short please"],
    ["tests must be fast, and every module should have one"],
    ["we use bun here, never edit generated files"],
    ["永远先写测试，不要提交到 main"],
    ["不要改配置文件，必须先写测试"],
    ["使用 pnpm，并且不要提交快照文件"],
    ["utilise toujours pnpm, ne commite jamais les snapshots"],
    ["n'écris pas de commentaires, et utilise toujours des tabulations"],
    ["usa siempre pnpm, nunca subas los snapshots"],
    ["no escribas comentarios y usa siempre tabuladores"],
    ["use sempre pnpm, nunca edite arquivos gerados"],
    ["benutze immer pnpm und committe niemals Snapshots"],
    ["schreib keine Kommentare, benutze immer Tabs"],
    ["usa sempre pnpm e non modificare mai i file generati"],
    ["всегда пиши тесты, никогда не меняй конфиги"],
  ])("are two: %s", sentence => {
    expect(partsOf(sentence)).toHaveLength(2)
  })
  it.each([
    ["use pnpm, not npm"],
    ["use pnpm, never npm"],
    ["never use npm, always use pnpm"],
    ["never use npm, use pnpm instead"],
    ["avoid default exports, use named exports"],
    ["no default exports, prefer named ones please"],
    ["always write tests, docs and types"],
    ["run the tests, then commit the change"],
    ["run the linter, fix all errors and commit the result"],
    ["if it fails, stop and ask me first"],
    ["before you push, always run the whole suite"],
    ["add a page, and the button should be blue"],
    ["keep it short, simple and readable"],
    ["never commit secrets, keys or tokens to git"],
    ["when in doubt, ask me and never guess"],
    ["use the old parser, and only that one"],
    ["不要用 npm，用 pnpm"],
    ["使用 pnpm，不要用 npm"],
    ["增加一个登录页面，不要用第三方库"],
    ["如果测试失败，不要提交代码"],
    ["utilise pnpm, jamais npm"],
    ["n'utilise pas npm, utilise toujours pnpm"],
    ["no uses npm, usa siempre pnpm"],
    ["não use npm, use sempre pnpm"],
    ["benutze immer pnpm, nie npm"],
    ["verwende kein npm, verwende immer pnpm"],
    ["se falhar, não faça commit de nada"],
    ["не используй npm, всегда используй pnpm"],
    ["si falla, no hagas commit de nada"],
  ])("are one: %s", sentence => {
    expect(partsOf(sentence)).toEqual([sentence])
  })
})
