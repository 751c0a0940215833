// What only a hook that answers needs: views, rules, answers. Loaded when a client waits for an answer, and of it at once only what
// every answer needs: the rest is taken in by whoever asks for it.

export { standIn } from "../../memory/acting/take-along.ts"
export { HOOK_PATIENCE } from "../../memory/folding.ts"
export { hearAtOnce, propose } from "../../memory/tending/settle.ts"
export { openMemoryAt } from "../../open.ts"
export { lookAtGit } from "../../world/git-look.ts"
export { afterWriting, answerAsk, scopeIn, withNotice } from "../hook-answer.ts"

export const orders = () => import("../obey.ts")
export const errands = () => import("../beside/errands.ts")
export const teams = () => import("../../team/membership.ts")
