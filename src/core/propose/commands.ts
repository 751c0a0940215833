// Commands a norm names, for check and hold: "use pnpm, not npm" turns npm down and names pnpm. Exact or nothing:
// a mention needs a word of choice right beside it, and only ticked text or known programs count.

export interface NamedCommand {
  readonly program: string
  /** the command turned down: program, then the sub-command and flags the user named */
  readonly deny?: string
  readonly use?: string
  /** the norm bans it only in some case ("on shared branches"): tell, do not hold */
  readonly conditional: boolean
}

const SUB =
  "install|i|add|ci|run|test|publish|exec|link|audit|push|pull|commit|rebase|reset|checkout|merge|stash|clean|tag|branch|cherry-pick|revert|switch|restore|fetch|clone|build|get|mod|apply|destroy|delete|up|down|compose|start|dev|lint|deploy|migrate|generate|remove|uninstall|update|upgrade|dlx|create|init|plan|prune|amend"
const PROGRAMS =
  "npm|pnpm|yarn|bun|bunx|npx|git|rm|curl|wget|sudo|docker|docker-compose|podman|pip|pip3|pipx|poetry|uv|uvx|conda|pipenv|cargo|rustup|go|make|just|mise|task|jest|vitest|pytest|mocha|unittest|tox|nox|eslint|prettier|biome|ruff|black|flake8|mypy|tsc|ts-node|tsx|node|deno|python|python3|ruby|bundle|rake|rails|php|composer|java|mvn|gradle|gradlew|dotnet|terraform|tofu|kubectl|helm|ansible|psql|mysql|sqlite3|mongosh|redis-cli|brew|apt|apt-get|yum|dnf|pacman|apk|chmod|chown|ssh|scp|rsync|sed|awk|grep|rg|find|fd|xargs|kill|pkill|killall|systemctl|gh|glab|aws|gcloud|az|vercel|netlify|heroku|fly|flyctl|supabase|prisma|drizzle-kit|turbo|nx|lerna|webpack|vite|rollup|esbuild|playwright|cypress|golangci-lint|gofmt|rustfmt|clippy|trash|mv|cp|dd|mkfs|truncate|nohup|tmux|crontab"

interface Mention {
  readonly start: number
  readonly end: number
  readonly command: string
  readonly program: string
}
const TICKED = /`([^`\n]{2,160})`/g
const BARE = new RegExp(
  `(?<![\\w./@-])(${PROGRAMS})((?: (?:${SUB})(?![\\w-]))?(?: (?:run|exec) [\\w:-]{1,40}(?= |$))?(?: --?[A-Za-z][\\w=-]{0,40}){0,4})(?![\\w/-]|\\.\\w)`,
  "g",
)
// Words that are programs and plain English at once need ticks or an argument.
const ENGLISH = new Set([
  "go",
  "make",
  "just",
  "task",
  "find",
  "kill",
  "node",
  "black",
  "fly",
  "az",
  "fd",
  "rake",
  "rails",
  "bundle",
  "java",
  "ruby",
  "python",
  "php",
  "git",
  "turbo",
  "truncate",
  "tag",
  "playwright",
  "cypress",
  "supabase",
  "vite",
])

function mentions(text: string): readonly Mention[] {
  const out: Mention[] = []
  for (const m of text.matchAll(TICKED)) {
    const command = m[1]!.trim().replace(/^\$\s+/, "")
    const program = /^[a-z][\w.+-]{0,40}(?=\s|$)/.exec(command)?.[0]
    const known = program !== undefined && new RegExp(`^(?:${PROGRAMS})$`).test(program)
    // a lone ticked word is as likely a name in the code
    if (program !== undefined && (known || /\s/.test(command)))
      out.push({ start: m.index, end: m.index + m[0].length, command, program })
  }
  const lower = text.replace(TICKED, s => " ".repeat(s.length)).toLowerCase()
  for (const m of lower.matchAll(BARE)) {
    const program = m[1]!
    const args = m[2]!.trim()
    out.push({
      start: m.index,
      end: m.index + m[0].length,
      command: args === "" ? program : `${program} ${args}`,
      program,
    })
  }
  return out.sort((a, b) => a.start - b.start)
}

const WORDS =
  "ever|use|using|run|running|call|calling|do|try|with|via|through|the|a|any|raw|plain|directly|to|command|please|old"
// "not only npm" and "don't always run npm" ban nothing
const BANNED_OBJECT = `(?:(?:${WORDS})\\s+)*`
const OBJECT = `(?:(?:${WORDS}|just|always|only)\\s+)*`
const DENIES = new RegExp(
  `(?:\\b(?:not|never|no|avoid|don't|dont|do not|stop|without|instead of|rather than|over|ban|drop|no more|nie|niemals|kein|keine|statt|nicht|jamais|pas de|au lieu de|n'utilise(?:z)? (?:pas|jamais)|nunca|no uses|en lugar de|en vez de)\\s+)${BANNED_OBJECT}$`,
)
const USES = new RegExp(
  `(?:\\b(?:use|uses|using|prefer|run|with|via|always|only|switch to|go with|stick to|stick with|moved to|we're on|we are on|verwende|verwenden|benutze|nutze|nutzen|utilise|utilisons|usa|usamos|immer|toujours|siempre)\\s+${OBJECT})$`,
)
const CONDITION =
  /^\s*(?:on|in|for|when|while|if|unless|without|before|after|until|during|against|from|inside|outside)\b/

/** "pnpm, not npm": at the head of a statement the contrast after it makes the choice. */
const CONTRAST =
  /^\s*(?:,? ?not\b|,? ?never\b|instead of\b|rather than\b|over\b|only\b|statt\b|plutôt que\b|en vez de\b)/
const chosen = (before: string, after: string): boolean =>
  USES.test(before) || (/^\W*(?:please |always )?$/.test(before) && CONTRAST.test(after.toLowerCase()))

/** Every command the statement picks or turns down. Empty when none is named outright. */
export function namesCommand(statement: string): readonly NamedCommand[] {
  const text = statement.replaceAll("’", "'").slice(0, 600)
  const found = mentions(text)
  const denied: (Mention & { conditional: boolean })[] = []
  const used: Mention[] = []
  let previous: "deny" | "use" | null = null
  let last = 0
  for (const m of found) {
    const before = text.slice(0, m.start).toLowerCase()
    const gap = text.slice(last, m.start).toLowerCase()
    // "never npm or yarn", "npm and npx": a list keeps the word that opened it
    const listed = last > 0 && /^\s*(?:,|or|and|\/|nor|oder|ou|o)\s*(?:or|and)?\s*$/.test(gap)
    const role: "deny" | "use" | null = DENIES.test(before)
      ? "deny"
      : listed && previous !== null
        ? previous
        : chosen(before, text.slice(m.end))
          ? "use"
          : null
    const plainEnglish = ENGLISH.has(m.program) && m.command === m.program && text[m.start] !== "`"
    if (role === "deny" && !plainEnglish)
      denied.push({ ...m, conditional: CONDITION.test(text.slice(m.end).toLowerCase()) })
    else if (role === "use" && !plainEnglish) used.push(m)
    previous = role
    last = m.end
  }
  const only = used.length === 1 ? used[0]!.command : undefined
  if (denied.length === 0) return used.map(u => ({ program: u.program, use: u.command, conditional: false }))
  return denied.map(d => ({
    program: d.program,
    deny: d.command,
    ...(only === undefined ? {} : { use: only }),
    conditional: d.conditional,
  }))
}
