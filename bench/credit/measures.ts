// Rank correlation, AUC and means with their standard errors: the statistics of the credit bench and nothing else.
export const mean = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0) / xs.length

/** Mean and standard error over seeds; seeds without a figure are left out. */
export function over(xs: readonly number[]): { readonly mean: number; readonly se: number } {
  const ok = xs.filter(Number.isFinite)
  const m = mean(ok)
  const v = ok.reduce((s, x) => s + (x - m) ** 2, 0) / Math.max(1, ok.length - 1)
  return { mean: m, se: Math.sqrt(v / Math.max(1, ok.length)) }
}

function ranks(xs: readonly number[]): number[] {
  const order = xs.map((_, i) => i).sort((a, b) => xs[a]! - xs[b]!)
  const out = new Array<number>(xs.length).fill(0)
  for (let i = 0; i < order.length; ) {
    let j = i
    while (j + 1 < order.length && xs[order[j + 1]!] === xs[order[i]!]) j++
    for (let k = i; k <= j; k++) out[order[k]!] = (i + j) / 2
    i = j + 1
  }
  return out
}

export function spearman(a: readonly number[], b: readonly number[]): number {
  if (a.length < 4) return Number.NaN
  const [x, y] = [ranks(a), ranks(b)]
  const [mx, my] = [mean(x), mean(y)]
  let xy = 0
  let xx = 0
  let yy = 0
  for (let i = 0; i < x.length; i++) {
    xy += (x[i]! - mx) * (y[i]! - my)
    xx += (x[i]! - mx) ** 2
    yy += (y[i]! - my) ** 2
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0
}

/** Chance that one of `high` scores above one of `low`, ties half. */
export function auc(high: readonly number[], low: readonly number[]): number {
  if (high.length === 0 || low.length === 0) return Number.NaN
  let s = 0
  for (const h of high) for (const l of low) s += h > l ? 1 : h === l ? 0.5 : 0
  return s / (high.length * low.length)
}
export const share = <T>(xs: readonly T[], is: (x: T) => boolean): number =>
  xs.length === 0 ? Number.NaN : xs.filter(is).length / xs.length
