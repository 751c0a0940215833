// How people say when something was and how it went, language by language. Time and verdict must be of one language: "hier" is
// yesterday in French and here in German. Written against " word word " (feedback/words.ts).
// Long because: it is one table, and a language is read as a whole.

interface Time {
  readonly name: string
  readonly re: RegExp
  /** hours, at least and at most */
  readonly ago: (n: number) => readonly [number, number]
}
export interface Tongue {
  readonly name: string
  readonly times: readonly Time[]
  readonly bad: RegExp
  readonly good: RegExp
  /** before a cue, in its clause: "didn't break anything", "never worked" */
  readonly denied: RegExp
  /** right after a cue, where the language puts it there: "funktioniert nicht" */
  readonly deniedAfter?: RegExp
  /** before a cue: a wish, a case, a guess */
  readonly supposed: RegExp
  /** before a cue: what others did is no verdict on this work */
  readonly theirs: RegExp
  /** a clause that opens so asks for something or asks about it */
  readonly asks?: RegExp
  /** a clause that opens so is a statement, whatever another language would take it for */
  readonly states?: RegExp
  /** it speaks of what runs for others */
  readonly deployed: RegExp
}

const DAY = 24
const times = (cues: Readonly<Record<keyof typeof AGO, RegExp>>): readonly Time[] =>
  (Object.keys(AGO) as (keyof typeof AGO)[]).flatMap(name => {
    return [{ name, re: cues[name], ago: AGO[name] }]
  })
const AGO = {
  "hours-ago": (n: number) => [n * 0.5, n * 1.5 + 1],
  "days-ago": (n: number) => [(n - 1) * DAY, (n + 1.5) * DAY],
  "weeks-ago": (n: number) => [(n - 0.7) * 7 * DAY, (n + 0.8) * 7 * DAY],
  "day-before": () => [20, 75],
  yesterday: () => [4, 50],
  "last-night": () => [2, 40],
  today: () => [0.5, 20],
  "other-day": () => [12, 10 * DAY],
  "last-week": () => [DAY, 15 * DAY],
  weekday: () => [6, 8 * DAY],
  "last-time": () => [0.2, 30 * DAY],
} as const satisfies Readonly<Record<string, (n: number) => readonly [number, number]>>

/** Words for how many; digits are read as they are. */
export const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, couple: 2, few: 3 },
  ...{ ein: 1, eine: 1, einem: 1, einen: 1, einer: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, paar: 3 },
  ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, quelques: 3 },
  ...{ una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, unos: 3, unas: 3, par: 2 },
}
const EN = "(\\d{1,2}|an?|one|two|three|four|five|six|couple|few)(?: of)?"
const DE = "(?:ein )?(\\d{1,2}|eine[mnr]?|ein|zwei|drei|vier|fünf|sechs|paar)"
const FR = "(\\d{1,2}|une?|deux|trois|quatre|cinq|six|quelques)"
const ES = "(?:un )?(\\d{1,2}|una?|dos|tres|cuatro|cinco|seis|unos|unas|par)(?: de)?"

