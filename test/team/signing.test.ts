// Keys and signatures: nobody speaks in the name of another, and no word of an envelope can be changed.
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import type { Envelope } from "../../src/team/shared-log.ts"
import { fingerprint, identityIn, isGenuine, newIdentity } from "../../src/team/signing.ts"

const folders: string[] = []
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "mettle-key-"))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

const said = { id: "a".repeat(32), partition: "repo:x", ts: 5, type: "card.shared", v: 1, body: '{"a":1}' }

describe("signatures", () => {
  it("[S2-55] hold for what was signed, and for no other word of it", () => {
    const whole = newIdentity().sign(said)
    expect(isGenuine(whole)).toBe(true)
    const change = fc.constantFrom<(keyof Envelope)[]>(...Object.keys(whole).map(key => [key as keyof Envelope]))
    fc.assert(
      fc.property(change, fc.string({ maxLength: 8 }), ([field], more) => {
        const value = whole[field!]
        const other = typeof value === "number" ? value + 1 + more.length : `${value}${more}x`
        expect(isGenuine({ ...whole, [field!]: other } as Envelope)).toBe(false)
      }),
    )
  })

  it("a key of one's own does not make one another author", () => {
    const [ann, eve] = [newIdentity(), newIdentity()]
    const forged = { ...eve.sign(said), author: ann.author }
    expect(isGenuine(forged)).toBe(false)
    expect(isGenuine({ ...eve.sign(said), author: ann.author, key: ann.key })).toBe(false)
    expect(fingerprint(ann.key)).toBe(ann.author)
  })

  it("the key stays with the home, readable by nobody else, and a key that others could read is refused", () => {
    const dir = folder()
    const first = identityIn(dir)
    expect(statSync(join(dir, "key.pem")).mode & 0o777).toBe(0o600)
    expect(identityIn(dir).author).toBe(first.author)
    chmodSync(join(dir, "key.pem"), 0o644)
    expect(() => identityIn(dir)).toThrow(/read by others/)
    rmSync(join(dir, "key.pem"))
    expect(identityIn(dir).author).not.toBe(first.author)
  })
})
