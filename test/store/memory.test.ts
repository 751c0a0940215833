import { memoryBlobs } from "../../src/store/ram/blobs.ts"
import { memoryLog } from "../../src/store/ram/log.ts"
import { blobsContract } from "../contracts/blobs.ts"
import { logContract } from "../contracts/log.ts"

logContract("memory", async options => {
  const log = memoryLog(options)
  return { log, close: () => log.close() }
})
blobsContract("memory", async () => ({ blobs: memoryBlobs(), close: async () => {} }))
