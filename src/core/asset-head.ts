// How the weights that we ship lie in their files: four letters, the length of a head in JSON, the head, and numbers to the end.
export function assetHead<Head>(bytes: Uint8Array, letters: string, what: string) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const is = bytes.length >= 8 && new TextDecoder("latin1").decode(bytes.subarray(0, 4)) === letters
  if (!is) throw new TypeError(`not ${what}`)
  /** where the numbers begin */
  const at = 8 + view.getUint32(4, true)
  if (bytes.length < at) throw new TypeError(`${what}, cut short`)
  return { head: JSON.parse(new TextDecoder().decode(bytes.subarray(8, at))) as Head, view, at }
}
