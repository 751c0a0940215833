// The bytes of a word table, as src/core/recall/word-table.ts lays them out.

/** `rows`: int8 vectors, one after the other; words may come in any order. */
export function packed(header, words, scales, rows) {
  const { dims } = header
  const order = words.map((_, row) => row).sort((a, b) => (words[a] < words[b] ? -1 : 1))
  const text = Buffer.from(order.map(row => words[row]).join(""), "latin1")
  const ends = Buffer.alloc(4 * words.length)
  let end = 0
  order.forEach((row, at) => ends.writeUInt32LE((end += words[row].length), 4 * at))
  const head = Buffer.from(JSON.stringify({ ...header, count: words.length, wordBytes: text.length }))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(head.length)
  const ordered = Float32Array.from(order, row => scales[row])
  const vectors = order.map(row => Buffer.from(rows.buffer, rows.byteOffset + row * dims, dims))
  return Buffer.concat([Buffer.from("MWT2"), size, head, text, ends, Buffer.from(ordered.buffer), ...vectors])
}

export function unpacked(bytes) {
  const wordsAt = 8 + bytes.readUInt32LE(4)
  const header = JSON.parse(bytes.subarray(8, wordsAt).toString("utf8"))
  const endsAt = wordsAt + header.wordBytes
  const scalesAt = endsAt + 4 * header.count
  const vectorsAt = scalesAt + 4 * header.count
  const each = read => Array.from({ length: header.count }, (_, row) => read(row))
  const ends = [0, ...each(row => bytes.readUInt32LE(endsAt + 4 * row))]
  return {
    header,
    words: each(row => bytes.subarray(wordsAt + ends[row], wordsAt + ends[row + 1]).toString("latin1")),
    scales: each(row => bytes.readFloatLE(scalesAt + 4 * row)),
    rows: new Int8Array(bytes.buffer, bytes.byteOffset + vectorsAt, header.count * header.dims),
  }
}
