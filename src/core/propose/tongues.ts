// Standing wishes in other languages than English: short lists of standing words, wishes, house habits and bans, with
// the verbs of reported speech that cancel them. Ground truth: everyday grammar; measured by the fixture in test/.

import { FURTHER } from "./tongues-further.ts"

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
      "wir (?!haben|sind|müssen|sollten|wollen|können|brauchen|werden|hatten|waren|sehen)\\p{L}+en|bei uns|unsere?[nrms]? \\p{L}+ (?:ist|sind|hat|haben|läuft|laufen)|in diesem (?:repo|projekt)|hier im (?:repo|projekt)|ich (?:arbeite|nutze|benutze|verwende|bin (?:auf|farbenblind|neu))",
    ),
    voided: words(
      "sagt|sagte|meint|meinte|laut|angeblich|behauptet|schreibt|vielleicht|würde|könnte|hätte(?! gern)|wenn wir|falls wir|früher|steht in|diesmal|dieses mal|ausnahmsweise|heute|gerade|vorerst|warum|wieso|schlägt|fehl|kaputt|abstürzt|stürzt|(?:in )?diese[rnsm]? (?:datei|funktion|test|branch|zeile)|schreibe? (?:mir |uns )?eine?n?",
    ),
  },
  {
    name: "fr",
    wish: words(
      "désormais|dorénavant|à partir de maintenant|à l'avenir|toujours|systématiquement|à chaque fois|souviens-toi|rappelle-toi|n'oublie pas|je préfère|je veux|je voudrais|j'aime|j'aimerais|merci d[e']|utilise[zr]?|réponds|écris|évite[zr]?|garde[zr]?|préfère[zr]?",
    ),
    ban: words("jamais|pas de|aucune?|interdit|surtout pas|n'utilise[zr]? pas|ne \\p{L}+ (?:pas|jamais|plus)|sans"),
    habit: words(
      "on (?!a|est|va|peut|doit|dirait|avait|était|voit)(?:n')?\\p{L}+e|nous (?!avons|sommes|allons|devons|pouvons)\\p{L}+ons|chez nous|dans ce (?:dépôt|projet|repo)|nos? \\p{L}+ (?:est|sont|tourne|tournent|a|ont)|notre convention|je (?:travaille|suis (?:sur|daltonien|sous)|code)",
    ),
    voided: words(
      "dit que|disait|a dit|d'après|selon|prétend|peut-être|si on|si nous|serait|pourrait|avant on|écrit que|cette fois|pour l'instant|aujourd'hui|pourquoi|échoue|plante|dans ce (?:fichier|test)|cette (?:fonction|ligne|branche)|ici seulement|écris(?:-moi)? une?",
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
    habit: words(
      "(?!vamos|estamos|podemos|tenemos|debemos|necesitamos|somos|hemos|queremos|habíamos)\\p{L}{2,}(?:amos|emos|imos)|(?:en|para) este (?:repo|repositorio|proyecto)|nuestr[oa]s? \\p{L}+ (?:es|son|corre|corren|va|van|usa|usan|tiene)|aquí (?:se usa|no se)|(?:va|van) (?:siempre )?en|(?:soy|trabajo) (?:en|con|daltónico)",
    ),
    voided: words(
      "dice que|dijo|según|supuestamente|quizás?|tal vez|si (?:usáramos|usamos)|sería|podría|antes usábamos|esta vez|por ahora|hoy|por qué|falla|rompe|(?:en )?este (?:archivo|test)|esta (?:función|línea|rama)|sólo aquí|solo aquí|escr[ií]be(?:me)? una?",
    ),
  },
  {
    name: "pt",
    wish: words(
      "a partir de agora|de agora em diante|daqui em diante|sempre|toda vez|lembre-se|lembra|prefiro|quero que|gosto de|use|usa|evite|responda|escreva|mantenha",
    ),
    ban: words(
      "nunca|jamais|não (?:use|usa|faça|coloque|adicione|quero|gosto|mexa|commite|suba|crie|altere|escreva)|proibido|sem",
    ),
    habit: words(
      "(?!vamos|estamos|podemos|temos|devemos|precisamos|somos)\\p{L}{2,}(?:amos|emos|imos)|a gente (?!tem|vai|pode|precisa)\\p{L}+|neste (?:repo|repositório|projeto)|aqui (?:usamos|a gente)|noss[oa]s? \\p{L}+ (?:é|são|roda|usa)",
    ),
    voided: words(
      "diz que|disse|segundo|talvez|se usássemos|seria|poderia|desta vez|dessa vez|por enquanto|hoje|por que|falha|quebra|neste (?:arquivo|teste)|nesta (?:função|linha)|só (?:aqui|pra)|escreva uma?",
    ),
  },
  {
    name: "it",
    wish: words(
      "d'ora in poi|da ora in poi|in futuro|sempre|ogni volta|ricorda(?:ti)?|preferisco|voglio che|mi piace|vorrei|usa|usate|evita|rispondi|scrivi|mantieni",
    ),
    ban: words("mai|non (?:usare|usate|fare|mettere|aggiungere|voglio|toccare)|vietato|senza|niente"),
    habit: words(
      "(?!siamo|abbiamo|dobbiamo|possiamo|vogliamo|andiamo|stiamo)\\p{L}{2,}iamo|in questo (?:repo|progetto)|da noi|(?:nostr[oaie]) \\p{L}+ (?:è|sono|gira|usa)|lavoro (?:su|con)",
    ),
    voided: words(
      "dice che|ha detto|secondo|forse|se usassimo|sarebbe|potrebbe|questa volta|stavolta|per ora|oggi|perché|fallisce|(?:in )?questo (?:file|test)|questa (?:funzione|riga)|solo qui",
    ),
  },
  {
    name: "nl",
    wish: words(
      "vanaf nu|voortaan|in de toekomst|altijd|elke keer|onthoud|vergeet niet|ik heb liever|liever|ik wil|graag|gebruik|antwoord|schrijf|vermijd",
    ),
    ban: words("nooit|geen|niet|verboden|zonder"),
    habit: words(
      "(?:we|wij) (?:gebruiken|schrijven|werken|deployen|doen|houden|committen|mergen|zetten)|in (?:deze|dit) (?:repo|project)|bij ons|overal",
    ),
    voided: words(
      "zegt dat|zei|volgens|misschien|zou|als we|deze keer|voorlopig|vandaag|waarom|faalt|crasht|dit bestand|deze (?:functie|test|regel)",
    ),
  },
  {
    name: "ru",
    wish: words(
      "(?:все|всё|всех|всегда|только) (?:\\p{L}+ ){0,3}(?:на|в|через|по|только)|всегда|отныне|впредь|с этого момента|запомни|помни|я предпочитаю|предпочитаю|мне нравится|хочу,? чтобы|используй(?:те)?|пиши|отвечай",
    ),
    ban: words("никогда|не (?:используй|делай|добавляй|пиши|трогай|надо|нужно)|нельзя|без"),
    habit: words(
      "мы (?:не )?(?:используем|пишем|делаем|деплоим|храним|мержим)|у нас|в этом (?:репо|репозитории|проекте)|я (?:работаю|пользуюсь)|наш[аеи]? \\p{L}+",
    ),
    voided: words(
      "говорит|сказал|пишет|якобы|может быть|если бы|почему|падает|не работает|ломается|в этот раз|сейчас|пока|сегодня|эт(?:от|у|ом|ой) (?:файл|функци\\p{L}+|строк\\p{L}+|тест|ветк\\p{L}+)|исправь",
    ),
  },
  {
    name: "zh",
    wish: glyphs(
      "以后|今后|从现在开始|始终|总是|永远|每次|记住|请用|请使用|我喜欢|我更喜欢|我希望|一律|务必|统一|必须|只用|只能|尽量",
    ),
    ban: glyphs("不要|绝不|禁止|别用|千万别|从不|不许"),
    habit: glyphs("我们(?:使用|用|都用|采用|不用|的)|本项目|这个项目"),
    voided: glyphs(
      "他说|她说|文档说|据说|如果|也许|可能|假设|为什么|超时|报错|失败|崩溃|这次|暂时|这个(?:文件|函数|接口)|群里|邮件|帮我看",
    ),
  },
  {
    name: "ja",
    wish: glyphs(
      "今後|これから|常に|必ず|いつも|毎回|覚えて|好みます|のほうが好き|の方が好き|てください|でください|を使って",
    ),
    ban: glyphs("絶対に|決して|しないで|使わないで|禁止|してはいけ"),
    habit: glyphs("使います|書きます|使っています|このプロジェクト|このリポジトリ|私たちは"),
    voided: glyphs(
      "と言って|らしい|もし|かもしれ|によると|このファイル|この(?:テスト|関数|行)|今回|だけ(?:直|修正|変更|フォーマット)|なぜ|失敗|エラー|直して|読んで",
    ),
  },
  {
    name: "ko",
    wish: glyphs("앞으로|항상|언제나|반드시|매번|기억해|선호|좋아합니다|지금부터|꼭 "),
    ban: glyphs("절대|하지 ?마|쓰지 ?마|금지|말아"),
    habit: glyphs("우리는|저희는|사용합니다|이 프로젝트"),
    voided: glyphs("왜|실패|오류|이번에|이 파일|이 함수|라고 했|말했"),
  },
  {
    name: "pl",
    wish: words(
      "zawsze|od teraz|od dziś|w przyszłości|za każdym razem|pamiętaj|wolę|preferuję|używaj|pisz|odpowiadaj|unikaj",
    ),
    ban: words("nigdy|nie (?:używaj|dodawaj|pisz|commituj|ruszaj|rób)|zakaz\\p{L}*|bez"),
    habit: words("używamy|piszemy|u nas|w tym (?:repo|projekcie)|nasz\\p{L}? \\p{L}+ (?:to|jest|są)"),
    voided: words("mówi|powiedział\\p{L}*|podobno|może|gdyby|dlaczego|tym razem|na razie|w tym pliku"),
  },
  {
    name: "sv",
    wish: words(
      "alltid|från och med nu|i fortsättningen|framöver|varje gång|kom ihåg|jag föredrar|använd|svara|skriv|undvik",
    ),
    ban: words("aldrig|inga|använd inte|inte"),
    habit: words("vi (?:använder|skriver|kör|deployar)|hos oss|i (?:det här|detta) (?:projektet|repot)"),
    voided: words("säger|sa|enligt|kanske|skulle|varför|den här gången|just nu|idag|den här filen"),
  },
  {
    name: "tr",
    wish: words(
      "her zaman|daima|bundan sonra|bundan böyle|her seferinde|unutma|tercih ederim|tercih ediyorum|kullan|yaz",
    ),
    ban: words("asla|hiçbir zaman|kullanma|yapma|ekleme|yasak"),
    habit: words("kullanıyoruz|yazıyoruz|bu (?:projede|repoda)|bizde"),
    voided: words("diyor|dedi|belki|göre|neden|bu sefer|şimdilik|bu dosyada"),
  },
  ...FURTHER.map(t => ({
    name: t.name,
    wish: words(t.wish),
    ban: words(t.ban),
    habit: words(t.habit),
    voided: words(t.voided),
  })),
]
// Function words that tell the language; two of them, or one with a letter English lacks.
const GIVEAWAY: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(FURTHER.flatMap(t => (t.tell === null ? [] : [[t.name, words(t.tell)]]))),
  de: words(
    "der|die|das|und|dürfen|grundsätzlich|werden|oder|ich|wir|bitte|nicht|kein|keine|keinen|mit|für|auf|statt|bei|immer|nie|niemals|den|dem|ist|sind|im|zu|vor|jedem|nur|nutze|nutzen|verwende|verwenden|benutze|schreib|schreibe|kommentare|antworte|deutsch|englisch|einrückung|künftig|jetzt|ab|lieber|hier|merk|dir|diesem|dieses|projekt|erst|bevor|du|dateien",
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
  pl: words(
    "i|w|na|nie|się|jest|są|zawsze|nigdy|proszę|dla|po|od|teraz|używamy|używaj|pisz|komentarze|testy|kod|wolę|bez|tym|projekcie",
  ),
  sv: words("och|det|att|jag|vi|inte|alltid|aldrig|med|för|på|använd|använder|skriv|svara|inga|koden|tester|föredrar"),
  tr: words("ve|bir|bu|için|ile|her|zaman|asla|kullan|kullanıyoruz|lütfen|yaz|kod|testler|bundan|sonra|tercih"),
  nl: words(
    "korte|antwoorden|houd|een|ik|wij|niet|geen|met|voor|altijd|nooit|van|alsjeblieft|graag|gebruik|gebruiken|vanaf|nu|liever|deze|antwoord|nederlands|overal|maximaal|het|op|zonder|als|alle",
  ),
}
/** Words of wanting that no other language here has: one is worth two. */
const STRONG: Readonly<Record<string, RegExp>> = {
  de: words("deployen|wir nutzen|bevorzuge|immer|niemals|künftig|keine|keinen|verwende|benutze|möchte"),
  fr: words("préfère|toujours|jamais|désormais|dorénavant|utilise|évite"),
  es: words("prefiero|siempre|nunca|usamos|jamás|quiero que|no uses"),
  pt: words("prefiro|sempre|nunca|não (?:use|commite|faça|mexa)"),
  it: words("preferisco|sempre|mai|\\p{L}{2,}iamo"),
  nl: words("altijd|nooit|liever|voortaan|gebruik|graag"),
  pl: words("zawsze|nigdy|wolę|używamy|używaj"),
  sv: words("alltid|aldrig|föredrar|använder"),
  tr: words("her zaman|asla|bundan sonra|kullanıyoruz|tercih"),
}
const ENGLISH = words(
  "the|and|to|is|are|of|we|it|that|this|with|you|not|for|when|use|don't|from|instead|always|never|please|should|an|be|have|will",
)

