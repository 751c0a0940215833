// THE list of families, in the order in which they run.
import { credit } from "./credit.ts"
import { egress } from "./egress.ts"
import type { Family } from "./family.ts"
import { forgetting } from "./forgetting.ts"
import { hostileClone } from "./hostile-clone.ts"
import { loopback } from "./loopback.ts"
import { oddFiles } from "./odd-files.ts"
import { otherUser } from "./other-user.ts"
import { patterns } from "./patterns.ts"
import { poisoning } from "./poisoning.ts"
import { recursion } from "./recursion.ts"
import { secrets } from "./secrets.ts"
import { supplyChain } from "./supply-chain.ts"
import { tags } from "./tags.ts"

export const FAMILIES: readonly Family[] = [
  poisoning,
  tags,
  credit,
  hostileClone,
  secrets,
  forgetting,
  loopback,
  otherUser,
  oddFiles,
  patterns,
  recursion,
  supplyChain,
  egress,
]
