// Sealed world "attic": a dozen cards, most of them stale, one repository. Tasks are mostly easy with a heavy tail of hopeless
// ones; success depends on the worst advice in sight, not on the sum; nobody talks, and half of the tests are flaky.
// Written before the learner was read, and looked at once: never tune on it.
import { seeded } from "./rng.mjs"
import { trueEffects } from "./true-effects.mjs"

export const meta = { family: "sealed-attic", version: 1 }
export const DEFAULTS = {
  nCards: 12,
  nTopics: 3,
  shortlist: 6,
  first: 3,
  later: 1,
  mix: [0.2, 0.45, 0.35],
  help: [0.06, 0.2],
  harm: [0.05, 0.18],
  lasting: 0.8,
  easy: 0.85,
  /** the tail of hard tasks: Pareto, so that a few prompts can hardly succeed */
  tail: 1.6,
  flaky: 0.5,
  words: 0.06,
}
const clamp = (x, lo, hi) => Math.max(lo, Math.min(hi, x))

export function makeWorld({ seed, episodes, params = {} }) {
  const P = { ...DEFAULTS, ...params }
  const r = seeded(seed, "sealed-attic")
  const cards = Array.from({ length: P.nCards }, (_, id) => {
    const cls = r.pick(P.mix)
    return {
      id,
      kind: r.chance(0.6) ? "tactic" : "fact",
      source: ["user", "agent", "extracted"][r.pick([0.2, 0.3, 0.5])],
      topicKey: id % P.nTopics,
      tokens: 30 + r.below(120),
      effect: cls === 0 ? r.between(...P.help) : cls === 2 ? -r.between(...P.harm) : 0,
      loud: r.between(-0.05, 0.1),
    }
  })
  function chanceOf(pr, active) {
    let best = 0
    let worst = 0
    let crowd = 0
    for (const [id, a] of active) {
      const c = cards[id]
      const e = c.effect * (a.mode < 0 ? -0.5 : 1) * P.lasting ** (pr.idx - a.at) * (c.topicKey === pr.topic ? 1 : 0.3)
      best = Math.max(best, e)
      worst = Math.min(worst, e)
      crowd++
    }
    return clamp(P.easy / pr.hard + best + worst - 0.004 * crowd, 0.02, 0.98)
  }

  function session(ep) {
    const s = seeded(seed, "attic-session", ep)
    const length = 1 + s.below(6)
    const active = new Map()
    let topic = s.below(P.nTopics)
    let idx = -1
    let prev = null
    let pr = null
    let q = null
    let tries = 0
    const self = {
      day: ep / 3,
      repo: 0,
      endReason: null,
      closing: null,
      oracleMin: 0.01,
      truth: { p: [], S: [] },
      judge: [],
      active,
      nextPrompt() {
        idx++
        q = seeded(seed, "attic-prompt", ep, idx)
        if (self.endReason === null && idx >= length + tries) self.endReason = "exit"
        if (self.endReason !== null) return null
        const again = prev !== null && !prev.ok && tries < 5 && q.chance(0.6)
        if (again) tries++
        else if (q.chance(0.3)) topic = q.below(P.nTopics)
        // a hopeless task stays hopeless when it is tried again
        const hard = again ? prev.hard : Math.min(12, (1 - q.u()) ** (-1 / P.tail))
        pr = { idx, topic, hard }
        const overlap = idx === 0 ? 0 : again ? q.between(0.4, 0.95) : q.between(0, 0.5)
        let fb = "neutral"
        if (prev !== null && q.chance(P.words)) fb = prev.ok ? "explicit_positive" : "explicit_negative"
        else if (overlap > 0.6) fb = "implicit_retry"
        else if (idx > 0 && overlap < 0.2) fb = "implicit_continuation"
        const candidates = cards
          .filter(c => !active.has(c.id))
          .map(c => ({
            id: c.id,
            score: clamp(
              (c.topicKey === topic ? 0.55 : 0.3) + c.loud + 0.02 * Math.min(4, hard) + q.normal(0, 0.08),
              0,
              1,
            ),
          }))
          .sort((a, b) => b.score - a.score)
          .slice(0, P.shortlist)
        return {
          idx,
          repo: 0,
          day: self.day,
          lenZ: q.normal(Math.log(hard) - 0.5, 1),
          hasError: q.chance(clamp(0.15 + 0.1 * hard, 0, 0.7)),
          topicGuess: q.chance(0.5) ? topic : null,
          taskKind: q.chance(0.5) ? "edit" : "read",
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
        const tools = Array.from({ length: 1 + q.below(6) }, () => {
          const tool = ["Bash", "Read", "Edit"][q.pick([0.5, 0.3, 0.2])]
          const fail = q.chance(ok ? 0.08 : 0.14)
          return { tool, outErr: fail, exit: tool === "Bash" ? Number(fail) : null, test: false, file: null }
        })
        if (q.chance(0.4)) {
          const pass = q.chance(P.flaky * 0.5 + (1 - P.flaky)) === ok
          tools.push({ tool: "Bash", outErr: !pass, exit: pass ? 0 : 1, test: true, file: null })
        }
        const durMin = Math.exp(q.normal(Math.log(1 + tools.length), 0.9))
        const cited = [...active.keys()].filter(id => q.chance(cards[id].topicKey === pr.topic ? 0.2 : 0.04))
        self.judge.push(Number(q.chance(0.85) === ok))
        prev = { ok, hard: pr.hard }
        if (q.chance(ok ? 0.02 : 0.1)) self.endReason = "timeout"
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
    nRepos: 1,
    session,
    effects: trueEffects(session, P.nCards, 40_000_000),
    _cards: cards,
  }
}
