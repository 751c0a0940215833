// The heavy half of the hook: views, rules, answers, the resident. Loaded only when a client waits for an answer.
export { afterWriting, answerAsk, foldTail, mindOf } from "../hook-answer.ts"
export { HOOK_PATIENCE } from "../memory/folding.ts"
export { owedWork } from "../memory/owed.ts"
export { settle } from "../memory/settle.ts"
export { startWorkerWhenDue } from "../model/start-worker.ts"
export { openMemoryAt } from "../open.ts"
export { runResident } from "../resident.ts"
export { runOwedWork } from "./owed-work.ts"
