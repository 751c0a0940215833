// How people say when something was and how it went, language by language, as plain words (core/words/word-list.ts). Time and verdict
// must be of one language: "hier" is yesterday in French and here in German. "#" stands for a number, in digits or as a word.
import { each, wordList } from "../word-list.ts"

const DAY = 24
/** hours, at least and at most */
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
type TimeName = keyof typeof AGO

/** Words for how many; digits are read as they are. */
export const NUMBERS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, couple: 2, few: 3 },
  ...{ ein: 1, eine: 1, einem: 1, einen: 1, einer: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, paar: 3 },
  ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, quelques: 3 },
  ...{ una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, unos: 3, unas: 3, par: 2 },
}

interface Spoken {
  readonly times: Readonly<Partial<Record<TimeName, string>>>
  readonly bad: string
  readonly good: string
  /** says nothing of how it went, though its first word does: "worked on" */
  readonly neither?: string
  /** before a cue, in its clause: "didn't break anything", "never worked" */
  readonly denied: string
  /** after a cue, where the language puts it there: "funktioniert nicht" */
  readonly deniedAfter?: string
  /** before a cue: a wish, a case, a guess */
  readonly supposed: string
  /** before a cue: what others did is no verdict on this work */
  readonly theirs: string
  /** a clause that opens so asks for something or asks about it */
  readonly asks?: string
  /** a clause that opens so is a statement, whatever another language would take it for */
  readonly states?: string
  /** it speaks of what runs for others */
  readonly deployed: string
}

const english: Spoken = {
  times: {
    "hours-ago": "an hour ago, # hour ago, # hours ago, # of hours ago",
    "days-ago": "a day ago, # day ago, # days ago, # of days ago",
    "weeks-ago": "a week ago, # week ago, # weeks ago, # of weeks ago",
    "day-before": "the day before yesterday",
    yesterday: "yesterday, yesterday's",
    "last-night": "last night, last night's",
    today: "this morning, this morning's, earlier today",
    "other-day": "the other day",
    "last-week": "last week, last week's",
    weekday: each("last, on, from, since", "monday*, tuesday*, wednesday*, thursday*, friday*, saturday*, sunday*"),
    "last-time": `last time, last time's, ${each("last, previous, earlier", "session*, run*, attempt*")}`,
  },
  bad: "broke, broken, breaks, breaking, crashed, crashes, crashing, failed, fails, regressed, regression, took down, brought down, outage, incident, made it worse, made things worse, made everything worse, rolled back, roll it back, roll that back, roll this back, had to revert, had to undo, had to roll back, got reverted, was reverted, was wrong, is wrong, was a mistake, caused, corrupted, lost data, lost everything, leaked",
  good: "worked, works, held up, holds up, fixed it, fixed that, fixed this, fixed the, fixed everything, solved it, solved that, solved this, solved the, did the trick, was great, was perfect, was right, was spot on, was exactly right, was good, was excellent, is great, is perfect, is working, went well, went smoothly, went great, went fine, no issues since, no issues so far, no problems since, no problems so far, no complaints, no errors since, no errors so far, saved us, saved me, saved the day, much better, passed",
  neither: each("worked, works", "on, with, at, from, through, towards"),
  denied:
    "not, never, no longer, didn't, doesn't, don't, did not, does not, hasn't, isn't, wasn't, couldn't, won't, nothing, hardly",
  supposed:
    "if, whether, unless, in case, would, could, might, may, should, hope, hopefully, think, make sure, ensure, so that",
  theirs: "upstream, the vendor, their, someone, somebody, a colleague, the client's, customer",
  deployed: "prod, production, live, deploy, deployed, deployment, release, released, staging, customers, users",
}

