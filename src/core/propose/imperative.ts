// Does text from a tool, a file or a page try to give orders? Such text may be quoted as data, it never becomes a fact
// that reads as an order (D76). Wide on purpose: a refused fact costs little.
import { each, wordList, wordsSaid } from "../words/word-list.ts"

const ORDERS = wordList(
  `always, never, from now on, going forward, ${each("you", "must, should, shall, have to, need to, are required, are now, are a, are an")}, ${each("must, must not, must always, must never", "run, use, add, install, call, be, do, send, include")}, ${each("ignore", "all, any, previous, prior, the")}, disregard, ${each("remember", "that, to, this")}, ${each("do not, don't", "tell, mention, reveal, ask, run, use, warn")}, make sure to, make sure you, ${each("the user", "wants, prefers, said, asked, likes, has")}, ${each("i prefer, i want, i need", "you")}, system prompt, as an ai, assistant must, assistant should, ${each("please", "run, use, add, install, execute, remember, always")}, immer, niemals, toujours, jamais, siempre, nunca, sempre`,
)
const INSTRUCTIONS = /\binstructions?:/i
const LEADS = wordList("please, now, first, then, next, important, note")
const COMMANDS = wordList(
  "run, use, execute, install, add, remove, delete, call, send, open, visit, download, fetch, curl, wget, sudo, rm, set, export, disable, enable, skip, bypass, ignore, commit, push, approve, accept, reply, respond, answer, write, create, follow, prefer, avoid, remember, store, save, keep, treat, trust, allow, grant, upgrade, switch, stop, don't, do not",
)
const opensWithCommand = (part: string): boolean => {
  const words = wordsSaid(part.replace(/^\W*\d{1,3}[.)]\s/, ""))
  let at = 0
  while (LEADS.opens(words, at) > 0) at++
  return COMMANDS.opens(words, at) > 0
}

export const looksImperative = (text: string): boolean =>
  givesStandingOrder(text) || text.split(/[\n.;!?]+/).some(opensWithCommand)

/** A standing order, as against a step of a procedure ("run the generator first"). */
export const givesStandingOrder = (text: string): boolean => ORDERS.has(wordsSaid(text)) || INSTRUCTIONS.test(text)

const USERS = wordList("i, we, the user, the users, our team, everyone")
const WANTS = wordList(
  "prefer, prefers, use, uses, want, wants, like, likes, always, never, need, needs, decided, agreed, expect, expects",
)
const NEAR = 5
/** Does text that is not the user's claim to say what the user or the team wants? */
export function speaksForUser(text: string): boolean {
  const words = wordsSaid(text)
  for (let user = USERS.find(words); user !== null; user = USERS.find(words, user[1]))
    if (WANTS.has(words.slice(user[1], user[1] + NEAR))) return true
  return false
}

const UNSAFE =
  /\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bsudo\b|--no-verify|--unsafe-perm|--force\b|\brm\s+-\w*[rf]|chmod\s+(?:-R\s+)?777|\beval\b|base64\s+(?:-d|--decode)|StrictHostKeyChecking=no|TLS_REJECT_UNAUTHORIZED|--insecure\b|--dangerously|--yolo\b/i
/** A command nobody should be told to repeat because it once stood before a success. */
export const unsafeToRepeat = (command: string): boolean => UNSAFE.test(command)
