// Do two wishes pull against each other? Each is read clause by clause: what it is about, where or when it holds, and whether it is
// wanted or turned down. The same thing in the same place, turned round, is a change of mind; in another place it is another wish.
import { once, readLately } from "../once.ts"
import { NEGATES, overlap, same } from "./similar.ts"
import { CHOICES, topicKey } from "./statement.ts"
import { contentStems, isSmallWord } from "./stems.ts"
import { wordList, wordSet, wordsSaid } from "./word-list.ts"

interface Wish {
  readonly denied: boolean
  readonly what: ReadonlySet<string>
  /** where, when or what for it holds; empty: everywhere */
  readonly where: ReadonlySet<string>
  /** of what it names every one */
  readonly every: ReadonlySet<string>
}

const REJECTS = wordList(
  `${NEGATES}, instead of, rather than, over, drop, ban, statt, au lieu de, en lugar de, en vez de, em vez de`,
)
/** Where one thing ends and the next of the same kind begins: "no npm or yarn". */
const JOINS = wordSet("or nor and oder und ou et ni o y e")
const PLACES = wordSet(
  "in on at for to by with within inside during when whenever while if unless before after until from as via without im am auf an für mit bei wenn bevor vor nach zum zur dans pour sur avec quand avant après en para con cuando antes em no na nos nas com quando",
)
/** Says that it is done or may be, not what: one verb stands for another, "write comments" for "add comments". */
const DOES = wordSet(
  "add adding write writing put leave leaving create include touch update updating allow allowed fine ok okay again anymore longer straight directly plain more schreib schreibe schreiben benutze benutzen verwende verwenden nutze nimm ab jetzt den dem ein eine einen écris écrire n'écris ajoute ajouter utilise utiliser n'utilise mets de d du des usa usar uses use escribe escribas escreva escrever pon añade adicione sempre",
)
/** Stands for a thing: "don't do that in tests" is not of tests, nor "no any in TypeScript" of TypeScript. */
const STANDS_FOR = wordSet("any it that this these those them anything everything something es das ça cela lo eso isso")
/** A place that is everywhere. */
const ANYWHERE = wordSet("code codebase project repo repository file files everywhere anywhere now again anymore")
const EVERY = wordSet("every each all any jede jeder jedes alle chaque tous toutes cada todo toda todos todas")