const FOREIGN_LETTER = /[^\u0000-\u007f\u2010-\u2027¤§]/
export interface TongueReading {
  readonly tongue: string
  readonly kind: "preference" | "constraint" | "fact"
  readonly because: string
}

/** A standing wish in another language, or null. `s` is a lower-case sentence of the user's own words. */
export function readTongue(s: string, asks: boolean): TongueReading | null {
  const english = hits(s, ENGLISH)
  // plainly English: most sentences need not be looked at in every tongue
  if (english >= 3 && !FOREIGN_LETTER.test(s)) return null
  for (const t of TONGUES) {
    const tell = GIVEAWAY[t.name]
    const told = tell === undefined ? 0 : hits(s, tell) + (STRONG[t.name]?.test(s) === true ? 1 : 0)
    if (tell !== undefined && (told < 2 || told <= english)) continue
    if (
      tell === undefined &&
      !/[\u0370-\u04ff\u0590-\u06ff\u0900-\u097f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(s)
    )
      continue
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
      hits(s, t.ban) < 2 &&
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
// counting asks for all matches: compiled once, every sentence is looked at in every tongue
const ALL: ReadonlyMap<RegExp, RegExp> = new Map(
  [ENGLISH, ...Object.values(GIVEAWAY)].map(p => [p, new RegExp(p.source, "giu")]),
)
function hits(s: string, p: RegExp): number {
  const all = s.match(ALL.get(p) ?? new RegExp(p.source, "giu")) ?? []
  return new Set(all).size
}
