// THE list of commands: one line each, loaded only when it is run. A command may have parts, each a command of its own behind
// its name (`mettle did norms`). What had another name once is found under it still, and says where it lives now.
import type { Command } from "./command.ts"

interface Part {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<{ readonly command: Command }>
}
export interface Entry extends Part {
  /** daily: those of `mettle --help`, in their order; machine: called by agents, not typed */
  readonly group: "daily" | "more" | "machine"
  readonly parts: readonly Part[]
}

const part = (name: string, summary: string, load: Part["load"]): Part => ({ name, summary, load })
const entry =
  (group: Entry["group"]) =>
  (name: string, summary: string, load: Part["load"], ...parts: readonly Part[]): Entry => ({
    ...{ group, name, summary, load, parts },
  })
const [daily, more, machine] = [entry("daily"), entry("more"), entry("machine")]

export const COMMANDS: readonly Entry[] = [
  daily("init", "put mettle into the agents you have", () => import("./upkeep/init.ts")),
  daily(
    "did",
    "what it did for you this week (mettle, alone, says the same)",
    () => import("./past/did.ts"),
    part("norms", "how what you asked for was followed", () =>
      import("./past/did.ts").then(m => ({ command: m.normsFollowed })),
    ),
    part("proof", "is it helping? what can be known so far", () =>
      import("./past/did.ts").then(m => ({ command: m.proof })),
    ),
  ),
  daily("status", "is it recording, what is known, is anything wrong", () => import("./upkeep/status.ts")),
  daily(
    "cards",
    "what it knows",
    () => import("./cards/cards.ts"),
    part("search", "cards and past episodes, by words and by meaning", () =>
      import("./cards/cards.ts").then(m => ({ command: m.search })),
    ),
  ),
  daily("note", "tell it something yourself", () => import("./cards/note.ts")),
  daily("why", "why it believes a card, and what the card did", () => import("./cards/why.ts")),
  daily("forget", "erase text for good, and prove it", () => import("./upkeep/forget.ts")),
  daily("open", "the same in your browser, on this computer only", () => import("./upkeep/open.ts")),
  daily(
    "doctor",
    "is everything in order, and how to mend it",
    () => import("./upkeep/doctor.ts"),
    part("rebuild", "work everything out again from what was recorded", () =>
      import("./machines/settle.ts").then(m => ({ command: m.rebuild })),
    ),
  ),
  more("card", "one card with the words it rests on, and acts on it", () => import("./cards/card.ts")),
  more("check", "what is known about a command or an error", () =>
    import("./cards/cards.ts").then(m => ({ command: m.check })),
  ),
  more(
    "config",
    "settings: get, set, explain",
    () => import("./machines/config.ts"),
    part("scope", "which repository this is; name, merge", () => import("./upkeep/scope.ts")),
    part("preset", "the machines one can live under, each on one screen", () =>
      import("./machines/replay.ts").then(m => ({ command: m.preset })),
    ),
    part("model", "the optional model: what it may use, and what it is sent", () =>
      import("./machines/config.ts").then(m => ({ command: m.model })),
    ),
    part("patterns", "what reads prompts and output, by id", () =>
      import("./machines/config.ts").then(m => ({ command: m.patterns })),
    ),
    part("calibrate", "what the past says about when to step in", () =>
      import("./machines/breaker.ts").then(m => ({ command: m.calibration })),
    ),
  ),
  more(
    "export",
    "the log, or the cards, to a file",
    () => import("./upkeep/export.ts"),
    part("backup", "copy everything into one file", () =>
      import("./machines/settle.ts").then(m => ({ command: m.backup })),
    ),
  ),
  more(
    "history",
    "episodes and how they went",
    () => import("./past/history.ts"),
    part("breaker", "when it noticed trouble, and whether that was right", () => import("./machines/breaker.ts")),
    part("now", "look at the episode that goes on, now", () =>
      import("./machines/breaker.ts").then(m => ({ command: m.now })),
    ),
    part("errors", "what failed in an episode and nobody dealt with", () =>
      import("./past/left.ts").then(m => ({ command: m.errors })),
    ),
  ),
  more("import", "merge an exported log, or read past sessions", () => import("./past/import.ts")),
  more(
    "lab",
    "run one judgement on your own data",
    () => import("./machines/lab.ts"),
    part("trial", "your own agent on a folder of tasks, with and without memory", () => import("./machines/trial.ts")),
  ),
  more("left", "where work here stopped, and how to take it up again", () => import("./past/left.ts")),
  more(
    "look",
    "what past sessions show, before installing",
    () => import("./past/look.ts"),
    part("demo", "a short story: what is learned, what it changes", () => import("./past/demo.ts")),
  ),
  more("pack", "what the agent would be given now", () => import("./cards/cards.ts").then(m => ({ command: m.pack }))),
  more("pause", "stop recording for a while, and go on again", () =>
    import("./cards/note.ts").then(m => ({ command: m.pausing })),
  ),
  more("replay", "what other rules would have done with your log", () => import("./machines/replay.ts")),
  more(
    "review",
    "what waits for your yes or no",
    () => import("./cards/review.ts"),
    part("ledger", "what was let in or refused, and why", () =>
      import("./cards/review.ts").then(m => ({ command: m.ledger })),
    ),
    part("trust", "whose suggestions hold up, and what moved that", () =>
      import("./cards/review.ts").then(m => ({ command: m.trust })),
    ),
  ),
  more("settle", "run all that is due, and wait", () => import("./machines/settle.ts")),
  more("team", "share with people who work on the same code", () => import("./team/team.ts")),
  more("undo", "take back what was kept, or the last acts", () =>
    import("./cards/card.ts").then(m => ({ command: m.undoing })),
  ),
  more("uninstall", "take mettle out again", () => import("./upkeep/uninstall.ts")),
  machine("hook", "hear one hook of an agent", () => import("./upkeep/hook.ts")),
  machine("mcp", "the memory as an MCP server, for agents that ask", () =>
    import("./upkeep/hook.ts").then(m => ({ command: m.mcp })),
  ),
]