const PARTS =
  /[,;:!?，；。、]+|\.(?=\s|$)|\s[-–—]\s|\s(?:and|but|und|aber|et|mais|y|pero|e|mas)\s(?=(?:never|no|not|don['’]?t|do not|avoid|nie|niemals|kein\p{L}*|ne|jamais|nunca|não)\s)/iu
/** Of these, or behind one of these words, the denial is of all that the part says: "the database is not read only". */
const DENY_ALL = wordSet("don't dont doesn't won't can't cannot mustn't shouldn't isn't aren't")
const VERBS = wordSet(
  "is are was were be do does should must may can will has have ist sind wird soll darf est sont doit es son é são",
)
const NAME = /^[\p{Script=Latin}\p{N}]/u

/** What a statement wants and turns down. */
const wishesOf = readLately(1024, (statement: string): readonly Wish[] => {
  const out: Wish[] = []
  let denied = false
  for (const part of statement.split(PARTS)) {
    const words = wordsSaid(part)
    // "never npm, yarn or bun" goes on
    if (!(denied && words.some((w, i) => i > 0 && JOINS.has(w)) && !REJECTS.has(words))) denied = false
    out.push(...readPart(words, denied))
    denied = out.at(-1)?.denied ?? false
  }
  return out
})

function readPart(words: readonly string[], goesOn: boolean): readonly Wish[] {
  const out: Wish[] = []
  const blank = { what: [] as string[], where: [] as string[], every: [] as string[] }
  let now = structuredClone(blank)
  let denied = goesOn
  let into: keyof typeof blank = "what"
  let stands: string[] = []
  const end = (): void => {
    // 以后都用 npm: beside a name, what is written without blanks says how
    const named = now.what.filter(word => NAME.test(word))
    const [said, where, every] = [named.length > 0 ? named : now.what, now.where, now.every].map(stemmed)
    const what = new Set([...said!, ...stands])
    if (what.size > 0) out.push({ denied, what, where: where!, every: every! })
    stands = []
    now = structuredClone(blank)
    into = "what"
  }
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const named = now.what.length > 0
    const rejects = word === "without" && named ? 0 : REJECTS.opens(words, at)
    if (rejects > 0) {
      // "npm is forbidden": nothing stands behind it
      const ofAll = DENY_ALL.has(word) || VERBS.has(words[at - 1] ?? "")
      if (at + rejects < words.length && !ofAll) end()
      denied = true
      at += rejects - 1
    } else if (JOINS.has(word) && into === "what") end()
    else if (PLACES.has(word) && (named || stands.length > 0)) into = "where"
    else if (STANDS_FOR.has(word) && !named && PLACES.has(words[at + 1] ?? "")) stands = [word]
    else if (EVERY.has(word) && into === "where") into = "every"
    else if (!(into === "what" ? DOES : ANYWHERE).has(word) && !isSmallWord(word)) now[into].push(word)
  }
  end()
  // "tabs, not spaces, in yaml" is said of both
  return out.map(wish => (wish.where.size > 0 || wish.every.size > 0 ? wish : { ...wish, where: out.at(-1)!.where }))
}

const stemmed = (words: readonly string[]): ReadonlySet<string> => new Set(words.flatMap(contentStems))

const ALIKE = 0.6
const isWithin = (x: ReadonlySet<string>, y: ReadonlySet<string>): boolean => [...x].every(w => y.has(w))

/** "no semicolons in TypeScript", "end TypeScript statements with semicolons": of few words the same, wherever they stand. */
function saysAllOf(a: Wish, b: Wish): boolean {
  const words = ({ what, where }: Wish): ReadonlySet<string> => new Set([...what, ...where])
  const [x, y] = [words(a), words(b)]
  return (isWithin(x, y) || isWithin(y, x)) && overlap(x, y) >= HALF
}
const HALF = 0.5

/** How many of what: "4 spaces". A number behind a name only tells which: "task 11". */
function amountsIn({ what, where }: Wish): ReadonlyMap<string, string> {
  const words = [...what, ...where]
  return new Map(words.flatMap((word, i) => (isNumber(words[i - 1]) && !isNumber(word) ? [[word, words[i - 1]!]] : [])))
}
const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d+$/.test(word)

/** The same wish with another number of the same in it: "2 spaces" after "4 spaces". */
function otherAmount(now: Wish, then: Wish): Pull | null {
  const [x, y] = [amountsIn(now), amountsIn(then)]
  const units = [...x.keys()].filter(unit => y.has(unit) && x.get(unit) !== y.get(unit))
  if (units.length === 0) return null
  const rest = (words: ReadonlySet<string>) => new Set([...words].filter(w => !isNumber(w) && !units.includes(w)))
  if (overlap(rest(now.what), rest(then.what)) < ALIKE && rest(now.what).size + rest(then.what).size > 0) return null
  if (isWithin(rest(now.where), rest(then.where))) return "outright"
  return isWithin(rest(then.where), rest(now.where)) ? "perhaps" : null
}

/** "outright": the later says the opposite of the same, wherever that held. "perhaps": only in some place of it, or in other words. */
type Pull = "outright" | "perhaps"
export function opposes(later: string, earlier: string): Pull | null {
  if (same(later, earlier)) return null
  const pulls = wishesOf(later).flatMap(now =>
    wishesOf(earlier).flatMap(then => {
      if (now.denied === then.denied) return now.denied ? [] : (otherAmount(now, then) ?? [])
      if (overlap(now.what, then.what) < ALIKE) return saysAllOf(now, then) ? ["perhaps" as const] : []
      // "push after every commit" leaves "never push to main" as it is: what is wanted anywhere may still be turned down somewhere
      if (then.denied && then.where.size > 0 && !isWithin(then.where, now.where))
        return isWithin(new Set([...now.where, ...now.every]), then.where) ? ["perhaps" as const] : []
      if ([...now.where].every(word => then.where.has(word) || then.every.has(word))) return ["outright" as const]
      return isWithin(then.where, now.where) ? ["perhaps" as const] : []
    }),
  )
  const chosen = choosesOther(later, earlier)
  return pulls.includes("outright") ? "outright" : (chosen ?? pulls[0] ?? null)
}

/** Words that only say that it was said before: "I told you not to", "as I said". */
const TOLD =
  /(?<!\p{L})(?:(?:as|like|wie|comme|como) )?(?:i|we|ich|wir|j['’]ai|on a|te|ya|eu|já)(?:['’]ve| have| had| hab\p{L}*)? (?:(?:already|just|always|clearly|dir|euch|schon|bereits|déjà|te|lo) )*(?:said|told|asked|mentioned|gesagt|gebeten|dit|dije|disse)(?: (?:you|dir|vous))?(?: (?:already|before|again|schon))?(?: (?:to|that|dass|de|que)(?!\p{L}))?/giu
export const saysToldBefore = (text: string): boolean => text.search(TOLD) >= 0

/** Behind it stands what is let be: "never push" is more than "never push without asking". */
const LETS = wordList("without, unless, until, except, but, only, ohne, außer, sans, sauf, sin, salvo, sem, exceto")
/** Stemmed when first asked: a hook that compares nothing need not. */
const generic = once((): ReadonlySet<string> => new Set([...ANYWHERE].flatMap(contentStems)))

/** What a wish is of: "the files in legacy" are legacy. */
function thingOf({ what, where, every }: Wish): Pick<Wish, "what" | "where"> {
  const place = new Set([...where, ...every])
  const named = new Set([...what].filter(word => !generic().has(word)))
  return named.size > 0 ? { what: named, where: place } : { what: place, where: new Set() }
}

/** Is there nothing new in the later? All it wants or turns down the earlier does too, of the same thing and the same way round;
 * what is turned down everywhere is turned down in each place. */
export function saysAgain(later: string, earlier: string): boolean {
  const said = wishesOf(later.replace(TOLD, " "))
  const lets = LETS.has(wordsSaid(later))
  const known = wishesOf(earlier).map(then => ({ ...thingOf(then), denied: then.denied }))
  return (
    said.length > 0 &&
    said.every(now => {
      const { what, where } = thingOf(now)
      return known.some(
        then =>
          now.denied === then.denied &&
          what.size > 0 &&
          isWithin(what, then.what) &&
          isWithin(then.what, what) &&
          isWithin(then.where, where) &&
          (isWithin(where, then.where) || (now.denied && !lets)),
      )
    })
  )
}

/** Of things of which a project has one at a time, each picks another, and not for another place; the later perhaps for some only. */
export function choosesOther(a: string, b: string): Pull | null {
  const topic = topicKey(a)
  const options = CHOICES[topic]
  if (options === undefined || topic !== topicKey(b)) return null
  const picks = (statement: string) => {
    const wanted = wishesOf(statement).filter(w => !w.denied)
    const words = wanted.flatMap(w => [...w.what, ...w.where])
    const stems = (option: string) => contentStems(option)[0] ?? option
    // "tabs for indentation", "jest for tests": what it is a choice of is no place
    const own = [...options, ...topic.split("-")].map(stems)
    return {
      options: options.map(stems).filter(o => words.includes(o)),
      where: new Set(wanted.flatMap(w => [...w.where]).filter(w => !own.includes(w))),
    }
  }
  const [x, y] = [picks(a), picks(b)]
  if (x.options.length === 0 || y.options.length === 0 || x.options.some(o => y.options.includes(o))) return null
  if (isWithin(x.where, y.where)) return "outright"
  return isWithin(y.where, x.where) ? "perhaps" : null
}

/** Do two norms want opposite things, whichever came first? Sure cases only. */
export const contradicts = (a: string, b: string): boolean =>
  opposes(a, b) === "outright" || opposes(b, a) === "outright"

/** Where a statement of several parts only turns something down: such a part says it by itself. */
export function bansIn(statement: string): readonly (readonly [from: number, to: number])[] {
  const parts = statement.split(PARTS)
  let at = 0
  return parts.flatMap(part => {
    const from = statement.indexOf(part, at)
    at = from + part.length
    const wishes = wishesOf(part)
    const lead = part.length - part.trimStart().length
    const only = parts.length > 1 && wishes.length > 0 && wishes.every(wish => wish.denied)
    return only ? [[from + lead, from + part.trimEnd().length] as const] : []
  })
}
