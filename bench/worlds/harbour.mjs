// World family "harbour": a prompt is a chain of steps that must all succeed, and a card acts only on steps of its own
// skill, so that what it does depends on the task. Cards come in bundles fetched together, the kind says more than the
// origin, effects fade or turn slowly, whole repositories go without tests or words. Truth is for the bench only.
import { seeded } from "./rng.mjs"
import { trueEffects } from "./true-effects.mjs"

export const meta = { family: "harbour", version: 1 }
export const DEFAULTS = {
  nCards: 90,
  nTopics: 5,
  nRepos: 4,
  skills: 12,
  bundle: 3,
  first: 5,
  later: 3,
  shortlist: 14,
  /** success of a step nobody advises on, and how far advice moves its log-odds */
  step: 1.6,
  help: [0.5, 1.8],
  harm: [0.5, 2],
  mix: { tactic: [0.3, 0.5, 0.2], fact: [0.15, 0.7, 0.15], negative: [0.2, 0.45, 0.35] },
  /** share of cards whose effect moves, in a straight line, to `turn` times itself */
  fades: 0.3,
  turn: [-0.5, 0.5],
  lasting: 0.7,
  words: [0.02, 0.4],
  wrongWords: 0.15,
  tested: [0.05, 0.6],
  testRight: 0.8,
  retry: 0.4,
  guess: 0.6,
  /** relevance that rises with difficulty, for a quarter of the cards */
  confound: 0.12,
  tokenCost: 0.02,
}
const KINDS = ["tactic", "fact", "negative"]
const clamp = (x, lo, hi) => Math.max(lo, Math.min(hi, x))
const sigmoid = x => 1 / (1 + Math.exp(-x))

