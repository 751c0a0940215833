// The heavy half of the hook: views, rules, answers, the resident. Loaded only when a client waits for an answer.

export { HOOK_PATIENCE } from "../memory/folding.ts"
export { owedWork } from "../memory/tending/owed.ts"
export { hearAtOnce, propose } from "../memory/tending/settle.ts"
export { startWorkerWhenDue } from "../model/start-worker.ts"
export { openMemoryAt } from "../open.ts"
export { lookAtGit } from "../world/git-look.ts"
export { afterWriting, answerAsk, mindOf, withNotice } from "./hook-answer.ts"
export { obey } from "./obey.ts"
export { runOwedWork } from "./owed-work.ts"
export { runResident } from "./resident.ts"
