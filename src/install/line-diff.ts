// The difference of two small texts, line by line, for showing before a file is changed.

interface DiffLine {
  readonly mark: " " | "+" | "-"
  readonly text: string
}
const AROUND = 2

/** Longest common subsequence over what is left between equal heads and tails. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const a = before === "" ? [] : before.split(/\r?\n/)
  const b = after === "" ? [] : after.split(/\r?\n/)
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const x = a.slice(head, a.length - tail)
  const y = b.slice(head, b.length - tail)
  const all: DiffLine[] = [
    ...a.slice(0, head).map(same),
    ...common(x, y),
    ...(tail === 0 ? [] : a.slice(a.length - tail)).map(same),
  ]
  const near = (i: number): boolean =>
    all.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(line => line.mark !== " ")
  return all.filter((line, i) => line.mark !== " " || near(i))
}

const same = (text: string): DiffLine => ({ mark: " ", text })

function common(x: readonly string[], y: readonly string[]): DiffLine[] {
  const length = Array.from({ length: x.length + 1 }, () => new Int32Array(y.length + 1))
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      length[i]![j] = x[i] === y[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!)
  const out: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < x.length || j < y.length) {
    if (i < x.length && j < y.length && x[i] === y[j]) {
      out.push(same(x[i]!))
      i++
      j++
    } else if (j >= y.length || (i < x.length && length[i + 1]![j]! >= length[i]![j + 1]!))
      out.push({ mark: "-", text: x[i++]! })
    else out.push({ mark: "+", text: y[j++]! })
  }
  return out
}
