// What each card of a world truly does where it is eligible, at the end of time: success with it less success without it, over
// sessions that no run sees, beside the cards that relevance alone would show.

/** `first` is the number of the first such session; answers are kept, since they take a while. */
export function trueEffects(session, nCards, first) {
  let known = null
  return (sessions = 1200) => {
    if (known) return known
    const sum = new Float64Array(nCards)
    const n = new Float64Array(nCards)
    for (let k = 0; k < sessions; k++) {
      const s = session(first + k, { atEnd: true })
      for (let ctx = s.nextPrompt(); ctx; ctx = s.nextPrompt()) {
        const top = ctx.candidates.slice(0, ctx.slots)
        const shown = new Map(s.active)
        for (const c of top) shown.set(c.id, { at: ctx.idx, mode: 1 })
        for (const c of ctx.candidates) {
          const without = new Map(shown)
          without.delete(c.id)
          sum[c.id] += s.pNow(new Map(without).set(c.id, { at: ctx.idx, mode: 1 })) - s.pNow(without)
          n[c.id]++
        }
        s.inject(top)
        s.run()
      }
    }
    known = { tau: Array.from(sum, (x, i) => (n[i] ? x / n[i] : 0)), n }
    return known
  }
}