const german: Spoken = {
  times: {
    "hours-ago": "vor # stunde, vor # stunden, vor # # stunden",
    "days-ago": "vor # tag, vor # tagen, vor # tage, vor # # tagen",
    "weeks-ago": "vor # woche, vor # wochen, vor # # wochen",
    "day-before": "vorgestern",
    yesterday: "gestern, gestrige*",
    "last-night": "letzte nacht, heute nacht",
    today: "heute morgen, heute früh, heute vormittag, vorhin",
    "other-day": "neulich, letztens, kürzlich",
    "last-week": each("letzte*, vorige*, vergangene*", "woche"),
    weekday: each(
      "am, vom, seit, letzten, vorigen",
      "montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonnabend, sonntag",
    ),
    "last-time": `letzte* mal, ${each("letzte*, vorige*, vorherige*", "sitzung, session, versuch, lauf, durchlauf")}`,
  },
  bad: "kaputt, kaputtgemacht, kaputtgegangen, zerschossen, zerstört, zerlegt, lahmgelegt, abgeschossen, abgestürzt, abgeraucht, gecrasht, crasht, crashte, stürzt … ab, stürzte … ab, fehlgeschlagen, schlägt fehl, schlug fehl, gescheitert, scheitert, scheiterte, ging … schief, schiefgegangen, schief gegangen, war falsch, ist falsch, war ein fehler, zurückgerollt, zurückgenommen, zurückrollen, zurücknehmen, rückgängig gemacht, rückgängig machen, revertet, revertiert, verschlimmert, schlimmer gemacht, verursacht, verursachte, ausfall, daten verloren, gebrochen, regression",
  good: `funktioniert, funktionierte, geklappt, klappt, klappte, geholfen, ${each("läuft …, lief …", "gut, rund, sauber, stabil, super, prima")}, behoben, gelöst, ${each("war …, ist …", "super, perfekt, richtig, gut, klasse, top, prima, spitze, hervorragend")}, ${each("keine probleme, keine fehler, keine beschwerden, keine ausfälle", "mehr, seither, seitdem, bisher, bislang")}, viel besser, gehalten, tadellos, einwandfrei, reibungslos, problemlos, bestanden`,
  denied: "nicht, nie, niemals, kein, keine, keinen, nichts, kaum, weder",
  deniedAfter: "nicht, nie, niemals, kaum",
  supposed:
    "wenn, falls, ob, sofern, damit, hoffe, hoffentlich, sollte, sollten, würde, würden, könnte, könnten, glaube, denke, vermute, vielleicht, vermutlich, wohl, sicherstellen, sichergestellt",
  theirs:
    "upstream, der anbieter, der hersteller, deren, jemand, ein kollege, eine kollegin, der kunde, die kundin, bei denen",
  asks: `bitte, kannst, könntest, würdest, können, behebe, behebe*, reparier*, fix, fixe, korrigier*, prüf*, schau*, zeig, zeige, mach, mache, füg, füge, schreib, schreibe, bau, baue, entfern*, ändere, ändre, test, teste, start, starte, such, suche, finde, erklär*, lies, sieh, guck, warum, wieso, weshalb, wann, wo, wer, wie, welche*, ${each("hat, ist, war, ging, hatte, läuft, klappt, funktioniert", "d*, es, er, sie, unser*, mein*")}`,
  deployed:
    "prod, produktion, live, ausgerollt, deployt, deployment, deploy, release, staging, kunden, nutzer, nutzern, anwender",
}

