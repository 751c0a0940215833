import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { memoryReadings } from "../../src/store/readings.ts"
import { READINGS_FILE, sqliteReadings } from "../../src/store/sqlite-readings.ts"
import { readingsContract } from "../contracts/readings.ts"
import { place } from "./place.ts"

readingsContract("RAM", most => {
  const readings = memoryReadings(most)
  return { readings, again: () => readings, close: () => readings.close() }
})
readingsContract("SQLite", most => {
  const { dir, remove } = place()
  const open = () => sqliteReadings({ dir, ...(most === undefined ? {} : { most }) })
  const opened = [open()]
  return {
    readings: opened[0]!,
    again: () => {
      opened.push(open())
      return opened.at(-1)!
    },
    close: () => {
      for (const store of opened) store.close()
      remove()
    },
  }
})

it("a damaged file is no fault: it starts empty, and keeps again", () => {
  const { dir, remove } = place()
  writeFileSync(join(dir, READINGS_FILE), "no database at all ".repeat(400))
  const readings = sqliteReadings({ dir })
  expect(readings.get("a".repeat(32))).toBeUndefined()
  readings.put(new Map([["a".repeat(32), { refs: ["b"], said: { "x@1": 1 } }]]))
  expect(readings.get("a".repeat(32))).toEqual({ "x@1": 1 })
  readings.close()
  remove()
})

it("[L4] leaves no byte of what rested on a text in its files", () => {
  const { dir, remove } = place()
  const readings = sqliteReadings({ dir })
  readings.put(new Map([["a".repeat(32), { refs: ["gone"], said: { "x@1": "okapi-7731" } }]]))
  expect(readings.erase(new Set(["gone"]))).toBe(1)
  for (const side of ["", "-wal"]) {
    const path = join(dir, READINGS_FILE + side)
    expect(existsSync(path) && readFileSync(path, "latin1").includes("okapi-7731")).toBe(false)
  }
  readings.close()
  remove()
})
