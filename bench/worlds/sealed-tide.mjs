// Sealed world "tide": knowledge belongs to a release. Three releases come in one run; a card of a release helps while it is in
// force, does nothing before and harms after. Sessions go on while they fail, up to ten tries at one task, each with a new pack;
// a talkative user who is often unfair; many tests, which say little when they are green.
// Written before the learner was read, and looked at once: never tune on it.
import { seeded } from "./rng.mjs"
import { trueEffects } from "./true-effects.mjs"

export const meta = { family: "sealed-tide", version: 1 }
export const DEFAULTS = {
  nCards: 48,
  nTopics: 4,
  nRepos: 2,
  shortlist: 10,
  first: 4,
  later: 2,
  /** of a release, always right, always idle, always wrong */
  mix: [0.35, 0.15, 0.4, 0.1],
  help: [0.3, 1.1],
  stale: [0.2, 0.9],
  lasting: 0.75,
  base: 0.3,
  words: [0.1, 0.6],
  unfair: 0.25,
  greenAnyway: 0.55,
}
const sigmoid = x => 1 / (1 + Math.exp(-x))
const clamp = (x, lo, hi) => Math.max(lo, Math.min(hi, x))

export function makeWorld({ seed, episodes, params = {} }) {
  const P = { ...DEFAULTS, ...params }
  const r = seeded(seed, "sealed-tide")
  const second = r.between(0.25, 0.45)
  const third = r.between(0.6, 0.8)
  const releaseAt = ep => (ep < second * episodes ? 0 : ep < third * episodes ? 1 : 2)
  const cards = Array.from({ length: P.nCards }, (_, id) => {
    const cls = r.pick(P.mix)
    return {
      id,
      kind: ["tactic", "fact", "negative"][r.pick([0.5, 0.3, 0.2])],
      source: ["user", "agent", "extracted"][r.pick([0.25, 0.45, 0.3])],
      topicKey: r.below(P.nTopics),
      tokens: 20 + r.below(100),
      cls,
      release: r.pick([0.45, 0.35, 0.2]),
      good: r.between(...P.help),
      bad: r.between(...P.stale),
      pull: r.chance(0.3) ? 0.05 : 0,
    }
  })
  function effectOf(c, ep) {
    if (c.cls === 1) return c.good
    if (c.cls === 2) return 0
    if (c.cls === 3) return -c.bad
    const now = releaseAt(ep)
    return now === c.release ? c.good : now > c.release ? -c.bad : 0
  }
  function chanceOf(pr, active) {
    let eta = P.base - pr.hard
    for (const [id, a] of active) {
      const c = cards[id]
      const fits = c.topicKey === pr.topic ? 1 : 0.25
      eta += effectOf(c, pr.ep) * fits * (a.mode < 0 ? -0.5 : 1) * P.lasting ** (pr.idx - a.at) - 0.015
    }
    return sigmoid(eta)
  }

  function session(ep, { atEnd = false } = {}) {
    const s = seeded(seed, "tide-session", ep)
    const repo = s.below(P.nRepos)
    const tasks = 1 + s.below(3)
    const talks = s.between(...P.words)
    const active = new Map()
    let topic = s.below(P.nTopics)
    let idx = -1
    let done = 0
    let tries = 0
    let prev = null
    let pr = null
    let q = null
    const self = {
      day: ep / 10,
      repo,
      endReason: null,
      closing: null,
      oracleMin: 0.01,
      truth: { p: [], S: [] },
      judge: [],
      active,
      nextPrompt() {
        idx++
        q = seeded(seed, "tide-prompt", ep, idx)
        const again = prev !== null && !prev.ok && tries < 10 && q.chance(0.8)
        if (again) tries++
        else if (prev !== null) {
          done++
          tries = 0
        }
        const says = () =>
          q.chance(P.unfair) ? "explicit_negative" : prev.ok ? "explicit_positive" : "explicit_negative"
        if (self.endReason === null && done >= tasks) {
          self.endReason = "exit"
          if (q.chance(talks / 2)) self.closing = says()
        }
        if (self.endReason !== null) return null
        if (!again && q.chance(0.4)) topic = q.below(P.nTopics)
        const hard = again ? prev.hard - 0.05 : q.normal(0, 0.7) + (q.chance(0.08) ? 2.5 : 0)
        pr = { idx, ep: atEnd ? episodes : ep, topic, hard }
        const overlap = idx === 0 ? 0 : again ? q.between(0.2, 1) : q.between(0, 0.7)
        let fb = "neutral"
        if (prev !== null) {
          if (q.chance(talks)) fb = says()
          else if (overlap > 0.6) fb = "implicit_retry"
          else if (overlap < 0.2) fb = "implicit_continuation"
        }
        const candidates = cards
          .filter(c => !active.has(c.id))
          .map(c => ({
            id: c.id,
            score: clamp(0.25 + (c.topicKey === topic ? 0.25 : 0) + c.pull * hard + q.normal(0, 0.09), 0, 1),
          }))
          .sort((a, b) => b.score - a.score)
          .slice(0, P.shortlist)
        return {
          idx,
          repo,
          day: self.day,
          lenZ: q.normal(0.3 * hard, 1),
          hasError: q.chance(sigmoid(-1.3 + 0.6 * hard)),
          topicGuess: q.chance(0.75) ? topic : q.below(P.nTopics),
          taskKind: q.chance(0.8) ? "edit" : "read",
          overlap,
          fb,
          nActive: active.size,
          slots: tries === 0 ? P.first : P.later,
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
        const tools = Array.from({ length: 2 + q.below(5) }, () => {
          const tool = ["Bash", "Read", "Edit"][q.pick([0.4, 0.3, 0.3])]
          const fail = q.chance(ok ? 0.1 : 0.16)
          return {
            tool,
            outErr: fail || q.chance(0.05),
            exit: tool === "Bash" ? Number(fail) : null,
            test: false,
            file: null,
          }
        })
        if (q.chance(0.7)) {
          const pass = ok ? q.chance(0.93) : q.chance(P.greenAnyway)
          tools.push({ tool: "Bash", outErr: !pass, exit: pass ? 0 : 1, test: true, file: null })
        }
        const durMin = Math.exp(q.normal(Math.log(1 + 0.6 * tools.length) + (ok ? 0 : 0.15), 0.6))
        const cited = [...active.keys()].filter(id => q.chance(cards[id].topicKey === pr.topic ? 0.25 : 0.05))
        self.judge.push(Number(q.chance(0.85) === ok))
        prev = { ok, hard: pr.hard }
        if (q.chance(ok ? 0.03 : 0.06)) self.endReason = "timeout"
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
    effects: trueEffects(session, P.nCards, 60_000_000),
    _cards: cards,
  }
}
