// THE list of families, in the order in which they run.
import { credit } from "./credit.ts"
import type { Family } from "./family.ts"
import { hostileClone } from "./hostile-clone.ts"
import { poisoning } from "./poisoning.ts"
import { secrets } from "./secrets.ts"

export const FAMILIES: readonly Family[] = [poisoning, credit, hostileClone, secrets]