const french: Spoken = {
  times: {
    "hours-ago": each("il y a #, d'il y a #", "heure, heures"),
    "days-ago": each("il y a #, d'il y a #", "jour, jours"),
    "weeks-ago": each("il y a #, d'il y a #", "semaine, semaines"),
    "day-before": "avant-hier, d'avant-hier, avant hier",
    yesterday: "hier, d'hier",
    "last-night": "la nuit dernière, cette nuit, hier soir",
    today: "ce matin, tout à l'heure, plus tôt dans la journée",
    "other-day": "l'autre jour",
    "last-week": "semaine dernière, semaine passée",
    weekday: `${each("depuis", "lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche")}, ${each("lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche", "dernier, passé")}`,
    "last-time":
      "la dernière fois, la fois précédente, la fois dernière, la fois passée, dernière session, session précédente, session dernière, l'essai précédent, le lancement précédent",
  },
  bad: "cassé, cassée, cassés, cassées, casse, cassait, planté, plantée, plantés, plante, plantait, échoué*, échoue, échouait, régression, régressé, fait tomber, tombé en panne, tombée en panne, panne, incident, empiré, aggravé, annulé, annulée, dû annuler, dû revenir, dû revert, était faux, était fausse, est faux, est fausse, était une erreur, provoqué*, causé*, corrompu*, perdu des données, perdu les données, perdu nos données, fuité, bugué, buggé, explosé",
  good: `marché, marche, marchait, fonctionné, fonctionnée, fonctionne, fonctionnait, tient bon, tient le coup, tient la route, tient bien, tenu bon, tenu le coup, a réglé, a résolu, a corrigé, a sauvé, a aidé, ${each("était, est, c'était, c'est", "parfait, parfaite, super, génial, géniale, impeccable, nickel, excellent, excellente, très bien")}, nickel, impeccable, aucun problème, aucun souci, aucun bug, aucun incident, sans problème, sans souci, sans accroc, bien mieux, beaucoup mieux`,
  denied: "ne, n'*, pas, jamais, rien, aucun, aucune, ni",
  deniedAfter: "pas, jamais, guère",
  supposed:
    "si, s'il, s'ils, qu'il, devrait, devraient, pourrait, pourraient, faudrait, aurait, espère, j'espère, espérons, crois, pense, peut-être, sûrement, vérifie, assure-toi, pour que, afin que, au cas où",
  theirs: "upstream, le fournisseur, leur, leurs, quelqu'un, un collègue, une collègue, le client, la cliente",
  asks: "peux-tu, peux, pourrais-tu, pourrais, peut-on, est-ce, s'il, stp, svp, corrige, répare, montre, montre-moi, ajoute, vérifie, regarde, fais, écris, trouve, cherche, lance, relance, supprime, change, explique, dis, dis-moi, pourquoi, quand, comment, où, qui, quel, quelle, quels, quelles",
  deployed:
    "prod, production, déployé*, déploiement, mise en prod, mise en production, livraison, staging, clients, utilisateurs",
}

const DAYS_ES = "lunes, martes, miércoles, jueves, viernes, sábado, domingo"
const spanish: Spoken = {
  times: {
    "hours-ago": "hace # hora, hace # horas, hace # # horas, hace # de horas",
    "days-ago": "hace # día, hace # días, hace # # días, hace # # de días",
    "weeks-ago": "hace # semana, hace # semanas, hace # # semanas, hace # # de semanas",
    "day-before": "anteayer, antier, antes de ayer",
    yesterday: "ayer",
    "last-night": "anoche, ayer por la noche, ayer en la noche",
    today: "esta mañana, hace un rato, hoy temprano",
    "other-day": "el otro día",
    "last-week": "semana pasada",
    weekday: each("el, del, el pasado", DAYS_ES),
    "last-time": "la última vez, la vez pasada, sesión anterior, sesión pasada, intento anterior, última sesión",
  },
  bad: "rompió, rompieron, rompe, roto, rota, rotos, rotas, cayó, cayeron, tumbó, tiró, falló, fallaron, falla, fallado, fallando, regresión, incidente, caída, empeoró, revertir*, revertimos, revertid*, deshacer*, estaba mal, está mal, fue un error, causó, provocó, corrompió, perdimos datos, perdimos todo, perdimos los datos, filtró, petó, crasheó, explotó",
  good: `funcionó, funcionaron, funciona, funcionan, funcionado, sirvió, arregló, resolvió, solucionó, ${each("quedó …, fue, estuvo …, salió …, va …", "bien, perfecto, perfecta, genial, excelente, correcto, correcta")}, sin problemas, sin errores, sin fallos, sin quejas, ningún problema, ningún error, ningún fallo, mucho mejor, aguanta, aguantó, salvó`,
  denied: "no, nunca, jamás, tampoco, nada, apenas, ni",
  supposed:
    "si, debería, deberían, podría, podrían, habría, tal vez, quizá, quizás, espero, ojalá, creo, pienso, supongo, para que, asegúrate",
  theirs: "upstream, el proveedor, alguien, un compañero, una compañera, un colega, el cliente, la clienta",
  asks: "puedes, podrías, podemos, por favor, arregla, corrige, muestra, muéstrame, añade, agrega, revisa, mira, haz, escribe, busca, ejecuta, borra, quita, cambia, explica, explícame, dime, por qué, qué, cuándo, cómo, dónde, quién, cuál, cuáles",
  // "se rompió" is what Spanish says where Italian would begin a condition.
  states: "se, y se, pero se, ayer se, anoche se",
  deployed: "prod, producción, desplegad*, despliegue, staging, clientes, usuarios, entrega",
}

