// THE list of proposers that always run. All are rules; a model-backed one is optional and lives elsewhere.

import { failureFix, wrongPaths } from "./failure-fix.ts"
import { planStrategies, procedures } from "./procedures.ts"
import type { Proposer } from "./proposer.ts"
import { leftStanding, saidAgain } from "./said-again.ts"
import { seenFacts } from "./seen-facts.ts"
import { userWords } from "./user-words.ts"

export const PROPOSERS: readonly Proposer[] = [
  saidAgain,
  userWords,
  leftStanding,
  failureFix,
  wrongPaths,
  seenFacts,
  planStrategies,
  procedures,
]
