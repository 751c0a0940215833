// mettle config completion: prints a script for a shell. What a script offers it asks of the program as a person types, so that it
// knows the commands of the release that is there; what fits the word at hand is the shell's own business.
import { type Arg, defineMettleCommand, EVERYWHERE, usage } from "./command.ts"
import { COMMANDS, named } from "./commands.ts"

const ASKED = "mettle config completion words --"
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# put  source <(mettle config completion bash)  into ~/.bashrc
_mettle() {
  local offered
  offered=$(${ASKED} "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null | cut -f1)
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _mettle mettle`,
  zsh: `#compdef mettle
# put  source <(mettle config completion zsh)  into ~/.zshrc, after compinit
_mettle() {
  local -a offered
  offered=(\${(f)"$(${ASKED} \${words[2,CURRENT-1]} 2>/dev/null)"})
  offered=(\${offered//:/\\\\:})
  offered=(\${offered/$'\\t'/:})
  _describe mettle offered || _files
}
compdef _mettle mettle`,
  fish: `# mettle config completion fish > ~/.config/fish/completions/mettle.fish
complete -c mettle -a '(${ASKED} (commandline -opc)[2..] 2>/dev/null)'`,
  powershell: `# mettle config completion powershell | Out-String | Invoke-Expression   (in $PROFILE)
Register-ArgumentCompleter -Native -CommandName mettle -ScriptBlock {
  param($word, $line, $at)
  $typed = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }
  ${ASKED} @typed 2>$null | ForEach-Object { $_.Split("\`t")[0] } | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`,
}
export const SHELLS = Object.keys(SCRIPTS)

export const command = defineMettleCommand({
  name: "config completion",
  examples: [
    ["source <(mettle config completion bash)", "bash, in ~/.bashrc"],
    ["source <(mettle config completion zsh)", "zsh, in ~/.zshrc after compinit"],
    ["mettle config completion fish > ~/.config/fish/completions/mettle.fish", "fish"],
    ["mettle config completion powershell | Out-String | Invoke-Expression", "PowerShell, in $PROFILE"],
  ],
  args: { shell: { type: "positional", required: true, description: SHELLS.join(", ") } },
  rest: true,
  run: async ({ args, out }) => {
    const [shell = "", ...typed] = args._
    if (shell === "words") {
      const offered = await offers(typed)
      return out.result({ offered }, () => {
        for (const { word, about } of offered) out.line(`${word}\t${about}`)
      })
    }
    const script = SCRIPTS[shell]
    if (script === undefined) throw usage(command, `knows ${SHELLS.join(", ")}, not "${shell}"`)
    out.result({ shell, script }, script)
  },
})

interface Offered {
  readonly word: string
  readonly about: string
}
const plain = (word: string): Offered => ({ word, about: "" })

/** What may follow the words that were typed: of a value that is awaited only what is known of it. */
async function offers(typed: readonly string[]): Promise<readonly Offered[]> {
  const first = typed.findIndex((word, i) => !word.startsWith("-") && typed[i - 1] !== "--repo")
  const words = first < 0 ? [] : typed.slice(first)
  const entries = COMMANDS.map(({ name, summary }) => ({ word: name, about: summary }))
  if (words.length === 0)
    return [...entries, { word: "help", about: "help on a command or a topic" }, plain("--help"), plain("--version")]
  if (words[0] === "help") {
    const { TOPICS } = await import("./topics.ts")
    return [plain("all"), ...TOPICS.map(({ name, summary }) => ({ word: name, about: summary })), ...entries]
  }
  const found = named(words)
  if (!found) return []
  const { command } = await found.what.load()
  const takes = Object.entries<Arg>({ ...command.args, ...EVERYWHERE })
  const flags = takes.filter(([, { type }]) => type !== "positional")
  const awaits = flags.find(([name, { type }]) => type !== "boolean" && words.at(-1) === `--${name}`)
  if (awaits) return (awaits[1].of ?? []).map(plain)
  const [place] = takes.filter(([, { type }]) => type === "positional")
  return [
    ...found.parts.map(({ name, summary }) => ({ word: name, about: summary })),
    ...(place?.[1].of ?? []).map(plain),
    ...flags.map(([name, { type, default: on, description = "" }]) => ({
      word: type === "boolean" && on === true ? `--no-${name}` : `--${name}`,
      about: description,
    })),
  ]
}
