import { describe, expect, it } from "vitest"
import { isCode } from "../../../src/core/errors.ts"
import { engineOf, openSharedLog, shown } from "../../../src/team/engines/registry.ts"
import { hostileMember } from "../../contracts/hostile-member.ts"
import { sharedLogContract } from "../../contracts/shared-log.ts"
import { memoryEngine } from "./memory.ts"

let n = 0
const start = async () => {
  const url = `memory:contract-${n++}`
  return { open: () => memoryEngine.open(url), close: async () => {} }
}
sharedLogContract("memory", start, { oneOrder: true })
hostileMember("memory", start)

describe("the list of engines", () => {
  it("knows each address by its look and refuses others with examples", async () => {
    expect(engineOf("folder:/x").name).toBe("folder")
    expect(engineOf("postgres://u:p@h/db?team=blue").name).toBe("postgres")
    expect(() => engineOf("kafka://h")).toThrow(/no engine knows/)
    await expect(openSharedLog("postgres://u:p@h/db?team=No%20Team").catch(e => isCode(e, "E_CONFIG"))).resolves.toBe(
      true,
    )
  })
  it("[security 20] shows an address without its password", () => {
    expect(shown("postgres://blue:secret@h/db?team=blue")).toBe("postgres://blue:…@h/db?team=blue")
    expect(shown("nats://h:4222/blue")).toBe("nats://h:4222/blue")
  })
})
