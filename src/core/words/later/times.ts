// How people say when something was, in the tongues that are known, as plain words (word-list.ts), and the words by which no
// work is told from other work. "#" stands for a number, in digits or as a word.

import { HOW_IT_WENT } from "../feedback/said.ts"
import { each, type WordList, wordList } from "../word-list.ts"

const DAY = 24
interface Time {
  readonly name: string
  readonly list: WordList
  /** hours, at least and at most */
  readonly ago: (n: number) => readonly [number, number]
}
const DAYS_FR = "lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche"
const SAID: readonly (readonly [name: string, ago: Time["ago"], words: string])[] = [
  [
    "hours-ago",
    n => [n * 0.5, n * 1.5 + 1],
    `an hour ago, # hour ago, # hours ago, # of hours ago, vor # stunde, vor # stunden, vor # # stunden, ${each("il y a #, d'il y a #", "heure, heures")}, hace # hora, hace # horas, hace # # horas, hace # de horas`,
  ],
  [
    "days-ago",
    n => [(n - 1) * DAY, (n + 1.5) * DAY],
    `a day ago, # day ago, # days ago, # of days ago, vor # tag, vor # tagen, vor # tage, vor # # tagen, ${each("il y a #, d'il y a #", "jour, jours")}, hace # día, hace # días, hace # # días, hace # # de días`,
  ],
  [
    "weeks-ago",
    n => [(n - 0.7) * 7 * DAY, (n + 0.8) * 7 * DAY],
    `a week ago, # week ago, # weeks ago, # of weeks ago, vor # woche, vor # wochen, vor # # wochen, ${each("il y a #, d'il y a #", "semaine, semaines")}, hace # semana, hace # semanas, hace # # semanas, hace # # de semanas`,
  ],
  [
    "day-before",
    () => [20, 75],
    "the day before yesterday, vorgestern, avant-hier, d'avant-hier, avant hier, anteayer, antier, antes de ayer",
  ],
  [
    "last-night",
    () => [2, 40],
    "last night, last night's, letzte nacht, heute nacht, la nuit dernière, cette nuit, hier soir, anoche, ayer por la noche, ayer en la noche",
  ],
  [
    "yesterday",
    () => [4, 50],
    "yesterday, yesterday's, gestern, gestrige*, hier, d'hier, ayer, ieri, ontem, вчера, 昨天, 昨日, 어제",
  ],
  [
    "today",
    () => [0.5, 20],
    "this morning, this morning's, earlier today, heute morgen, heute früh, heute vormittag, vorhin, ce matin, tout à l'heure, plus tôt dans la journée, esta mañana, hace un rato, hoy temprano",
  ],
  ["other-day", () => [12, 10 * DAY], "the other day, neulich, letztens, kürzlich, l'autre jour, el otro día"],
  [
    "last-week",
    () => [DAY, 15 * DAY],
    `last week, last week's, ${each("letzte*, vorige*, vergangene*", "woche")}, semaine dernière, semaine passée, semana pasada`,
  ],
  [
    "weekday",
    () => [6, 8 * DAY],
    `${each("last, on, from, since", "monday*, tuesday*, wednesday*, thursday*, friday*, saturday*, sunday*")}, ${each("am, vom, seit, letzten, vorigen", "montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonnabend, sonntag")}, ${each("depuis", DAYS_FR)}, ${each(DAYS_FR, "dernier, passé")}, ${each("el, del, el pasado", "lunes, martes, miércoles, jueves, viernes, sábado, domingo")}`,
  ],
  [
    "last-time",
    () => [0.2, 30 * DAY],
    `last time, last time's, ${each("last, previous, earlier", "session*, run*, attempt*")}, letzte* mal, ${each("letzte*, vorige*, vorherige*", "sitzung, session, versuch, lauf, durchlauf")}, la dernière fois, la fois précédente, la fois dernière, la fois passée, dernière session, session précédente, session dernière, l'essai précédent, le lancement précédent, la última vez, la vez pasada, sesión anterior, sesión pasada, intento anterior, última sesión`,
  ],
]
export const TIMES: readonly Time[] = SAID.map(([name, ago, words]) => ({ name, ago, list: wordList(words) }))
/** Anything that may name a time: most prompts name none and are not looked at further. */
export const ANY_TIME = wordList(SAID.map(([, , words]) => words).join(", "))
/** "hier" is yesterday in French and here in German. */
export const HERE = wordList(
  each("hier", "ist, sind, geht, wird, war, waren, funktioniert, fehlt, alles, im, in, steht"),
)

/** Words for how many; digits are read as they are. */
export const NUMBERS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, couple: 2, few: 3 },
  ...{ ein: 1, eine: 1, einem: 1, einen: 1, einer: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, paar: 3 },
  ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, quelques: 3 },
  ...{ una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, unos: 3, unas: 3, par: 2 },
}

/** It speaks of what runs for others. */
const RUNS =
  "prod, production, live, deploy, deployed, deployment, release, released, staging, customers, users, produktion, ausgerollt, deployt, kunden, nutzer, nutzern, anwender, déployé*, déploiement, mise en prod, mise en production, livraison, clients, utilisateurs, producción, desplegad*, despliegue, clientes, usuarios, entrega, produzione, produção, прод, продакшен"
export const DEPLOYED = wordList(RUNS)

/** Words that every piece of work goes by, the small words of each language, and all that say when and how it went. */
export const GENERIC_WORDS: readonly string[] = [
  ...SAID.map(([, , words]) => words),
  ...[HOW_IT_WENT.broke, HOW_IT_WENT.worked, RUNS],
  "fix change code work commit patch thing stuff update edit today morning night week month day hour ago time session run attempt previous earlier since break crash fail regress take bring roll back revert undo mistake cause great perfect well fine good nice issue problem everything really totally completely still again actually just made make did was were has had hey hi thanks way from test build ci pipeline write wrote written add hold before sunday monday tuesday wednesday thursday friday saturday",
  "der die das den dem des ein eine einen einem einer und oder ist sind war waren hat haben hatte wurde wird von vom zum zur im auf mit für bei seit seitdem seither bisher aus nach noch schon mal sehr ganz alles alle mein meine dein deine deiner deinen unser unsere wir ich es er sie abend tag tage letztes änderung anpassung fehler gut super toll danke wieder dann auch gemacht gegangen geht keine kein nie komplett leider",
  "le la les l' du de des un une et ou est sont était étaient ont avait fait faire pour par avec dans sur chez depuis sans plus très tout tous toute toutes mon ma mes ton ta tes notre nos votre vos nous vous je tu il elle on ce cet cette ces ça c'est c'était qui que soir changement modification correction problème souci merci encore déjà bien mieux aucun malheureusement hélas",
  "el la los las un una unos unas y o es son era fue estaba está ha han había para por con en de del desde sin muy todo toda todos todas mi mis tu tus nuestro nuestra nosotros yo lo le se que noche cambio arreglo corrección error errores mejor gracias otra ya todavía desafortunadamente",
].flatMap(words => words.split(/[ ,…#*]+/))