const english: Tongue = {
  name: "en",
  times: times({
    "hours-ago": new RegExp(` ${EN} hours? ago `),
    "days-ago": new RegExp(` ${EN} days? ago `),
    "weeks-ago": new RegExp(` ${EN} weeks? ago `),
    "day-before": / the day before yesterday /,
    yesterday: / yesterday(?:'s)? /,
    "last-night": / last night(?:'s)? /,
    today: / (?:this morning|earlier today)(?:'s)? /,
    "other-day": / the other day /,
    "last-week": / last week(?:'s)? /,
    weekday: / (?:last|on|from|since) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?:'s)? /,
    "last-time":
      / (?:last time(?:'s)?|(?:the |your |our |my )?(?:last|previous|earlier) (?:session|run|attempt)(?:'s)?) /,
  }),
  bad: / (?:broke|broken|breaks|breaking|crashed|crashes|crashing|failed|fails|regressed|regression|took down|brought down|outage|incident|made (?:it|things|everything) worse|rolled back|roll (?:it|that|this) back|had to (?:revert|undo|roll back)|got reverted|was reverted|was wrong|is wrong|was a mistake|caused|corrupted|lost (?:data|everything)|leaked) /,
  good: / (?:worked(?! (?:on|with|at|from|through|towards) )|works(?! (?:on|with|at|from) )|held up|holds up|fixed (?:it|that|this|the|everything)|solved (?:it|that|this|the)|did the trick|was (?:great|perfect|right|spot on|exactly right|good|excellent)|is (?:great|perfect|working)|went (?:well|smoothly|great|fine)|no (?:issues|problems|complaints|errors) (?:since|so far)|saved (?:us|me|the day)|much better|passed) /,
  denied:
    / (?:not|never|no longer|didn't|doesn't|don't|did not|does not|hasn't|isn't|wasn't|couldn't|won't|nothing|hardly) (?:\S+ ){0,3}$/,
  supposed:
    / (?:if|whether|unless|in case|would|could|might|may|should|hope|hopefully|think|make sure|ensure|so that) (?:\S+ ){0,5}$/,
  theirs: / (?:upstream|the vendor|their|someone|somebody|a colleague|the client's|customer) (?:\S+ ){0,3}$/,
  deployed: / (?:prod|production|live|deploy|deployed|deployment|release|released|staging|customers|users) /,
}

const german: Tongue = {
  name: "de",
  times: times({
    "hours-ago": new RegExp(` vor ${DE} stunden? `),
    "days-ago": new RegExp(` vor ${DE} tage?n? `),
    "weeks-ago": new RegExp(` vor ${DE} wochen? `),
    "day-before": / vorgestern /,
    yesterday: / (?:gestern|gestrige[nrsm]?) /,
    "last-night": / (?:letzte|heute) nacht /,
    today: / (?:heute (?:morgen|früh|vormittag)|vorhin) /,
    "other-day": / (?:neulich|letztens|kürzlich) /,
    "last-week": / (?:letzte[nr]?|vorige[nr]?|vergangene[nr]?) woche /,
    weekday:
      / (?:am|vom|seit|letzten|vorigen) (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag) /,
    "last-time":
      / (?:(?:beim )?letzte[sn]? mal|(?:letzte|vorige|vorherige)[nrs]? (?:sitzung|session|versuch|lauf|durchlauf)) /,
  }),
  bad: / (?:kaputt|kaputtgemacht|kaputtgegangen|zerschossen|zerstört|zerlegt|lahmgelegt|abgeschossen|abgestürzt|abgeraucht|gecrasht|crasht|crashte|stürzt(?:e)? (?:\S+ ){0,3}ab|fehlgeschlagen|schlägt fehl|schlug fehl|gescheitert|scheitert(?:e)?|ging (?:\S+ ){0,2}schief|schiefgegangen|schief gegangen|(?:war|ist) falsch|war ein fehler|zurückgerollt|zurückgenommen|zurückrollen|zurücknehmen|rückgängig (?:gemacht|machen)|revertet|revertiert|verschlimmert|schlimmer gemacht|verursacht|verursachte|ausfall|daten verloren|gebrochen|regression) /,
  good: / (?:funktioniert|funktionierte|geklappt|klappt|klappte|geholfen|(?:läuft|lief) (?:\S+ ){0,2}(?:gut|rund|sauber|problemlos|stabil|einwandfrei|super|prima)|behoben|gelöst|war (?:\S+ )?(?:super|perfekt|richtig|gut|klasse|top|prima|spitze|hervorragend)|ist (?:super|perfekt|klasse|top|prima)|keine (?:probleme|fehler|beschwerden|ausfälle) (?:mehr|seither|seitdem|bisher|bislang)|viel besser|gehalten|tadellos|einwandfrei|reibungslos|problemlos|bestanden) /,
  denied: / (?:nicht|nie|niemals|kein|keine|keinen|nichts|kaum|weder) (?:\S+ ){0,3}$/,
  deniedAfter: /^(?:\S+ ){0,3}(?:nicht(?! nur )|nie|niemals|kaum) /,
  supposed:
    / (?:wenn|falls|ob|sofern|damit|hoffe|hoffentlich|sollte|sollten|würde|würden|könnte|könnten|glaube|denke|vermute|vielleicht|vermutlich|wohl|sicherstellen|sichergestellt) (?:\S+ ){0,5}$/,
  theirs:
    / (?:upstream|der anbieter|der hersteller|deren|jemand|ein kollege|eine kollegin|der kunde|die kundin|bei denen) (?:\S+ ){0,3}$/,
  asks: /^ (?:(?:bitte|ok|also|dann|und|nun|jetzt) ){0,3}(?:bitte|kannst|könntest|würdest|können|behebe?|repariere?|fixe?|korrigiere?|prüfe?|schaue?|zeige?|mache?|füge?|schreibe?|baue?|entferne?|ändere?|teste?|starte?|suche?|finde|erkläre?|lies|sieh|guck|warum|wieso|weshalb|wann|wo|wer|wie|welche[rsn]?|(?:hat|ist|war|ging|hatte|läuft|klappt|funktioniert) (?:der|die|das|es|er|sie|dein\S*|unser\S*|mein\S*)) /,
  deployed:
    / (?:prod|produktion|live|ausgerollt|deployt|deployment|deploy|release|staging|kunden|nutzer|nutzern|anwender) /,
}

const french: Tongue = {
  name: "fr",
  times: times({
    "hours-ago": new RegExp(` (?:d'il|il) y a ${FR} heures? `),
    "days-ago": new RegExp(` (?:d'il|il) y a ${FR} jours? `),
    "weeks-ago": new RegExp(` (?:d'il|il) y a ${FR} semaines? `),
    "day-before": / (?:d'avant-hier|avant-hier|avant hier) /,
    yesterday: / (?:d'hier|hier) /,
    "last-night": / (?:la nuit dernière|cette nuit|hier soir) /,
    today: / (?:ce matin|tout à l'heure|plus tôt dans la journée) /,
    "other-day": / l'autre jour /,
    "last-week": / (?:la |de la )?semaine (?:dernière|passée) /,
    weekday:
      / (?:depuis (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) (?:dernier|passé)) /,
    "last-time":
      / (?:la dernière fois|la fois (?:précédente|dernière|passée)|(?:la )?dernière session|(?:la )?session (?:précédente|dernière)|(?:l'essai|le lancement) précédent) /,
  }),
  bad: / (?:cassée?s?|casse|cassait|plantée?s?|plante|plantait|planté|échouée?s?|échoue|échouait|régression|régressé|fait tomber|tombée? en panne|panne|incident|empiré|aggravé|annulée?s?|dû (?:annuler|revenir|revert)|(?:était|est) fau(?:x|sse)|était une erreur|provoquée?s?|causée?s?|corrompue?s?|perdu (?:des|les|nos|toutes les) données|fuité|bugué|buggé|explosé) /,
  good: / (?:marché|marche|marchait|fonctionnée?|fonctionne|fonctionnait|tient (?:bon|le coup|la route|bien)|tenu (?:bon|le coup)|a (?:réglé|résolu|corrigé|sauvé|aidé)|(?:était|est|c'était|c'est) (?:parfaite?|super|géniale?|impeccable|nickel|excellente?|très bien)|nickel|impeccable|aucun (?:problème|souci|bug|incident)|sans (?:problème|souci|accroc)|(?:bien|beaucoup) mieux) /,
  denied: / (?:ne|n'\S+|pas|jamais|rien|aucune?|ni) (?:\S+ ){0,3}$/,
  deniedAfter: /^(?:plus (?!de |en )|(?:\S+ ){0,2}(?:pas|jamais|guère) )/,
  supposed:
    / (?:si|s'il|s'ils|qu'il|devrait|devraient|pourrait|pourraient|faudrait|aurait|espère|j'espère|espérons|crois|pense|peut-être|sûrement|vérifie|assure-toi|pour que|afin que|au cas où) (?:\S+ ){0,5}$/,
  theirs:
    / (?:upstream|le fournisseur|leur|leurs|quelqu'un|un collègue|une collègue|le client|la cliente) (?:\S+ ){0,3}$/,
  asks: /^ (?:(?:ok|alors|et|donc|puis|maintenant) ){0,3}(?:peux-tu|peux|pourrais-tu|pourrais|peut-on|est-ce|s'il|stp|svp|corrige|répare|montre|montre-moi|ajoute|vérifie|regarde|fais|écris|trouve|cherche|lance|relance|supprime|change|explique|dis|dis-moi|pourquoi|quand|comment|où|qui|quel|quelle|quels|quelles) /,
  deployed:
    / (?:prod|production|déployée?s?|déploiement|mise en (?:prod|production)|livraison|staging|clients|utilisateurs) /,
}

const spanish: Tongue = {
  name: "es",
  times: times({
    "hours-ago": new RegExp(` hace ${ES} horas? `),
    "days-ago": new RegExp(` hace ${ES} días? `),
    "weeks-ago": new RegExp(` hace ${ES} semanas? `),
    "day-before": / (?:anteayer|antier|antes de ayer) /,
    yesterday: / ayer /,
    "last-night": / (?:anoche|ayer (?:por|en) la noche) /,
    today: / (?:esta mañana|hace un rato|hoy temprano) /,
    "other-day": / el otro día /,
    "last-week": / (?:la )?semana pasada /,
    weekday:
      / (?:(?:el|del|desde el) (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?: pasado)?|el pasado (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)) /,
    "last-time":
      / (?:la última vez|la vez pasada|(?:la )?sesión (?:anterior|pasada)|(?:el )?intento anterior|(?:la )?última sesión) /,
  }),
  bad: / (?:rompió|rompieron|rompe|rota?s?|cayó|cayeron|tumbó|tiró|falló|fallaron|falla|fallado|fallando|regresión|incidente|caída|empeoró|revertir(?:lo|la)?|revertimos|revertida?o?|deshacer(?:lo|la)?|(?:estaba|está) mal|fue un error|causó|provocó|corrompió|perdimos (?:datos|todo|los datos)|filtró|petó|crasheó|explotó) /,
  good: / (?:funcionó|funcionaron|funciona|funcionan|funcionado|sirvió|arregló|resolvió|solucionó|quedó (?:\S+ )?(?:bien|perfecto|genial|perfecta)|fue (?:perfecto|genial|excelente|correcto|perfecta|correcta)|estuvo (?:\S+ )?(?:bien|perfecto|genial)|salió (?:\S+ )?(?:bien|perfecto|genial)|va (?:\S+ )?(?:bien|genial|perfecto)|sin (?:problemas|errores|fallos|quejas)|ningún (?:problema|error|fallo)|mucho mejor|aguanta|aguantó|salvó) /,
  denied: / (?:no|nunca|jamás|tampoco|nada|apenas|ni) (?:\S+ ){0,3}$/,
  supposed:
    / (?:si|debería|deberían|podría|podrían|habría|tal vez|quizás?|espero|ojalá|creo|pienso|supongo|para que|asegúrate) (?:\S+ ){0,5}$/,
  theirs:
    / (?:upstream|el proveedor|alguien|un compañero|una compañera|un colega|el cliente|la clienta) (?:\S+ ){0,3}$/,
  asks: /^ (?:(?:ok|vale|entonces|y|ahora|luego) ){0,3}(?:puedes|podrías|podemos|por favor|arregla|corrige|muestra|muéstrame|añade|agrega|revisa|mira|haz|escribe|busca|ejecuta|borra|quita|cambia|explica|explícame|dime|por qué|qué|cuándo|cómo|dónde|quién|cuál|cuáles) /,
  // "se rompió" is what Spanish says where Italian would begin a condition.
  states: /^ (?:(?:y|pero|ayer|anoche) )?se /,
  deployed: / (?:prod|producción|desplegad[oa]s?|despliegue|staging|clientes|usuarios|entrega) /,
}

/** The little that is known of others. */
const others: Tongue = {
  name: "other",
  times: [{ name: "yesterday", re: / (?:ieri|ontem|вчера|昨天|昨日|어제) /, ago: AGO.yesterday }],
  bad: / (?:rott[oa]|fallito|quebrou|falhou|сломал[аои]?|упал[аои]?) /,
  good: / (?:funzionato|funziona|funcionou|сработал[аои]?) /,
  denied: / (?:non|não|не|mai|nunca) (?:\S+ ){0,3}$/,
  supposed: / (?:se|forse|talvez|если|может|dovrebbe|deveria) (?:\S+ ){0,5}$/,
  theirs: / (?:upstream) (?:\S+ ){0,3}$/,
  deployed: / (?:prod|produzione|produção|прод|продакшен) /,
}

export const TONGUES: readonly Tongue[] = [english, german, french, spanish, others]

/** Anything that may name a time: most prompts name none and are not looked at further. */
export const MAY_NAME_TIME =
  /yesterday|\bago\b|\blast\b|previous|earlier|morning|other day|(?:mon|tues|wednes|thurs|fri|satur|sun)day|gest(?:ern|rige)|letzte|vorige|vergangene|\bvor\b|vorhin|neulich|kürzlich|heute|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|\bhier\b|avant-hier|d'hier|\bil y a\b|matin|nuit|l'autre jour|l’autre jour|derni|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|passée?\b|précédent|tout à l|\bayer\b|anteayer|antier|\bhace\b|anoche|pasad|mañana|otro día|última|anterior|(?:lun|mart|juev|viern)es|miércoles|sábado|domingo|temprano|ieri|ontem|вчера|昨天|昨日|어제/iu

/** Words that every piece of work goes by, those that only say when and how it went, and the small words of each language. */
export const GENERIC_WORDS =
  "fix change code work commit patch thing stuff update edit yesterday today morning night week month day hour ago last time session run attempt previous earlier since break broke broken crash fail regress take took down bring worse roll back revert undo wrong mistake cause great perfect well fine good nice worked work issue problem prod production live deploy release staging customer user everything really totally completely still again actually just made make did was were has had monday tuesday wednesday thursday friday saturday sunday hey hi thanks way from test build ci pipeline write wrote written add outage incident held hold solved regression corrupt leak before" +
  " der die das den dem des ein eine einen einem einer und oder ist sind war waren hat haben hatte wurde wird von vom zum zur im auf mit für bei seit seitdem seither bisher aus nach noch schon mal sehr ganz alles alle mein meine dein deine deiner deinen unser unsere wir ich es er sie gestern gestrige gestrigen vorgestern heute früh morgen abend nacht woche wochen tag tage tagen stunde stunden vor letzte letzten letzter letztes vorige vorigen neulich vorhin änderung anpassung fehler gut super toll danke wieder dann auch gemacht gegangen ging geht kaputt zerschossen abgestürzt fehlgeschlagen schief falsch funktioniert geklappt klappt läuft lief behoben gelöst perfekt prima problemlos einwandfrei geholfen keine kein nie montag dienstag mittwoch donnerstag freitag samstag sonntag produktion ausgerollt kunden nutzer komplett leider" +
  " le la les l' du de des un une et ou est sont était étaient ont avait fait faire pour par avec dans sur chez depuis sans plus très tout tous toute toutes mon ma mes ton ta tes notre nos votre vos nous vous je tu il elle on ce cet cette ces ça c'est c'était qui que hier d'hier avant-hier matin soir nuit semaine jour jours heure heures dernier dernière passée précédente fois changement modification correction cassé casse planté plante échoué échoue marche marché fonctionne fonctionné parfait super génial nickel impeccable problème souci merci encore déjà bien mieux aucun lundi mardi mercredi jeudi vendredi samedi dimanche clients utilisateurs déployé malheureusement hélas" +
  " el la los las un una unos unas y o es son era fue estaba está ha han había para por con en de del desde sin muy todo toda todos todas mi mis tu tus nuestro nuestra nosotros yo lo le se que ayer anteayer anoche mañana noche semana pasada pasado día días hora horas hace última vez cambio arreglo corrección error errores rompió rota roto falló falla cayó tumbó tiró funcionó funciona sirvió arregló resolvió solucionó perfecto genial bien mejor gracias otra ya todavía lunes martes miércoles jueves viernes sábado domingo producción clientes usuarios desplegado desafortunadamente" +
  " ieri ontem вчера сломал rotto funzionato"
