import { openStore } from "../../src/store/store.ts"
import { blobsContract } from "../contracts/blobs.ts"
import { logContract } from "../contracts/log.ts"
import { place } from "./place.ts"

for (const upset of ["nothing", "reopening", "compaction"] as const) {
  const open = async (options: Parameters<Parameters<typeof logContract>[1]>[0] = {}) => {
    const { dir, remove } = place()
    const start = () => openStore({ dir, groupMs: 1, pollMs: 0, ...options })
    let store = start()
    return {
      store: () => store,
      async upheaval() {
        if (upset === "compaction") store.compact({ least: 0 })
        if (upset === "reopening") {
          await store.close()
          store = start()
        }
        return store
      },
      async close() {
        await store.close()
        remove()
      },
    }
  }
  logContract(`SQLite with ${upset} between`, async options => {
    const o = await open(options)
    return { log: o.store().log, upheaval: async () => (await o.upheaval()).log, close: o.close }
  })
  blobsContract(`SQLite with ${upset} between`, async () => {
    const o = await open()
    return { blobs: o.store().blobs, upheaval: async () => (await o.upheaval()).blobs, close: o.close }
  })
}