export function makeWorld({ seed, episodes, params = {} }) {
  const P = { ...DEFAULTS, ...params }
  const r = seeded(seed, "harbour")
  const skillHard = Array.from({ length: P.skills }, () => r.normal(0, 0.4))
  const repos = Array.from({ length: P.nRepos }, () => ({
    hard: r.normal(0, 0.2),
    words: r.between(...P.words),
    tested: r.between(...P.tested),
  }))
  const cards = []
  let lead = null
  for (let id = 0; id < P.nCards; id++) {
    if (id % P.bundle === 0)
      lead = { skill: r.below(P.skills), pull: r.chance(0.25) ? P.confound : 0, topic: r.below(P.nTopics) }
    const kind = KINDS[r.pick([0.5, 0.3, 0.2])]
    const cls = r.pick(P.mix[kind])
    const effect = cls === 0 ? r.between(...P.help) : cls === 2 ? -r.between(...P.harm) : r.normal(0, 0.05)
    cards.push({
      id,
      kind,
      source: ["user", "agent", "extracted"][r.pick([0.15, 0.5, 0.35])],
      topicKey: lead.topic,
      tokens: 20 + r.below(80),
      skill: r.chance(0.8) ? lead.skill : r.below(P.skills),
      lean: lead.skill,
      pull: lead.pull,
      effect,
      turn: r.chance(P.fades) ? r.between(...P.turn) : 1,
    })
  }
  const effectOf = (c, ep) => c.effect * (1 + (c.turn - 1) * clamp(ep / Math.max(1, episodes), 0, 1))
  function chanceOf(pr, active) {
    let all = 1
    for (const skill of pr.steps) {
      let eta = P.step - pr.hard - skillHard[skill] - P.tokenCost * active.size
      for (const [id, a] of active)
        if (cards[id].skill === skill)
          eta += effectOf(cards[id], pr.ep) * (a.mode < 0 ? -0.5 : 1) * P.lasting ** (pr.idx - a.at)
      all *= sigmoid(eta)
    }
    return all
  }

  function session(ep, { atEnd = false } = {}) {
    const s = seeded(seed, "session", ep)
    const repo = s.pick([0.4, 0.3, 0.2, 0.1])
    const home = repos[repo]
    const mood = s.normal(0, 0.35)
    const length = 1 + s.below(4) + (s.chance(0.1) ? 6 : 0)
    const talks = s.chance(0.5) ? 1.6 : 0.4
    const active = new Map()
    let topic = s.below(P.nTopics)
    let idx = -1
    let extra = 0
    let prev = null
    let pr = null
    let q = null
    const speak = ok => (q.chance(P.wrongWords) !== ok ? "explicit_positive" : "explicit_negative")
    const self = {
      day: ep / 8,
      repo,
      endReason: null,
      closing: null,
      oracleMin: 0.01,
      truth: { p: [], S: [] },
      judge: [],
      nextPrompt() {
        idx++
        q = seeded(seed, "prompt", ep, idx)
        if (self.endReason === null && idx >= length + extra) {
          self.endReason = "exit"
          if (prev && q.chance(home.words * talks)) self.closing = speak(prev.ok)
        }
        if (self.endReason !== null) return null
        const again = prev !== null && !prev.ok && q.chance(P.retry)
        if (again) extra = Math.min(3, extra + 1)
        else if (idx > 0 && q.chance(0.2)) topic = q.below(P.nTopics)
        const steps = again
          ? prev.steps
          : Array.from({ length: 1 + q.below(3) }, () =>
              q.chance(0.7) ? (topic * 2 + q.below(3)) % P.skills : q.below(P.skills),
            )
        const hard = again ? prev.hard - 0.1 : home.hard + mood + q.normal(0, 0.3)
        pr = { idx, ep: atEnd ? episodes : ep, topic, hard, steps, kind: q.chance(0.6) ? "edit" : "read" }
        const overlap = idx === 0 ? 0 : again ? q.between(0.35, 1) : q.between(0, 0.8) ** 2
        let fb = "neutral"
        if (idx > 0) {
          if (q.chance(home.words * talks)) fb = speak(prev.ok)
          else if (overlap > 0.6) fb = "implicit_retry"
          else if (overlap < 0.2) fb = "implicit_continuation"
        }
        const candidates = cards
          .filter(c => !active.has(c.id))
          .map(c => ({
            id: c.id,
            score: clamp(
              0.1 +
                (steps.includes(c.lean) ? 0.14 : 0) +
                (c.topicKey === topic ? 0.05 : 0) +
                c.pull * hard +
                q.normal(0, 0.04),
              0,
              1,
            ),
          }))
          .filter(c => c.score > 0.12)
          .sort((a, b) => b.score - a.score)
          .slice(0, P.shortlist)
        return {
          idx,
          repo,
          day: self.day,
          lenZ: q.normal((steps.length - 2) * 0.5 + hard * 0.4, 0.8),
          hasError: q.chance(sigmoid(-1 + hard)),
          topicGuess: P.guess > 0 ? (q.chance(P.guess) ? topic : q.below(P.nTopics)) : null,
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
        const calls = 2 + pr.steps.length + q.below(4) + (ok ? 0 : q.below(2))
        for (let k = 0; k < calls; k++) {
          const tool = ["Bash", "Read", "Edit"][q.pick([0.35, 0.4, 0.25])]
          const fail = q.chance((ok ? 0.1 : 0.17) * (tool === "Read" ? 0.5 : 1))
          tools.push({
            tool,
            outErr: fail ? q.chance(0.7) : q.chance(0.06),
            exit: tool === "Bash" ? Number(fail) : null,
            test: false,
            file: null,
          })
        }
        if (q.chance(pr.kind === "edit" ? home.tested : home.tested / 3)) {
          if (q.chance(0.35)) tools.push({ tool: "Bash", outErr: true, exit: 1, test: true, file: null })
          const pass = q.chance(P.testRight) === ok
          tools.push({ tool: "Bash", outErr: !pass, exit: pass ? 0 : 1, test: true, file: null })
        }
        const durMin = Math.exp(q.normal(Math.log(1 + 0.7 * tools.length) + (ok ? 0 : 0.25), 0.6))
        const cited = [...active.keys()].filter(id => q.chance(pr.steps.includes(cards[id].skill) ? 0.3 : 0.08))
        self.judge.push(q.chance(0.85) ? Number(ok) : Number(!ok))
        prev = { ok, hard: pr.hard, steps: pr.steps }
        if (q.chance(ok ? 0.05 : 0.15)) self.endReason = "timeout"
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
    effects: trueEffects(session, P.nCards, 30_000_000),
    _cards: cards,
  }
}