/** Where what had a name of its own is found now. */
export const MOVED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(COMMANDS.flatMap(({ name, parts }) => parts.map(p => [p.name, [name, p.name]]))),
  ...{ trigger: ["history", "now"], uplift: ["did", "proof"], gates: ["did", "proof"] },
  ...{ episodes: ["history"], keep: ["note", "--quoted"], resume: ["pause", "off"], redact: ["forget", "--secrets"] },
}

/** What is no command any more, and where the same is found. */
export const GONE: Readonly<Record<string, string>> = {
  "team approve": "a teammate's rule waits in mettle review; any card of theirs: mettle card confirm <id>",
  "team heir": "when a keeper's key is lost a new log is begun, and everybody joins it",
  report:
    "a program tells how its tasks went through the library: recordOutcome, learned, plan (mettle help sdk); mettle history errors",
}

/** `mettle assess <name>` is the command of that name (S2-97..109). */
export const ASSESS: readonly string[] = ["status", "history", "breaker", "trigger", "replay", "patterns", "calibrate"]

export interface Named {
  readonly what: Part
  /** "did norms" */
  readonly name: string
  readonly parts: readonly Part[]
  readonly rest: readonly string[]
  /** the name that was given, where another was meant */
  readonly was: string | null
}
/** The command that words begin with, or a part of one. */
export function named(words: readonly string[], commands: readonly Entry[] = COMMANDS): Named | null {
  const [first = "", second = ""] = words
  if (first === "assess" && ASSESS.includes(second)) {
    const meant = named(words.slice(1), commands)
    return meant && { ...meant, was: null }
  }
  const found = commands.find(({ name }) => name === first)
  if (!found) {
    const now = MOVED[first]
    const meant = now === undefined ? null : named([...now, ...words.slice(1)], commands)
    return meant && { ...meant, was: first }
  }
  const inside = found.parts.find(({ name }) => name === second)
  return inside
    ? { what: inside, name: `${first} ${second}`, parts: [], rest: words.slice(2), was: null }
    : { what: found, name: first, parts: found.parts, rest: words.slice(1), was: null }
}
