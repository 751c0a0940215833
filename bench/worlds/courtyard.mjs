// World family "courtyard": the interface of the shared credit worlds under other assumptions. Effects act on the chance
// itself (not its log-odds), one strong helper makes the others redundant, harm multiplies, topics are fuzzy, scores are
// on another scale, words come evenly from all sessions, difficulty shows in other places. Truth is for the bench only.
import { seeded } from "./rng.mjs"
import { trueEffects } from "./true-effects.mjs"

export const meta = { family: "courtyard", version: 1 }
export const DEFAULTS = {
  nCards: 80,
  nTopics: 8,
  nRepos: 2,
  first: 4,
  later: 2,
  shortlist: 10,
  base: 0.5,
  mix: { user: [0.35, 0.5, 0.15], agent: [0.2, 0.55, 0.25], extracted: [0.15, 0.6, 0.25] },
  help: [0.08, 0.25],
  harm: [0.08, 0.3],
  clutter: 0.006,
  driftShare: 0.1,
  stop: 0.3,
  words: 0.15,
  wrongWords: 0.12,
  retry: 0.35,
  testRate: 0.35,
  testRight: 0.85,
  guess: 0.7,
  lasting: 0.8,
  confound: 0.08,
}
const clamp = (x, lo, hi) => Math.max(lo, Math.min(hi, x))

