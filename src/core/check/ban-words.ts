// The words by which people turn commands down, as data: what denies and what picks, what may stand between, and what makes it
// depend on something that a call does not show. English stands here, the other tongues in tongues.ts.
import { grouped } from "../grouped.ts"
import { once } from "../once.ts"
import { each, type WordList, wordList, wordSet, wordsIn } from "../words/word-list.ts"
import { inTongues } from "./tongues.ts"

/** How many words one of these phrases takes, the longest first; `word` gives the words from a place on. */
export type Cues = (word: (i: number) => string | undefined) => number
export function cues(...phrases: readonly string[]): Cues {
  // sorted when first asked: a hook that checks no call does not pay for it
  const byFirst = once(() => {
    const longestFirst = phrases.map(phrase => phrase.split(" ")).sort((a, b) => b.length - a.length)
    return grouped(longestFirst, words => words[0]!)
  })
  return word =>
    byFirst()
      .get(word(0) ?? "")
      ?.find(words => words.every((one, i) => word(i) === one))?.length ?? 0
}

const OTHER_USES = inTongues("uses")
const OTHER_SMALL = inTongues("small")
const OTHER_DENIES = inTongues("denies", "ceases", "cannot", "forbids")

export const DENIES = cues(
  ..."never|don't|dont|do not|not|no|avoid|stop|quit|cease|instead of|rather than|over|ban|forbid|refrain from|no more|can't|cannot|mustn't|shouldn't|won't|under no circumstances|in no case|steer clear of|stay away from|keep away from".split(
    "|",
  ),
  ...OTHER_DENIES,
)
/** In other tongues a second denial adds to the first. */
export const DENIES_ELSEWHERE = cues(...OTHER_DENIES)
export const CEASES = cues(...inTongues("ceases"))
/** Denies only what stands against something picked: 用 pnpm 代替 npm. */
export const REPLACES = cues(...inTongues("replaces"))
/** Here a denial denies something else, or nothing: "there is no make target", 不得不 (must). */
export const DENIES_NOTHING = cues(
  ..."is no|are no|was no|there's no|has no|have no|need not|nie jest".split("|"),
  ...inTongues("idle"),
)
export const USES = cues(
  ..."use|uses|using|prefer|run|with|via|always|only|switch to|go with|stick to|stick with|moved to|we're on|we are on|it's|but".split(
    "|",
  ),
  ...OTHER_USES,
  ...inTongues("turns"),
)
/** Before a denial: the clause tells what somebody does or is, and orders nothing. */
export const REPORTS =
  /^(?:(?:but|and|so|because|since|then) )?(?:you|they|he|she|it)(?:'re|'s| are| is)?(?: still| just)?$/
/** After a denial these are still on the way to what is denied. */
export const BETWEEN: ReadonlySet<string> = new Set([
  ...wordSet(
    "ever dare open opening launch launching use using run running execute executing invoke invoking call calling do doing try trying type typing want wants you to me i we us see seeing let be start starting begin go reach for the a an any some raw plain bare old direct straight of via through with by please command program tool cli attempt allow allowed issue issuing resort rely on depend or and",
  ),
  ...OTHER_USES,
  ...OTHER_SMALL,
])
/** "not only npm", "don't always run npm", "don't just run npm": nothing is banned. */
export const SOFTENS: ReadonlySet<string> = new Set([
  ...wordSet("only always just merely simply necessarily forget hesitate worry bother mind"),
  ...inTongues("softens"),
])
export const USE_VERBS: ReadonlySet<string> = new Set([
  ...wordSet("use using run running execute executing invoke call calling of than over via with"),
  ...OTHER_USES,
])
const LIST: ReadonlySet<string> = new Set([...wordSet(", or and nor / &"), ...inTongues("joins")])
export const isList = (word: string): boolean => LIST.has(word)
/** What a clause of another tongue may say without making its ban depend on anything. */
export const KNOWN = cues(
  ...inTongues("denies", "ceases", "cannot", "forbids", "replaces", "uses", "small", "is"),
  ...inTongues("turns", "behind", "instead", "edits", "files", "to"),
  ...[...LIST, "no", "please"],
)
/** "npm is forbidden", "sudo must never be used". */
const ENGLISH_TURNED_DOWN =
  `${each("is, are, is strictly, are strictly, commands are, command is", "forbidden, banned, prohibited, not allowed, never allowed, not permitted, disallowed, off limits, off-limits, a no-go, not ok, not okay")}, ${each("must not be, must never be, should not be, should never be, may not be, may never be, can not be, can never be, shall not be, shall never be, must not ever be, mustn't be, shouldn't be, can't be, cannot be", "used, run, called, executed, invoked")}`.split(
    ", ",
  )
