// Does text from a tool, a file or a page try to give orders? Such text may be quoted as data, it never becomes a fact
// that reads as an order (security.md 1 (c), D76). Wide on purpose: a refused fact costs little.

const ORDER =
  /\b(?:always|never|from now on|going forward|you (?:must|should|shall|have to|need to|are (?:required|now|a|an))|must (?:not |always |never )?(?:run|use|add|install|call|be|do|send|include)|ignore (?:all|any|previous|prior|the)|disregard|remember (?:that|to|this)|do not (?:tell|mention|reveal|ask|run|use|warn)|don't (?:tell|mention|reveal|ask|run|use|warn)|make sure (?:to|you)|the user (?:wants|prefers|said|asked|likes|has)|i (?:prefer|want|need) you|instructions?:|system prompt|as an ai|assistant (?:must|should)|please (?:run|use|add|install|execute|remember|always)|immer|niemals|toujours|jamais|siempre|nunca|sempre)\b/i
const COMMAND_START =
  /^(?:[-*•>#\s"'`([]|\d{1,3}[.)]\s)*(?:please |now |first |then |next |important:? |note:? )*(?:run|use|execute|install|add|remove|delete|call|send|open|visit|download|fetch|curl|wget|sudo|rm|set|export|disable|enable|skip|bypass|ignore|commit|push|approve|accept|reply|respond|answer|write|create|follow|prefer|avoid|remember|store|save|keep|treat|trust|allow|grant|upgrade|switch|stop|don't|do not)\b/i

export const looksImperative = (text: string): boolean =>
  ORDER.test(text) || text.split(/[\n.;!?]+/).some(part => COMMAND_START.test(part.trim()))
