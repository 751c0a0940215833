// mettle config completion: prints a script for a shell, made from the commands themselves.
import { type Arg, type Command, defineMettleCommand, EVERYWHERE, usage } from "./command.ts"
import { COMMANDS, type Part } from "./commands.ts"

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const

export const command = defineMettleCommand({
  name: "config completion",
  examples: [
    ["source <(mettle config completion bash)", "bash, in ~/.bashrc"],
    ["source <(mettle config completion zsh)", "zsh, in ~/.zshrc after compinit"],
    ["mettle config completion fish > ~/.config/fish/completions/mettle.fish", "fish"],
    ["mettle config completion powershell | Out-String | Invoke-Expression", "PowerShell, in $PROFILE"],
  ],
  args: { shell: { type: "positional", required: true, description: SHELLS.join(", ") } },
  run: async ({ args, out }) => {
    const shell = SHELLS.find(name => name === args.shell)
    if (!shell) throw usage(command, `knows ${SHELLS.join(", ")}, not "${args.shell}"`)
    const script = SCRIPTS[shell](await described())
    out.result({ shell, script }, script.trimEnd())
  },
})

/** The command line as the scripts need it. */
export async function described(): Promise<readonly CompletedCommand[]> {
  const { TOPICS } = await import("./topics.ts")
  const known = await Promise.all(
    COMMANDS.map(async ({ name, summary, load, parts }): Promise<CompletedCommand> => {
      const loaded = (await load()).command
      // A shell completes by the first word: the flags of its parts stand beside its own.
      const inside = await Promise.all(parts.map(async (part: Part) => (await part.load()).command.args))
      const all = Object.assign({}, ...inside, loaded.args, EVERYWHERE) as Record<string, Arg>
      const own = Object.entries(all)
      const flags = own.flatMap(([flag, definition]) =>
        definition.type === "positional" ? [] : [flagOf(flag, definition)],
      )
      const words = [...new Set([...parts.map(part => part.name), ...actsIn(loaded)])]
      return { name, about: summary, flags, words }
    }),
  )
  const help = ["all", ...TOPICS.map(topic => topic.name), ...COMMANDS.map(entry => entry.name)]
  return [...known, { name: "help", about: "help on a command or a topic", flags: [], words: help }]
}

function flagOf(name: string, definition: Arg): CompletedFlag {
  const off = definition.type === "boolean" && definition.default === true
  return {
    name: off ? `no-${name}` : name,
    takesValue: definition.type === "string",
    about: definition.description ?? "",
  }
}

/** What is no act in a list of acts. */
const FILLERS = new Set(["default", "and"])

/** The acts of a command, as its first argument names them ("get, set or unset"), and as its examples show them. */
function actsIn({ name, args, examples }: Pick<Command, "name" | "args" | "examples">): readonly string[] {
  const [first] = Object.entries(args as Record<string, Arg>).filter(([, { type }]) => type === "positional")
  if (!first || !["act", "what", "label"].includes(first[0])) return []
  const listed = (first[1].description ?? "").replace(/^.*\bone of /, "").match(/\b[a-z]{3,20}\b/g) ?? []
  const shown = examples.flatMap(([line]) => {
    const [program, of, act] = line.split(" ")
    return program === "mettle" && of === name && act !== undefined && /^[a-z]{3,20}$/.test(act) ? [act] : []
  })
  return [...new Set([...listed.filter(word => !FILLERS.has(word)), ...shown])]
}

// Four shells, from one description of the command line. Plain scripts: nothing of ours runs while a person types.

interface CompletedFlag {
  readonly name: string
  readonly takesValue: boolean
  readonly about: string
}
interface CompletedCommand {
  readonly name: string
  readonly about: string
  readonly flags: readonly CompletedFlag[]
  /** words that may follow it */
  readonly words: readonly string[]
}

/** Of a value's flag, its next word; the shell's own file names otherwise. */
const bash = (
  commands: readonly CompletedCommand[],
): string => `# mettle config completion bash: put  source <(mettle config completion bash)  into ~/.bashrc
_mettle() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} cmd= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      --repo) ((i++)) ;;
      -*) ;;
      *) cmd=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $cmd:$prev in
${commands
  .flatMap(({ name, flags }) => flags.filter(f => f.takesValue).map(f => `${name}:--${f.name}`))
  .map(at => `    ${at}) return ;;`)
  .join("\n")}
  esac
  case $cmd in
    '') words=${plain([...commands.map(({ name }) => name), "--help", "--version"].join(" "))} ;;
${commands
  .map(
    ({ name, flags, words }) =>
      `    ${name}) words=${plain([...words, ...flags.map(flag => `--${flag.name}`)].join(" "))} ;;`,
  )
  .join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _mettle mettle
`

const zsh = (commands: readonly CompletedCommand[]): string => `#compdef mettle
# mettle config completion zsh: put  source <(mettle config completion zsh)  into ~/.zshrc, after compinit
_mettle() {
  local -a commands found
  commands=(
${commands.map(({ name, about }) => `    ${plain(`${name}:${colonless(about)}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${commands
  .map(
    ({ name, flags, words }) => `    ${name}) found=(
${[
  ...words.map(word => `      ${plain(word)}`),
  ...flags.map(flag => `      ${plain(`--${flag.name}:${colonless(flag.about)}`)}`),
].join("\n")}
    ) ;;`,
  )
  .join("\n")}
  esac
  _describe option found || _files
}
compdef _mettle mettle
`

const fish = (commands: readonly CompletedCommand[]): string =>
  [
    "# mettle config completion fish: mettle config completion fish > ~/.config/fish/completions/mettle.fish",
    ...commands.map(
      ({ name, about }) => `complete -c mettle -n __fish_use_subcommand -f -a ${name} -d ${plain(about)}`,
    ),
    ...commands.flatMap(({ name, flags, words }) => {
      const seen = `-n '__fish_seen_subcommand_from ${name}'`
      return [
        ...(words.length > 0 ? [`complete -c mettle ${seen} -f -a ${plain(words.join(" "))}`] : []),
        ...flags.map(
          flag => `complete -c mettle ${seen} -l ${flag.name}${flag.takesValue ? " -r" : ""} -d ${plain(flag.about)}`,
        ),
      ]
    }),
    "",
  ].join("\n")

const powershell = (
  commands: readonly CompletedCommand[],
): string => `# mettle config completion powershell: mettle config completion powershell | Out-String | Invoke-Expression   (in $PROFILE)
Register-ArgumentCompleter -Native -CommandName mettle -ScriptBlock {
  param($word, $line, $at)
  $known = @{
${commands
  .map(
    ({ name, flags, words }) =>
      `    '${name}' = @(${[...words, ...flags.map(flag => `--${flag.name}`)].map(doubled).join(", ")})`,
  )
  .join("\n")}
  }
  $given = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() } | Where-Object { $_ -notlike '-*' })
  $command = if ($given.Count -gt 0 -and $known.ContainsKey($given[0]) -and $given[0] -ne $word) { $given[0] } else { $null }
  $offered = if ($command) { $known[$command] } else { $known.Keys | Sort-Object }
  $offered | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`

const plain = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const colonless = (text: string): string => text.replaceAll(":", "\\:")
const doubled = (text: string): string => `'${text.replaceAll("'", "''")}'`

const SCRIPTS = { bash, zsh, fish, powershell }
