// Standing wishes in other languages than English: short lists of standing words, wishes, house habits and bans, with
// the verbs of reported speech that cancel them. Ground truth: everyday grammar; measured by the fixture in test/.

interface Tongue {
  readonly name: string
  /** standing words and plain wishes: one is enough */
  readonly wish: RegExp
  readonly ban: RegExp
  readonly habit: RegExp
  readonly voided: RegExp
}
const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, "iu")
const glyphs = (list: string): RegExp => new RegExp(`(?:${list})`, "u")

const TONGUES: readonly Tongue[] = [
  {
    name: "de",
    wish: words(
      "ab (?:jetzt|sofort)|künftig|in zukunft|zukünftig|immer|grundsätzlich|generell|jedes mal|jedesmal|merk dir|merke dir|denk daran|denk dran|ich bevorzuge|ich mag|ich hätte gerne?|ich möchte|ich will|mir ist wichtig|lieber|bitte (?:nur|stets|auf)|nur noch|stets|antworte|schreib|verwende|benutze?|nutze?|nimm|halte|vermeide",
    ),
    ban: words("nie|niemals|keinesfalls|auf keinen fall|keine?n?|nicht|verboten|darf(?:st)? nicht|ohne"),
    habit: words(
      "wir (?:verwenden|benutzen|nutzen|nehmen|haben|schreiben|arbeiten|setzen)|bei uns|in diesem (?:repo|projekt)|hier im (?:repo|projekt)",
    ),
    voided: words(
      "sagt|sagte|meint|meinte|laut|angeblich|behauptet|schreibt|vielleicht|würde|könnte|hätte(?! gern)|wenn wir|falls wir|früher|steht in",
    ),
  },
  {
    name: "fr",
    wish: words(
      "désormais|dorénavant|à partir de maintenant|à l'avenir|toujours|systématiquement|à chaque fois|souviens-toi|rappelle-toi|n'oublie pas|je préfère|je veux|je voudrais|j'aime|j'aimerais|merci d[e']|utilise[zr]?|réponds|écris|évite[zr]?|garde[zr]?|préfère[zr]?",
    ),
    ban: words("jamais|pas de|aucune?|interdit|surtout pas|n'utilise[zr]? pas|ne \\p{L}+ (?:pas|jamais|plus)|sans"),
    habit: words("on utilise|nous utilisons|on n'utilise|chez nous|dans ce (?:dépôt|projet|repo)|notre convention"),
    voided: words(
      "dit que|disait|a dit|d'après|selon|prétend|peut-être|si on|si nous|serait|pourrait|avant on|écrit que",
    ),
  },
  {
    name: "es",
    wish: words(
      "a partir de ahora|de ahora en adelante|en adelante|siempre|cada vez|recuerda|no olvides|ten en cuenta|prefiero|preferimos|quiero que|me gusta|me gustaría|usa|utiliza|responde|escribe|evita|mantén|por favor usa",
    ),
    ban: words(
      "nunca|jamás|no (?:uses|utilices|hagas|pongas|añadas|agregues|toques|escribas|subas|commitees|quiero|me gusta|se debe)|prohibido|sin",
    ),
    habit: words("usamos|utilizamos|en este (?:repo|repositorio|proyecto)|nuestra convención|aquí (?:usamos|se usa)"),
    voided: words(
      "dice que|dijo|según|supuestamente|quizás?|tal vez|si (?:usáramos|usamos)|sería|podría|antes usábamos",
    ),
  },
  {
    name: "pt",
    wish: words(
      "a partir de agora|de agora em diante|daqui em diante|sempre|toda vez|lembre-se|lembra|prefiro|quero que|gosto de|use|usa|evite|responda|escreva|mantenha",
    ),
    ban: words("nunca|jamais|não (?:use|usa|faça|coloque|adicione|quero|gosto|mexa)|proibido|sem"),
    habit: words("usamos|a gente usa|neste (?:repo|repositório|projeto)|aqui (?:usamos|a gente)"),
    voided: words("diz que|disse|segundo|talvez|se usássemos|seria|poderia"),
  },
  {
    name: "it",
    wish: words(
      "d'ora in poi|da ora in poi|in futuro|sempre|ogni volta|ricorda(?:ti)?|preferisco|voglio che|mi piace|vorrei|usa|usate|evita|rispondi|scrivi|mantieni",
    ),
    ban: words("mai|non (?:usare|usate|fare|mettere|aggiungere|voglio|toccare)|vietato|senza|niente"),
    habit: words("usiamo|noi usiamo|in questo (?:repo|progetto)|da noi"),
    voided: words("dice che|ha detto|secondo|forse|se usassimo|sarebbe|potrebbe"),
  },
  {
    name: "nl",
    wish: words(
      "vanaf nu|voortaan|in de toekomst|altijd|elke keer|onthoud|vergeet niet|ik heb liever|liever|ik wil|graag|gebruik|antwoord|schrijf|vermijd",
    ),
    ban: words("nooit|geen|niet|verboden|zonder"),
    habit: words("we gebruiken|wij gebruiken|in (?:deze|dit) (?:repo|project)|bij ons"),
    voided: words("zegt dat|zei|volgens|misschien|zou|als we"),
  },
  {
    name: "ru",
    wish: words(
      "всегда|отныне|впредь|с этого момента|запомни|помни|я предпочитаю|предпочитаю|мне нравится|хочу,? чтобы|используй(?:те)?|пиши|отвечай",
    ),
    ban: words("никогда|не (?:используй|делай|добавляй|пиши|трогай|надо|нужно)|нельзя|без"),
    habit: words("мы используем|у нас|в этом (?:репо|репозитории|проекте)"),
    voided: words("говорит|сказал|пишет|якобы|может быть|если бы"),
  },
  {
    name: "zh",
    wish: glyphs("以后|今后|从现在开始|始终|总是|永远|每次|记住|请用|请使用|我喜欢|我更喜欢|我希望|一律|务必"),
    ban: glyphs("不要|绝不|禁止|别用|千万别|从不|不许"),
    habit: glyphs("我们(?:使用|用|都用|采用)|本项目|这个项目"),
    voided: glyphs("他说|她说|文档说|据说|如果|也许|可能|假设"),
  },
  {
    name: "ja",
    wish: glyphs(
      "今後|これから|常に|必ず|いつも|毎回|覚えて|好みます|のほうが好き|の方が好き|てください|でください|を使って",
    ),
    ban: glyphs("絶対に|決して|しないで|使わないで|禁止|してはいけ"),
    habit: glyphs("使っています|このプロジェクト|このリポジトリ|私たちは"),
    voided: glyphs("と言って|らしい|もし|かもしれ|によると"),
  },
]
// Function words that tell the language; two of them, or one with a letter English lacks.
const GIVEAWAY: Readonly<Record<string, RegExp>> = {
  de: words(
    "der|die|das|und|ich|wir|bitte|nicht|kein|keine|keinen|mit|für|auf|statt|bei|immer|nie|niemals|den|dem|ist|sind|im|zu|vor|jedem|nur|nutze|nutzen|verwende|verwenden|benutze|schreib|schreibe|kommentare|antworte|deutsch|englisch|einrückung|künftig|jetzt|ab|lieber|hier|merk|dir|diesem|dieses|projekt|erst|bevor|du|dateien",
  ),
  fr: words(
    "le|la|les|des|du|et|je|nous|pas|ne|pour|avec|dans|toujours|jamais|au lieu|une|plutôt|que|sans|utilise|utilisez|utilisons|réponds|écris|s'il te plaît|stp|ce|préfère|désormais|français|anglais|évite|commentaires|n'utilise|messages de",
  ),
  es: words(
    "el|los|las|y|que|con|para|siempre|nunca|por favor|usa|una|del|este|prefiero|usamos|utilizamos|mensajes|español|inglés|lugar|ahora|adelante|uses|escribe|responde|vez|comentarios|pruebas|evita|quiero",
  ),
  pt: words(
    "os|não|que|com|para|sempre|nunca|por favor|uma|neste|prefiro|usamos|mensagens|português|você|agora|vez|testes|código|evite|responda",
  ),
  it: words(
    "il|lo|gli|non|che|con|per|sempre|mai|usa|usare|una|questo|preferisco|usiamo|messaggi|italiano|d'ora|poi|commenti|niente|rispondi|invece",
  ),
  nl: words(
    "het|een|ik|wij|niet|geen|met|voor|altijd|nooit|van|alsjeblieft|graag|gebruik|gebruiken|vanaf|nu|liever|deze|antwoord|nederlands",
  ),
}
/** Words of wanting that no other language here has: one is worth two. */
const STRONG: Readonly<Record<string, RegExp>> = {
  de: words("bevorzuge|immer|niemals|künftig|keine|keinen|verwende|benutze|möchte"),
  fr: words("préfère|toujours|jamais|désormais|dorénavant|utilise|évite"),
  es: words("prefiero|siempre|nunca|usamos|jamás|quiero que|no uses"),
  pt: words("prefiro|sempre|nunca|não use"),
  it: words("preferisco|sempre|mai|usiamo"),
  nl: words("altijd|nooit|liever|voortaan|gebruik"),
}
const ENGLISH = words(
  "the|and|to|is|are|of|we|it|that|this|with|you|not|for|when|use|don't|from|instead|always|never|please|should|an|be|have|will",
)

