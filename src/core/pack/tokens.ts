// Token estimate without a tokenizer: words cost by length, digits and symbols more, CJK one each. Errs upwards, so
// that a pack kept within its budget by this estimate is within it for real models.
const PIECE = /[A-Za-z]+|[0-9]+|\s+|[^\sA-Za-z0-9]/gu

export function tokens(text: string): number {
  let n = 0
  for (const [piece] of text.matchAll(PIECE)) {
    const c = piece.charCodeAt(0)
    if (/^\s/.test(piece)) n += piece.includes("\n") ? 1 : piece.length > 1 ? Math.ceil(piece.length / 4) : 0
    else if (c < 128)
      n += /^[A-Za-z]/.test(piece)
        ? Math.ceil(piece.length / 5.5)
        : /^[0-9]/.test(piece)
          ? Math.ceil(piece.length / 3)
          : 1
    else n += piece.length > 1 ? 3 : 1.5
  }
  return Math.ceil(n)
}
