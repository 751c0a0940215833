// The heavy half of the hook: views, rules, answers, the resident. Loaded only when a client waits for an answer.
export { afterWriting, answerAsk, foldTail, mindOf } from "../hook-answer.ts"
export { startWorkerWhenDue } from "../model/start-worker.ts"
export { openMemoryAt } from "../open.ts"
export { runResident } from "../resident.ts"
export { settleSmall } from "./settle-small.ts"
