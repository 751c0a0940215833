// The words by which people turn commands down, as data: what denies and what picks, what may stand between, what makes it
// depend on something that a call does not show, and the acts that have a name of their own ("force push").
import { each, type WordList, wordList, wordSet, wordsIn } from "../words/word-list.ts"

const phrases = (text: string): readonly (readonly string[])[] =>
  text
    .split("|")
    .map(phrase => phrase.trim().split(" "))
    .sort((a, b) => b.length - a.length)

export const DENIES = phrases(
  "never|don't|dont|do not|not|no|avoid|stop|quit|cease|instead of|rather than|over|ban|forbid|refrain from|no more|can't|cannot|mustn't|shouldn't|won't|under no circumstances|in no case|steer clear of|stay away from|keep away from|nie|niemals|kein|keine|keinen|statt|nicht|jamais|pas de|pas d'|au lieu de|plutôt que|n'utilise pas|n'utilise jamais|n'utilisez pas|n'utilisez jamais|ne lance pas|ne lance jamais|nunca|no uses|no usar|en lugar de|en vez de|não|não use|nunca use|em vez de|non usare mai|non usare|non|mai|invece di",
)
export const USES = phrases(
  "use|uses|using|prefer|run|with|via|always|only|switch to|go with|stick to|stick with|moved to|we're on|we are on|it's|verwende|verwenden|benutze|nutze|nutzen|utilise|utilisons|utilisez|usa|usamos|use o|immer|toujours|siempre|sempre|but|sondern|mais|sino|mas",
)
/** After a denial these are still on the way to what is denied. */
export const BETWEEN = wordSet(
  "ever dare open opening launch launching use using used run running execute executing invoke invoking call calling do doing try trying type typing want wants you to me i we us see seeing let be start starting begin go reach for the a an any some raw plain bare old direct straight of via through with by please command program tool cli attempt need allow allowed issue issuing resort rely on depend und or and verwenden verwende benutze nutze benutzen nutzen lancer lance utiliser utilise usar usa uses use o el la le der die das den",
)
/** "not only npm", "don't always run npm", "don't just run npm": nothing is banned. */
export const SOFTENS = wordSet("only always just merely simply necessarily forget hesitate worry bother mind")
export const USE_VERBS = wordSet(
  "use using run running execute executing invoke call calling of than over via with verwende verwenden benutze nutze utilise utilisez lance usa usar uses run",
)

/** What ends the words of a bare command: closed classes of the tongues we hear, not a list of what commands may be called. */
export const STOPS: ReadonlySet<string> = wordSet(
  "in on for when if unless except excluding without before after until till while during against from inside outside to into onto and or but nor because since as so it its that which who is are was were be must should may can will would we you i they he she the a an this these our my your their with via using by at under over than then here there directly ever again please anymore always never not no only just instead rather also too even still yet now today anywhere anything everything whatsoever either both oder und statt nicht ou et pas y o e nor do don't unless use run prefer ici hier aquí aqui qui bitte benutzen verwenden nutzen usare dans pour sur avec sans toujours jamais immer nie niemals aber mais sempre siempre nunca mai por para con en für auf mit ohne nel nella per",
)
/** Adverbs; "apply" and its like are none. */
export const isAdverb = (word: string): boolean =>
  /[a-z]{2}ly$/.test(word) && !/^(?:apply|reply|supply|assembly|fly)$/.test(word)
/** Nouns that stand behind a command and name nothing. */
export const EMPTY_NOUNS = wordSet(
  "command commands call calls cli invocation invocations tool tools binary stuff things flag flags option options switch usage access privileges rights permissions",
)

const NEUTRAL_SCOPE =
  "(?:in|for|inside|within|across) (?:this|the|our|my|that|any of (?:our|the)|all(?: of)?(?: our| my| the)?|any) (?:whole |entire |current )?(?:repo|repository|repositories|repos|project|projects|codebase|package|workspace|monorepo|app|code|team|machine)s?"
