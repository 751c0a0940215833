// Seeded randomness for worlds: a stream per tuple of names, so that every policy meets the same tasks.
export function seeded(...parts) {
  let h = 2166136261
  for (const ch of parts.join("/")) h = Math.imul(h ^ ch.charCodeAt(0), 16777619)
  let a = h >>> 0
  const u = () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  for (let i = 0; i < 4; i++) u()
  const normal = (m = 0, sd = 1) =>
    m + sd * Math.sqrt(-2 * Math.log(Math.max(u(), 1e-12))) * Math.cos(2 * Math.PI * u())
  return {
    u,
    normal,
    chance: p => u() < p,
    below: n => Math.floor(u() * n),
    between: (lo, hi) => lo + (hi - lo) * u(),
    pick: weights => {
      let left = u() * weights.reduce((s, w) => s + w, 0)
      for (let i = 0; i < weights.length; i++) if ((left -= weights[i]) <= 0) return i
      return weights.length - 1
    },
  }
}
