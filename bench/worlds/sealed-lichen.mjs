// Sealed world "lichen": a large store of idle cards, each of which costs a little wherever it is shown; one in twelve helps, and
// only in one repository; what helps adds up in points and saturates. Work comes in weeks on one topic. People answer at the end.
// Written before the learner was read, and looked at once: never tune on it.
import { seeded } from "./rng.mjs"
import { trueEffects } from "./true-effects.mjs"

export const meta = { family: "sealed-lichen", version: 1 }
export const DEFAULTS = {
  nCards: 180,
  nTopics: 10,
  nRepos: 5,
  shortlist: 16,
  first: 4,
  later: 2,
  mix: [0.1, 0.87, 0.03],
  help: [0.05, 0.22],
  harm: [0.05, 0.15],
  /** points that any card in context costs, relevant or not */
  cost: 0.006,
  most: 0.3,
  lasting: 0.9,
  base: 0.55,
  closing: 0.45,
  wrong: 0.12,
}
const clamp = (x, lo, hi) => Math.max(lo, Math.min(hi, x))

export function makeWorld({ seed, episodes, params = {} }) {
  const P = { ...DEFAULTS, ...params }
  const r = seeded(seed, "sealed-lichen")
  const repos = Array.from({ length: P.nRepos }, () => ({
    ease: r.normal(0, 0.08),
    tested: r.chance(0.5) ? 0.5 : 0.05,
  }))
  const cards = Array.from({ length: P.nCards }, (_, id) => {
    const cls = r.pick(P.mix)
    return {
      id,
      kind: ["tactic", "fact", "negative"][r.pick([0.3, 0.6, 0.1])],
      source: ["user", "agent", "extracted"][r.pick([0.1, 0.2, 0.7])],
      topicKey: r.below(P.nTopics),
      tokens: 15 + r.below(60),
      home: r.below(P.nRepos),
      effect: cls === 0 ? r.between(...P.help) : cls === 2 ? -r.between(...P.harm) : 0,
    }
  })
  function chanceOf(pr, active) {
    let sum = 0
    for (const [id, a] of active) {
      const c = cards[id]
      const at = c.effect > 0 ? (c.home === pr.repo ? 1 : 0.15) : 1
      sum +=
        c.effect * at * (a.mode < 0 ? -0.5 : 1) * (c.topicKey === pr.topic ? 1 : 0.1) * P.lasting ** (pr.idx - a.at)
    }
    return clamp(
      P.base + repos[pr.repo].ease - pr.hard + P.most * Math.tanh(sum / P.most) - P.cost * active.size,
      0.02,
      0.97,
    )
  }

  function session(ep) {
    const s = seeded(seed, "lichen-session", ep)
    const week = seeded(seed, "lichen-week", Math.floor(ep / 25))
    const topic = s.chance(0.75) ? week.below(P.nTopics) : s.below(P.nTopics)
    const repo = s.pick([0.35, 0.25, 0.2, 0.1, 0.1])
    const length = 1 + s.below(5)
    const mood = s.normal(0, 0.12)
    const active = new Map()
    let idx = -1
    let prev = null
    let pr = null
    let q = null
    const self = {
      day: ep / 5,
      repo,
      endReason: null,
      closing: null,
      oracleMin: 0.008,
      truth: { p: [], S: [] },
      judge: [],
      active,
      nextPrompt() {
        idx++
        q = seeded(seed, "lichen-prompt", ep, idx)
        if (self.endReason === null && idx >= length) {
          self.endReason = "exit"
          if (prev !== null && q.chance(P.closing))
            self.closing = q.chance(P.wrong) !== prev.ok ? "explicit_positive" : "explicit_negative"
        }
        if (self.endReason !== null) return null
        const again = prev !== null && !prev.ok && q.chance(0.25)
        const hard = again ? prev.hard : mood + q.normal(0, 0.12)
        pr = { idx, repo, topic, hard }
        const overlap = idx === 0 ? 0 : again ? q.between(0.3, 0.9) : q.between(0, 0.6)
        const fb =
          idx === 0 ? "neutral" : overlap > 0.6 ? "implicit_retry" : overlap < 0.2 ? "implicit_continuation" : "neutral"
        const candidates = cards
          .filter(c => !active.has(c.id))
          .map(c => ({
            id: c.id,
            score: clamp(
              0.2 + (c.topicKey === topic ? 0.3 : 0) + (c.home === repo ? 0.05 : 0) + q.normal(0, 0.07),
              0,
              1,
            ),
          }))
          .filter(c => c.score > 0.3)
          .sort((a, b) => b.score - a.score)
          .slice(0, P.shortlist)
        return {
          idx,
          repo,
          day: self.day,
          lenZ: q.normal(2 * hard, 1),
          hasError: q.chance(clamp(0.25 + hard, 0.02, 0.9)),
          topicGuess: q.chance(0.7) ? topic : q.below(P.nTopics),
          taskKind: q.chance(0.65) ? "edit" : "read",
          overlap,
          fb,
          nActive: active.size,
          slots: idx === 0 ? P.first : P.later,
          candidates,
        }
      },
      inject: list => {
        for (const { id, mode } of list) active.set(id, { at: idx, mode: mode || 1 })
      },
      pNow: (over = active) => chanceOf(pr, over),
      contribution(id, mode = 1) {
        const without = new Map(active)
        without.delete(id)
        return chanceOf(pr, new Map(without).set(id, { at: idx, mode })) - chanceOf(pr, without)
      },
      run() {
        const p = chanceOf(pr, active)
        const ok = q.u() < p
        self.truth.p.push(p)
        self.truth.S.push(ok ? 1 : 0)
        const tools = Array.from({ length: 3 + q.below(8) }, () => {
          const tool = ["Bash", "Read", "Grep", "Edit"][q.pick([0.25, 0.35, 0.2, 0.2])]
          const fail = q.chance((ok ? 0.05 : 0.12) * (tool === "Bash" ? 2 : 0.6))
          return {
            tool,
            outErr: fail ? q.chance(0.85) : q.chance(0.04),
            exit: tool === "Bash" ? Number(fail) : null,
            test: false,
            file: null,
          }
        })
        if (q.chance(repos[repo].tested)) {
          const pass = q.chance(ok ? 0.9 : 0.35)
          tools.push({ tool: "Bash", outErr: !pass, exit: pass ? 0 : 1, test: true, file: null })
        }
        const durMin = Math.exp(q.normal(Math.log(1 + 0.5 * tools.length) + (ok ? 0 : 0.2), 0.5))
        const cited = [...active.keys()].filter(id => q.chance(Math.abs(cards[id].effect) > 0 ? 0.35 : 0.06))
        self.judge.push(Number(q.chance(0.85) === ok))
        prev = { ok, hard: pr.hard }
        if (q.chance(ok ? 0.04 : 0.12)) self.endReason = "timeout"
        return { tools, durMin, cited }
      },
    }
    return self
  }

  return {
    meta,
    seed,
    episodes,
    P,
    cards: cards.map(({ id, source, kind, topicKey, tokens }) => ({ id, source, kind, topicKey, tokens })),
    nTopics: P.nTopics,
    nRepos: P.nRepos,
    session,
    effects: trueEffects(session, P.nCards, 50_000_000),
    _cards: cards,
  }
}
