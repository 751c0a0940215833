// Keys of plain containers in their runs: whoever is asked once searches, whoever is asked often marks.
import { expect, test } from "vitest"
import { addKeys, keysAt, valuesAt } from "../../src/store/containers/plain-keys.ts"
import { IN_MEMORY, openDatabase } from "../../src/store/sqlite.ts"

const places = (from: number, n: number): number[] =>
  Array.from({ length: n }, (_, i) => (from + i * 0x9e37_79b9_7f4a + ((i * i) % 977) * 2 ** 31) % 2 ** 48)

test("[S1-05] a key is found where it stands, and nowhere else, however often runs are asked", () => {
  const db = openDatabase({ path: IN_MEMORY })
  db.exec("CREATE TABLE recent (n INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, entries BLOB NOT NULL)")
  const known = new Map<number, number>()
  db.transaction("IMMEDIATE", () => {
    for (const [value, n] of [300, 90, 20, 7, 1].entries()) {
      const added = places(value * 12_345_678_901, n)
      addKeys(db, [keysAt(added, 2 ** 40 + value)])
      for (const place of added) known.set(place, 2 ** 40 + value)
    }
    for (let round = 0; round < 3; round++) {
      for (const [place, value] of known) expect([...valuesAt(db, place)]).toEqual([value])
      for (const place of known.keys()) expect([...valuesAt(db, place + 1)]).toEqual([])
    }
  })
  db.close()
})
