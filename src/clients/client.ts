// The Client contract: an adapter translates between one agent program and us. It neither judges nor stores, and does
// no IO of its own; what it may look at is handed in as `World`. One file + one line in registry.ts per client.
import type { Draft } from "../core/events/draft.ts"
import { type Loose, records } from "../core/loose.ts"
import { TOOL_DOES, type ToolDoes } from "../core/model.ts"

/** What the door knows and an adapter may ask. */
export interface World {
  readonly now: number
  /** scope id of the working directory */
  readonly scope: string | null
  readonly branch: string | null
  readonly head: string | null
  /** a few named environment variables that tell headless from interactive or one client from another; never recorded */
  readonly env: Readonly<Record<string, string | undefined>>
  /** the last bytes of a transcript of this client, bounded and checked by the door; null when it may not or cannot be read */
  readonly tail: (path: string) => string | null
  /** `PACKS` starts of our own packs, so that our own words are never taken for the user's */
  readonly ours: (text: string) => boolean
  /** the arguments the client itself was started with, where the system tells; never recorded */
  readonly argv?: readonly string[] | null
}

/** What the client waits for, if anything. */
export type Ask =
  | { readonly what: "session_start" }
  | { readonly what: "prompt"; readonly prompt: string; readonly event: string }
  | { readonly what: "before_tool"; readonly call: string | null; readonly tool: string; readonly input: ToolInput }
  | {
      readonly what: "after_failure"
      readonly call: string | null
      readonly tool: string
      readonly input: ToolInput
      readonly error: string
    }

export interface ToolInput {
  /** a shell command line, when the tool runs one */
  readonly command: string | null
  /** the file it is about */
  readonly path: string | null
  /** text to be written */
  readonly content: string | null
}

/** What one payload says. Unknown events are no drafts and no ask, never an error. */
export interface Heard {
  readonly session: string | null
  readonly episode: string | null
  readonly cwd: string | null
  readonly drafts: readonly Draft[]
  readonly ask: Ask | null
  /** sub-agents get norms and check only */
  readonly subAgent: boolean
}

/** What we have to say. */
export interface Answer {
  /** notes for the model */
  readonly context: string | null
  /** hold the call, with this reason */
  readonly hold: string | null
  /** one quiet line for the person */
  readonly notice: string | null
  /** the prompt was for us: what became of it. Where a client lets a hook take a prompt, the agent never sees it */
  readonly reply?: string
}

export interface Client {
  readonly name: string
  /** what its tools do, by their names: nothing behind the adapter knows one */
  readonly tools: Tools
  /** one hook payload, parsed */
  readonly read: (payload: unknown, world: World) => Heard
  /** our answer in the client's own form; null = print nothing */
  readonly write: (payload: unknown, ask: Ask, answer: Answer) => string | null
  /** a past transcript, line by line, through the same translation; ids agree with the live hooks */
  readonly backfill?: (lines: Iterable<string>, world: World, path: string) => Iterable<Heard>
  /** names of the environment variables `read` and `transcripts` may look at */
  readonly env: readonly string[]
  readonly transcripts?: Transcripts
  /** fields that no other client sends, where one hook serves several; ground truth: recorded payloads */
  readonly sends?: (payload: Loose) => boolean
  /** the command that takes a session up again; ground truth: the program's --help */
  readonly resume?: (session: string) => string
  /** what it puts before the model by itself at every start; unsaid: AGENTS.md of the repository */
  readonly loads?: Loads
}

export interface Loads {
  /** files of the repository's root and of the person's home */
  readonly repo: readonly string[]
  readonly home: readonly string[]
  /** of the repository's root, where it has none of `repo` by this name */
  readonly instead?: { readonly of: string; readonly file: string }
  /** folders of which every file that ends so is loaded, with what is below */
  readonly folders?: readonly { readonly path: string; readonly of: "repo" | "home"; readonly ends: string }[]
  /** `@path` in a file stands for that file's text */
  readonly imports?: true
  /** the folder, below the home, of what it noted itself about a repository */
  readonly memories?: (top: string) => string
}

/** Where a client keeps past sessions. A description only: the door lists and opens files. */
export interface Transcripts {
  /** absolute folders to look in */
  readonly roots: (home: string, env: World["env"]) => readonly string[]
  /** paths under a root, with forward slashes, that are transcripts */
  readonly file: RegExp
  /** folder under a root that holds the sessions of a working directory; null: only the content tells */
  readonly folder: ((cwd: string) => string) | null
  /** do these first lines belong to a session in this directory? null: they do not say */
  readonly about: (lines: readonly string[], cwd: string) => boolean | null
  /** lines as they stand in the file, or one JSON line per stored record that the door has to collect */
  readonly format: "jsonl" | "records"
}

/** The first line that says something decides: is it a folder, that one or one below it? */
export const aboutFolder =
  (folderIn: (entry: Loose) => string | null): Transcripts["about"] =>
  (lines, cwd) => {
    for (const entry of records(lines)) {
      const at = folderIn(entry)
      if (at !== null) return at === cwd || at.startsWith(`${cwd}/`)
    }
    return null
  }

export const NOTHING: Heard = { session: null, episode: null, cwd: null, drafts: [], ask: null, subAgent: false }

/** Typed as a client and found by the house test: a client that the registry forgets fails it. */
export const defineClient = (client: Client): Client => client

// What a client's tools do, by their names: each client declares its own, so that nothing behind it knows a name.

export type Tools = Readonly<Partial<Record<ToolDoes, readonly string[]>>>

/** Names in any case; one that is not declared does "other". */
export function doesOf(tools: Tools): (tool: string) => ToolDoes {
  const byName = new Map(
    TOOL_DOES.flatMap(does => (tools[does] ?? []).map(name => [name.toLowerCase(), does] as const)),
  )
  return tool => byName.get(tool.toLowerCase()) ?? "other"
}
