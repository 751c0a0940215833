// mettle config completion: prints a script for a shell, made from the commands themselves.
import { type Command, defineMettleCommand, EVERYWHERE, usage } from "./command.ts"
import { COMMANDS, type Part } from "./commands.ts"
import { type CompletedCommand, type CompletedFlag, completionScript, SHELLS } from "./completion-scripts.ts"

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
    const script = completionScript(shell, await described())
    out.result({ shell, script }, () => out.line(script.trimEnd()))
  },
})

/** As much of a definition as completion looks at. */
interface Definition {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly options?: readonly string[]
}

/** The command line as the scripts need it. */
export async function described(): Promise<readonly CompletedCommand[]> {
  const { TOPICS } = await import("./topics.ts")
  const known = await Promise.all(
    COMMANDS.map(async ({ name, summary, load, parts }): Promise<CompletedCommand> => {
      const loaded = (await load()).command
      // A shell completes by the first word: the flags of its parts stand beside its own.
      const inside = await Promise.all(parts.map(async (part: Part) => (await part.load()).command.args))
      const all = Object.assign({}, ...inside, loaded.args, EVERYWHERE) as Record<string, Definition>
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

function flagOf(name: string, definition: Definition): CompletedFlag {
  const off = definition.type === "boolean" && definition.default === true
  return {
    name: off ? `no-${name}` : name,
    takesValue: definition.type === "string" || definition.type === "enum",
    values: definition.options ?? [],
    about: definition.description ?? "",
  }
}

/** What is no act in a list of acts. */
const FILLERS = new Set(["default", "and"])

/** The acts of a command, as its first argument names them ("get, set or unset"), and as its examples show them. */
function actsIn({ name, args, examples }: Pick<Command, "name" | "args" | "examples">): readonly string[] {
  const [first] = Object.entries(args as Record<string, Definition>).filter(([, { type }]) => type === "positional")
  if (!first || !["act", "what", "label"].includes(first[0])) return []
  const listed = (first[1].description ?? "").replace(/^.*\bone of /, "").match(/\b[a-z]{3,20}\b/g) ?? []
  const shown = examples.flatMap(([line]) => {
    const [program, of, act] = line.split(" ")
    return program === "mettle" && of === name && act !== undefined && /^[a-z]{3,20}$/.test(act) ? [act] : []
  })
  return [...new Set([...listed.filter(word => !FILLERS.has(word)), ...shown])]
}