export function makeWorld({ seed, episodes, params = {} }) {
  const P = { ...DEFAULTS, ...params }
  const r = seeded(seed, "courtyard")
  const topicHard = Array.from({ length: P.nTopics }, () => r.normal(0, 0.08))
  const cards = Array.from({ length: P.nCards }, (_, id) => {
    const source = ["user", "agent", "extracted"][r.pick([0.2, 0.45, 0.35])]
    const cls = r.pick(P.mix[source])
    const topic = r.below(P.nTopics)
    const effect = cls === 0 ? r.between(...P.help) : cls === 2 ? -r.between(...P.harm) : r.normal(0, 0.005)
    const drift = r.chance(P.driftShare)
      ? {
          at: Math.floor(episodes * r.between(0.25, 0.75)),
          after: cls === 0 ? -r.between(0.02, 0.15) : r.normal(0.03, 0.06),
        }
      : null
    return {
      id,
      source,
      kind: ["tactic", "fact", "negative"][r.below(3)],
      topicKey: topic,
      tokens: 20 + r.below(60),
      effect,
      drift,
      pull: r.chance(0.3) ? P.confound * r.between(0.5, 1.5) : 0,
      reach: r.between(0.1, 0.6),
      cite: cls === 1 ? 0.1 : 0.3,
    }
  })
  const effectOf = (c, ep) => (c.drift && ep >= c.drift.at ? c.drift.after : c.effect)
  const pushOf = (c, pr, age, mode) =>
    effectOf(c, pr.ep) * (mode < 0 ? -0.4 : 1) * (c.topicKey === pr.topic ? 1 : c.reach) * P.lasting ** age
  function chanceOf(pr, active) {
    let best = 0
    let rest = 0
    let keep = 1
    for (const [id, a] of active) {
      const push = pushOf(cards[id], pr, pr.idx - a.at, a.mode)
      if (push > best) {
        rest += best * 0.4
        best = push
      } else if (push > 0) rest += push * 0.4
      else keep *= 1 + push * 1.6
    }
    return clamp((P.base - pr.hard + best + rest) * keep - P.clutter * active.size, 0.02, 0.98)
  }

  function session(ep, { atEnd = false } = {}) {
    const s = seeded(seed, "session", ep)
    const day = ep / 4
    const repo = s.pick([0.6, 0.4])
    const mood = s.normal(0, 0.1)
    const length = 1 + (s.chance(0.08) ? 6 + s.below(6) : 0)
    const active = new Map()
    let topic = s.below(P.nTopics)
    let idx = -1
    let prev = null
    let pr = null
    let q = null
    const self = {
      day,
      repo,
      endReason: null,
      closing: null,
      oracleMin: 0.015,
      truth: { p: [], S: [] },
      judge: [],
      nextPrompt() {
        idx++
        q = seeded(seed, "prompt", ep, idx)
        if (prev && self.endReason === null) {
          const over = idx >= length && q.chance(prev.ok ? P.stop + 0.15 : P.stop)
          if (over || idx > 18) self.endReason = !prev.ok && q.chance(0.35) ? "timeout" : "exit"
        }
        if (self.endReason !== null) {
          if (self.endReason === "exit" && q.chance(P.words))
            self.closing = q.chance(P.wrongWords) !== prev.ok ? "explicit_positive" : "explicit_negative"
          return null
        }
        const again = prev !== null && !prev.ok && q.chance(P.retry)
        if (!again && idx > 0 && q.chance(0.25)) topic = q.below(P.nTopics)
        const hard = again
          ? prev.hard + q.normal(0, 0.03)
          : topicHard[topic] + mood + (repo ? 0.05 : 0) + q.normal(0, 0.1)
        pr = { idx, ep: atEnd ? episodes : ep, topic, hard, kind: q.chance(0.55) ? "edit" : "read" }
        const hasError = q.chance(clamp(0.2 + hard * 1.2, 0.02, 0.9))
        const overlap = idx === 0 ? 0 : again ? q.between(0.4, 0.95) : q.between(0, 0.65) ** 1.5
        let fb = "neutral"
        if (idx > 0) {
          if (q.chance(P.words)) fb = q.chance(P.wrongWords) !== prev.ok ? "explicit_positive" : "explicit_negative"
          else if (overlap > 0.6) fb = "implicit_retry"
          else if (overlap < 0.2) fb = "implicit_continuation"
        }
        const candidates = cards
          .filter(c => !active.has(c.id))
          .map(c => ({
            id: c.id,
            score: clamp((c.topicKey === topic ? 0.42 : 0.2) + c.pull * hard * 4 + q.normal(0, 0.08), 0, 1),
          }))
          .filter(c => c.score > 0.25)
          .sort((a, b) => b.score - a.score)
          .slice(0, P.shortlist)
        return {
          idx,
          repo,
          day,
          lenZ: q.normal(hard * 2, 1),
          hasError,
          topicGuess: q.chance(P.guess) ? topic : q.below(P.nTopics),
          taskKind: pr.kind,
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
      active,
      run() {
        const p = chanceOf(pr, active)
        const ok = q.u() < p
        self.truth.p.push(p)
        self.truth.S.push(ok ? 1 : 0)
        const tools = []
        const calls = 1 + q.below(pr.kind === "edit" ? 9 : 5) + (ok ? 0 : q.below(3))
        for (let k = 0; k < calls; k++) {
          const bash = q.chance(0.4)
          const late = k >= calls - 2 ? 0.1 : 0
          const fail = q.chance(ok ? 0.08 : 0.14 + late)
          const outErr = fail ? q.chance(0.8) : q.chance(0.04)
          tools.push({
            tool: bash ? "Bash" : "Read",
            outErr,
            exit: bash ? (fail ? 2 : 0) : null,
            test: false,
            file: null,
          })
        }
        if (q.chance(pr.kind === "edit" ? P.testRate : P.testRate / 4))
          for (let round = q.chance(0.3) ? 2 : 1; round > 0; round--) {
            const pass = round === 2 ? false : q.chance(P.testRight) ? ok : !ok
            tools.push({ tool: "Bash", outErr: !pass, exit: pass ? 0 : 1, test: true, file: null })
          }
        const durMin = Math.exp(q.normal(Math.log(0.8 + 0.6 * tools.length) + (ok ? 0 : 0.15), 0.7))
        const cited = [...active.keys()].filter(id =>
          q.chance(cards[id].cite * (cards[id].topicKey === pr.topic ? 1 : 0.3)),
        )
        self.judge.push(q.chance(0.85) ? Number(ok) : Number(!ok))
        prev = { ok, hard: pr.hard }
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
    effects: trueEffects(session, P.nCards, 20_000_000),
    _cards: cards,
  }
}