export interface TongueReading {
  readonly tongue: string
  readonly kind: "preference" | "constraint" | "fact"
  readonly because: string
}

/** A standing wish in another language, or null. `s` is a lower-case sentence of the user's own words. */
export function readTongue(s: string, asks: boolean): TongueReading | null {
  const english = hits(s, ENGLISH)
  for (const t of TONGUES) {
    const tell = GIVEAWAY[t.name]
    const told = tell === undefined ? 0 : hits(s, tell) + (STRONG[t.name]?.test(s) === true ? 1 : 0)
    if (tell !== undefined && (told < 2 || told <= english)) continue
    if (tell === undefined && !/[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff]/.test(s)) continue
    const wish = t.wish.test(s)
    const ban = t.ban.test(s)
    const habit = t.habit.test(s)
    if (!(wish || habit || ban)) continue
    if (t.voided.test(s) || asks) return null
    // a ban alone ("nicht", "sans") is too common to be a rule
    if (
      ban &&
      !wish &&
      !habit &&
      !/^(?:\P{L}*(?:bitte |por favor |per favore |пожалуйста |请)?)(?:nie|niemals|kein|jamais|pas de|aucun|ne |n'|nunca|no |jam[aá]s|não|mai|non |niente|nooit|geen|никогда|не |нельзя|不要|绝不|禁止|别|絶対|決して)/iu.test(
        s,
      )
    )
      continue
    const kind = ban ? "constraint" : habit && !wish ? "fact" : "preference"
    return { tongue: t.name, kind, because: `${t.name}:${wish ? "wish" : ban ? "ban" : "habit"}` }
  }
  return null
}
function hits(s: string, p: RegExp): number {
  const all = s.match(new RegExp(p.source, "giu")) ?? []
  return new Set(all).size
}
