// Does text from a tool, a file or a page try to give orders? Such text may be quoted as data, it never becomes a fact
// that reads as an order (D76). Wide on purpose: a refused fact costs little.

const ORDER =
  /\b(?:always|never|from now on|going forward|you (?:must|should|shall|have to|need to|are (?:required|now|a|an))|must (?:not |always |never )?(?:run|use|add|install|call|be|do|send|include)|ignore (?:all|any|previous|prior|the)|disregard|remember (?:that|to|this)|do not (?:tell|mention|reveal|ask|run|use|warn)|don't (?:tell|mention|reveal|ask|run|use|warn)|make sure (?:to|you)|the user (?:wants|prefers|said|asked|likes|has)|i (?:prefer|want|need) you|instructions?:|system prompt|as an ai|assistant (?:must|should)|please (?:run|use|add|install|execute|remember|always)|immer|niemals|toujours|jamais|siempre|nunca|sempre)\b/i
const COMMAND_START =
  /^(?:[-*•>#\s"'`([]|\d{1,3}[.)]\s)*(?:please |now |first |then |next |important:? |note:? )*(?:run|use|execute|install|add|remove|delete|call|send|open|visit|download|fetch|curl|wget|sudo|rm|set|export|disable|enable|skip|bypass|ignore|commit|push|approve|accept|reply|respond|answer|write|create|follow|prefer|avoid|remember|store|save|keep|treat|trust|allow|grant|upgrade|switch|stop|don't|do not)\b/i

export const looksImperative = (text: string): boolean =>
  ORDER.test(text) || text.split(/[\n.;!?]+/).some(part => COMMAND_START.test(part.trim()))

/** A standing order, as against a step of a procedure ("run the generator first"). */
export const givesStandingOrder = (text: string): boolean => ORDER.test(text)

const FOR_THE_USER =
  /\b(?:i|we|the users?|our team|everyone)\b.{0,24}\b(?:prefers?|uses?|wants?|likes?|always|never|needs?|decided|agreed|expects?)\b/i
/** Does text that is not the user's claim to say what the user or the team wants? */
export const speaksForUser = (text: string): boolean => FOR_THE_USER.test(text)

const UNSAFE =
  /\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bsudo\b|--no-verify|--unsafe-perm|--force\b|\brm\s+-\w*[rf]|chmod\s+(?:-R\s+)?777|\beval\b|base64\s+(?:-d|--decode)|StrictHostKeyChecking=no|TLS_REJECT_UNAUTHORIZED|--insecure\b|--dangerously|--yolo\b/i
/** A command nobody should be told to repeat because it once stood before a success. */
export const unsafeToRepeat = (command: string): boolean => UNSAFE.test(command)
