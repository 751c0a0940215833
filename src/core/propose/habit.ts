// A bad habit that the user names ("you keep using npm") is the opposite of a wish: kept as one it would ask for what was
// complained about. Finds where the complaint ends, so that only what is wished after it can be kept.

/** Second person, and a form that says "again and again". "You must always …" is no complaint: a modal stands between. */
const AGAIN: readonly RegExp[] = [
  /^every (?:single )?time,? you (?!need|have to|must|should|want)[\p{L}'-]+/iu,
  /^you(?:'ve| have)? (?:all )?(?:keep|kept|keeps|continue|continued|insist|insisted) (?:on |to )?[\p{L}'-]+/iu,
  /^you(?:'re|'ve| are| were| have| had)? (?:just |also )?(?:again|still|always|constantly|repeatedly|continually|forever|once again|once more)(?: been)? (?!need)[\p{L}'-]+(?:ing|ed)\b/iu,
  /^you (?:again|still|once again|repeatedly|constantly) (?!need|have to|must|should|want|can)[\p{L}'-]+/iu,
  /^you(?:'ve| have| just)? (?:did|done|do|made|make|used|use|ran|run|forgot|forget|broke|break|added|add|wrote|write|put|went)\b.{0,60}\b(?:again|once more|yet again|for the (?:\w+ )?(?:\w+th|second|third|nth|last) time)$/iu,
  /^you (?:always|never|constantly|usually) (?:forget|ignore|miss|mess|break|skip|overlook|listen|learn|remember|screw|fail|pretend|claim|assume|hallucinate|invent)\b/iu,
  /^(?:du|ihr) (?:\p{L}+ ){1,4}?(?:schon wieder|immer noch|immer wieder|ständig|dauernd|andauernd|wieder mal|noch immer)(?: |$)/iu,
  /^(?:du|ihr) (?:vergisst|ignorierst|vergesst|ignoriert) (?:immer|ständig|dauernd)(?: |$)/iu,
  /^(?:tu|vous) (?:continues|continuez|persistes|persistez|n'arrêtes pas|n'arrêtez pas|(?:\p{L}+ )?(?:encore|toujours) (?:une fois )?\p{L}+)(?: |$)/iu,
  /^(?:tú |usted |ustedes )?(?:sigues|sigue|siguen|vuelves a|continúas|otra vez est[áa]s)(?: |$)/iu,
  /^(?:você|voce|tu) (?:continua|continuas|fica|ficas|ainda está|vive|sempre esquece)(?: |$)/iu,
  /^(?:tu )?continui (?:a|ad) /iu,
  /^(?:je|jij|u) (?:blijft|gebruikt nog steeds|doet (?:het )?(?:weer|nog steeds)|vergeet steeds)(?: |$)/iu,
  /^(?:ты|вы) (?:опять|снова|всё ещё|все еще|постоянно|вечно|продолжаешь|продолжаете|всё время|все время)(?: |$)/iu,
  /^你(?:又|总是|總是|老是|一直|还在|還在|怎么又|怎麼又)/u,
]
/** Words of annoyance that may stand before it. */
const BEFORE =
  /^(?:(?:(?:and|but|so|no|nope|ugh|argh|hey|look|dude|bro|man|seriously|again|stop it|wtf|ffs|jesus|god|why do|why are|why have|why|how come|i see(?: that)?|i noticed(?: that)?|it seems|warum|wieso|pourquoi|por qué|perch[ée]|waarom|почему|зачем)(?!\p{L})|为什么)[,:.! ]*)+/iu
const CLAUSE_END =
  /[,;:.!?…](?=\s|$)|[，。；！？]|\s[—–-]\s|\s(?:but|instead of|when|although|even though|sondern|mais|pero|mas|ma|maar|но|但是)\s/iu

/** How many characters of `text` are a complaint about a habit: 0 when it names none, all when nothing else is said. */
export function habitLength(text: string): number {
  let at = 0
  for (;;) {
    const rest = text.slice(at)
    const lead = leadOf(rest)
    const said = rest.slice(lead)
    if (!AGAIN.some(again => again.test(said.split(CLAUSE_END)[0]!.trim()))) return at
    const end = CLAUSE_END.exec(said)
    if (end === null) return text.length
    // "instead of", "when": what follows belongs to the complaint
    if (/instead of|when|though/i.test(end[0])) return text.length
    at += lead + end.index + end[0].length
    at += /^\s*/.exec(text.slice(at))![0].length
    if (at >= text.length) return text.length
  }
}

const leadOf = (text: string): number => {
  const blank = /^[\s"'“”«»-]*/u.exec(text)![0].length
  return blank + (BEFORE.exec(text.slice(blank))?.[0].length ?? 0)
}
