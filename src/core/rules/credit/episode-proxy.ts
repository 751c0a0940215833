// All cards of a session share its success: last test, else last word, else a normal end. What counters and Q-values in the
// literature learn from (Memory Worth 2604.12007, MemRL 2601.03192).
import { creditsIn, episodeProxy } from "../../outcome/episode-outcome.ts"
import { defineRule } from "../rule.ts"

export const episodeProxyCredit = defineRule({
  question: "credit",
  name: "episode-proxy",
  version: 1,
  source: "docs/credit.md (Memory Worth, MemRL)",
  params: {},
  decide(_context, { episode }) {
    const good = episodeProxy(episode)
    const because = good ? "the session succeeded" : "the session did not succeed"
    const credits = creditsIn(episode, () => ({ amount: good ? 1 : -1, because }))
    return { answer: { credits, rest: 0 }, because }
  },
})