/** Says no more than that it is so: always, everywhere here, whatever comes. */
export const NEUTRAL = new RegExp(
  `^(?:${NEUTRAL_SCOPE}|(?:under|in|for|at) (?:any|no) (?:circumstances?|case|reason|time|point|way)|for (?:anything|everything|any of it|me)|at all|from now on|going forward|in general|in future|in the future|ever|again|any ?more|please|directly|straight|here|either|altogether|instead|anywhere|thanks?|thank you|anything|everything|whatsoever|period|on me|bitte|hier|mehr|ici|aquí|aqui|nunca|jamais)(?![\\w-])`,
)
/** What stands at the very start of a text. */
const startsWith = (list: WordList, text: string): boolean =>
  /^[\p{L}\p{N}]/u.test(text) && list.opens(wordsIn(text)) > 0
const CONDITIONS = wordList(
  "on, in, for, when, whenever, while, if, unless, except, excluding, without, before, after, until, till, during, against, from, inside, outside, to, into, onto, with, by, as, at, under, yet, now, today, tonight, tomorrow, right now, this time, again and again, yourself, alone, between, near, past, within, across, auf, im, wenn, ohne, außer, bevor, bis, sans, sauf, dans, quand, avant, en, sin, salvo, excepto, cuando, antes, em, sem, exceto, quando",
)
/** Right behind a command: depends on something that the call does not show. */
export const depends = (rest: string): boolean => startsWith(CONDITIONS, rest) || /^(?!only)\w+ly(?![\w-])/.test(rest)
const EXCEPTIONS = wordList(
  `unless, except, excluding, apart from, aside from, other than, besides, ${each("without", "asking, permission, approval, my, telling, confirm, checking, first, consent, explicit, me, an ok, a ok")}, ${each("only", "if, when, for, in, on")}, as long as, es sei denn, außer, sauf, à moins, salvo, a menos, excepto, exceto`,
)
/** Anywhere in the sentence: an exception. */
export const excepts = (said: string): boolean => EXCEPTIONS.has(wordsIn(said))
/** The ban is over here, and its reasons begin. */
export const REASONS = wordSet("because since it they that which cause cuz weil denn car parce porque so then")
const TURNED_DOWN = wordList(
  `${each("is, are, ist, sind, est, es, está, is strictly, are strictly, commands are, command is", "forbidden, banned, prohibited, not allowed, never allowed, not permitted, disallowed, off limits, off-limits, verboten, interdit, prohibido, proibido, a no-go, not ok, not okay")}, ${each("must not be, must never be, should not be, should never be, may not be, may never be, can not be, can never be, shall not be, shall never be, must not ever be, mustn't be, shouldn't be, can't be, cannot be", "used, run, called, executed, invoked")}, ${each("nicht, nie, niemals, bitte nicht, bitte nie", "verwenden, benutzen, nutzen, ausführen, aufrufen")}`,
)
/** "npm is forbidden", "sudo must never be used". */
export const deniedAfter = (rest: string): boolean => startsWith(TURNED_DOWN, rest)
const CONTRASTS = wordList(
  "not, never, instead of, rather than, over, only, statt, nicht, plutôt que, pas, en vez de, no, em vez de",
)
export const contrasts = (rest: string): boolean => startsWith(CONTRASTS, rest.replace(/^,? ?\(?/, ""))

/** Acts with a name of their own, each with the commands that do it. `bare`: an object behind it makes it something else. */
interface Act {
  readonly said: RegExp
  readonly does: readonly string[]
  readonly bare: boolean
}
const act = (said: string, does: string, bare = false): Act => ({
  said: new RegExp(`^(?:${said})(?![\\w-])`),
  does: does.split(" ; "),
  bare,
})
export const ACTS: readonly Act[] = [
  act("(?:git )?force[- ]?push(?:es|ing|ed)?", "git push --force ; git push --force-with-lease"),
  act("push(?:ing)? (?:with )?force", "git push --force ; git push --force-with-lease"),
  act("hard[- ]reset(?:s|ting)?|reset(?:ting)? hard", "git reset --hard"),
  act("amend(?:s|ing)?(?: (?:any |the |my |existing )?commits?)?", "git commit --amend", true),
  act("(?:skip|bypass)(?:ping)? (?:the |any |our )?(?:git |pre-?commit |commit )?hooks?", "git --no-verify"),
  act(
    "pip(?:e|es|ing) (?:the output of )?([\\w-]+) (?:straight |directly )?(?:in)?to (?:a |the )?(?:sh|bash|shell|zsh)",
    "$1 | sh",
  ),
  act("curl[- ](?:to|into)[- ](?:sh|bash|shell)", "curl | sh"),
  act("(?:git )?commit(?:s|ting)?", "git commit", true),
  act("(?:git )?push(?:es|ing)?", "git push", true),
  act("(?:git )?rebas(?:e|es|ing)", "git rebase", true),
  act("(?:git )?merg(?:e|es|ing)", "git merge", true),
  act("(?:git )?stash(?:es|ing)?", "git stash", true),
  act("(?:git )?cherry[- ]?pick(?:s|ing)?", "git cherry-pick", true),
]
/** Objects that add nothing to an act. */
export const ANY_OBJECT = /^(?:anything|changes?|code|stuff|(?:the|my|your|any|these) (?:changes?|code|work))(?![\w-])/
export const TO_BRANCH =
  /^(?:(?:directly|straight) )?(?:to|onto|into|on) (?:the )?(?:(?:origin|upstream)[/ ])?([\w./-]{2,60}?)(?: branch| branches)?(?= |$|[,.;!?])/

// Programs that a sentence may name without ticks. Those that are plain English words too need a verb of use or an option
// beside them. What is ticked, has an option or a pipe needs no list.
export const PROGRAMS = wordSet(
  "npm pnpm yarn bun bunx npx git rm rmdir curl wget sudo doas su docker docker-compose podman pip pip3 pipx poetry uv uvx conda mamba pipenv cargo rustup rustc go make cmake ninja just mise asdf task jest vitest pytest mocha ava unittest tox nox eslint prettier biome ruff black flake8 isort mypy pyright pylint tsc ts-node tsx node nodemon deno python python3 ruby gem bundle bundler rake rails php composer artisan java javac mvn gradle gradlew dotnet nuget terraform terragrunt tofu kubectl helm k9s ansible ansible-playbook vagrant psql pg_dump mysql mysqldump sqlite3 mongosh mongo redis-cli brew apt apt-get yum dnf pacman apk snap choco winget chmod chown ssh scp sftp rsync sed awk gawk perl grep egrep ripgrep rg find fd xargs kill pkill killall systemctl service launchctl gh glab hub aws gcloud gsutil az vercel netlify heroku fly flyctl wrangler serverless pulumi cdk sam supabase firebase prisma drizzle-kit knex sequelize alembic turbo nx lerna webpack vite rollup esbuild parcel playwright cypress golangci-lint gofmt goimports rustfmt clippy trash mv cp dd mkfs fdisk truncate shred nohup tmux screen crontab vim vi nano emacs cat tee echo printf tail head nc netcat telnet eval reboot shutdown iptables ufw printenv source bash sh zsh xcodebuild pod swift flutter dart adb mix elixir stack cabal lein sbt bazel buck nix nix-env psexec msbuild",
)
export const ENGLISH = wordSet(
  "go make just mise task find kill node black fly az fd rake rails bundle java ruby python php git turbo truncate tag playwright cypress supabase vite firebase service snap screen tee echo head tail cat mix stack swift dart pod sam hub gem pip source eval shred trash buck parcel composer serverless prisma reboot shutdown su sh pulumi ninja flutter elixir nix",
)
