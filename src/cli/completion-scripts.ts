// Completion for four shells, from one description of the command line. Plain scripts: nothing of ours runs while a person types.
export interface CompletedFlag {
  readonly name: string
  readonly takesValue: boolean
  readonly values: readonly string[]
  readonly about: string
}
export interface CompletedCommand {
  readonly name: string
  readonly about: string
  readonly flags: readonly CompletedFlag[]
  /** words that may follow it */
  readonly words: readonly string[]
}

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const
type Shell = (typeof SHELLS)[number]

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
  .flatMap(({ name, flags }) =>
    flags
      .filter(({ values }) => values.length > 0)
      .map(
        flag =>
          `    ${name}:--${flag.name}) COMPREPLY=($(compgen -W ${plain(flag.values.join(" "))} -- "$cur")); return ;;`,
      ),
  )
  .join("\n")}
${commands
  .flatMap(({ name, flags }) =>
    flags.filter(f => f.takesValue && f.values.length === 0).map(f => `${name}:--${f.name}`),
  )
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
        ...flags.map(flag => {
          const value = flag.values.length > 0 ? ` -x -a ${plain(flag.values.join(" "))}` : flag.takesValue ? " -r" : ""
          return `complete -c mettle ${seen} -l ${flag.name}${value} -d ${plain(flag.about)}`
        }),
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

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
}
export const completionScript = (shell: Shell, commands: readonly CompletedCommand[]): string =>
  SCRIPTS[shell](commands)
