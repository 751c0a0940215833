// The contract of a shared log on a server that is started for it; each opening of the suite is a team of its own.
import { afterAll, beforeAll } from "vitest"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { hostileMember } from "../contracts/hostile-member.ts"
import { sharedLogContract } from "../contracts/shared-log.ts"
import type { Server } from "./servers.ts"

export function contractOf(name: string, start: () => Promise<Server>, runs: number): void {
  let server: Server | null = null
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server?.close())
  const open = async () => {
    const { url } = await server!.team()
    return { open: () => openSharedLog(url), close: async () => {} }
  }
  sharedLogContract(name, open, { oneOrder: true, runs })
  hostileMember(name, open)
}
