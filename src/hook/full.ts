// The heavy half of the hook: views, rules, answers. Loaded only when a client waits for an answer, and of it at once only what
// every answer needs: the rest is taken in by whoever asks for it.

export { standIn } from "../memory/acting/take-along.ts"
export { HOOK_PATIENCE } from "../memory/folding.ts"
export { hearAtOnce, owedWork, propose } from "../memory/tending/settle.ts"
export { openMemoryAt } from "../open.ts"
export { lookAtGit } from "../world/git-look.ts"
export { afterWriting, answerAsk, scopeIn, withNotice } from "./hook-answer.ts"

export const worker = () => import("../model/start-worker.ts")
export const orders = () => import("./obey.ts")
export const owed = () => import("./owed-work.ts")
export const teams = () => import("../team/membership.ts")
export const resident = () => import("./resident.ts")
