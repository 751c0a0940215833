// The work of a model that somebody switched on (model/worker.ts): ended episodes that wait to be read. With none switched on this is one
// look at a setting; a second worker finds the lock taken.
import { analysisDue, samplingOf } from "../../memory/tending/analysis-due.ts"
import { workerBarred } from "../../model/switched-on.ts"
import type { Work } from "./errand.ts"

export const model: Work = {
  isDue: ({ memory, around, env }) =>
    memory !== null &&
    around !== null &&
    workerBarred(around.config, env) === null &&
    analysisDue(memory, samplingOf(around.config)).episodes.length > 0,
  runs: { words: ["settle", "--model"] },
}
