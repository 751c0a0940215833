import { hostileMember } from "../contracts/hostile-member.ts"
import { sharedLogContract } from "../contracts/shared-log.ts"
import { bare } from "./bare.ts"

sharedLogContract("git", async () => bare(), { oneOrder: false, runs: 1, batches: 3 })
hostileMember("git", async () => bare())
