import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { askedWords, type CollectionStats, prepared, rankPrepared, split } from "../../../src/core/recall/prepared.ts"
import { WORDS_ALONE } from "../../../src/core/recall/relevance.ts"
import { rareTerms } from "../../../src/core/recall/tokenise.ts"

const scoresOf = (texts: readonly string[], query: string) => {
  const docs = texts.map((text, n) => prepared({ id: String(n) }, split(text), null))
  const stats: CollectionStats = {
    size: docs.length,
    meanLength: docs.reduce((sum, doc) => sum + doc.length, 0) / docs.length || 1,
    df: term => docs.filter(doc => doc.terms.includes(term)).length,
  }
  const ranked = rankPrepared(docs, askedWords(query), {}, stats, null, null, WORDS_ALONE)
  return texts.map((_, n) => ranked.find(({ id }) => id === String(n))!.lexical)
}

describe("bm25 [S4-52]", () => {
  test("a rare word that hits counts for more than a common one", () => {
    const scores = scoresOf(
      ["deploy the api", "deploy the kubernetes", "deploy the site", "read the log"],
      "deploy kubernetes",
    )
    expect(scores[1]).toBeGreaterThan(scores[0]!)
    expect(scores[3]).toBe(0)
  })

  test("function words alone cannot win", () => {
    const scores = scoresOf(["what did you do there and then", "the migration failed"], "what did the migration do")
    expect(scores[1]).toBeGreaterThan(scores[0]!)
  })

  test("scores stay between 0 and 1, what a perfect hit would get", () => {
    const word = fc.constantFrom("cache", "index", "query", "the", "fast", "disk", "log")
    const text = fc.array(word, { maxLength: 12 }).map(list => list.join(" "))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), text, (texts, query) => {
        for (const score of scoresOf(texts, query)) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

describe("terms for FTS5", () => {
  const df: Record<string, number> = { docker: 3, build: 40, fail: 90, the: 990, on: 900 }
  const dfOf = (term: string) => df[term] ?? 0

  test("rarest first, unknown and common ones left out", () => {
    expect(rareTerms("the docker build fails on zanzibar", 1000, dfOf)).toEqual(["docker", "build", "fail"])
    expect(rareTerms("docker docker", 1000, dfOf, { most: 1, commonShare: 0.1 })).toEqual(["docker"])
  })

  test("only common words left: the rarest are asked for; nothing known: nothing is asked", () => {
    expect(rareTerms("fail", 100, dfOf)).toEqual(["fail"])
    expect(rareTerms("zanzibar", 1000, dfOf)).toEqual([])
  })
})