/** The little that is known of others. */
const others: Spoken = {
  times: { yesterday: "ieri, ontem, вчера, 昨天, 昨日, 어제" },
  bad: "rotto, rotta, fallito, quebrou, falhou, сломал*, упал*",
  good: "funzionato, funziona, funcionou, сработал*",
  denied: "non, não, не, mai, nunca",
  supposed: "se, forse, talvez, если, может, dovrebbe, deveria",
  theirs: "upstream",
  deployed: "prod, produzione, produção, прод, продакшен",
}

/** Words that may open a clause before what it asks. */
export const OPENERS = wordList(
  "ok, und, also, dann, nun, jetzt, alors, et, donc, puis, maintenant, vale, entonces, y, ahora, luego",
)

const tongue = (said: Spoken) => ({
  times: Object.entries(said.times).map(([name, words]) => ({
    name,
    list: wordList(words),
    ago: AGO[name as TimeName] as (n: number) => readonly [number, number],
  })),
  bad: wordList(said.bad),
  good: wordList(said.good),
  neither: wordList(said.neither ?? ""),
  denied: wordList(said.denied),
  deniedAfter: wordList(said.deniedAfter ?? ""),
  supposed: wordList(said.supposed),
  theirs: wordList(said.theirs),
  asks: wordList(said.asks ?? ""),
  states: wordList(said.states ?? ""),
  deployed: wordList(said.deployed),
})
export type Tongue = ReturnType<typeof tongue>
const SPOKEN: readonly Spoken[] = [english, german, french, spanish, others]
export const TONGUES: readonly Tongue[] = SPOKEN.map(tongue)
/** Anything that may name a time: most prompts name none and are not looked at further. */
export const ANY_TIME = wordList(SPOKEN.flatMap(said => Object.values(said.times)).join(","))

/** Words that every piece of work goes by, the small words of each language, and all that say when and how it went. */
export const GENERIC_WORDS: readonly string[] = [
  ...SPOKEN.flatMap(({ times, bad, good, deployed }) => [...Object.values(times), bad, good, deployed]),
  "fix change code work commit patch thing stuff update edit today morning night week month day hour ago time session run attempt previous earlier since break crash fail regress take bring roll back revert undo mistake cause great perfect well fine good nice issue problem everything really totally completely still again actually just made make did was were has had hey hi thanks way from test build ci pipeline write wrote written add hold before sunday monday tuesday wednesday thursday friday saturday",
  "der die das den dem des ein eine einen einem einer und oder ist sind war waren hat haben hatte wurde wird von vom zum zur im auf mit für bei seit seitdem seither bisher aus nach noch schon mal sehr ganz alles alle mein meine dein deine deiner deinen unser unsere wir ich es er sie abend tag tage letztes änderung anpassung fehler gut super toll danke wieder dann auch gemacht gegangen geht keine kein nie komplett leider",
  "le la les l' du de des un une et ou est sont était étaient ont avait fait faire pour par avec dans sur chez depuis sans plus très tout tous toute toutes mon ma mes ton ta tes notre nos votre vos nous vous je tu il elle on ce cet cette ces ça c'est c'était qui que soir changement modification correction problème souci merci encore déjà bien mieux aucun malheureusement hélas",
  "el la los las un una unos unas y o es son era fue estaba está ha han había para por con en de del desde sin muy todo toda todos todas mi mis tu tus nuestro nuestra nosotros yo lo le se que noche cambio arreglo corrección error errores mejor gracias otra ya todavía desafortunadamente",
].flatMap(words => words.split(/[ ,…#*]+/))