export const TURNED_DOWN = cues(...ENGLISH_TURNED_DOWN)
/** Something behind a command may turn it down. */
export const SPEAKS_BACK = cues(...ENGLISH_TURNED_DOWN, ...inTongues("denies", "forbids", "behind", "instead"))
/** Behind a command. */
export const DENIES_BEHIND = cues(...inTongues("denies"))
export const FORBIDDEN = cues(...inTongues("forbids"))
export const TURNS_DOWN = cues(...inTongues("behind"))
export const IN_ITS_PLACE = cues(...inTongues("instead"))
/** Verbs of changing a file. */
export const EDITS = cues(
  ..."edit|edits|editing|edited|change|changes|changing|modify|modifying|touch|touching|overwrite|overwriting|rewrite|rewriting|write|writing to".split(
    "|",
  ),
  ...inTongues("edits"),
)
/** Between such a verb and a path: names nothing else to be changed. */
export const TO_FILE = cues(
  ..."the|a|an|any|our|my|this|that|all|file|files|anything|everything|code|content|contents|in|inside|under|within|below|of|from|to|into|folder|directory|generated|vendored|lock|lockfile|ever|again|by hand|manually|directly".split(
    "|",
  ),
  ...inTongues("files", "small", "to", "denies"),
)
/** Behind a path. */
export const LEFT_ALONE = cues(
  ...`${each("is, are", "read-only, read only, off-limits, off limits, not to be edited, not to be touched, not to be changed")}, ${each("must not be, must never be, should not be, should never be, may not be, may never be", "edited, touched, changed, modified")}`.split(
    ", ",
  ),
)
export const SMALL = cues(...OTHER_SMALL)
export const IS = cues(...inTongues("is"))
export const OTHER_USE = cues(...OTHER_USES)
export const NEEDS: ReadonlySet<string> = new Set(inTongues("needs"))
const ASKS = cues(...inTongues("asks"))
const POLITE = /(?:^| )(?:please|pls|bitte|s'il|stp|por favor|per favore|пожалуйста|请|請|ください|주세요)(?= |$)/u
const ENGLISH_ASKS =
  /^(?:so |but |and |ok |hey )?(?:why|how come|(?:should|shall|do|does|did|is|are|was|were|can|could|would|may) (?:we|i|they|it|he|she|the|there))(?![\w'])/
/** A question turns nothing down; "could you please not use npm?" asks for it. */
export function isAsked(sentence: string, mark: string): boolean {
  const words = sentence.split(" ")
  if (/^(?:can|could|would|will) you /.test(sentence) || POLITE.test(sentence)) return false
  return mark === "?" || ENGLISH_ASKS.test(sentence) || words.some((_, at) => ASKS(i => words[at + i]) > 0)
}

/** What ends the words of a bare command: closed classes of the tongues we hear, not a list of what commands may be called. */
export const STOPS: ReadonlySet<string> = new Set([
  ...wordSet(
    "in on for when if unless except excluding without before after until till while during against from inside outside to into onto and or but nor because since as so it its that which who is are was were be must should may can will would does did has have we you i they he she the a an this these our my your their with via using by at under over than then here there directly ever again please anymore always never not no only just instead rather also too even still yet now today anywhere anything everything whatsoever either both do don't use run prefer",
  ),
  ...inTongues("denies", "ceases", "forbids", "uses", "small", "is", "joins", "ends", "turns", "asks").flatMap(phrase =>
    phrase.split(" "),
  ),
])
/** Adverbs; "apply" and its like are none. */
export const isAdverb = (word: string): boolean =>
  /[a-z]{2}ly$/.test(word) && !/^(?:apply|reply|supply|assembly|fly)$/.test(word)
/** Nouns that stand behind a command and name nothing. */
export const EMPTY_NOUNS = wordSet(
  "command commands call calls cli invocation invocations tool tools binary stuff things flag flags option options switch usage access privileges rights permissions",
)

const CONDITIONS =
  "on, in, for, when, whenever, while, if, unless, except, excluding, without, before, after, until, till, during, against, from, inside, outside, to, into, onto, with, by, as, at, under, yet, now, today, tonight, tomorrow, right now, this time, again and again, yourself, alone, between, near, past, within, across"
const NEUTRAL_SCOPE =
  "(?:in|for|inside|within|across) (?:this|the|our|my|that|any of (?:our|the)|all(?: of)?(?: our| my| the)?|any) (?:whole |entire |current )?(?:repo|repository|repositories|repos|project|projects|codebase|package|workspace|monorepo|app|code|team|machine)s?"
/** In any script, which \w does not know. */
export const WORD_ENDS = '(?![^\\s,.;:!?()—"])'
/** Says no more than that it is so: always, everywhere here, whatever comes. */
export const NEUTRAL = new RegExp(
  `^(?:${NEUTRAL_SCOPE}|(?:under|in|for|at) (?:any|no) (?:circumstances?|case|reason|time|point|way)|for (?:anything|everything|any of it|me)|at all|from now on|going forward|in general|in future|in the future|ever|again|any ?more|please|directly|straight|here|either|altogether|instead|anywhere|thanks?|thank you|anything|everything|whatsoever|period|on me|nunca|jamais|${OTHER_SMALL.filter(word => !CONDITIONS.split(", ").includes(word)).join("|")})${WORD_ENDS}`,
)
/** What stands at the very start of a text. */
const startsWith = (list: WordList, text: string): boolean =>
  /^[\p{L}\p{N}]/u.test(text) && list.opens(wordsIn(text)) > 0
const CONDITIONAL = wordList(`${CONDITIONS}, ${inTongues("ends", "excepts").join(", ")}`)
/** Right behind a command: depends on something that the call does not show. */
export const depends = (rest: string): boolean => startsWith(CONDITIONAL, rest) || /^(?!only)\w+ly(?![\w-])/.test(rest)
const EXCEPTIONS = wordList(
  `unless, except, excluding, apart from, aside from, other than, besides, ${each("without", "asking, permission, approval, my, telling, confirm, checking, first, consent, explicit, me, an ok, a ok")}, ${each("only", "if, when, for, in, on")}, as long as, ${each("anything, everything", "but")}, ${inTongues("excepts").join(", ")}`,
)
/** Anywhere in the sentence: an exception. */
export const excepts = (said: string): boolean => EXCEPTIONS.has(wordsIn(said))
/** The ban is over here, and its reasons begin. */
export const REASONS = wordSet(
  "because since it they that which cause cuz weil denn car parce porque perché потому 因为 so then",
)
const CONTRASTS = wordList(`not, never, instead of, rather than, over, only, no, ${inTongues("denies").join(", ")}`)
export const contrasts = (rest: string): boolean => startsWith(CONTRASTS, rest.replace(/^,? ?\(?/, ""))

// Programs that a sentence may name without ticks. Those that are plain English words too need a verb of use or an option
// beside them. What is ticked, has an option or a pipe needs no list.
export const PROGRAMS = wordSet(
  "npm pnpm yarn bun bunx npx git rm rmdir curl wget sudo doas su docker docker-compose podman pip pip3 pipx poetry uv uvx conda mamba pipenv cargo rustup rustc go make cmake ninja just mise asdf task jest vitest pytest mocha ava unittest tox nox eslint prettier biome ruff black flake8 isort mypy pyright pylint tsc ts-node tsx node nodemon deno python python3 ruby gem bundle bundler rake rails php composer artisan java javac mvn gradle gradlew dotnet nuget terraform terragrunt tofu kubectl helm k9s ansible ansible-playbook vagrant psql pg_dump mysql mysqldump sqlite3 mongosh mongo redis-cli brew apt apt-get yum dnf pacman apk snap choco winget chmod chown ssh scp sftp rsync sed awk gawk perl grep egrep ripgrep rg find fd xargs kill pkill killall systemctl service launchctl gh glab hub aws gcloud gsutil az vercel netlify heroku fly flyctl wrangler serverless pulumi cdk sam supabase firebase prisma drizzle-kit knex sequelize alembic turbo nx lerna webpack vite rollup esbuild parcel playwright cypress golangci-lint gofmt goimports rustfmt clippy trash mv cp dd mkfs fdisk truncate shred nohup tmux screen crontab vim vi nano emacs cat tee echo printf tail head nc netcat telnet eval reboot shutdown iptables ufw printenv source bash sh zsh xcodebuild pod swift flutter dart adb mix elixir stack cabal lein sbt bazel buck nix nix-env psexec msbuild",
)
export const ENGLISH = wordSet(
  "go make just mise task find kill node black fly az fd rake rails bundle java ruby python php git turbo truncate tag playwright cypress supabase vite firebase service snap screen tee echo head tail cat mix stack swift dart pod sam hub gem pip source eval shred trash buck parcel composer serverless prisma reboot shutdown su sh pulumi ninja flutter elixir nix",
)
